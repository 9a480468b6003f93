"""Schedules as they are kept."""

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
    """A tournament that is begun again and again; times are seconds since 1970."""

    id: str  # random and public
    name: str
    file: str  # the regulations, as they were given
    when: Schedule
    created: float
    done: float  # runs up to this moment are seen to
    runs: int = 0  # how many tournaments it has begun

    @property
    def next(self) -> datetime:
        """The first run that is not seen to."""
        return self.when.next(datetime.fromtimestamp(self.done, UTC))

    def missed(self, now: float) -> list[float]:
        """The runs that came due while nobody looked, and are to be made up for."""
        since, until = (datetime.fromtimestamp(each, UTC) for each in (self.done, now))
        return [due.timestamp() for due in self.when.missed_between(since, until)]


def planned(  # noqa: PLR0913 -- what may stand in the regulations, or beside them
    file: str,
    now: float,
    *,
    cron: str = "",
    zone: str = "",
    missed: Missed | None = None,
    overlap: Overlap | None = None,
) -> Planned:
    """A new schedule; what is not given stands in the regulations."""
    regulations = read(file)
    given = regulations.schedule
    cron = cron or (given.cron if given is not None else "")
    if not cron:
        raise UsageError('no cron expression: expected one here or in [schedule], as cron = "0 18 * * 5"')
    base = given if given is not None else Schedule(cron)
    when = Schedule(cron, zone or base.timezone, missed or base.missed, overlap or base.overlap)
    return Planned(secrets.token_hex(8), regulations.name, file, when, created=now, done=now)


class ScheduleKeeper(Protocol):
    """Keeps schedules. What a call has returned from is there after any fall."""

    async def add(self, planned: Planned) -> None:
        """Keep a new schedule; TakenError where its name is taken."""

    async def schedules(self) -> Sequence[Planned]:
        """All schedules, in the order in which they were made."""

    async def schedule(self, name: str) -> Planned:
        """The schedule of this id or name; NotFoundError."""

    async def seen_to(self, schedule: str, done: float, runs: int) -> None:
        """Note up to which moment runs are seen to, and how many tournaments were begun."""

    async def remove(self, schedule: str) -> None:
        """End a schedule."""
