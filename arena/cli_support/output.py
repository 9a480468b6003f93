"""Output of the commands: results go to stdout, everything else to stderr."""

import sys
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from arena.texts import as_json, clean

HOUR: Final = 3600  # seconds
BAR: Final = 24  # characters of a progress bar
LINES: Final = 20  # lines of progress at most where stderr is no terminal


def say(text: str) -> None:
    """Print a result on stdout, without control characters."""
    sys.stdout.write(f"{clean(text, lines=True)}\n")


def say_json(value: Any) -> None:
    """Print a result as one JSON document."""
    sys.stdout.write(f"{as_json(value, indent=2)}\n")


def note(text: str) -> None:
    """Print a note on stderr, so that a program that reads stdout does not get it."""
    sys.stderr.write(f"{clean(text, lines=True)}\n")
    sys.stderr.flush()


def table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Return a text table with the column titles `head`.

    The first `left` columns are aligned left, the others right.
    """
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def day(seconds: float | None) -> str:
    """Return a time in seconds since 1970 as text in UTC, to the minute; an empty text for None."""
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def seconds(amount: float) -> str:
    """Return a number of seconds as text, such as `8 s`, `2 min 05 s` or, with minutes rounded up, `23 h 59 min`."""
    whole = round(amount)
    if whole >= HOUR:
        minutes = -(-whole // 60)
        return f"{minutes // 60} h {minutes % 60:02} min"
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02} s"


class MovingLine:
    """A line on a terminal that is rewritten in place. If stderr is a file, nothing is written."""

    def __init__(self) -> None:
        self.moving: Final = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Erase the whole text that the line shows now, and write `text` there."""
        if self.moving:
            sys.stderr.write(f"\r\x1b[K{clean(text)}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Erase the text that this line of the terminal shows now."""
        if self.moving:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Progress:
    """The progress of long work: a moving bar on a terminal, or lines at intervals if stderr is a file."""

    def __init__(self, what: str, total: int) -> None:
        self.what: Final = what
        self.total: Final = total
        self.done = 0
        self.began: Final = time.monotonic()
        self.moving: Final = sys.stderr.isatty()
        self.every: Final = 1 if total <= LINES else -(-total // LINES)
        self.draw("")

    def step(self, news: str) -> None:
        """Count one more step as done, and show it; `news` is the step's result in words."""
        self.done += 1
        if self.moving:
            self.draw(news)
        elif self.done % self.every == 0 or self.done == self.total:
            note(f"{self.what} {self.done} of {self.total}{': ' if news else ''}{news}")

    def draw(self, news: str) -> None:
        """Replace the bar on the terminal by a new one, with the text `news` after it.

        Do nothing if stderr is no terminal.
        """
        if not self.moving:
            return
        full = BAR * self.done // max(1, self.total)
        bar = "#" * full + "." * (BAR - full)
        sys.stderr.write(f"\r\x1b[K{self.what} [{bar}] {self.done}/{self.total}{self.pace()}  {clean(news)}")
        sys.stderr.flush()

    def pace(self) -> str:
        """Return the steps per second and the remaining time as text; an empty text before the first step."""
        passed = time.monotonic() - self.began
        if self.done == 0 or passed <= 0:
            return ""
        left = seconds(passed / self.done * (self.total - self.done))
        return f"  {self.done / passed:.1f}/s, {left} left"

    def close(self) -> None:
        """Remove the bar from the terminal."""
        if self.moving:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
