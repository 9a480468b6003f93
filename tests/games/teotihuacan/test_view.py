"""T-19.7: tests of what the view of a seat shows, and what it hides."""

import dataclasses

import pytest

from arena.errors import UsageError
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR
from arena.games.steps import OVER
from arena.games.teotihuacan.rules import TEOTIHUACAN
from arena.games.teotihuacan.setup import DISCOVERY_IDS
from arena.games.teotihuacan.tiles.discovery import every_discovery
from tests.games.teotihuacan.vocabulary import CONSTRUCTION, FOREST, player, table

EVERY_STARTING = [f"S{number:02d}" for number in range(1, 19)]


def starting(*first):
    """Return a deal in which these Starting tiles are on top of their stack."""
    return Deal(b"view", {"starting": [*first, *(tile for tile in EVERY_STARTING if tile not in first)]})


def dealt(*, s14_to=0):
    """Return a game for two in which S14 and S16 were dealt to one of the seats."""
    with_symbol, without = ["S14", "S16", "S01", "S02"], ["S03", "S04", "S05", "S06"]
    hands = with_symbol + without if s14_to == 0 else without + with_symbol
    return TEOTIHUACAN.new({}, 2, starting(*hands))


def play(state, *texts):
    """Play options, given as texts, one after another. Return the position, which changes."""
    for text in texts:
        state.play(TEOTIHUACAN.read(state, text))
    return state


def tiles_seen(view, seat):
    """Return the Starting tiles of a seat as an observer's view shows them."""
    return [tile.tile for tile in view.players[seat].starting]


@pytest.mark.rule("T-19.7")
def test_only_their_owner_sees_the_dealt_starting_tiles_and_what_is_tied_to_them():
    state = dealt()
    mine = state.view(0).players[0].starting
    assert [tile.tile for tile in mine] == ["S01", "S02", "S14", "S16"]
    assert [bool(tile.discovery) for tile in mine] == [False, False, True, True]
    for observer in (1, SPECTATOR):
        assert tiles_seen(state.view(observer), 0) == []


@pytest.mark.rule("T-19.7")
def test_a_choice_of_starting_tiles_is_secret_until_the_last_is_in_and_is_then_shown():
    state = dealt()
    before = state.view(SPECTATOR), state.view(1)
    play(state, "keep S01 S14")
    assert state.view(SPECTATOR) == before[0]
    assert dataclasses.replace(state.view(1), to_move=0) == before[1]
    assert [tile.tile for tile in state.view(0).players[0].starting if tile.kept] == ["S01", "S14"]
    play(state, "keep S03 S04")
    for observer in (1, SPECTATOR):
        assert tiles_seen(state.view(observer), 0) == ["S01", "S14"]
        assert state.view(observer).players[0].starting[1].discovery
    assert tiles_seen(state.view(0), 0) == ["S01", "S02", "S14", "S16"]


@pytest.mark.rule("T-19.7")
def test_until_the_end_of_setup_no_other_seat_can_tell_which_seat_was_dealt_s14():
    one, other = dealt(s14_to=0), dealt(s14_to=1)
    assert one.view(SPECTATOR) == other.view(SPECTATOR)
    assert one.view(0).unseen_discoveries == other.view(1).unseen_discoveries
    seen = len([tile for tile in one.view(0).beside if tile]) + sum(len(spot) for spot in one.view(0).spots)
    assert one.view(0).unseen_discoveries == len(every_discovery()) - seen


@pytest.mark.rule("T-19.7")
def test_a_seat_that_answers_in_secret_is_not_seen_to_be_asked():
    state = TEOTIHUACAN.new({}, 4, Deal(b"four"))
    asked = []
    watching = {observer: state.view(observer).to_move for observer in (3, SPECTATOR)}
    while state.view(state.to_move).asks.name == "keep":
        asked.append(state.to_move)
        assert state.view(state.to_move).to_move == state.to_move
        if state.to_move != 3:
            assert {observer: state.view(observer).to_move for observer in (3, SPECTATOR)} == watching
        state.play(state.options()[0])
    assert asked == [0, 1, 2, 3]


