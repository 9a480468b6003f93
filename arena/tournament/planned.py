"""Schedules of tournaments that the arena repeats, as they are stored, and the interface to their store."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from arena.errors import UsageError
from arena.tournament.regulations import read
from arena.tournament.schedule import Missed, Overlap, Schedule


@dataclass(frozen=True, slots=True)
class Planned:
    """A tournament that the arena repeats on a schedule. Times are seconds since 1970."""

    id: str  # random and public
    name: str
    file: str  # the regulations, as they were given
    when: Schedule
    created: float
    done: float  # runs up to this moment are done: begun or left out
    runs: int = 0  # how many tournaments it has begun

    @property
    def next(self) -> datetime:
        """The time of the next run: the first one after the time up to which runs were begun or left out."""
        return self.when.next(datetime.fromtimestamp(self.done, UTC))

    def missed(self, now: float) -> list[float]:
        """Return the times of missed runs that the schedule wants to be held now, in seconds since 1970."""
        since, until = (datetime.fromtimestamp(each, UTC) for each in (self.done, now))
        return [due.timestamp() for due in self.when.missed_between(since, until)]


def planned(  # noqa: PLR0913 -- each may be in the regulations, or be given beside them
    file: str,
    now: float,
    *,
    cron: str = "",
    zone: str = "",
    missed: Missed | None = None,
    overlap: Overlap | None = None,
) -> Planned:
    """Return a new schedule for the tournament with the regulations `file`, a TOML text.

    An argument that is empty or None is replaced by the value in the section `[schedule]` of the text. Raise UsageError
    if neither gives a cron expression.
    """
    regulations = read(file)
    given = regulations.schedule
    cron = cron or (given.cron if given is not None else "")
    if not cron:
        raise UsageError('no cron expression: expected one here or in [schedule], as cron = "0 18 * * 5"')
    base = given if given is not None else Schedule(cron)
    when = Schedule(cron, zone or base.timezone, missed or base.missed, overlap or base.overlap)
    return Planned(secrets.token_hex(8), regulations.name, file, when, created=now, done=now)


class ScheduleKeeper(Protocol):
    """Stores schedules. When a call returns, its change is stored and survives a crash."""

    async def add(self, planned: Planned) -> None:
        """Store a new schedule. Raise TakenError if its name is taken."""

    async def schedules(self) -> Sequence[Planned]:
        """Return all schedules, oldest first."""

    async def schedule(self, name: str) -> Planned:
        """Return the schedule with this id or name. Raise NotFoundError if there is none."""

    async def seen_to(self, schedule: str, done: float, runs: int) -> None:
        """Store how far a schedule has come: the time `done`, and `runs`, its number of started tournaments.

        All runs of the schedule that were due up to `done` have been started or skipped.
        """

    async def remove(self, schedule: str) -> None:
        """Delete a schedule."""
