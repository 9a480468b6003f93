"""Clocks: the thinking time of a seat, and the parts of the time between a question and its answer."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import trio

from arena.errors import UsageError

MICROSECONDS: Final = 1_000_000
BEAT: Final = 0.005  # seconds between two beats
TOLERANCE: Final = 0.005  # seconds that a beat may be late before it is a stall
GRACE: Final = 0.05  # seconds that the event loop may need for an answer that arrived in time
IN_HAND: Final = 3  # lag allowances that a budget starts with, and the most that it ever holds
IN_A_MATCH: Final = 6  # lag allowances that a budget grants in a whole match
REFILL_US: Final = 60_000_000  # charged time that refills one lag allowance
STRAY: Final = 8  # messages besides its choice that a seat may send in a decision without being charged for stalls

_SECONDS: Final = r"(\d{1,7}(?:\.\d{1,6})?)"
_CONTROL: Final = re.compile(rf"(?:{_SECONDS}(?:\+{_SECONDS})?)?(?:(?:^|(?<=\d),)st={_SECONDS})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time limits of each seat in a match: for all its decisions together, for each decision, both, or none.

    The time for all decisions is the bank. At each decision, the increment is added to it.
    """

    bank_us: int | None = None
    increment_us: int = 0
    per_decision_us: int | None = None

    @classmethod
    def read(cls, text: str) -> "TimeControl":
        """Return the time control in a text such as `10+0.1`, `st=0.5`, `60+0.5,st=10` or `none`.

        Raise UsageError for any other text.
        """
        if text == "none":
            return UNTIMED
        found = _CONTROL.fullmatch(text)
        bank, increment, per_decision = (_microseconds(part) for part in found.groups()) if found else (None,) * 3
        control = cls(bank, increment or 0, per_decision)
        if control == UNTIMED or per_decision == 0 or (bank == 0 and not increment):
            expected = "expected seconds as in 10+0.1 (bank + increment), st=0.5 (per decision), 60+0.5,st=10, or none"
            raise UsageError(f"unknown time control {text!r}: {expected}")
        return control

    def __str__(self) -> str:
        parts = []
        if self.bank_us is not None:
            parts.append(f"{_seconds(self.bank_us)}+{_seconds(self.increment_us)}")
        if self.per_decision_us is not None:
            parts.append(f"st={_seconds(self.per_decision_us)}")
        return ",".join(parts) or "none"


UNTIMED: Final = TimeControl()


def _microseconds(seconds: str | None) -> int | None:
    if seconds is None:
        return None
    whole, _, part = seconds.partition(".")
    return int(whole) * MICROSECONDS + int(part.ljust(6, "0"))


def _seconds(microseconds: int) -> str:
    whole, part = divmod(microseconds, MICROSECONDS)
    return f"{whole}.{part:06}".rstrip("0").rstrip(".")


class SeatClock:
    """The clock of one seat in a match: the time left in its bank, which pays for all of its decisions."""

    def __init__(self, control: TimeControl) -> None:
        self.control: Final = control
        self.bank_us: int | None = control.bank_us

    def ask(self) -> None:
        """Start a decision: add the increment to the time left in the bank."""
        if self.bank_us is not None:
            self.bank_us += self.control.increment_us

    def charge(self, microseconds: int) -> None:
        """End a decision: subtract the time that the seat took, in microseconds, from the bank."""
        if self.bank_us is not None:
            self.bank_us -= microseconds

    @property
    def left_us(self) -> int | None:
        """Return the time left in the bank, in microseconds.

        Without a bank, return the limit of each decision; without a clock, None.
        """
        return self.control.per_decision_us if self.bank_us is None else self.bank_us

    @property
    def limit_us(self) -> int | None:
        """Return the longest time that a decision may take now, in microseconds; None without a clock."""
        limits = [limit for limit in (self.bank_us, self.control.per_decision_us) if limit is not None]
        return min(limits, default=None)


