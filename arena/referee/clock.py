"""Clocks: how long a seat may think, and where the time between a question and its answer went.

A seat's clock starts when the question has left and stops when the answer has arrived. What the network took is
credited up to an allowance; what the referee's own event loop lost is charged to nobody. All sums are in integer
microseconds, so a choice at exactly the limit is in time.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import trio

from arena.errors import UsageError

MICROSECONDS: Final = 1_000_000
BEAT: Final = 0.005  # seconds between two beats
TOLERANCE: Final = 0.005  # how late a beat may be before it is a stall
GRACE: Final = 0.05  # how long an answer that arrived in time may still be on its way through the event loop

_SECONDS: Final = r"(\d{1,7}(?:\.\d{1,6})?)"
_CONTROL: Final = re.compile(rf"(?:{_SECONDS}(?:\+{_SECONDS})?)?(?:(?:^|(?<=\d),)st={_SECONDS})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What every seat gets: a bank with an increment per decision, a limit per decision, both, or no clock at all."""

    bank_us: int | None = None
    increment_us: int = 0
    per_decision_us: int | None = None

    @classmethod
    def read(cls, text: str) -> "TimeControl":
        """The time control that is spelled like this: `10+0.1`, `st=0.5`, `60+0.5,st=10`, `none`."""
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
    """One seat's clock."""

    def __init__(self, control: TimeControl) -> None:
        self.control: Final = control
        self.bank_us: int | None = control.bank_us

    def ask(self) -> None:
        """Begin a decision: the bank gets its increment."""
        if self.bank_us is not None:
            self.bank_us += self.control.increment_us

    def charge(self, microseconds: int) -> None:
        """End a decision that was in time and took so long."""
        if self.bank_us is not None:
            self.bank_us -= microseconds

    @property
    def left_us(self) -> int | None:
        """What is left in the bank, or, without one, what every decision gets; None without a clock."""
        return self.control.per_decision_us if self.bank_us is None else self.bank_us

    @property
    def limit_us(self) -> int | None:
        """How long a decision may take now; None without a clock."""
        limits = [limit for limit in (self.bank_us, self.control.per_decision_us) if limit is not None]
        return min(limits, default=None)


class Timing(NamedTuple):
    """Where the time between a question and its answer went; the three add up to what passed at the referee."""

    think_us: int
    transport_us: int
    stall_us: int
    lag_credit_us: int

    @property
    def charged_us(self) -> int:
        """What the seat's clock loses."""
        return self.think_us + self.transport_us - self.lag_credit_us


def nobody() -> None:
    """Nobody minds."""


class Stopwatch:
    """Times one decision. A seat in this process may leave it alone: it runs while `choose` does.

    A seat on a network calls `hold` before it sends the question, `sent` when that is done, and `arrived` with the time
    at which the answer came in; all times are `trio.current_time()`. Only such a seat is spared the referee's stalls:
    a bot in this process causes them.
    """

    def __init__(self, limit_us: int | None, lag_allowance_us: int = 0) -> None:
        self.limit_us: Final = limit_us
        self.lag_allowance_us: Final = lag_allowance_us
        self.late: Callable[[], object] = nobody  # is told, again and again, when no answer could be in time any more
        self._began = trio.current_time()
        self._held = False
        self.remote = False  # whether the answer comes from elsewhere; then somebody has waited for it
        self._arrived: float | None = None
        self._stall = 0.0
        self._noticed: Final[list[tuple[float, float]]] = []  # stalls of a question that is on its way
        self._round_trip_us = 0

    def hold(self) -> None:
        """The question is on its way, so the clock stands; a seat that calls this must not hold it for ever."""
        if not self.remote:
            self.remote = self._held = True

    def sent(self, at: float | None = None) -> None:
        """The question has left, so the clock starts; asking again, after a return, does not start it anew."""
        if self._held or not self.remote:
            self.remote, self._held = True, False
            self._began = trio.current_time() if at is None else at
            # Word of it may come late: what the loop lost since then has been noticed already.
            self._stall = sum(max(0.0, end - max(begin, self._began)) for begin, end in self._noticed)
            self._noticed.clear()

    def arrived(self, at: float | None = None) -> None:
        """The answer is here, so the clock stops; the first answer counts."""
        if self._arrived is None:
            self._arrived = trio.current_time() if at is None else at

    def round_trip(self, microseconds: int) -> None:
        """The smallest of the last round trips measured between decisions."""
        self._round_trip_us = microseconds

    def stalled(self, begin: float, end: float) -> None:
        """The event loop stood still from `begin` to `end`."""
        if self._held:
            self._noticed.append((begin, end))
        elif self.remote:
            until = end if self._arrived is None else min(end, self._arrived)
            self._stall += max(0.0, until - max(begin, self._began))

    def passed_us(self, now: float) -> int:
        """How much of the clock's time has passed so far."""
        return 0 if self._held else max(0, round((now - self._began - self._stall) * MICROSECONDS))

    def give_up(self, now: float) -> None:
        """Say so if no answer that could still come would be in time."""
        if self.limit_us is None or self._held or self._arrived is not None:
            return
        credit_us = self.lag_allowance_us if self.remote else 0
        allowed = (self.limit_us + credit_us) / MICROSECONDS + self._stall + GRACE
        if now - self._began > allowed:
            self.late()

    def read(self) -> Timing:
        """Stop, and say where the time went."""
        self.arrived()
        assert self._arrived is not None
        passed = max(0, round((self._arrived - self._began) * MICROSECONDS))
        stall = min(passed, round(self._stall * MICROSECONDS))
        transport = min(passed - stall, self._round_trip_us)
        return Timing(passed - stall - transport, transport, stall, min(transport, self.lag_allowance_us))


class Heart:
    """The heartbeat of an event loop: it notices how long the loop stood still, and whose time has run out."""

    def __init__(self) -> None:
        self._due = trio.current_time()
        self._watches: dict[Stopwatch, None] = {}  # in the order they were started

    def watch(self, watch: Stopwatch) -> None:
        """Look after a stopwatch."""
        self._watches[watch] = None

    def release(self, watch: Stopwatch) -> None:
        """Look after it no longer; a stall that ends just now is still told."""
        self._notice(trio.current_time())
        del self._watches[watch]

    async def beat(self) -> None:
        """Beat for ever."""
        while True:
            self._due = trio.current_time() + BEAT
            await trio.sleep_until(self._due)
            now = trio.current_time()
            self._notice(now)
            for watch in self._watches:
                watch.give_up(now)

    def _notice(self, now: float) -> None:
        """If the next beat is overdue by more than the tolerance, the loop has stood still since it was due."""
        if now - self._due > TOLERANCE:
            for watch in self._watches:
                watch.stalled(self._due, now)
            self._due = now
