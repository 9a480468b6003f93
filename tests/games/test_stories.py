"""Tests of the story of a game: its events as sentences."""

import re

import pytest

from arena.games import GAMES
from arena.games.cacao.notation import EVENTS as CACAO_EVENTS
from arena.games.cacao.story import TOLD as CACAO_TOLD
from arena.games.chance import Deal, Rng
from arena.games.game import Event
from arena.games.steps import OVER
from arena.games.stories import END, NOBODY, passages
from arena.games.teotihuacan.events import EVENTS as TEOTIHUACAN_EVENTS
from arena.games.teotihuacan.story import HEADINGS, TOLD
from tests.games.tiny import TINY

TABLES = [(game, seats) for game, rules in GAMES.items() for seats in rules.seats]

# What a picture shows better than words, and what other events imply.
UNTOLD = {
    "cacao": {"drew", "drew_unseen", "refilled"},
    "teotihuacan": {"discovered", "decoration_offered", "pyramid_offered", "climbed", "light", "calendar", "discarded"}
    | {"slid", "action_tiles", "arrows", "rolled"},
}


def told_games(game, seats, seed=1):
    """Play a random game. Yield the seat, the option and the passages of each answer, as a spectator gets them."""
    rules = GAMES[game]
    state, rng = rules.new({}, seats, Deal(bytes([seed]) * 32)), Rng(seed)
    state.listen()
    heard = 0
    while state.to_move != OVER:
        seat, option = state.to_move, state.sample(rng)
        spelled = rules.spell(state, option)
        state.apply(option)
        events = state.events(heard, -1)
        heard += len(events)
        yield seat, spelled, passages(rules, seat, spelled, events)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_answer_has_a_story_and_the_seat_that_answered_comes_first(game, seats):
    for seat, spelled, told in told_games(game, seats):
        assert told[0].seat == seat, spelled
        assert all(passage.text for passage in told)
        assert all(NOBODY <= passage.seat < seats for passage in told)
        assert not re.search(r"[_{}]|\bseat \d", " ".join(passage.text for passage in told)), spelled


@pytest.mark.parametrize("game", GAMES)
def test_the_last_answer_tells_how_each_seat_ends(game):
    *_, (_, _, told) = told_games(game, 2)
    texts = [passage.text for passage in told]
    if game != "teotihuacan/solo":
        after = told[texts.index(END) + 1 :]
        assert {passage.seat for passage in after} == {0, 1}
        assert all("place" in passage.text for passage in after)


def test_every_kind_of_event_is_in_a_story_or_left_out_on_purpose():
    assert set(CACAO_EVENTS) == set(CACAO_TOLD) | UNTOLD["cacao"]
    assert set(TEOTIHUACAN_EVENTS) == set(TOLD) | set(HEADINGS) | UNTOLD["teotihuacan"]


def test_a_turn_reads_as_at_the_table():
    rules = GAMES["teotihuacan"]
    told = passages(
        rules,
        1,
        "move 3@5 7",
        [Event("moved", [1, 5, 3, 0, 7, 4]), Event("collected", [1, 4]), Event("gained", [1, 3, 3, 2])],
    )
    assert told[0].text == "moves its 3 from Alchemy to Gold Deposits, collects on Gold Deposits and takes 3 cocoa"
    told = passages(
        rules, 0, "main", [Event("acted", [0, 4, 2, 1]), Event("paid", [0, 3, 1, 4]), Event("scored", [0, 1, 2])]
    )
    assert told[0].text == "acts on Gold Deposits with 2 workers and pays 1 cocoa, +2 points"


def test_gains_of_other_seats_and_an_eclipse_have_passages_of_their_own():
    rules = GAMES["teotihuacan"]
    events = [Event("displaced", [1, 3]), Event("eclipse", [2]), Event("scored", [1, 11, -3])]
    told = passages(rules, 0, "collect", events)
    assert [(each.seat, each.text, each.is_mark) for each in told] == [
        (0, "collect", False),
        (1, "gets its worker on Forest back", False),
        (NOBODY, "Eclipse 2", True),
        (1, "\N{MINUS SIGN}3 points", False),
    ]


def test_the_story_of_a_game_without_sentences_has_its_options_and_events():
    state = TINY.new({}, 2, Deal(bytes(32)))
    option = state.options()[0]
    spelled = TINY.spell(state, option)
    assert passages(TINY, state.to_move, spelled, [])[0].text == spelled
