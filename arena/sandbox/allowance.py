"""How much a sandbox may send to the arena: bytes, reads and connections, each second and at once.

The supervisor does not look at what the bot sends, so every kind of frame counts alike. A bot that sends more is
slowed down: its connections are not read until the allowance has grown again.
"""

import time
from collections.abc import Callable
from typing import Final

BYTES: Final = 16 << 10  # a second, and four times as many at once: an answer needs some 60
READS: Final = 500  # a second, and four times as many at once: each wakes the arena
AT_ONCE: Final = 4  # seconds of allowance that a sandbox can save
CONNECTION: Final = 25  # reads that a new connection counts for


class Allowance:
    """What a sandbox may send to the arena now, on all its connections together."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.was_spent = False  # True once the bot has sent more than it may
        self._clock: Final = clock
        self._since = clock()
        self._bytes = float(AT_ONCE * BYTES)
        self._reads = float(AT_ONCE * READS)

    def is_left(self) -> bool:
        """True if the supervisor may read from the bot now."""
        now = self._clock()
        gone, self._since = now - self._since, now
        self._bytes = min(AT_ONCE * BYTES, self._bytes + gone * BYTES)
        self._reads = min(AT_ONCE * READS, self._reads + gone * READS)
        is_left = self._bytes > 0 and self._reads > 0
        self.was_spent |= not is_left
        return is_left

    def read(self, count: int) -> None:
        """Count a read of this number of bytes."""
        self._bytes -= count
        self._reads -= 1

    def connected(self) -> None:
        """Count a new connection."""
        self._reads -= CONNECTION
