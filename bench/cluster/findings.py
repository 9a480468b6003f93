"""Print the results of checks as lines, and wait for conditions."""

import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE: Final = 400.0  # seconds for each run of the cup


class Findings:
    """Prints the result of each check as a line, and remembers if one failed."""

    def __init__(self) -> None:
        self.wrong = 0
        self._began: Final = time.monotonic()

    def note(self, words: str) -> None:
        """Print a line about the course of the program, with the seconds since its start."""
        print(f"{time.monotonic() - self._began:6.1f} s        {words}", flush=True)

    def check(self, words: str, *, holds: bool, found: object = "") -> None:
        """Print a line with the result of a check, and count the check as wrong if the condition does not hold.

        A line about a failed check also has `found`, the actual value.
        """
        self.wrong += not holds
        verdict, more = ("ok   ", "") if holds else ("WRONG", f": {found}")
        print(f"{time.monotonic() - self._began:6.1f} s  {verdict} {words}{more}", flush=True)


def until(look: Callable[[], Any], what: str, within: float = PATIENCE) -> Any:
    """Call `look` until it returns a true value, and return that value. Raise TimeoutError if that takes too long."""
    end = time.monotonic() + within
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {within:g} s for {what}")
        time.sleep(0.1)
    return found
