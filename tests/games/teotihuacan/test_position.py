"""Tests of Teotihuacan's positions as JSON: they have the whole state, and are checked when read (T-20)."""

import json

import pytest

from arena.errors import PositionError
from arena.games.chance import Deal, Rng
from arena.games.game import playout
from arena.games.steps import OVER
from arena.games.teotihuacan.pending import KINDS
from arena.games.teotihuacan.rules import TEOTIHUACAN


def state_at(asks, *, seats=2, options=None):
    """Return the first position in random games at which this step asks."""
    for seed in range(200):
        state = TEOTIHUACAN.new(options or {}, seats, Deal(str(seed).encode()))
        rng = Rng(seed)
        while state.to_move != OVER and state.view(0).asks.name != asks:
            state.apply(state.sample(rng))
        if state.view(0).asks.name == asks:
            return state
    raise AssertionError(f"nobody was asked {asks}")


def changed(state, **values):
    """Return a position as JSON text, with some values replaced."""
    return json.dumps(json.loads(state.position()) | values)


def players(state, seat, **values):
    """Return the values of all players in a position, with some values of one player replaced."""
    described = json.loads(state.position())["players"]
    described[seat] |= values
    return described


ASKS = [
    "keep",
    "settle",
    "open",
    "act",
    "any_goods",
    "major_step",
    "main_power_up",
    "pay",
    "exchange",
    "salary",
    "reward",
]


@pytest.mark.parametrize("asks", [*ASKS, "over"])
def test_a_position_reads_back_in_mid_turn_and_goes_on_equally(asks):
    options = {"technology_draw": "three_low_three_high"} if asks == "pay" else {}
    state = state_at(asks, options=options)
    copy = TEOTIHUACAN.from_position(state.position())
    assert copy.position() == state.position()
    assert copy.options() == state.options()
    playout(state, Rng(7))
    playout(copy, Rng(7))
    assert copy.position() == state.position()


def test_equal_positions_are_equal_texts_whatever_their_order_was():
    state = state_at("open")
    described = json.loads(state.position())
    described["players"][0]["workers"].reverse()
    described["players"][0]["technologies"].reverse()
    described["neutrals"] = [boards[::-1] for boards in described["neutrals"]]
    described["spots"]["red_5"].reverse()
    described = dict(reversed(described.items()))
    assert TEOTIHUACAN.from_position(json.dumps(described)).position() == state.position()


def test_tiles_are_read_by_any_id_of_their_kind_and_written_by_the_lowest():
    state = state_at("open")
    text = state.position()
    other = text.replace('"V48"', '"V50"').replace('"P04"', '"P17"').replace('"P30"', '"P31"')
    assert other != text
    assert TEOTIHUACAN.from_position(other).position() == text


def test_a_rotation_of_a_tile_that_looks_the_same_is_no_other_position():
    state = state_at("open", options={"first_game": True})
    while "P30 r0" not in state.position():
        state = TEOTIHUACAN.new({}, 2, Deal(state.digest().encode()))
    assert TEOTIHUACAN.from_position(state.position().replace("P30 r0", "P30 r3")).position() == state.position()


