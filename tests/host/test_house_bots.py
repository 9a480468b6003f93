"""Tests of the house bots on a served arena: every bot plays every game with every number of seats."""

import os
import subprocess
import sys

import pytest
import trio

from arena.bots import HOUSE
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena.games.game import playout
from arena.host.house_bots import send_away
from arena.protocol.v1 import common_pb2, organiser_pb2
from tests.server.arenas import QUICK
from tests.server.wire import Server, bring, eventually

LAST = 8  # decisions of a match, which is enough to be asked, and little enough for 3200 simulations each
AT_THE_TABLE = [name for name in HOUSE if name.startswith(("greedy", "mcts"))]


@pytest.fixture(scope="module")
def arena(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("house"), *QUICK, "--workers", "0", house=",".join(AT_THE_TABLE)) as server:
        eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: len(rows) == len(AT_THE_TABLE))
        yield server
    assert server.process.returncode == 0


def near_the_end(rules, seats, options):
    """Return a position of a random game in which only `LAST` decisions are left, if it continues in the same way."""
    length = playout(rules.new(options, seats, Deal(b"late")), Rng(1))
    state, same = rules.new(options, seats, Deal(b"late")), Rng(1)
    for _ in range(length - LAST):
        state.apply(state.sample(same))
    return state.position()


def tables(rules, seats):
    """Return matches to play: the entrants of each, and its first position.

    Every house bot plays in one of them. In a game with an automaton, each match has another level instead.
    """
    if rules.automata:
        levels = zip(AT_THE_TABLE, rules.levels.items(), strict=False)
        return [
            ((name, f"{rules.automaton}-{level}"), near_the_end(rules, seats, options))
            for name, (level, options) in levels
        ]
    position = near_the_end(rules, seats, {})
    return [((AT_THE_TABLE + AT_THE_TABLE)[at : at + seats], position) for at in range(0, len(AT_THE_TABLE), seats)]


@pytest.mark.parametrize(
    ("rules", "seats"),
    [pytest.param(each, seats, id=f"{each.name}-{seats}") for each in GAMES.values() for seats in each.seats],
)
def test_greedy_and_every_level_of_the_search_play_every_game_over_the_wire(arena, rules, seats):
    for entrants, position in tables(rules, seats):
        asked = {"game": rules.name, "clock": "20+5", "blocks": 1, "position": position}
        for match in arena.ask("RunMatches", entrants=entrants, **asked).matches:
            ended = arena.ended(match)
            assert ended.state == organiser_pb2.MATCH_STATE_FINISHED
            assert ended.reason == common_pb2.END_REASON_FINISHED
            assert {seat.entrant for seat in ended.seats} == set(entrants)
            assert not ended.forfeits


async def test_a_bot_that_is_sent_away_does_not_wait_for_the_end_of_its_match(shared, names, streams):
    command = [sys.executable, "-m", "arena_sdk", "random", "--arena", shared.address, "--with-parent"]
    environment = os.environ | {"ARENA_TOKEN": shared.bot(names[0])}
    bot = await trio.lowlevel.open_process(command, stdin=subprocess.PIPE, env=environment)
    streams += bring(shared, names[1])
    eventually(lambda: names[0] in [each.entrant for each in shared.ask("ListAttendances").attendances])
    shared.match(*names[:2])
    seat = streams[0].seat()
    streams.append(seat)
    seat.until("decision")  # this match does not end by itself
    async with trio.open_nursery() as nursery:
        nursery.start_soon(send_away, bot)
        assert await bot.wait() == 130
        nursery.cancel_scope.cancel()
