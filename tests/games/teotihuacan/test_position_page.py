"""docs/positions.md has the keys of Teotihuacan's positions and the names of its stacks and dice."""

import json
import re
from pathlib import Path

import pytest

from arena.games.chance import Deal
from arena.games.teotihuacan.objections import QUESTIONS
from arena.games.teotihuacan.pending import KINDS
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN
from arena.games.teotihuacan.setup import ROTATIONS_DIE, STACKS
from arena.games.teotihuacan.solo.setup import DICE, TILES_STACK
from arena.games.teotihuacan.terms import TRANSIT
from tests.games.teotihuacan.vocabulary import BOXES, random_states

PAGE = (Path(__file__).parents[3] / "docs" / "positions.md").read_text()
CHAPTER, SETUPS = PAGE.partition("## Teotihuacan\n")[2].split("## Setups")
EXAMPLE = CHAPTER.partition("```json\n")[2].partition("```")[0]


def keys_of(heading):
    """Return the keys in the first column of the table under a heading."""
    rows = SETUPS if heading.startswith("stack") else CHAPTER
    table = rows.partition(f"| {heading} | ")[2].partition("\n\n")[0]
    return [key for row in table.splitlines()[2:] for key in re.findall(r"`([\w-]+)`", row.split(" | ")[0])]


def test_the_documented_position_is_a_position_and_written_in_the_same_order():
    state = TEOTIHUACAN.from_position(EXAMPLE)
    assert state.position() == json.dumps(json.loads(EXAMPLE), separators=(",", ":"))
    assert [TEOTIHUACAN.spell(state, option) for option in state.options()] == [
        "exchange wood",
        "exchange stone",
        "exchange gold",
        "stop",
        "unlock",
    ]


@pytest.mark.parametrize("options", [{}, {"starting_tile_draft": True}])
def test_every_key_that_positions_of_a_game_have_is_documented_and_no_other(options):
    met = {"key": {}, "key of a player": {}, "key of `now`": {}}
    tiles = {}
    for state in random_states(2, 5, **options):
        position = json.loads(state.position())
        met["key"] |= position
        met["key of a player"] |= position["players"][0]
        met["key of `now`"] |= position["now"]
        for tile in position["players"][0].get("starting", ()):
            tiles |= tile
    assert set(keys_of("key")) == set(met.pop("key")) | {"teotibot"}
    for heading, keys in met.items():
        assert set(keys_of(heading)) == set(keys), heading
    assert list(tiles) == re.findall(r"`(\w+)`", CHAPTER.partition("A Starting tile is")[2].partition("\n")[0])


def test_every_key_that_positions_of_a_solo_game_have_is_documented_and_no_other():
    keys, before_the_automaton, stream = set(), set(), set()
    for state in random_states(2, 5, rules=SOLO):
        position = json.loads(state.position())
        keys |= set(position)
        before_the_automaton |= set(position["teotibot"])
        stream |= set(position["teotibot"]["dice"])
    assert keys == set(keys_of("key"))
    assert before_the_automaton == set(keys_of("key of `teotibot`"))
    assert all(f"`{key}`" in CHAPTER for key in stream)


def test_every_step_is_documented_with_its_numbers_and_whether_it_asks():
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+` ?)*)\| (?:([DSE]\d+) )?\| \w", CHAPTER, re.MULTILINE)
    assert {name: re.findall(r"\w+", told) for name, told, _ in rows} == {
        name: list(kind.numbers) for name, kind in KINDS.items()
    }
    assert {name for name, _, decision in rows if decision} == set(QUESTIONS)


def test_a_worker_is_written_where_it_is_in_hand_locked_or_on_the_way():
    met = set()
    for state in random_states(3, 2):
        for player in json.loads(state.position())["players"]:
            met |= {worker.partition("@")[2] for worker in player["workers"]}
        if any(worker.board == TRANSIT for worker in state.players[state.active].workers):
            assert state.view(0).asks.name == "act"
    words = {place for place in met if not place.isdigit()}
    assert {"wheel", "hand", "transit", "palace_3"} <= words
    assert all(f"@{place}`" in CHAPTER for place in ("wheel", "hand", "transit", "palace_3"))


def test_the_stacks_and_dice_of_a_setup_are_documented():
    assert keys_of("stack of Teotihuacan") == ["boards", *[name for name in STACKS if name != "boards"]]
    assert f"one die, `{ROTATIONS_DIE}`" in SETUPS
    assert f"the stack `{TILES_STACK}`" in SETUPS
    assert all(f"`{die}`" in SETUPS for die in DICE)


def test_stacks_go_where_the_page_tells():
    stacks = {name: list(tiles) for name, tiles in BOXES.items()}
    position = json.loads(TEOTIHUACAN.new({"first_game": False}, 2, Deal(b"", stacks, {"rotations": [1]})).position())
    assert position["ring"] == [1, 2, 3, 4, 8, 5, 6, 7]
    assert position["royals"] == [stacks[f"royal-{letter}"][0] for letter in "abc"]
    assert position["bonuses"] == stacks["bonuses"][:3]
    assert position["technologies"] == stacks["technologies"][:6]
    assert position["decoration_offer"] == stacks["decorations"][:4]
    assert position["pyramid_offer"] == stacks["pyramid"][:3]
    assert position["pyramid"]["1.0.0"] == f"{stacks['pyramid'][3]} r1"
    assert position["beside"] == stacks["discovery"][:5]
    assert position["spots"]["avenue_3"] == stacks["discovery"][5:8]
    assert position["discovery_again"] == stacks["discovery-again"]
    assert [tile["tile"] for tile in position["players"][1]["starting"]] == stacks["starting"][4:8]
    assert position["neutral_stacks"] == [stacks[f"neutral-{time}"] for time in range(3)]
