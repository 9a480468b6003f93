"""The office of an arena: it runs tournaments and schedules, and decides which new versions of bots may play."""

from collections.abc import Awaitable, Callable
from typing import Final

import trio

from arena.host.house_bots import Household
from arena.server.arena import Arena
from arena.server.tournaments.admission import Admissions
from arena.server.tournaments.arena_venue import ArenaVenue
from arena.server.tournaments.schedules import Schedules
from arena.server.tournaments.tournaments import Tournaments
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.repos.stored_schedules import StoredSchedules
from arena.store.repos.stored_tournaments import StoredTournaments


class Office:
    """Runs the tournaments and schedules of an arena, and the examinations of new versions.

    If `examines` is false, new versions of bots may play without an examination.
    """

    def __init__(self, arena: Arena, database: Database, household: Household, *, examines: bool) -> None:
        self.arena: Final = arena
        self._stopped = False
        arena.examines = examines
        venue = ArenaVenue(arena, household.versions, examines=examines)
        self.tournaments: Final = Tournaments(arena, venue, StoredTournaments(database), arena.matches.nursery)
        self.schedules: Final = Schedules(arena, self.tournaments, StoredSchedules(database))

    async def run(self) -> None:
        """Resume the tournaments of an earlier run of the arena.

        Then run schedules and examine new versions. Never return.
        """
        await self.tournaments.recover()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._until_stopped, self.schedules.run)
            if self.arena.examines:
                nursery.start_soon(self._until_stopped, Admissions(self.arena).run)
            await trio.sleep_forever()

    def stop(self) -> None:
        """Begin no new tournament, scheduled run or examination, because the arena is about to stop."""
        self._stopped = True
        self.tournaments.stop()

    async def _until_stopped(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run the async function `work`, which never returns.

        While the arena is stopping, an error of the database ends `work`, but is not raised.
        """
        try:
            await work()
        except* StoreError:
            if not self._stopped:
                raise
