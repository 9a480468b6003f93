"""When a tournament is played again: a cron expression in a time zone, and what becomes of runs that cannot be held.

An expression that names hours and minutes means what the clock on the wall shows, once a day. When clocks go forward,
runs in the hour that is left out are held at its end, as one (02:30 becomes 03:00); when they go back, a run in the
hour that comes twice is held the first time. An expression that begins its minutes or hours with `*` means time that
passes: it skips the hour that is left out and is held in both of the two.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from itertools import takewhile
from typing import Final, Literal, get_args
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError

from arena.errors import UsageError

Missed = Literal["skip", "once", "all"]
Overlap = Literal["queue", "skip"]

MISSED: Final[tuple[Missed, ...]] = get_args(Missed)
OVERLAP: Final[tuple[Overlap, ...]] = get_args(Overlap)
EXAMPLE: Final = '"0 18 * * 5" (Fridays at 18:00)'
MADE_UP: Final = 100  # runs at most that are made up for, the latest ones
DAWN: Final = datetime(2000, 1, 1, tzinfo=UTC)  # some moment, to see whether an expression ever fires after one


@dataclass(frozen=True)
class Schedule:
    """When runs are due.

    `missed` says what becomes of those that were due while the arena was down: none is made up for, the last one, or
    all of them (100 at most). `overlap` says what becomes of one that is due while the one before is still played.
    """

    cron: str
    timezone: str = "UTC"
    missed: Missed = "skip"
    overlap: Overlap = "queue"

    def __post_init__(self) -> None:
        zone_of(self.timezone)
        if len(self.cron.split()) != 5:
            raise UsageError(f"cron: {self.cron!r}: expected five fields, minute hour day month weekday, as {EXAMPLE}")
        if next(self.after(DAWN), None) is None:
            raise UsageError(f"cron: {self.cron!r} never fires: expected days that its months have, as {EXAMPLE}")

    def after(self, moment: datetime) -> Iterator[datetime]:
        """All runs after a moment, in the schedule's zone."""
        for due in runs(self.cron, moment.astimezone(zone_of(self.timezone))):
            if due.astimezone(UTC) > moment.astimezone(UTC):  # in the hour that comes twice some lie behind
                yield due

    def next(self, moment: datetime) -> datetime:
        """The first run after a moment."""
        return next(self.after(moment))

    def missed_between(self, last: datetime, now: datetime) -> list[datetime]:
        """The runs to be made up for, the earliest first: due after `last`, which was seen to, and by `now`."""
        if self.missed == "skip":
            return []
        until = now.astimezone(UTC)
        due = takewhile(lambda each: each.astimezone(UTC) <= until, self.after(last))
        return list(deque(due, maxlen=1 if self.missed == "once" else MADE_UP))

    def when_due(self, *, busy: bool) -> Literal["run", "wait", "skip"]:
        """What becomes of a run that is due, `busy` being whether the one before is still played."""
        if not busy:
            return "run"
        return "wait" if self.overlap == "queue" else "skip"

    def in_words(self) -> list[str]:
        """The schedule as sentences."""
        missed = {"skip": "are not held", "once": "are made up for once", "all": "are all made up for"}[self.missed]
        overlap = "waits until it has ended" if self.overlap == "queue" else "is not held"
        return [
            f"It is played again and again: cron {self.cron}, by the clocks of {self.timezone}.",
            f"Runs that were missed while the arena was down {missed}.",
            f"A run that is due while the one before is still played {overlap}.",
        ]


def runs(cron: str, moment: datetime) -> Iterator[datetime]:
    """What an expression says from a moment on; UsageError where it says nothing."""
    try:
        yield from CronSim(cron, moment)
    except CronSimError as error:
        why = str(error).lower().replace("day-of-month", "day of the month, or one that its months do not have")
        raise UsageError(f"cron: {cron!r}: {why}: expected an expression such as {EXAMPLE}") from None


def zone_of(name: str) -> ZoneInfo:
    """The time zone with this name."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # not found; no name at all; a folder of names
        close = get_close_matches(name, sorted(available_timezones()), n=1)
        guess = f" (did you mean {close[0]!r}?)" if close else ""
        expected = "expected a name such as Europe/Madrid or UTC"
        raise UsageError(f"timezone: {name!r} is unknown{guess}: {expected}") from None
