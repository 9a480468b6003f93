"""Store and read the schedules of tournaments."""

from typing import Final

from sqlmodel import Session

from arena.errors import guess
from arena.server.access.accounts import NotFoundError, TakenError
from arena.store import tables
from arena.store.db.database import Database
from arena.store.sql import tournament_queries
from arena.tournament.planned import Planned
from arena.tournament.schedule import Schedule


class StoredSchedules:
    """The tournament schedules of one database."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database

    async def add(self, planned: Planned) -> None:
        """Store a new schedule. Raise TakenError if another schedule has its name.

        If this schedule is stored already, do nothing.
        """

        def work(session: Session) -> None:
            same = tournament_queries.schedule_named(session, planned.name)
            if same is not None and same.public != planned.id:
                raise TakenError(f"a schedule is called {planned.name!r} already: remove it, or give another name")
            if same is None:
                session.add(row_of(planned))

        await self.database.do(work)

    async def schedules(self) -> tuple[Planned, ...]:
        """Return all schedules, oldest first."""
        return await self.database.ask(
            lambda session: tuple(map(planned_of, tournament_queries.all_schedules(session)))
        )

    async def schedule(self, name: str) -> Planned:
        """Return the schedule with this id or name. Raise NotFoundError if there is none."""
        return await self.database.ask(lambda session: planned_of(called(session, name)))

    async def seen_to(self, schedule: str, done: float, runs: int) -> None:
        """Store how far a schedule has come: the time `done`, and `runs`, its number of started tournaments.

        All runs of the schedule that were due up to `done` have been started or skipped.
        """

        def work(session: Session) -> None:
            row = tournament_queries.schedule_called(session, schedule)
            if row is not None:  # it may have been deleted meanwhile
                row.done, row.runs = done, runs

        await self.database.do(work)

    async def remove(self, schedule: str) -> None:
        """Delete a schedule. Do nothing if there is no such schedule."""

        def work(session: Session) -> None:
            row = tournament_queries.schedule_called(session, schedule)
            if row is not None:
                session.delete(row)

        await self.database.do(work)


def called(session: Session, name: str) -> tables.ScheduleRow:
    """Return the schedule with this id or name. Raise NotFoundError if there is none."""
    found = tournament_queries.schedule_called(session, name)
    if found is None:
        near = guess(name, (each.name for each in tournament_queries.all_schedules(session)))
        raise NotFoundError(f"no schedule is called {ascii(name)[:60]}{near}")
    return found


def row_of(planned: Planned) -> tables.ScheduleRow:
    """Return a schedule as a table row."""
    when = planned.when
    return tables.ScheduleRow(
        public=planned.id,
        name=planned.name,
        terms=planned.file,
        cron=when.cron,
        zone=when.timezone,
        missed=when.missed,
        overlap=when.overlap,
        created=planned.created,
        done=planned.done,
        runs=planned.runs,
    )


def planned_of(row: tables.ScheduleRow) -> Planned:
    """Return the schedule that a table row stores."""
    when = Schedule(row.cron, row.zone, row.missed, row.overlap)  # type: ignore[arg-type]  # checked when it came in
    return Planned(row.public, row.name, row.terms, when, row.created, row.done, row.runs)
