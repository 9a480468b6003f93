"""How long to think: what a clock shows, shared out over the decisions that are still to come.

The time is given, never taken: whoever asks hands in a function that tells it, in seconds.
"""

from collections.abc import Callable
from typing import Final

LAG: Final = 0.05  # seconds of every decision that are left for the way of the answer
FOREVER: Final = float("inf")


def no_time() -> float:
    """The time where it stands still."""
    return 0.0


class Time:
    """The time for one decision, which begins when this is made.

    `bank` is what the seat has left for all its decisions, the increment of this one included; `limit` is what this one
    may take. None where there is no such thing.
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
        """Seconds since the decision began."""
        return self.now() - self.began

    def runs(self) -> bool:
        """Whether there is a clock at all."""
        return self.bank is not None or self.limit is not None

    def share(self, decisions: float) -> float:
        """The seconds to spend if so many decisions of the seat are to come, this one counted.

        An equal share of the bank and of the increments to come, and never more than this decision may take; of both
        the reserve for lag stays, or half where there is less than twice of it.
        """
        span = FOREVER
        if self.bank is not None:
            span = min(self.bank, (self.bank + self.increment * (decisions - 1)) / decisions)
        if self.limit is not None:
            span = min(span, self.limit)
        return span - min(self.lag, span / 2)


UNTIMED: Final = Time(no_time)
