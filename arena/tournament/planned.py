"""Schedules as they are kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from arena.tournament.schedule import Schedule


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
