"""Tests of Cacao's positions as JSON, and of the texts that are refused."""

import json
import re
from pathlib import Path

import pytest

from arena.errors import PositionError
from arena.games.cacao.rules import CACAO
from arena.games.chance import Rng
from tests.games.cacao.vocabulary import described, new, random_states


def middle(asks="place", seed=3, seats=2, **options):
    """Return a position in mid-game in which a seat is asked for this kind of decision."""
    return next(
        described(state)
        for state in random_states(seats, seed, **options)
        if state.turn >= 6 and described(state)["asks"] == asks
    )


def late(seed=3):
    """Return the values of a position in which a worker tile covers another one."""
    return next(
        described(state)
        for state in random_states(2, seed)
        if any("covers" in each for each in described(state)["workers"])
    )


def read(position):
    return CACAO.from_position(json.dumps(position))


def documented():
    """Return the text of the position that docs/positions.md shows."""
    page = (Path(__file__).parents[3] / "docs" / "positions.md").read_text()
    return page.partition("```json\n")[2].partition("```")[0]


def test_the_documented_position_is_a_position():
    state = CACAO.from_position(documented())
    assert described(state) == json.loads(documented())
    assert [CACAO.spell(state, option) for option in state.options()] == [
        "work 2,1 S 0",
        "work 2,1 S 1",
        "work 2,1 W 0",
        "work 2,1 W 1",
    ]


def test_every_key_of_a_position_is_documented():
    page = (Path(__file__).parents[3] / "docs" / "positions.md").read_text()
    position = late()
    for key in [*position, *position["villages"][0], "at", "tile", "rotation", "covers", "seat", "side"]:
        assert f"`{key}`" in page


