"""Tests of the version of a bot that a tournament enters, by the stored and the connected versions."""

from contextlib import asynccontextmanager

import pytest
import trio

from arena.protocol.v1 import attend_pb2
from arena.referee import Heart
from arena.server.access.accounts import NotFoundError
from arena.server.access.door import Holder
from arena.server.arena import Arena
from arena.server.attendance.lobby import ConnectedBot
from arena.server.tournaments.arena_venue import ArenaVenue
from arena.server.transport.limits import Limits
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from tests.server.tournaments.test_schedules import Prompt

ADMITTED, CRASHED = "", "it crashed"
OBJECTION = "version 2 was not admitted: it crashed"


class Line:
    """A stand-in for a bot's stream, which ignores all messages."""

    def post(self, data, *, asks=False):
        pass

    def finish(self, ended):
        pass


@pytest.fixture
def database(tmp_path):
    opened = Prompt(tmp_path / "arena.db")
    yield opened
    opened.close()


@asynccontextmanager
async def arena(database, *outcomes):
    """Open an arena with versions 1, 2, 3 ... of the bot ana. Version N appeared and was examined at N o'clock.

    An outcome is the objection to a version, an empty text if it was admitted, or None without an examination.
    """
    hours = [0]
    accounts = StoredAccounts(database, now=lambda: float(hours[0]))
    await accounts.register("ana", "", "")
    for outcome in outcomes:
        hours[0] += 1
        await accounts.attended("ana", str(hours[0]), "")
        if outcome is not None:
            await accounts.judge("ana", str(hours[0]), outcome)
    async with trio.open_nursery() as nursery:
        yield Arena(
            accounts=accounts,
            results=StoredResults(database),
            limits=Limits(),
            nursery=nursery,
            heart=Heart(),
            wall=lambda: float(hours[0]),
        )
        nursery.cancel_scope.cancel()


def attend(arena, version):
    """Connect a version of the bot ana."""
    holder = Holder("ana", "bot", "ana")
    games = {"cacao": frozenset({2})}
    stream = ConnectedBot(holder, version, games, 1, attend_pb2.OPTION_FORM_TEXT, Line(), since=arena.wall())
    arena.lobby.enter(stream)


async def meant(arena, name="ana", freeze=None, *, rated=True):
    """Return the version of a bot that a tournament would enter, whether it is connected, and the objection to it."""
    found = await ArenaVenue(arena, {}).candidate(name, freeze, rated=rated)
    return found.who.version, found.online, found.objection


async def test_the_newest_version_is_meant_unless_one_is_connected(database):
    async with arena(database, ADMITTED, ADMITTED, ADMITTED) as made:
        assert await meant(made) == ("3", False, "")
        attend(made, "2")
        assert await meant(made) == ("2", True, "")
        attend(made, "1")
        assert await meant(made) == ("1", True, "")


async def test_in_rated_play_the_newest_admitted_version_replaces_a_refused_one(database):
    async with arena(database, ADMITTED, ADMITTED, CRASHED) as made:
        assert await meant(made) == ("2", False, "")
        attend(made, "3")
        assert await meant(made) == ("2", False, "")
        attend(made, "1")
        attend(made, "3")
        assert await meant(made) == ("1", True, "")  # it is here
        assert (await meant(made, rated=False))[0] == "3"


async def test_in_rated_play_the_newest_admitted_version_replaces_a_withdrawn_one(database):
    async with arena(database, ADMITTED, ADMITTED, ADMITTED) as made:
        await made.accounts.withdraw("ana", "3", "", "it loops")
        assert await meant(made) == ("2", False, "")
        assert (await meant(made, freeze=3.0))[0] == "2"


async def test_a_connected_version_that_will_be_examined_is_waited_for(database):
    async with arena(database, ADMITTED, None) as made:
        assert await meant(made) == ("1", False, "")
        attend(made, "2")
        found = await ArenaVenue(made, {}).candidate("ana", None, rated=True)
        assert (found.who.version, found.waits) == ("2", True)


async def test_if_no_version_was_admitted_the_objection_is_that_of_the_newest(database):
    async with arena(database, CRASHED, CRASHED) as made:
        assert await meant(made) == ("2", False, OBJECTION)


async def test_a_named_version_is_not_replaced_by_another_one(database):
    async with arena(database, ADMITTED, CRASHED) as made:
        assert await meant(made, "ana@2") == ("2", False, OBJECTION)


async def test_a_house_bot_plays_as_the_version_of_this_release(database):
    async with arena(database) as made:
        venue = ArenaVenue(made, {"greedy": "2"})
        assert (await venue.candidate("greedy@2", None, rated=True)).who.version == "2"
        with pytest.raises(NotFoundError, match="greedy of the house has no version '1': it plays as 2 here"):
            await venue.candidate("greedy@1", None, rated=True)


async def test_a_misspelt_house_bot_gets_the_nearest_one(database):
    async with arena(database) as made:
        with pytest.raises(NotFoundError, match=r"no bot is called 'greddy' \(did you mean 'greedy'\?\)"):
            await ArenaVenue(made, {"greedy": "2"}).candidate("greddy", None, rated=True)


async def test_a_bot_that_was_suspended_may_not_enter_with_any_version(database):
    async with arena(database, ADMITTED, ADMITTED) as made:
        await made.accounts.set_state("ana", "suspended", "", "")
        assert (await meant(made))[2] == "the bot is suspended"


async def test_the_versions_that_were_admitted_at_a_freeze_are_meant(database):
    async with arena(database, ADMITTED, CRASHED, ADMITTED) as made:
        assert [(await meant(made, freeze=moment))[0] for moment in (1.0, 2.0, 3.0)] == ["1", "1", "3"]


async def test_every_connected_bot_enters_with_a_version_that_may_play(database):
    async with arena(database, ADMITTED, CRASHED) as made:
        attend(made, "2")
        venue = ArenaVenue(made, {})
        assert await venue.everybody("cacao", 2, None, rated=True) == []  # the one that may is not here
        attend(made, "1")
        attend(made, "2")
        [found] = await venue.everybody("cacao", 2, None, rated=True)
        assert (found.who.version, found.objection) == ("1", "")