@pytest.mark.parametrize(
    ("value", "because"),
    [
        ({"game": "cacao"}, "'game'"),
        ({"seats": 5}, "'seats': 5"),
        ({"more": 1}, "'more' means nothing there"),
        ({"ring": [1, 2, 3, 4, 5, 6, 7, 8]}, "T-1.2"),
        ({"royals": ["R01", "R03", "R08"]}, "T-2.2.2"),
        ({"bonuses": ["B1", "B1", "B2"]}, "T-2.2.3"),
        ({"royals": ["R01"]}, "1 tiles; expected 3"),
        ({"nobles": [5, 4, 3]}, "T-20.2"),
        ({"nobles": [0, 5, 0]}, "T-20.5"),
        ({"light": 11}, "T-20.10"),
        ({"dark": 9}, "T-20.10"),
        ({"light": 10}, "T-14.2"),
        ({"eclipse_due": 4}, "T-14.2"),
        ({"eclipses": 3}, "T-20.15"),
        ({"finished": True}, "T-14.3"),
        ({"active": 1}, "T-20.14"),
        ({"to_move": 1}, "T-19.1"),
        ({"technologies": ["TECH17", "TECH01", "TECH03", "TECH05", "TECH07", "TECH09"]}, "T-20.11"),
        ({"neutrals": [[2, 3, 4]]}, "T-2.4"),
        ({"neutrals": [[2, 3, 4], [5, 5, 6]]}, "T-20.7"),
        ({"neutrals": [[2, 3, 4], [5, 6, 9]]}, "T-20.7"),
        ({"neutral_stacks": []}, "T-14.8"),
        ({"neutral_stacks": [["S01"]]}, "T-14.8"),
        ({"pyramid": {}}, "T-2.2.6"),
        ({"pyramid": {"5.0.0": "P04 r1"}}, "expected something like"),
        ({"decorations": {"top_2": "D03"}}, "T-20.4"),
        ({"decorations": {"up_2": "D03"}}, "expected something like"),
        ({"discovery_stack": []}, "T-20.1"),
        ({"discovery_stack": ["V99"]}, "no Discovery tile 'V99'"),
        ({"pyramid_stack": []}, "T-20.2"),
        ({"decoration_stack": []}, "T-20.2"),
        ({"pyramid_offer": ["", "", ""]}, "T-20"),
        ({"asks": ["keep"]}, "T-19.1"),
        ({"asks": ["light"]}, "'light' asks no seat"),
        ({"asks": ["any_goods"]}, "0 numbers; expected units"),
        ({"asks": ["any_goods", 6]}, "units 6; expected 0 to 5"),
        ({"asks": ["jump"]}, "no step 'jump'"),
        ({"asks": "open"}, "expected its name, then its numbers"),
        ({"pending": []}, "T-19.1"),
        ({"pending": [["end_turn"]]}, "T-19.1"),
        ({"pending": [["advance", 0], ["end_window"]]}, "T-19.1: 'advance' cannot wait longest"),
        ({"pending": [["over"], ["end_turn"], ["end_window"]]}, "T-19.1: 'over' cannot wait longest"),
        ({"asks": ["end_window"], "pending": [["end_turn"]]}, "T-19.5"),
        ({"asks": ["act"]}, "T-4.5"),
        ({"asks": ["pay", 0, 0, 0]}, "T-7.8.1"),
        ({"asks": ["buy_technology"]}, "T-7.3"),
        ({"asks": ["claim_beside", 5]}, "T-6.9"),
        (
            {"pending": [["end_turn"], ["end_window"], ["refill_beside", 8]]},
            "T-6.7: no Discovery tile lies beside board 8",
        ),
    ],
)
def test_what_cannot_be_is_refused_by_name(value, because):
    with pytest.raises(PositionError) as refused:
        TEOTIHUACAN.from_position(changed(state_at("open"), **value))
    assert because in str(refused.value)


@pytest.mark.parametrize(
    ("value", "because"),
    [
        ({"cocoa": -1}, "T-20.9"),
        ({"wood": -1}, "T-20.9"),
        ({"ledger": {"salary": [-1, 0, 0]}}, "T-20.9"),
        ({"ledger": {"salaries": [1, 0, 0]}}, "'salaries' means nothing there"),
        ({"temples": [12, 0, 0]}, "0 to 11"),
        ({"avenue": 10}, "0 to 9"),
        ({"track": 1}, "T-20.16"),
        ({"workers": ["3@wheel", "1@2", "1@3"]}, "T-20.6"),
        ({"workers": ["3@wheel", "3@wheel", "1@3", "1@4"]}, "T-20.6"),
        ({"workers": ["2@wheel", "1@2", "1@3", "1@4"]}, "T-20.6"),
        ({"workers": ["3@wheel", "1@2", "1@3", "1@transit"]}, "T-20.6"),
        ({"workers": ["3@wheel", "1@2", "1@3", "1@hand"]}, "T-2.3.9"),
        ({"workers": ["3@wheel", "1@2", "1@forest", "1@forest"]}, "T-20.7"),
        ({"workers": ["3@wheel", "1@2", "1@3", "6@4"]}, "its power, 1 to 5"),
        ({"workers": ["3@wheel", "1@2", "1@3", "1@9"]}, "its power, 1 to 5"),
        ({"technologies": ["TECH01", "TECH01"]}, "T-20.11"),
        ({"discoveries": ["V00"]}, "T-20.1"),
        ({"starting": [{"tile": "S01", "discovery": "", "kept": False}]}, "T-2.6"),
    ],
)
def test_what_no_player_can_have_is_refused_by_name(value, because):
    state = state_at("open", options={"first_game": True})
    with pytest.raises(PositionError) as refused:
        TEOTIHUACAN.from_position(changed(state, players=players(state, 0, **value)))
    assert because in str(refused.value)


