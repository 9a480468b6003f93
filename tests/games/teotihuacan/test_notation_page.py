"""docs/notation.md has the spelling of all options and events of Teotihuacan."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from arena.errors import NotationError
from arena.games.chance import Rng
from arena.games.teotihuacan.events import EVENTS
from arena.games.teotihuacan.hidden import WAIVED
from arena.games.teotihuacan.notation import (
    EXCHANGED,
    FORMS,
    GOODS_NAMES,
    PAYMENTS,
    REWARDS,
    ROW_NAMES,
    SPELLINGS,
    spell,
    understood,
)
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS
from arena.games.teotihuacan.solo.offers import OFFER_NAMES
from arena.games.teotihuacan.terms import CATEGORIES, SOLO_CATEGORIES, SOURCES
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import SIDE_NAMES, SPACE_NAMES
from arena.games.teotihuacan.windows import EXCHANGE, FREE, MAIN, PAY, REWARD, ROW, SALARY, UNLOCK
from tests.games.teotihuacan.grammar import Grammar
from tests.games.teotihuacan.vocabulary import random_states

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text()
OPTIONS, ABOUT_EVENTS = PAGE.partition("## Teotihuacan: options")[2].split("## Teotihuacan: events")
GRAMMAR = Grammar(OPTIONS.partition("```text\n")[2].partition("```")[0])
OPTION = re.compile(GRAMMAR.pattern([["option"]]))
EXAMPLES = re.findall(r"^\| `([^`]+)` \|", OPTIONS, re.MULTILINE)

# What the grammar says in its comments alone.
SAID_IN_WORDS = (
    "both workers start on the same board",
    "the worker with more power comes first",
    "three different boards in ascending order",
)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"technology_draw": "three_low_three_high"}),
        (3, {"starting_tile_draft": True, "cocoa_waiver_scope": "wide"}),
        (4, {"nobles_row_choice": "any_up_to_workers"}),
    ],
)
def test_every_option_of_random_games_is_one_of_the_grammar(seats, options):
    for seed in range(3):
        for state in random_states(seats, seed, **options):
            for option in state.options():
                assert OPTION.fullmatch(spell(option)), spell(option)


# Kinds of option that are few, or seldom met: how many there are of each.
FEW = {
    REWARD: len(REWARDS),
    PAY: len(PAYMENTS),
    EXCHANGE: 2 * len(EXCHANGED),
    MAIN: 6,
    UNLOCK: 2,
    ROW: len(ROW_NAMES),
    SALARY: 9,
    SALARY + WAIVED: 1,
}


@pytest.mark.parametrize(("first", "count"), FEW.items())
def test_every_option_of_a_kind_that_is_seldom_met_is_one_of_the_grammar(first, count):
    for option in range(first, first + count):
        assert OPTION.fullmatch(spell(option)), spell(option)


@pytest.mark.parametrize("form", [parts[0] for parts in GRAMMAR.rules["option"]])
def test_every_text_of_the_grammar_is_an_option_of_the_game(form):
    rng = Rng(1)
    read = 0
    for _ in range(200):
        text = GRAMMAR.text(rng, [[form]])
        try:
            assert spell(understood(text)) == text
            read += 1
        except NotationError as reason:
            assert any(words in str(reason) for words in SAID_IN_WORDS), reason  # noqa: PT017 -- most can be read
    assert read > 0


def test_the_grammar_has_a_form_and_an_example_for_every_kind_of_option():
    assert len(GRAMMAR.rules["option"]) == len(SPELLINGS)
    assert {understood(text) >> 16 << 16 for text in EXAMPLES} == set(SPELLINGS)
    assert {text.split()[0] for text in EXAMPLES} == set(FORMS)
    assert all(OPTION.fullmatch(text) for text in EXAMPLES)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("worship-space", SPACE_NAMES),
        ("side", SIDE_NAMES),
        ("starting-tile", STARTING_IDS),
        ("technology-tile", TECHNOLOGY_IDS),
        ("decoration-tile", DECORATION_IDS),
        ("discovery-tile", DISCOVERY_IDS),
    ],
)
def test_tiles_and_spaces_stand_in_the_order_of_their_numbers(rule, words):
    assert [part.strip('"') for (part,) in GRAMMAR.rules[rule]] == list(words)


@pytest.mark.rule("T-19.3")
def test_options_are_listed_in_the_order_that_the_page_tells():
    for state in random_states(3, 4, cocoa_waiver_scope="wide"):
        options = state.options()
        free = [option >= FREE for option in options]
        assert free == sorted(free)
        texts = [spell(option) for option in options]
        endings = [text in {"stop", "pass", "continue", "end turn"} for text in texts if not is_free(text)]
        assert endings == sorted(endings)
        for one, other in pairwise(texts):
            if one.split()[0] == other.split()[0]:
                assert place(one) < place(other), (one, other)


def is_free(text):
    return text.startswith(("use ", "unlock"))


# What the page sorts the options of a form by, if not word by word.
SORTED_BY = {
    "move": lambda worker, *rest: (worker[2], worker[0], worker[4:], "unlimited" in rest, rest[0]),
    "worship": lambda space, effect, *rest: (SPACE_NAMES.index(space), at(effect), "waive" in rest, rest),
    "exchange": lambda *words: ("waive" in words, *map(at, words)),
    "settle": lambda *workers: ([worker[2] for worker in workers], [worker[0] for worker in workers]),
    "decorate": lambda tile, space: (tile, at(space.partition("_")[0]), space),
    "build": lambda tile, rotation, _, space: (tile, space, rotation),
    "power": lambda _, worker: worker[::-1],
}


def place(text):
    """Return a sort key for an option's text, by the order in which the page lists options of its form."""
    kind, *words = text.split()
    return SORTED_BY[kind](*words) if kind in SORTED_BY else [at(word) for word in words]


