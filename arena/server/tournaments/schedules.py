"""Schedules: the arena begins tournaments by itself, at the times of a cron expression.

The arena first begins a run, and then stores it as done. The name of a run contains its number. So a crash between the
two steps neither repeats nor loses a run. A run that cannot begin is stored as a failed tournament, with the reason.
"""

import logging
from collections.abc import Sequence
from typing import Final

import trio

from arena.errors import ArenaError
from arena.server.access.accounts import TakenError
from arena.server.arena import Arena
from arena.server.tournaments.tournaments import Tournaments
from arena.tournament.planned import Planned, ScheduleKeeper
from arena.tournament.regulations import read
from arena.tournament.seeds import seed_of_run
from arena.tournament.venue import Tournament

log: Final = logging.getLogger(__name__)

LONGEST: Final = 60.0  # seconds between two checks at most: the wall clock may be set


class Schedules:
    """Stores the schedules of one arena, and begins their tournaments when these are due."""

    def __init__(self, arena: Arena, tournaments: Tournaments, keeper: ScheduleKeeper) -> None:
        self.arena: Final = arena
        self.tournaments: Final = tournaments
        self.keeper: Final = keeper
        self._owed: Final[dict[str, list[float]]] = {}  # missed runs that are still to be held, by schedule

    async def add(self, new: Planned) -> None:
        """Store a new schedule."""
        await self.keeper.add(new)
        self.tournaments.change()

    async def all(self) -> Sequence[Planned]:
        """Return all schedules."""
        return await self.keeper.schedules()

    async def remove(self, name: str) -> Planned:
        """Delete a schedule, and return it. Its running tournaments continue."""
        planned = await self.keeper.schedule(name)
        await self.keeper.remove(planned.id)
        self.tournaments.change()
        return planned

    async def run_now(self, name: str) -> Tournament:
        """Begin an extra run of a schedule now. Return its tournament."""
        planned = await self.keeper.schedule(name)
        return await self._begin(planned, planned.done)

    # Runs --------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Begin each run when it is due. Never return.

        At the start, first begin the missed runs that the schedules want to make up.
        """
        await self._miss()
        ahead = self._ahead()
        while True:
            changed = self.tournaments.changed  # taken before the check: a change during the check starts another one
            if self._ahead() - ahead > LONGEST:  # the wall clock was set forward, or the machine slept
                await self._miss()
            ahead = self._ahead()
            for planned in await self.keeper.schedules():
                await self._look(planned)
            now = self.arena.wall()
            due = [each.next.timestamp() for each in await self.keeper.schedules()]
            soonest = min((each for each in due if each > now), default=now + LONGEST)
            with trio.move_on_after(min(LONGEST, soonest - now)):
                await changed.wait()

    def _ahead(self) -> float:
        """Return by how many seconds the wall clock is ahead of trio's clock.

        A change of this difference means that the wall clock was set.
        """
        return self.arena.wall() - trio.current_time()

    async def _miss(self) -> None:
        """Treat all runs that were due until now as missed. Each schedule says which missed runs are made up."""
        now = self.arena.wall()
        for planned in await self.keeper.schedules():
            self._owed[planned.id] = planned.missed(now)
            if not self._owed[planned.id] and planned.done < now:
                await self.keeper.seen_to(planned.id, now, planned.runs)

    async def _look(self, planned: Planned) -> None:
        """Begin a run of a schedule if one is due, or if a missed one has to be made up.

        If an earlier run is still being played, the new one waits or is left out, as the schedule says. A missed run
        waits.
        """
        owed = self._owed.get(planned.id, [])
        due = owed[0] if owed else planned.next.timestamp()
        if due > self.arena.wall() or self.arena.stopping:
            return
        busy = any(each.id in self.tournaments.live for each in await self.tournaments.keeper.started_by(planned.id))
        # Missed runs are played one after another, whatever the schedule says about overlaps.
        what = planned.when.when_due(busy=busy) if not owed else "wait" if busy else "run"
        if what == "wait":
            return  # the end of that tournament starts another check
        del owed[:1]
        if what == "run":
            await self._begin(planned, due)
        else:
            log.info("%s: the run of now is left out: the one before is still being played", planned.name)
            await self.keeper.seen_to(planned.id, due, planned.runs)
        self.tournaments.change()

    async def _begin(self, planned: Planned, done: float) -> Tournament:
        """Begin the next run of a schedule, and store that it has begun."""
        number = planned.runs + 1
        while (begun := await self._begun(planned, number)) is None:
            number += 1
        await self.keeper.seen_to(planned.id, done, number)
        return begun

    async def _begun(self, planned: Planned, number: int) -> Tournament | None:
        """Begin the run with this number, with a new seed.

        Return its tournament, which has failed if the run could not begin. Return None if another tournament has its
        name.
        """
        name = f"{planned.name} {number}"
        try:
            seed = seed_of_run(read(planned.file).seed, number)
            return await self.tournaments.start(planned.file, name=name, schedule=planned.id, seed=seed)
        except TakenError:
            same = await self.tournaments.keeper.tournament(name)
            return same if same.schedule == planned.id else None
        except ArenaError as error:
            log.warning("%s cannot be held: %s", name, error)
            return await self.tournaments.failed(planned.file, name, planned.id, str(error))
