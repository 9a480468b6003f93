"""The output of a program that must survive a closed pipe, a full disk and a blocked reader.

`Outlet` replaces `sys.stderr`. Its own thread writes, so no caller waits. Text that cannot be written is dropped.
"""

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

WAITING: Final = 1_000  # pieces of text that may wait for a reader that is slow
FLUSH: Final = 1.0  # seconds that the last words may take


class Outlet:
    """A text stream for output.

    If writing fails or is slow, it drops text: it never raises an error and never waits.
    """

    encoding: Final = "utf-8"
    errors: Final = "backslashreplace"

    def __init__(self, descriptor: int) -> None:
        self.lost_words: Callable[[int], str] = lost_words  # called with the number of texts that were dropped
        self._descriptor: Final = descriptor
        self._texts: Final[queue.Queue[str | None]] = queue.Queue(WAITING)
        self._lost = 0
        self._thread: Final = threading.Thread(target=self._write_all, daemon=True)
        self._thread.start()

    def write(self, text: str) -> int:
        """Queue a text. Drop it if the queue is full."""
        try:
            self._texts.put_nowait(text)
        except queue.Full:
            self._lost += 1
        return len(text)

    def flush(self) -> None:
        """Do nothing: the thread writes each text as soon as possible."""

    def fileno(self) -> int:
        """Return the file descriptor to which the thread writes."""
        return self._descriptor

    def isatty(self) -> bool:
        """True if the file descriptor is a terminal."""
        return os.isatty(self._descriptor)

    def close(self) -> None:
        """Wait at most one second until the thread has written the queued texts."""
        until = time.monotonic() + FLUSH
        try:
            self._texts.put(None, timeout=FLUSH)
        except queue.Full:
            return
        self._thread.join(max(0.0, until - time.monotonic()))

    def _write_all(self) -> None:
        while (text := self._texts.get()) is not None:
            self._put(text)
            if self._lost:
                lost, self._lost = self._lost, 0
                self._put(self.lost_words(lost))

    def _put(self, text: str) -> None:
        data = text.encode(self.encoding, self.errors)
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:  # closed, or on a disk that is full: later texts are tried again
            return


def lost_words(pieces: int) -> str:
    """Return a line of text that says how many pieces of output were dropped."""
    return f"({pieces} pieces of output were lost: nothing read them)\n"


@contextmanager
def unfailing_stderr() -> Iterator[None]:
    """Replace stderr by an `Outlet` while the `with` block runs, so that no fault of stderr reaches the program."""
    before = sys.stderr
    outlet = Outlet(before.fileno())
    sys.stderr = outlet  # an Outlet has the methods that a program uses to write
    try:
        yield
    finally:
        sys.stderr = before
        outlet.close()
