"""Waiting times between retries: short at first, then longer and longer. Random jitter spreads the retries of bots."""

import random
from typing import Final

FIRST: Final = 0.1  # seconds
SEAT: Final = 1.0  # the longest wait of a bot that has a seat
IDLE: Final = 10.0  # the longest wait of a bot that has none
PATIENCE: Final = 1.0  # how long the first connection may take
PATIENCE_AT_MOST: Final = 8.0


class RetryPace:
    """The waiting times between attempts. The jitter has its own random generator, which does not affect any match."""

    def __init__(self, jitter: random.Random | None = None) -> None:
        self._jitter: Final = jitter or random.SystemRandom()
        self._failed = 0

    def wait(self, longest: float = SEAT) -> float:
        """Return the seconds to wait after one more failure.

        They begin with 0.1 and are doubled after each failure, up to `longest`. Then a random number makes them longer,
        by half at most.
        """
        wait = min(longest, FIRST * 2.0 ** min(self._failed, 32))
        self._failed += 1
        return wait * (1 + 0.5 * self._jitter.random())

    @property
    def patience(self) -> float:
        """Return the seconds that the next attempt to connect may take. They grow with the number of failures."""
        return float(min(PATIENCE_AT_MOST, PATIENCE * 2.0 ** min(self._failed, 32)))

    def reset(self) -> None:
        """Begin again with the shortest waiting time, after a success."""
        self._failed = 0
