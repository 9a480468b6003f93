"""The thinking time for a decision: the time left, divided by the decisions to come.

This module reads no clock. The caller passes a function that returns the time in seconds.
"""

from collections.abc import Callable
from typing import Final

LAG: Final = 0.05  # seconds of every decision that are left for the way of the answer
FOREVER: Final = float("inf")


def no_time() -> float:
    """Return 0: a clock that stands still, for decisions without a time limit."""
    return 0.0


class Time:
    """The time for one decision, in seconds. The decision begins when this object is made.

    `bank` is the time left for all decisions of the seat, including the increment of this decision. `limit` is the
    longest time for this decision. `bank` or `limit` is None if the match's clock has no such limit.
    """

    def __init__(
        self,
        now: Callable[[], float],
        bank: float | None = None,
        increment: float = 0.0,
        limit: float | None = None,
        lag: float = LAG,
    ) -> None:
        self.now: Final = now
        self.began: Final = now()
        self.bank: Final = bank
        self.increment: Final = increment
        self.limit: Final = limit
        self.lag: Final = lag

    def passed(self) -> float:
        """Return the seconds since the decision began."""
        return self.now() - self.began

    def runs(self) -> bool:
        """True if the decision has a time limit: its own, or the time left for all decisions of the seat."""
        return self.bank is not None or self.limit is not None

    def share(self, decisions: float) -> float:
        """Return the seconds to spend on this decision if the seat has `decisions` left, this one included.

        That is an equal share of the bank and the increments to come, at most `limit`, less a reserve for lag. The
        reserve is at most half of that time.
        """
        span = FOREVER
        if self.bank is not None:
            span = min(self.bank, (self.bank + self.increment * (decisions - 1)) / decisions)
        if self.limit is not None:
            span = min(span, self.limit)
        return span - min(self.lag, span / 2)


UNTIMED: Final = Time(no_time)
