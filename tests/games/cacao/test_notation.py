"""Tests of Cacao's options and events as text."""

import re
from pathlib import Path

import pytest

from arena.errors import IllegalOptionError, NotationError
from arena.games.cacao.notation import EVENTS, LOOKS, SENTENCES, choice, option, spell_event, understood
from arena.games.cacao.rules import CACAO
from arena.games.cacao.tiles import JUNGLE_IDS, WORKER_IDS
from arena.games.game import Event
from tests.games.cacao.vocabulary import RED, YELLOW, Goods, Tile, new, random_states, table

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text().partition("## Teotihuacan")[0]


def test_the_page_shows_one_example_of_each_form():
    examples = re.findall(r"^\| `((?:place|overbuild|fill|work) [^`]*)` \|", PAGE, re.MULTILINE)
    assert examples == list(LOOKS.values())
    assert [str(understood(example)) for example in examples] == examples


def test_the_page_names_every_tile_and_every_event():
    for tile in WORKER_IDS + JUNGLE_IDS:
        assert f'"{tile}"' in PAGE
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+` ?)+)\|", PAGE, re.MULTILINE)
    assert {kind: tuple(re.findall(r"\w+", fields)) for kind, fields in rows} == EVENTS


@pytest.mark.rule("C-14.1")
@pytest.mark.parametrize("auto_resolve", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_option_has_one_spelling_that_reads_back(seats, auto_resolve):
    for state in random_states(seats, 8, auto_resolve=auto_resolve):
        options = state.options()
        texts = [CACAO.spell(state, each) for each in options]
        assert len(set(texts)) == len(texts)
        assert [CACAO.read(state, text) for text in texts] == options
        assert [option(choice(each)) for each in options] == options


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no option begins with ''"),
        ("lay 1-1-1-1 r0 at 1,0", "expected one of fill, overbuild, place, work"),
        ("plcae 1-1-1-1 r0 at 1,0", "did you mean 'place'?"),
        ("place 1-1-1-1 at 1,0", "expected something like 'place 2-1-0-1 r3 at 1,0'"),
        ("place 1-1-1-1 r0 at 1,0 ", "cannot be read"),
        (" place 1-1-1-1 r0 at 1,0", "no option begins with ''"),
        ("place 1-1-1-1  r0 at 1,0", "cannot be read"),
        ("place 1-1-1-1 r0 at 01,0", "cannot be read"),
        ("place 1-1-1-1 r0 at -0,1", "cannot be read"),
        ("place 1-1-1-1 r0 at \u0661,0", "cannot be read"),
        ("place 1-1-1-1 r0 at 99,0", "no game reaches 99,0"),
        (f"place 1-1-1-1 r0 at {'9' * 5000},0", "cannot be read"),  # longer than any int that Python reads
        ("place 2-2-0-0 r0 at 1,0", "no worker tile '2-2-0-0'"),
        ("place 2-1-0-1 r4 at 1,0", "rotation 4; expected 0 to 3"),
        ("place 1-1-1-1 r1 at 1,0", "1-1-1-1 looks the same whichever way it is turned; expected r0"),
        ("fill 1,-1 market_5", "no jungle tile 'market_5'"),
        ("fill market_3 1,-1", "expected something like 'fill 1,-1 market_3'"),
        ("work 1,0 X 1", "no side 'X'"),
        ("work 1,0 N 4", "workers 4; expected 0 to 3"),
        ("work 1,0 N", "expected something like 'work 1,0 N 2'"),
    ],
)
def test_the_refusal_of_an_unreadable_text_shows_what_an_option_looks_like(text, reason):
    with pytest.raises(NotationError, match=re.escape(reason)):
        CACAO.read(new().state, text)


@pytest.mark.rule("C-14.6")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("place 3-1-0-0 r0 at -1,0", "3-1-0-0 is not in your hand"),
        ("place 1-1-1-1 r0 at 1,0", "the cell is occupied"),
        ("place 1-1-1-1 r0 at 1,1", "that is a jungle space"),
        ("place 1-1-1-1 r0 at 3,0", "the cell is not adjacent to a jungle tile"),
        ("overbuild 1-1-1-1 r0 at 1,0", "while the jungle pile or the display holds a tile"),
        ("fill 1,-1 market_3", "a worker tile is to be laid now"),
        ("work 1,0 N 1", "a worker tile is to be laid now"),
    ],
)
def test_the_refusal_of_an_option_that_is_not_offered_says_why(text, reason):
    game = table({(1, 0): Tile(RED)})
    before = game.state.position()
    with pytest.raises(IllegalOptionError, match=re.escape(reason)):
        game.play(text)
    assert game.state.position() == before


@pytest.mark.rule("C-14.6")
def test_nothing_is_played_after_the_end():
    *_, state = random_states(2, 1)
    with pytest.raises(IllegalOptionError, match="the game is over"):
        CACAO.read(state, "place 1-1-1-1 r0 at 1,0")


def test_far_cells_with_the_same_place_in_the_grid_are_distinguished():
    """With two players the grid has 27 rows: 1,0 and 1,27 are one place of the list, but only one is on the table."""
    game = table({(1, 0): Tile(RED)}, villages={RED: Goods(suns=1)}, display=(), pile=())
    for text in ("overbuild 1-1-1-1 r0 at 1,27", "place 1-1-1-1 r0 at -1,27", "overbuild 1-1-1-1 r0 at 30,30"):
        with pytest.raises(IllegalOptionError, match=r"that is a jungle space|no worker tile lies there"):
            game.play(text)


def test_every_kind_of_event_has_a_sentence():
    assert list(EVENTS) == list(SENTENCES)
    for kind, fields in EVENTS.items():
        assert spell_event(Event(kind, [1] * len(fields)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_of_a_game_can_be_spelled(seats):
    state = next(random_states(seats, 4))
    state.listen()
    for _ in range(300):
        if state.to_move >= 0:
            state.apply(state.options()[-1])
    events = state.events(0, 0)
    assert {event.kind for event in events} >= set(EVENTS) - {"overbuilt"}
    assert all("{" not in spell_event(event) for event in events)


@pytest.mark.rule("C-15.2")
@pytest.mark.rule("C-10.1")
def test_only_the_owner_gets_the_event_with_the_drawn_worker_tile():
    game = table(villages={RED: Goods(pile=("3-1-0-0",))}).listen().play("place 1-1-1-1 r0 at 0,-1")
    assert "seat 0 draws 3-1-0-0" in game.heard(RED)
    assert "seat 0 draws a worker tile" in game.heard(YELLOW)
    assert "seat 0 draws a worker tile" in game.heard()
    assert not any("3-1-0-0" in sentence for sentence in game.heard(YELLOW) + game.heard())


def test_gains_and_losses_are_in_the_event():
    game = table(villages={RED: Goods(cacao=2, hand=("2-1-0-1",))}).listen()
    game.play("place 2-1-0-1 r0 at 1,2", "work 1,2 N 2")
    assert "seat 0: 2 workers at market_2, N of 1,2: -2 cacao, +4 gold" in game.heard()
