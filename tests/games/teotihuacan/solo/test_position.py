"""Tests of the automaton's own part of a position. An impossible part is refused."""

import json

import pytest

from arena.errors import PositionError
from arena.games.chance import Deal, Rng
from arena.games.teotihuacan import pending
from arena.games.teotihuacan.notation import discovery_kind
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN
from arena.games.teotihuacan.solo.automaton import ACTION_IDS


def opening():
    """Return a position of a solo game before its first turn. Two tiles of the stack are discarded."""
    results = {"directions": [0, 1], "teotibot-dice": [5, 4, 0], "teotibot-rotations": [3]}
    state = SOLO.new({}, 2, Deal(b"position", {"action-tiles": ACTION_IDS}, results))
    while pending.told(state.asking).name != "open":
        state.apply(state.options()[-1])
    position = json.loads(state.position())
    discarded = [position["discovery_stack"].pop(), position["discovery_stack"].pop()]
    position["teotibot"]["discarded"] = sorted(discarded)
    return SOLO.from_position(json.dumps(position))


STATE = opening()


def described():
    return json.loads(STATE.position())


def test_a_position_contains_the_automatons_own_parts():
    told = described()["teotibot"]
    assert [*told["tiles"], told["aside"]] == ACTION_IDS
    assert (told["upper"], told["lower"], told["rolled"]) == ("up_right", "up_left", [])
    assert len(told["discarded"]) == 2
    assert (told["dice"]["drawn"], told["dice"]["coming"]) == (0, [5, 4, 0])
    assert (told["rotations"]["drawn"], told["rotations"]["coming"]) == (0, [3])


def test_a_position_that_was_read_back_rolls_the_same_dice():
    read = SOLO.from_position(STATE.position())
    read.play(read.options()[0])
    while read.turn == 0:
        read.play(read.options()[0])
    assert read.automaton.rolled == [6, 5]
    assert json.loads(read.position())["teotibot"]["dice"]["coming"] == [0]


def test_tiles_are_known_by_the_id_of_any_copy():
    position = described()
    position["teotibot"]["discarded"] = [
        f"V{max(number for number in range(54) if discovery_kind(f'V{number:02d}') == discovery_kind(tile)):02d}"
        for tile in reversed(position["teotibot"]["discarded"])
    ]
    assert SOLO.from_position(json.dumps(position)).position() == STATE.position()


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("tiles", ["construction"] * 6, "T-17.1.4: expected each action tile once"),
        ("tiles", ["building"] * 6, "no tile 'building'"),
        ("aside", "construction", "T-17.1.4: expected each action tile once"),
        ("upper", "left", "'upper': \"left\"; expected one of up_left, up_right"),
        ("lower", 0, "'lower': 0; expected one of"),
        ("rolled", [3], r"'rolled': \[3\]; expected two dice, or none"),
        ("rolled", [0, 3], r"'rolled': \[0, 3\]; expected two dice, or none"),
        ("rolled", [7, 1], "'rolled': 7; expected 0 to 6"),
        ("discarded", ["V99"], "'discarded': no Discovery tile 'V99'"),
        ("discarded", ["V00", "V00", "V22"], "T-20.1"),
        ("dice", {"key": [1, 2, 3], "drawn": 0, "coming": []}, "'key': 3 numbers; expected 4"),
        ("dice", {"key": [1, 2, 3, 2**32], "drawn": 0, "coming": []}, "'key': 4294967296; expected 0 to 4294967295"),
        ("dice", {"key": [1, 2, 3, 4], "drawn": -1, "coming": []}, "'drawn': -1"),
        ("dice", {"key": [1, 2, 3, 4], "drawn": 0, "coming": [6]}, "'coming': 6; expected 0 to 5"),
        ("rotations", {"key": [1, 2, 3, 4], "drawn": 0, "coming": [4]}, "'coming': 4; expected 0 to 3"),
        ("rotations", {"key": [1, 2, 3, 4], "drawn": 0}, "'coming' is missing"),
        ("dices", 1, "'dices' means nothing there"),
    ],
)
def test_impossible_parts_of_the_automaton_are_refused(key, value, complaint):
    position = described()
    position["teotibot"][key] = value
    with pytest.raises(PositionError, match=complaint):
        SOLO.from_position(json.dumps(position))


