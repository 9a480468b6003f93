"""Tests of schedules that begin tournaments, by a wall clock of the test."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
import trio

from arena.errors import UsageError
from arena.referee import Heart
from arena.server.arena import Arena
from arena.server.tournaments.arena_venue import ArenaVenue
from arena.server.tournaments.schedules import Schedules
from arena.server.tournaments.tournaments import Tournaments
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.store.repos.stored_schedules import StoredSchedules
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.tournament.planned import planned

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
NOBODY = 'name = "Cup"\ngame = "cacao"\nclock = "10+0.1"\nentrants = "all"\n'  # fails immediately: no bot is connected
WAITING = NOBODY.replace('"all"', '["ana", "ben"]')  # never ends: these bots do not connect
HOURLY = "0 * * * *"


class Prompt(Database):
    """A database that answers in the event loop. While a task waited for a thread, the clock of the test would jump."""

    async def ask(self, question):
        await trio.lowlevel.checkpoint()
        return self.read(question)

    async def do(self, work):
        await trio.lowlevel.checkpoint()
        return self.write(work)


@pytest.fixture
def database(tmp_path):
    opened = Prompt(tmp_path / "arena.db")
    yield opened
    opened.close()


class World:
    """An arena without connections, on a wall clock that begins at a given time. Its schedules run."""

    def __init__(self, database, nursery, start, **limits):
        began = trio.current_time()
        self.turned = 0.0  # seconds by which the clock on the wall was set
        self.wall = lambda: start.timestamp() + trio.current_time() - began + self.turned
        accounts = StoredAccounts(database)
        self.arena = Arena(
            accounts=accounts,
            results=StoredResults(database),
            limits=Limits(**{"start_within": 1e9} | limits),
            nursery=nursery,
            heart=Heart(),
            wall=self.wall,
        )
        self.keeper = StoredTournaments(database)
        venue = ArenaVenue(self.arena, {})
        self.tournaments = Tournaments(self.arena, venue, self.keeper, nursery)
        self.schedules = Schedules(self.arena, self.tournaments, StoredSchedules(database))

    async def add(self, file=NOBODY, cron=HOURLY, **terms):
        await self.schedules.add(planned(file, self.wall(), cron=cron, **terms))

    async def runs(self):
        """Return the name of each begun run, and the hour and minute at which it began, the oldest first."""
        found = reversed(await self.keeper.tournaments())
        return [(each.name, datetime.fromtimestamp(round(each.created), UTC).strftime("%H:%M")) for each in found]


@asynccontextmanager
async def world(database, clock, start=NOON, *, recovered=True, **limits):
    assert clock.autojump_threshold == 0
    async with trio.open_nursery() as nursery:
        made = World(database, nursery, start, **limits)
        known = {bot.name for bot in await made.arena.accounts.bots()}
        for name in {"ana", "ben"} - known:
            await made.arena.accounts.register(name, "", "")
        if recovered:
            made.tournaments.leave_others()
        nursery.start_soon(made.schedules.run)
        yield made
        nursery.cancel_scope.cancel()


async def test_runs_begin_when_they_are_due_and_are_numbered(database, autojump_clock):
    async with world(database, autojump_clock) as made:
        await made.add()
        await trio.sleep(timedelta(hours=2, minutes=30).total_seconds())
        assert await made.runs() == [("Cup 1", "13:00"), ("Cup 2", "14:00")]


async def test_a_run_that_cannot_be_held_is_stored_with_the_reason(database, autojump_clock):
    async with world(database, autojump_clock) as made:
        await made.add()
        await trio.sleep(3700)
        [run] = await made.keeper.tournaments()
        assert (run.state, run.schedule) == ("failed", (await made.schedules.all())[0].id)
        assert "expected at least 2" in run.reason


async def test_a_run_on_request_does_not_move_the_runs_of_the_schedule(database, autojump_clock):
    async with world(database, autojump_clock) as made:
        await made.add()
        await trio.sleep(60)
        await made.schedules.run_now("Cup")
        await trio.sleep(3600)
        assert await made.runs() == [("Cup 1", "12:01"), ("Cup 2", "13:00")]


async def test_a_removed_schedule_begins_no_more_runs(database, autojump_clock):
    async with world(database, autojump_clock) as made:
        await made.add()
        await made.schedules.remove("Cup")
        await trio.sleep(7200)
        assert await made.runs() == []


@pytest.mark.parametrize(
    ("missed", "made_up"),
    [("skip", []), ("once", [("Cup 1", "15:30")]), ("all", [(f"Cup {number}", "15:30") for number in (1, 2, 3)])],
)
async def test_missed_runs_are_made_up_for_as_the_schedule_says(database, autojump_clock, missed, made_up):
    async with world(database, autojump_clock) as made:
        await made.add(missed=missed)
    async with world(database, autojump_clock, NOON + timedelta(hours=3, minutes=30)) as made:
        await trio.sleep(60)
        assert await made.runs() == made_up
        await trio.sleep(1800)
        assert (await made.runs())[len(made_up) :] == [(f"Cup {len(made_up) + 1}", "16:00")]


@pytest.mark.parametrize(
    ("missed", "made_up"),
    [("skip", []), ("once", ["Cup 2"]), ("all", ["Cup 2", "Cup 3", "Cup 4"])],
)
async def test_runs_that_a_clock_jumps_over_are_missed_runs(database, autojump_clock, missed, made_up):
    async with world(database, autojump_clock) as made:
        await made.add(missed=missed)
        await trio.sleep(4000)
        made.turned = 3 * 3600.0
        await trio.sleep(300)
        assert [name for name, _ in await made.runs()] == ["Cup 1", *made_up]
        await trio.sleep(3600)
        assert (await made.runs())[-1] == (f"Cup {len(made_up) + 2}", "17:00")


async def test_no_run_is_held_twice_when_the_clock_goes_back(database, autojump_clock):
    async with world(database, autojump_clock) as made:
        await made.add()
        await trio.sleep(7300)
        made.turned = -2 * 3600.0
        await trio.sleep(2 * 3600)
        assert await made.runs() == [("Cup 1", "13:00"), ("Cup 2", "14:00")]
        await trio.sleep(3600)
        assert (await made.runs())[2:] == [("Cup 3", "15:00")]


@pytest.mark.parametrize(("overlap", "names"), [("queue", ["Cup 1", "Cup 2"]), ("skip", ["Cup 1"])])
async def test_a_run_that_is_due_while_one_is_played_waits_or_is_left_out(database, autojump_clock, overlap, names):
    async with world(database, autojump_clock) as made:
        await made.add(WAITING, overlap=overlap)
        await trio.sleep(7300)
        assert [name for name, _ in await made.runs()] == ["Cup 1"]
        await made.tournaments.cancel("Cup 1", "", abandon=True)
        await trio.sleep(60)
        assert [name for name, _ in await made.runs()] == names


async def test_a_run_that_had_begun_before_a_crash_is_not_begun_again(database, autojump_clock, caplog):
    async with world(database, autojump_clock) as made:
        await made.add(WAITING)
        [schedule] = await made.schedules.all()
        await made.tournaments.start(WAITING, name="Cup 1", schedule=schedule.id)  # a crash before the run is stored
    async with world(database, autojump_clock, NOON + timedelta(minutes=59)) as made:
        with caplog.at_level("INFO"):
            await made.tournaments.recover()
        assert "tournament Cup 1 goes on" in caplog.messages
        await trio.sleep(120)
        assert [name for name, _ in await made.runs()] == ["Cup 1"]


def test_a_schedule_without_a_cron_expression_is_refused():
    with pytest.raises(UsageError, match="no cron expression"):
        planned(NOBODY, 0.0)
