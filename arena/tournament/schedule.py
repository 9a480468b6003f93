"""The times of a repeated tournament: a cron expression in a time zone, and rules for missed and late runs.

An expression with given hours and minutes means wall clock time: each of its times comes once a day. When clocks go
forward, runs in the skipped hour are held at its end, as one run (02:30 becomes 03:00). When clocks go back, a run in
the repeated hour is held only the first time. An expression with minutes or hours that begin with `*` means elapsed
time: it has no run in the skipped hour, and runs in both repeated hours.
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
from arena.languages import noted, say

Missed = Literal["skip", "once", "all"]
Overlap = Literal["queue", "skip"]

MISSED: Final[tuple[Missed, ...]] = get_args(Missed)
OVERLAP: Final[tuple[Overlap, ...]] = get_args(Overlap)
EXAMPLE: Final = '"0 18 * * 5" (Fridays at 18:00)'
MISSED_RUNS: Final[dict[Missed, str]] = {
    "skip": noted("Runs that were missed while the arena was down are not held."),
    "once": noted("Runs that were missed while the arena was down are made up for once."),
    "all": noted("Runs that were missed while the arena was down are all made up for."),
}
OVERLAPPING_RUNS: Final[dict[Overlap, str]] = {
    "queue": noted("A run that is due while the one before is still played waits until it has ended."),
    "skip": noted("A run that is due while the one before is still played is not held."),
}
MADE_UP: Final = 100  # missed runs that are held at most, the latest ones
DAWN: Final = datetime(2000, 1, 1, tzinfo=UTC)  # a moment with which to check whether an expression ever has a run


@dataclass(frozen=True)
class Schedule:
    """The times at which a tournament is repeated: a cron expression in a time zone.

    `missed` says which missed runs are held after the arena was down: none, the last one, or all of them (100 at most).
    `overlap` says whether a run waits or is skipped if the run before it is still being played.
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
        """Yield the times of all runs after a moment, in the schedule's time zone."""
        for due in runs(self.cron, moment.astimezone(zone_of(self.timezone))):
            if due.astimezone(UTC) > moment.astimezone(UTC):  # the others are in the hour that comes twice
                yield due

    def next(self, moment: datetime) -> datetime:
        """Return the time of the first run after a moment."""
        return next(self.after(moment))

    def missed_between(self, last: datetime, now: datetime) -> list[datetime]:
        """Return the times of the missed runs that are still to be held, the earliest first.

        They were due after `last` and not after `now`. With the setting `missed` the organiser chooses which are held:
        none, only the last one, or all.
        """
        if self.missed == "skip":
            return []
        until = now.astimezone(UTC)
        due = takewhile(lambda each: each.astimezone(UTC) <= until, self.after(last))
        return list(deque(due, maxlen=1 if self.missed == "once" else MADE_UP))

    def when_due(self, *, busy: bool) -> Literal["run", "wait", "skip"]:
        """Return what to do with a run that is due: "run", "wait" until the run before it ends, or "skip" it.

        `busy` is true if the run before it is still being played.
        """
        if not busy:
            return "run"
        return "wait" if self.overlap == "queue" else "skip"

    def in_words(self) -> list[str]:
        """Return sentences that describe the schedule."""
        return [
            say(
                "It is played again and again: cron %(cron)s, by the clocks of %(timezone)s.",
                cron=self.cron,
                timezone=self.timezone,
            ),
            say(MISSED_RUNS[self.missed]),
            say(OVERLAPPING_RUNS[self.overlap]),
        ]


def runs(cron: str, moment: datetime) -> Iterator[datetime]:
    """Yield all times of a cron expression that come after a moment. Raise UsageError if the expression is wrong."""
    try:
        yield from CronSim(cron, moment)
    except CronSimError as error:
        why = str(error).lower().replace("day-of-month", "day of the month, or one that its months do not have")
        raise UsageError(f"cron: {cron!r}: {why}: expected an expression such as {EXAMPLE}") from None


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone with this name. Raise UsageError if there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # not found; no name at all; a folder of names
        close = get_close_matches(name, sorted(available_timezones()), n=1)
        guess = f" (did you mean {close[0]!r}?)" if close else ""
        expected = "expected a name such as Europe/Madrid or UTC"
        raise UsageError(f"timezone: {name!r} is unknown{guess}: {expected}") from None