@pytest.mark.rule("T-19.7")
def test_rejected_tiles_are_never_seen_and_everything_is_put_away_after_setup():
    state = dealt()
    rng = Rng(4)
    while state.view(0).phase == "setup":
        assert not {"S02", "S05"} & set(tiles_seen(state.view(SPECTATOR), 0) + tiles_seen(state.view(1), 0))
        choice = [option for option in state.options() if TEOTIHUACAN.spell(state, option) == "keep S01 S14"]
        state.play(choice[0] if choice else state.sample(rng))
    for observer in (0, 1, SPECTATOR):
        assert [each.starting for each in state.view(observer).players] == [(), ()]


def salaries():
    """Return a game at its first Eclipse: seat 0 is asked about its salary, and then seat 1."""
    for seed in range(200):
        state = TEOTIHUACAN.new({"first_game": True}, 2, Deal(str(seed).encode()))
        rng = Rng(seed)
        while state.to_move != OVER:
            if state.view(0).asks.name == "salary":
                after = state.clone()
                after.apply(after.options()[0])
                if state.to_move == 0 and after.to_move == 1:
                    return state
            state.apply(state.sample(rng))
    raise AssertionError("no Eclipse asks both")


@pytest.mark.rule("T-14.7")
@pytest.mark.rule("T-19.7")
def test_a_salary_answer_is_secret_until_the_last_is_in():
    state = salaries()
    others = state.view(SPECTATOR)
    views = []
    for answer in state.options()[:2]:
        after = state.clone()
        after.listen()
        after.apply(answer)
        assert after.view(SPECTATOR) == others
        assert after.events(0, 1) == after.events(0, SPECTATOR) == after.events(0, 0) == []
        assert after.view(0).salary == answer & 15
        views.append(after.view(1))
    assert views[0] == views[1]
    assert views[0].salary is None


@pytest.mark.rule("T-19.7")
def test_all_else_is_public():
    game = table(
        ana=player(cocoa=2, tiles="V00 V24", used="V22"),
        beside={FOREST: "V27"},
        pyramid_offer="P04",
        buildings=(1, 2, 0),
    )
    views = [game.state.view(observer) for observer in (0, 1, SPECTATOR)]
    assert len({dataclasses.replace(view, observer=0) for view in views}) == 1
    assert views[0].players[0].discoveries == ("V00", "V24")
    assert views[0].players[0].used == ("V22",)
    assert views[0].buildings == 3


def test_pending_steps_and_the_values_of_the_turn_are_public():
    moving = table(ana=player(workers="3@4 1@8 2@8", cocoa=1, stone=4, tiles="V22"), pyramid_offer="P00 P01 P02")
    moving.play("move 3@4 1")
    seen = moving.state.view(1)
    assert (seen.asks.name, seen.now.board) == ("act", CONSTRUCTION)
    assert 9 in [worker.board for worker in seen.players[0].workers]
    moving.play("main", "build P00 r0 on 1.0.0")
    seen = moving.state.view(1)
    assert (seen.now.count, seen.now.lowest, seen.now.laid, seen.now.raising) == (3, 1, 1, True)
    assert [step.name for step in seen.pending] == ["end_turn", "end_window", "refill_pyramid", "power_ups", "points"]


def test_a_view_is_a_value():
    state = TEOTIHUACAN.new({}, 3, Deal(b"value"))
    assert state.view(1) == state.clone().view(1)
    assert hash(state.view(1)) == hash(state.clone().view(1))
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.view(1).turn = 7


@pytest.mark.parametrize("observer", [-2, 2, 7])
def test_an_unknown_observer_is_refused(observer):
    with pytest.raises(UsageError, match="expected a seat from 0 to 1, or -1"):
        TEOTIHUACAN.new({}, 2, Deal(b"who")).view(observer)


def test_views_tell_tiles_by_the_lowest_id_of_their_kind():
    state = TEOTIHUACAN.new({}, 4, Deal(b"kinds"))
    view = state.view(0)
    shown = {tile for tile in (*view.beside, *(tile for spot in view.spots for tile in spot)) if tile}
    assert shown <= set(DISCOVERY_IDS)
    assert "P17" not in {tile.tile for tile in view.pyramid}
    assert "P31" not in {tile.tile for tile in view.pyramid}