@pytest.mark.parametrize(
    ("step", "because"),
    [
        (["settle", 2], "T-1.1: the step 'settle' is one of seat 2; expected 0 to 1"),
        (["benefits", 3], "T-1.1: the step 'benefits' is one of seat 3; expected 0 to 1"),
        (["settle", 1], "T-2.3.9: seat 1 places its workers twice"),
    ],
)
def test_steps_of_setup_that_no_seat_has_are_refused(step, because):
    state = state_at("settle")
    waiting = [["end_setup"], ["settle", 1], step]
    with pytest.raises(PositionError) as refused:
        TEOTIHUACAN.from_position(changed(state, pending=waiting))
    assert because in str(refused.value)


def test_two_markers_do_not_stand_on_one_top_step():
    state = state_at("open")
    described = json.loads(state.position())
    for each in described["players"]:
        each["temples"] = [11, 0, 0]
    with pytest.raises(PositionError, match=r"T-20\.8"):
        TEOTIHUACAN.from_position(json.dumps(described))


def test_options_that_exclude_each_other_are_refused():
    state = state_at("open")
    options = json.loads(state.position())["options"] | {"first_game": True, "starting_tile_draft": True}
    with pytest.raises(PositionError, match=r"T-16\.3"):
        TEOTIHUACAN.from_position(changed(state, options=options))


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (lambda tiles: tiles[:3], "T-2.3.3"),
        (lambda tiles: [tiles[0] | {"kept": True}, *tiles[1:]], "T-2.3.4"),
        (lambda tiles: [tiles[1], *tiles[1:]], "T-2.3.3"),
    ],
)
def test_starting_tiles_that_cannot_be_are_refused(change, because):
    state = state_at("keep")
    tiles = json.loads(state.position())["players"][0]["starting"]
    with pytest.raises(PositionError) as refused:
        TEOTIHUACAN.from_position(changed(state, players=players(state, 0, starting=change(tiles))))
    assert because in str(refused.value)


def test_a_player_in_a_draft_keeps_all_that_it_took():
    state = state_at("settle", options={"starting_tile_draft": True})
    [first, *rest] = json.loads(state.position())["players"][0]["starting"]
    with pytest.raises(PositionError, match=rf"T-16\.1: {first['tile']} was taken, but is not kept"):
        TEOTIHUACAN.from_position(changed(state, players=players(state, 0, starting=[first | {"kept": False}, *rest])))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"game": "teotihuacan"}', "[" * 100_000])
def test_what_is_no_position_at_all_is_refused(text):
    with pytest.raises(PositionError):
        TEOTIHUACAN.from_position(text)


def test_every_step_that_waits_in_random_games_has_a_name():
    met = set()
    tables = (
        *((2, {}), (2, {"power_up_tile": "up_to_two"}), (2, {"technology_timing": "after"})),
        *((3, {"starting_tile_draft": True}), (4, {"dark_eclipse": True})),
    )
    for seats, options in tables:
        for seed in range(10):
            state = TEOTIHUACAN.new(options, seats, Deal(str(seed).encode()))
            rng = Rng(seed)
            while state.to_move != OVER:
                view = state.view(0)
                met |= {view.asks.name, *(step.name for step in view.pending)}
                state.apply(state.sample(rng))
            met.add(state.view(0).asks.name)
    passing = {"give", "lowest_technology", "reveal", "advance", "avenue_step", "ability"}
    rare = {"order_temples", "pay", "build_for_nobles"}
    assert set(KINDS) - met <= passing | rare
