"""The texts that bots print while they play matches in a process. They go to stderr, because stdout is for results.

The amount of output is limited.
"""

import io
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Final

LIMIT: Final = 1 << 18  # characters of prints that a process shows
ENOUGH: Final = (
    f"\n[the bots of this process have printed {LIMIT // 1024} KiB: the rest of their prints is left out. "
    "Use a file for more.]\n"
)


class CappedPrints(io.TextIOBase):
    """An output stream that writes up to `limit` characters to stderr, then a note, and drops the rest."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._left = limit
        self._lock: Final = threading.Lock()  # a bot thinks in a thread of its own

    def writable(self) -> bool:
        """Return True: bots may print."""
        return True

    def write(self, text: str) -> int:
        """Write the text up to the limit. Return the length of the whole text, so that the bot sees no error."""
        with self._lock:
            if self._left > 0:
                sys.stderr.write(text[: self._left])
                self._left -= len(text)
                if self._left <= 0:
                    sys.stderr.write(ENOUGH)
        return len(text)

    def flush(self) -> None:
        """Flush stderr."""
        sys.stderr.flush()


PRINTS: Final = CappedPrints()


@contextmanager
def prints_capped() -> Iterator[None]:
    """Send the prints of bots to stderr until the `with` block ends. All bots of a process share one limit."""
    with redirect_stdout(PRINTS):
        yield