@pytest.mark.rule("C-14.7")
@pytest.mark.parametrize("auto_resolve", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_position_reads_back_in_mid_turn_too_and_plays_on_alike(seats, auto_resolve):
    asked = set()
    for state in random_states(seats, 21, auto_resolve=auto_resolve):
        again = CACAO.from_position(state.position())
        assert again.position() == state.position()
        assert again.digest() == state.digest()
        assert again.options() == state.options()
        asked.add(described(state)["asks"])
        if state.to_move >= 0:
            one, other = state.clone(), again
            drawn = state.sample(Rng(1))
            one.apply(drawn)
            other.apply(drawn)
            assert one.position() == other.position()
    assert asked == {"place", "fill", "work", "over"}


def test_a_position_says_what_it_is_in_words():
    position = described(new(2).state)
    assert list(position) == [
        "game", "seats", "auto_resolve", "turn", "asks", "to_move", "jungle", "workers", "display", "pile",
        "villages", "spaces", "edges",
    ]  # fmt: skip
    assert position["jungle"] == [
        {"at": [0, 0], "tile": "plantation_single"},
        {"at": [1, 1], "tile": "market_2"},
    ]
    assert list(position["villages"][0]) == ["cacao", "suns", "river", "market", "gold_mine", "hand", "pile"]


def test_the_order_of_unordered_parts_does_not_matter():
    position = middle("work", auto_resolve=False)
    text = json.dumps(position)
    for name in ("jungle", "workers", "display", "spaces", "edges"):
        position[name].reverse()
    position["villages"][0]["hand"].reverse()
    assert CACAO.from_position(json.dumps(position)).digest() == CACAO.from_position(text).digest()


BROKEN = {
    "C-3.4: expected the start tile market_2 at 1,1": lambda p: p["jungle"].remove({"at": [1, 1], "tile": "market_2"}),
    "C-16.1: 3 temple": lambda p: p["pile"].remove("temple"),
    "C-16.2: 2 tiles lie at 0,0": lambda p: p["jungle"].append({"at": [0, 0], "tile": "temple"}),
    "C-16.2: the jungle tile at 9,10 lies on a worker space": lambda p: p["jungle"].append(
        {"at": [9, 10], "tile": "temple"}
    ),
    "C-16.2: the jungle tile at 10,10 cannot have been laid": lambda p: p["jungle"].append(
        {"at": [10, 10], "tile": "temple"}
    ),
    "C-16.2: the worker tile at 11,10 cannot have been laid": lambda p: p["workers"].append(
        {"at": [11, 10], "seat": 0, "tile": "1-1-1-1", "rotation": 0}
    ),
    "C-16.3: seat 0 has 6 cacao; expected 0 to 5": lambda p: p["villages"][0].update(cacao=6),
    "C-16.3: seat 1 has 4 sun tokens; expected 0 to 3": lambda p: p["villages"][1].update(suns=4),
    "C-16.3: seat 1 has 9 river fields; expected 0 to 8": lambda p: p["villages"][1].update(river=9),
    "C-16.3: seat 1 has earned less than no gold": lambda p: p["villages"][1].update(market=-1),
    "C-16.4: 1 tiles in the display; expected 2": lambda p: p["pile"].append(p["display"].pop()),
    "C-16.4: 3 tiles in the display; expected 2": lambda p: p["display"].append(p["pile"].pop()),
    "C-16.7: ": lambda p: p["workers"][0].update(
        covers={"tile": p["villages"][p["workers"][0]["seat"]]["pile"].pop(), "rotation": 0}
    ),
    "C-16.12: the game is over after 22 turns": lambda p: p.update(turn=22),
    "C-16.12: seat 0 has laid": lambda p: p.update(turn=p["turn"] + 2),
    "C-16.12: seat 0 holds 2 worker tiles; expected 3": lambda p: p["villages"][0]["pile"].append(
        p["villages"][0]["hand"].pop()
    ),
    "C-14.1: seat 1 is to move; expected 0": lambda p: p.update(to_move=1),
    "C-16.4: the space": lambda p: p["spaces"].append([0, 2]),
}


@pytest.mark.rule("C-16.1")
@pytest.mark.rule("C-16.2")
@pytest.mark.rule("C-16.3")
@pytest.mark.rule("C-16.4")
@pytest.mark.rule("C-16.7")
@pytest.mark.rule("C-16.12")
@pytest.mark.parametrize("message", BROKEN)
def test_the_refusal_of_an_impossible_position_names_the_invariant(message):
    position = middle()
    assert position["turn"] % 2 == 0
    BROKEN[message](position)
    with pytest.raises(PositionError, match=re.escape(message)):
        read(position)


@pytest.mark.rule("C-16.2")
@pytest.mark.parametrize(
    ("kind", "tile", "message"),
    [
        ("jungle", {"at": [2, 1], "tile": "temple"}, "C-16.2: two jungle tiles are adjacent at 1,1 and 2,1"),
        (
            "workers",
            {"at": [0, 0], "seat": 0, "tile": "1-1-1-1", "rotation": 0},
            "C-16.2: 2 tiles lie at 0,0",
        ),
        (
            "workers",
            {"at": [2, 2], "seat": 0, "tile": "1-1-1-1", "rotation": 0},
            "C-16.2: the worker tile at 2,2 lies on a jungle space",
        ),
    ],
)
def test_tiles_alternate(kind, tile, message):
    position = described(new(2).state)
    position[kind].append(tile)
    with pytest.raises(PositionError, match=re.escape(message)):
        read(position)


IN_MID_TURN = {
    ("fill", "C-16.4: the space"): lambda p: p.update(asks="work"),
    ("fill", "C-16.4: the spaces to be filled are"): lambda p: p["spaces"].append([0, 0]),
    ("work", "C-14.1: seat"): lambda p: p.update(to_move=1 - p["to_move"]),
    ("work", "C-14.1: seat -1 is to move"): lambda p: p.update(to_move=-1),
    ("work", "C-16.8: an edge is pending twice"): lambda p: p["edges"].append(p["edges"][0]),
    ("work", "C-16.8: no worker at 9,9"): lambda p: p["edges"][0].update(at=[9, 9]),
    ("work", "C-16.8: no edge is pending before"): lambda p: p.update(asks="place"),
}


@pytest.mark.rule("C-16.4")
@pytest.mark.rule("C-16.8")
@pytest.mark.parametrize(("asks", "message"), IN_MID_TURN)
def test_the_middle_of_a_turn_has_to_make_sense(asks, message):
    position = middle(asks)
    if "no edge is pending" in message:
        # The active seat draws, as it would at the end of the turn, so that nothing but the edge is wrong.
        active = position["villages"][position["turn"] % 2]
        active["hand"].append(active["pile"].pop(0))
        position["turn"] += 1
        position["to_move"] = position["turn"] % 2
        while len(position["display"]) < 2:
            position["display"].append(position["pile"].pop(0))
    IN_MID_TURN[asks, message](position)
    with pytest.raises(PositionError, match=re.escape(message)):
        read(position)


@pytest.mark.rule("C-7.1")
@pytest.mark.rule("C-16.8")
def test_only_tiles_of_this_turn_can_have_pending_edges():
    position = middle("work", auto_resolve=False)
    others = [
        {"at": tile["at"], "side": side}
        for tile in position["workers"]
        for side in "NESW"
        if {"at": tile["at"], "side": side} not in position["edges"]
    ]
    refused = 0
    for edge in others:
        try:
            read(position | {"edges": [*position["edges"], edge]})
        except PositionError as reason:
            refused += str(reason).startswith(("C-7.1", "C-16.8"))
    assert refused >= len(others) - 4  # the rest are next to the new tile, where nothing tells whether they have acted


@pytest.mark.rule("C-14.1")
def test_a_position_with_an_undone_forced_step_is_refused():
    position = middle("work")
    position["auto_resolve"] = True
    for village in position["villages"]:
        village["cacao"] = 0
    harvests = [edge for edge in position["edges"] if faced(position, edge).startswith("plantation")]
    position["edges"] = [edge for edge in position["edges"] if edge not in harvests]
    with pytest.raises(PositionError, match=r"C-14\.1: "):
        read(position)


def faced(position, edge):
    offset = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[edge["side"]]
    at = [edge["at"][0] + offset[0], edge["at"][1] + offset[1]]
    return next(tile["tile"] for tile in position["jungle"] if tile["at"] == at)


def test_a_tile_that_was_built_over_is_stored():
    position = late()
    assert read(position).position() == json.dumps(position, separators=(",", ":"))


UNREADABLE = {
    "the position is no JSON": lambda _: "{",
    "the position is no JSON: maximum recursion": lambda _: "[" * 100_000,
    "the position: expected a JSON object": lambda _: "[]",
    "the position: 'turn' is missing": lambda p: p.pop("turn") and None,
    "the position: 'extra' means nothing there": lambda p: p.update(extra=1),
    "jungle[0]: 'seat' means nothing there": lambda p: p["jungle"][0].update(seat=1),
    "the position, 'game': \"chess\"; expected one of cacao": lambda p: p.update(game="chess"),
    "the position, 'seats': 5; expected one of 2, 3, 4": lambda p: p.update(seats=5),
    "the position, 'seats': true; expected one of 2, 3, 4": lambda p: p.update(seats=True),
    "the position, 'auto_resolve': 1; expected one of false, true": lambda p: p.update(auto_resolve=1),
    "the position, 'turn': 23; expected 0 to 22": lambda p: p.update(turn=23),
    "the position, 'turn': \"1\"; expected a whole number": lambda p: p.update(turn="1"),
    "the position, 'asks': \"draw\"": lambda p: p.update(asks="draw"),
    "the position: 3 villages; expected one for each of 2 seats": lambda p: p["villages"].append(p["villages"][0]),
    "the position, 'display': no tile 'templ'; expected one of": lambda p: p["display"].append("templ"),
    "the position, 'pile': expected a list": lambda p: p.update(pile="temple"),
    "jungle[0], 'tile': \"tempel\"": lambda p: p["jungle"][0].update(tile="tempel"),
    "jungle[0], 'at': [1]; expected a cell, [x, y]": lambda p: p["jungle"][0].update(at=[1]),
    "workers[0], 'rotation': 4; expected 0 to 3": lambda p: p["workers"][0].update(tile="2-1-0-1", rotation=4),
    "workers[0], 'rotation': 1; expected 0 to 0": lambda p: p["workers"][0].update(tile="1-1-1-1", rotation=1),
    "workers[0], 'seat': 2; expected 0 to 1": lambda p: p["workers"][0].update(seat=2),
    "villages[0], 'cacao': null; expected a whole number": lambda p: p["villages"][0].update(cacao=None),
}


@pytest.mark.parametrize("message", UNREADABLE)
def test_the_refusal_of_an_invalid_position_says_where_and_what_was_expected(message):
    position = middle()
    text = UNREADABLE[message](position)
    with pytest.raises(PositionError, match=re.escape(message)):
        CACAO.from_position(text or json.dumps(position))
