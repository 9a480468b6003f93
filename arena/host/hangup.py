"""Handle SIGHUP: the arena's terminal was closed, or the arena has to read its certificates again."""

import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Final

TERMINAL: Final = "/dev/tty"  # of this process, if it has one


class Hangup:
    """Decides whether a SIGHUP means that the terminal was closed, which stops the arena.

    The object stores whether the process had a terminal when it started, and whether it ignores SIGHUP.
    """

    def __init__(self) -> None:
        self._had_terminal: Final = has_terminal()
        self._terminal_gone = False
        is_ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # nohup
        self.signals: Final = () if is_ignored else (signal.SIGHUP,)

    async def stops(self, signals: AsyncIterator[int], renew: Callable[[], None]) -> AsyncIterator[int]:
        """Yield those of the signals in `signals` that have to stop the arena. Call `renew` for each other SIGHUP.

        When a terminal is closed, the shell and the system may both send SIGHUP. Only the first SIGHUP stops the arena.
        """
        async for number in signals:
            if number != signal.SIGHUP:
                yield number
            elif not self._had_terminal or has_terminal():
                renew()
            elif not self._terminal_gone:
                self._terminal_gone = True
                yield number


def has_terminal() -> bool:
    """True if this process has a terminal."""
    try:
        os.close(os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