@pytest.mark.rule("T-17.4.9")
@pytest.mark.parametrize(
    ("workers", "complaint"),
    [
        (["2@4", "2@6", "2@8", "1@7"], "T-17.4.9: 0 workers of the automaton are locked"),
        (["2@4", "2@6", "1@forest", "1@decorations"], "T-17.4.9: 2 workers of the automaton are locked"),
        (
            ["2@4", "2@6", "2@8", "1@palace_1"],
            "T-17.4.9: 1 workers of the automaton are locked; expected one, at a temple",
        ),
        (["3@wheel", "2@6", "2@8", "1@decorations"], "T-20.6: seat 1 has 1 workers on the wheel; expected 0 at most"),
    ],
)
def test_workers_that_an_automaton_cannot_have_are_refused(workers, complaint):
    position = described()
    position["players"][1]["workers"] = workers
    with pytest.raises(PositionError, match=complaint):
        SOLO.from_position(json.dumps(position))


@pytest.mark.rule("T-17.4.1")
@pytest.mark.rule("T-17.5.7")
@pytest.mark.parametrize(
    ("face_up", "used", "complaint"),
    [
        (["V45"], [], "T-17.4.1: the automaton has V45; expected masks alone"),
        (["V05", "V22"], [], "T-17.4.1: the automaton has V22; expected masks alone"),
        (["V05", "V08", "V08"], [], "T-17.5.7: the automaton has V08 twice"),
        ([], ["V22"], "T-17.4.1: the automaton has used V22; expected no tile"),
    ],
)
def test_tiles_that_an_automaton_cannot_have_are_refused(face_up, used, complaint):
    position = described()
    for tile in (*face_up, *used):
        position["discovery_stack"].remove(tile)
    position["players"][1] |= {"discoveries": face_up, "used": used}
    with pytest.raises(PositionError, match=complaint):
        SOLO.from_position(json.dumps(position))


def in_setup():
    """Return a game in which the human has to place its workers: the last choice before the first turn."""
    state = SOLO.new({}, 2, Deal(b"position"))
    while pending.told(state.asking).name != "settle":
        state.apply(state.options()[-1])
    return json.loads(state.position())


@pytest.mark.rule("T-17.3")
@pytest.mark.parametrize("asks", ["open", "end_window", "after_claim"])
def test_positions_in_which_the_automaton_would_be_asked_are_refused(asks):
    waiting = [["end_turn"], ["end_window"]][: 1 if asks == "end_window" else 2]
    position = described() | {"turn": 1, "active": 1, "to_move": 1, "asks": [asks], "pending": waiting}
    with pytest.raises(PositionError, match=r"T-17\.3: it is the automaton's turn; expected the human's"):
        SOLO.from_position(json.dumps(position))


@pytest.mark.rule("T-17.1.1")
@pytest.mark.parametrize("step", ["settle", "benefits", "take"])
def test_the_automatons_part_of_setup_never_waits(step):
    position = in_setup()
    position["pending"].append([step, 1])
    with pytest.raises(PositionError, match=rf"T-17\.1\.1: the step {step!r} waits for the automaton"):
        SOLO.from_position(json.dumps(position))


@pytest.mark.rule("T-17.1.1")
def test_starting_tiles_of_an_automaton_are_refused():
    position = in_setup()
    position["players"][1]["starting"] = [{"tile": "S01", "discovery": "", "kept": True}]
    with pytest.raises(PositionError, match=r"T-17\.1\.1: the automaton has Starting tiles"):
        SOLO.from_position(json.dumps(position))


def test_a_position_is_one_of_its_own_game():
    with pytest.raises(PositionError, match="'game'"):
        TEOTIHUACAN.from_position(STATE.position())
    position = described()
    del position["teotibot"]
    with pytest.raises(PositionError, match="'teotibot' is missing"):
        SOLO.from_position(json.dumps(position))


def test_points_that_only_the_automaton_scores_are_none_of_another_games():
    state = TEOTIHUACAN.new({}, 2, Deal(b"points"))
    position = json.loads(state.position())
    position["players"][1]["ledger"] = {"leftovers": [0, 0, 3]}
    with pytest.raises(PositionError, match="'leftovers' means nothing there"):
        TEOTIHUACAN.from_position(json.dumps(position))


def test_a_view_has_all_parts_of_the_automaton_except_the_coming_dice():
    seen = STATE.view(0)
    made = SOLO.from_view(seen, Rng(1))
    assert made.view(0) == seen
    assert made.automaton.dice.coming == []
    assert made.automaton.dice.key != STATE.automaton.dice.key