class Timing(NamedTuple):
    """The parts of the time between a question and its answer, in microseconds: thinking, transport and stall.

    The part `free_us` of the transport time is not charged to the seat. A stall is a delay by the referee itself.
    """

    think_us: int  # charged to the seat
    transport_us: int  # of which held_us and lag_credit_us are free for the seat
    stall_us: int  # the referee's own delay
    lag_credit_us: int  # the part of the transport that was credited for the round trip of the connection
    held_us: int = 0  # the part of the transport in which the question waited to be sent

    @property
    def free_us(self) -> int:
        """Return the part of the transport time that the seat's lag budget pays for, in microseconds."""
        return self.lag_credit_us + self.held_us

    @property
    def charged_us(self) -> int:
        """Return the part of the time that the seat's clock pays for, in microseconds."""
        return self.think_us + self.transport_us - self.free_us


class LagBudget:
    """The time of slow transport that is free for one seat in one match.

    The budget is counted in lag allowances of `allowance_us` microseconds. It starts with three of them and gains one
    for each minute that is charged to the seat's clock. It never holds more than three, and never grants more than six
    in a match. The budget follows from the answers so far, so it can be restored from a record.
    """

    def __init__(self, allowance_us: int) -> None:
        self.allowance_us: Final = allowance_us
        self.left_us: int = IN_HAND * allowance_us
        self.granted_us: int = 0

    def spend(self, timing: Timing) -> None:
        """Subtract from the budget the free time that an answer used: transport time that was not charged to the seat.

        Then add a lag allowance for each minute that was charged to the seat's clock, and a part of one for a part of a
        minute. The limits of the budget still apply.
        """
        allowance = self.allowance_us
        free = min(timing.lag_credit_us + timing.held_us, self.left_us)
        self.granted_us += free
        left = self.left_us - free + timing.charged_us * allowance // REFILL_US
        self.left_us = min(left, IN_HAND * allowance, IN_A_MATCH * allowance - self.granted_us)


NO_LAG: Final = LagBudget(0)  # of a seat that is never given free time


def nobody() -> None:
    """Do nothing: the default for `Stopwatch.late`, if the seat does not want to be notified."""


