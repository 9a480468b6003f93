"""Tests of a Player as a bot: it is asked like any other bot, and thinks by its clock."""

import pytest

from arena.bots import Mcts, Player, Thought, house
from arena.games import GAMES
from arena.games.chance import Deal
from arena.referee.clock import TimeControl
from arena_sdk import Bot, PlayerBot, Turn, check, thinking_time
from arena_sdk.house import as_bot
from arena_sdk.turn import Clock
from tests.games.tiny import TINY
from tests.sdk.table import match_between


def turn_with(clock):
    state = TINY.new({}, 2, Deal(b"time"))
    options = state.options()
    return Turn(rules=TINY, seat=0, number=1, view=state.view(0), options=options, texts=options, clock=clock)


@pytest.mark.parametrize(
    ("control", "clock", "bank", "increment", "limit"),
    [
        ("none", Clock(None, None, (None, None)), None, 0, None),
        ("10+0.5", Clock(8.5, 8.5, (8.5, 10)), 8.5, 0.5, 8.5),
        ("st=2", Clock(2, 2, (2, 2)), None, 0, 2),
        ("10+0.5,st=2", Clock(8.5, 2, (8.5, 10)), 8.5, 0.5, 2),
    ],
)
def test_the_thinking_time_follows_from_the_clock(control, clock, bank, increment, limit):
    time = thinking_time(turn_with(clock), TimeControl.read(control))
    assert (time.bank, time.increment, time.limit) == (bank, increment, limit)
    assert time.runs() == (control != "none")
    assert time.passed() >= 0


async def test_a_player_is_given_the_time_of_its_match():
    given = []

    class Listens(Player):
        def think(self, state, rng, time):
            given.append((time.bank is None, time.increment, time.limit))
            return Thought(state.options()[0], 0)

    class Timed(PlayerBot):
        player = Listens()

    await match_between(Timed, Timed, clock="st=30")
    assert set(given) == {(True, 0.0, 30.0)}
    given.clear()
    await match_between(Timed, Timed, clock="30+0.25")
    assert {increment for _, increment, _ in given} == {0.25}
    assert not any(no_bank for no_bank, _, _ in given)


async def test_simulations_are_counted_over_a_match_for_each_seat():
    class Searches(PlayerBot):
        player = Mcts(6, cutoff=0)

    class First(Bot):
        def choose(self, turn):
            return 0

    _, seats = await match_between(Searches, First, clock="60+1")
    searched, none = (seat.simulations for seat in seats)
    assert none == 0
    assert 0 < searched <= 6 * 30


async def test_a_search_plays_the_same_by_a_clock_that_leaves_time_enough_and_without_one():
    bot = as_bot(house("mcts-50"))
    results = [(await match_between(bot, bot, clock=clock))[0].result for clock in ("none", "600+10", "st=30")]
    assert results[0] == results[1] == results[2]


def test_an_option_is_found_by_the_number_that_the_engine_has_for_it():
    turn = Turn.at(GAMES["cacao"].new({}, 2, Deal(b"numbers")))
    assert all(turn.option(option.number) is option for option in turn.options)


@pytest.mark.slow
def test_a_searching_bot_keeps_to_the_rules_wherever_it_is_put():
    class Searches(PlayerBot):
        player = Mcts(3, cutoff=0)

    assert check(Searches) > 100
