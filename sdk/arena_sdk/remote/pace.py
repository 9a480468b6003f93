"""When to try again: at once almost, then more and more slowly, and never in the same instant as everybody else."""

import random
from typing import Final

FIRST: Final = 0.1  # seconds
SEAT: Final = 1.0  # the longest wait of who holds a seat
IDLE: Final = 10.0  # the longest wait of who holds none
PATIENCE: Final = 1.0  # how long the first connection may take
PATIENCE_AT_MOST: Final = 8.0


class RetryPace:
    """The waits between attempts. Jitter has a generator of its own, which no match depends on."""

    def __init__(self, jitter: random.Random | None = None) -> None:
        self._jitter: Final = jitter or random.SystemRandom()
        self._failed = 0

    def wait(self, longest: float = SEAT) -> float:
        """How many seconds to wait after one more failure: 0.1, doubling up to the longest, up to a half more."""
        wait = min(longest, FIRST * 2.0 ** min(self._failed, 32))
        self._failed += 1
        return wait * (1 + 0.5 * self._jitter.random())

    @property
    def patience(self) -> float:
        """How many seconds the next connection may take: far away, over TLS, the first try may have been too short."""
        return float(min(PATIENCE_AT_MOST, PATIENCE * 2.0 ** min(self._failed, 32)))

    def reset(self) -> None:
        """It went well."""
        self._failed = 0
