# ruff: noqa: ARG001 -- a test asks for its clock by naming it
"""Tests of matches of the standing ladder: they wait for all others, and no bot loses one before it begins."""

from contextlib import asynccontextmanager, suppress

import pytest
import trio

from arena.games import rules
from arena.protocol.v1 import attend_pb2
from arena.referee import Heart, MatchTerms, TimeControl
from arena.server.access.accounts import TakenError
from arena.server.access.door import Holder
from arena.server.arena import Arena
from arena.server.attendance.lobby import ConnectedBot
from arena.server.matches.blocks import LATE
from arena.server.matches.matches import Entrant, Wanted
from arena.server.matches.results import MatchFilter
from arena.server.transport.limits import Limits
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from tests.server.tournaments.test_arena_venue import Line, Prompt

CACAO = rules("cacao")
BOTH = (Entrant("ana", "1"), Entrant("bob", "1"))
GAMES = {"cacao": frozenset({2, 3, 4})}


@pytest.fixture
def database(tmp_path):
    opened = Prompt(tmp_path / "arena.db")
    yield opened
    opened.close()


@asynccontextmanager
async def arena_with(database, *names):
    """Open an arena in which bots with these names are connected. Each takes one match at a time and never answers."""
    accounts, results = StoredAccounts(database), StoredResults(database)
    for entrant in BOTH:
        with suppress(TakenError):  # an arena before this one has registered it
            await accounts.register(entrant.name, "", "")
    async with trio.open_nursery() as nursery:
        limits = Limits(nonce_within=0.1, join_within=50.0)
        arena = Arena(accounts=accounts, results=results, limits=limits, nursery=nursery, heart=Heart())
        for name in names:
            holder, form = Holder(name, "bot", name), attend_pb2.OPTION_FORM_TEXT
            arena.lobby.enter(ConnectedBot(holder, "1", GAMES, 1, form, Line(), since=0.0))
        yield arena
        nursery.cancel_scope.cancel()


def wanted(*, ladder):
    return Wanted(BOTH, MatchTerms(CACAO, CACAO.complete({}), TimeControl.read("600+1"), ladder=ladder), 1)


async def until(is_it):
    """Wait until a condition holds. The clock of the test jumps, so waiting takes no time."""
    while not is_it():  # noqa: ASYNC110 -- no event tells of all of it
        await trio.sleep(0.01)


async def test_a_match_of_the_ladder_is_one_deal_played_once(database, autojump_clock):
    async with arena_with(database, "ana", "bob") as arena:
        assert len(await arena.matches.want(wanted(ladder=True))) == 1
        assert len(await arena.matches.want(wanted(ladder=False))) == 2


async def test_matches_that_are_asked_for_later_go_before_a_waiting_match_of_the_ladder(database, autojump_clock):
    async with arena_with(database, "ana", "bob") as arena:
        matches = arena.matches
        await matches.want(wanted(ladder=False))
        await until(lambda: matches.tables)  # it has the room of both bots
        [late] = await matches.want(wanted(ladder=True))
        await until(lambda: late in matches.blocks.waiting)
        asked = [match for _ in range(3) for match in await matches.want(wanted(ladder=False))]
        await until(lambda: set(asked) <= matches.blocks.waiting)
        order = []
        while late not in order:
            await until(lambda: matches.tables)
            [match] = matches.tables
            order.append(match)
            await matches.void(match, "make room")
        assert len(order) == 2 + len(asked) + 1
        assert order[-1] == late


@pytest.mark.parametrize("here", [("ana",), ()])
async def test_a_match_of_the_ladder_is_void_when_its_bots_left_and_no_bot_loses(database, here, autojump_clock):
    async with arena_with(database, *here) as arena:
        [match] = await arena.matches.want(wanted(ladder=True))
        await until(lambda: not arena.matches.busy)
        found = await arena.results.match(match)
        assert (found.state, found.ruling, found.losses, found.fault) == ("void", LATE, (), False)
        assert (await arena.results.round(found.round)).closed


async def test_a_match_of_the_ladder_that_was_planned_goes_on_after_a_restart(database, autojump_clock):
    async with arena_with(database, "ana", "bob") as arena:
        [match] = await arena.matches.want(wanted(ladder=True))
    async with arena_with(database, "ana", "bob") as again:
        assert await again.matches.resume() == 1
        assert [each.terms.ladder for each in again.matches.series.values()] == [True]
        await until(lambda: match in again.matches.tables)
        assert len(await again.results.matches(MatchFilter(), 10)) == 1