ORDERED = (
    *("additional", "waive", "wood", "stone", "gold", "blue", "red", "green", "ability", "discovery", "both"),
    *("full", "less", "points", "cocoa", "temple", "two", "temples", "worker"),
    *("top", "right", "centre", "bottom", "left"),
)


def at(word):
    """Return a sort key for a word of an option, by the order in which the page lists such words."""
    return f"{ORDERED.index(word):02d}" if word in ORDERED else word


def test_every_kind_of_event_is_listed_with_its_numbers():
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+` ?)+)\| ", ABOUT_EVENTS, re.MULTILINE)
    assert {kind: tuple(re.findall(r"\w+", fields)) for kind, fields in rows} == EVENTS
    assert [kind for kind, _ in rows] == list(EVENTS)


def counted(number):
    """Return the pairs of a name and a number in the row about this kind of number in the page's table of events."""
    row = next(line for line in ABOUT_EVENTS.splitlines() if line.startswith(f"| `{number}` | "))
    return re.findall(r"`(\w+)` (\d+)", row)


def test_goods_sources_and_categories_are_listed_by_number():
    assert counted("good") == [(name, str(number)) for number, name in enumerate(GOODS_NAMES)]
    assert counted("source") == [(name, str(number)) for number, name in enumerate(SOURCES)]
    categories = [(name, str(number)) for number, name in enumerate(SOLO_CATEGORIES)]
    solo = len(SOLO_CATEGORIES) - len(CATEGORIES)
    assert counted("category") == [*categories[:17], *categories[-1 - solo :]]
    assert counted("offer") == [(name, str(number)) for number, name in enumerate(OFFER_NAMES)]
    assert counted("upper`, `lower") == [(name, str(number)) for number, name in enumerate(ARROWS)]
    actions = [(name, str(number)) for number, name in enumerate(ACTION_IDS)]
    assert counted("action`, and those of `action_tiles") == actions