class Stopwatch:
    """Measures the time of one decision. The clock of a seat in this process runs while its `choose` runs.

    A seat on a network calls three methods. It calls `hold` when it hands the question to the transport, `sent` with
    the time when the question was sent, and `arrived` with the time when the answer arrived. All times are
    `trio.current_time()`. A stall is a time in which the referee's event loop stood still. A seat on a network is not
    charged for stalls. A bot in this process is charged for them, because it causes them itself.
    """

    def __init__(self, limit_us: int | None, budget: LagBudget = NO_LAG) -> None:
        self.limit_us: Final = limit_us
        self.budget: Final = budget
        self.late: Callable[[], object] = nobody  # called, perhaps repeatedly, when no answer could be in time any more
        self._began = trio.current_time()
        self._left: float | None = None  # when the question had left
        self.remote = False  # True if the answer comes from another process
        self._arrived: float | None = None
        self._stalls: Final[list[tuple[float, float]]] = []  # of the event loop, since the question was handed over
        self._round_trip_us = 0
        self._strays = 0

    def hold(self) -> None:
        """Start the clock of a seat on a network. Called when the question is given to the transport.

        Only the first call counts.
        """
        if not self.remote:
            self.remote = True
            self._began = trio.current_time()

    def sent(self, at: float | None = None) -> None:
        """Store when the question was sent. Only the first call counts, so a reconnect changes nothing."""
        if self._left is not None:
            return
        left = trio.current_time() if at is None else at
        if not self.remote:
            self.remote, self._began = True, left
        self._left = max(left, self._began)

    def arrived(self, at: float | None = None) -> None:
        """Stop the clock, because the answer has arrived. Only the first call counts."""
        if self._arrived is None:
            self._arrived = trio.current_time() if at is None else at

    def round_trip(self, microseconds: int) -> None:
        """Store the round-trip time of the seat's connection in microseconds.

        It is the shortest of the last ones, which were measured between decisions.
        """
        self._round_trip_us = microseconds

    def stray(self) -> None:
        """Count a message of this seat that is not an answer.

        Many such messages could delay the referee. So a seat with more than `STRAY` of them in this decision is charged
        for the stalls, the times in which the event loop stood still.
        """
        self._strays += 1
        if self._strays > STRAY:
            self._stalls.clear()

    def stalled(self, begin: float, end: float) -> None:
        """Store that the event loop stood still from `begin` to `end`, so that the seat is not charged for this time.

        Do nothing for a seat in this process, or for a seat with too many messages that are not answers: they are
        charged.
        """
        if self.remote and self._strays <= STRAY:
            self._stalls.append((begin, end))

    def passed_us(self, now: float) -> int:
        """Return the time that the seat would be charged, in microseconds, if the answer arrived now."""
        stall = self._stall_us(self._began, now)
        passed = max(0, round((now - self._began) * MICROSECONDS) - stall)
        return passed - min(passed, self._held_us(now), self.budget.left_us)

    def give_up(self, now: float) -> None:
        """Call `late` if an answer that arrives now would already be too late."""
        if self.limit_us is None or self._arrived is not None:
            return
        passed = now - self._began
        if passed <= self.limit_us / MICROSECONDS + GRACE:
            return
        free_us = self.budget.left_us + self._stall_us(self._began, now) if self.remote else 0
        if passed > (self.limit_us + free_us) / MICROSECONDS + GRACE:
            self.late()

    def read(self) -> Timing:
        """Stop the clock if it runs, and return the parts of the time as a Timing. Do not change the lag budget."""
        self.arrived()
        arrived = self._arrived
        assert arrived is not None
        passed = max(0, round((arrived - self._began) * MICROSECONDS))
        if not self.remote:
            return Timing(passed, 0, 0, 0)
        stall = min(passed, self._stall_us(self._began, arrived)) if self._stalls else 0
        rest = passed - stall
        took = min(rest, self._held_us(arrived))
        budget = self.budget
        free = budget.left_us
        held = min(took, free)
        credit = min(rest - took, self._round_trip_us, budget.allowance_us, free - held)
        return Timing(rest - held - credit, held + credit, stall, credit, held)

    def _held_us(self, now: float) -> int:
        """Return how long the transport took until `now` to send the question, in microseconds.

        The time in which the event loop stood still is not included.
        """
        if not self.remote:
            return 0
        left = now if self._left is None or self._left > now else self._left
        stall = self._stall_us(self._began, left) if self._stalls else 0
        return max(0, round((left - self._began) * MICROSECONDS) - stall)

    def _stall_us(self, begin: float, end: float) -> int:
        """Return how long the event loop stood still between two times, in microseconds."""
        overlaps = [max(0.0, min(end, until) - max(begin, since)) for since, until in self._stalls]
        return round(sum(overlaps) * MICROSECONDS)


class Heart:
    """Checks every 5 ms whether the event loop stood still, and whether a seat is out of time.

    With `alone`, the loop has one match and no other task, so the match never pauses for other tasks.
    """

    def __init__(self, *, alone: bool = False) -> None:
        self.alone: Final = alone
        self._due = trio.current_time()
        self._watches: dict[Stopwatch, None] = {}  # in the order they were started
        self._resting: trio.Event | None = None  # while no stopwatch runs: set by the next one

    def watch(self, watch: Stopwatch) -> None:
        """From now on, check whether the seat of this stopwatch is out of time.

        Also report to the stopwatch each time in which the event loop stood still.
        """
        if self._resting is not None:
            self._due = trio.current_time() + BEAT
            self._resting.set()
            self._resting = None
        self._watches[watch] = None

    def release(self, watch: Stopwatch) -> None:
        """Remove a stopwatch. Before that, if the loop stood still until now, report this stall to all stopwatches."""
        self._notice(trio.current_time())
        del self._watches[watch]

    async def beat(self) -> None:
        """Check all stopwatches every 5 ms, until the task is cancelled.

        While there is no stopwatch, wait for the next one, because 200 checks a second cost time.
        """
        while True:
            if self._watches:
                self._due = trio.current_time() + BEAT
            else:
                self._resting = resting = trio.Event()
                await resting.wait()
            await trio.sleep_until(self._due)
            now = trio.current_time()
            self._notice(now)
            for watch in self._watches:
                watch.give_up(now)

    def _notice(self, now: float) -> None:
        """If this check is late by more than the tolerance, report a stall of the event loop to all stopwatches."""
        if now - self._due > TOLERANCE:
            for watch in self._watches:
                watch.stalled(self._due, now)
            self._due = now
