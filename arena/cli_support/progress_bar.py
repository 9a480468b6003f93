"""The progress of a tournament: a moving bar on a terminal or lines in a file, and the table at the end."""

import sys
import time
from typing import Any, Final

from arena.cli_support.output import BAR, note, seconds, table
from arena.languages.prose import STILL_IN
from arena.texts import clean

EVERY: Final = 20  # lines of progress at most if stderr is no terminal

BYES: Final = (" bye", " byes")  # how the note of an entrant with a bye ends
OF_BYES: Final = "points include those for a bye, a round without an opponent; the score does not"
OF_STILL_IN: Final = f'"{STILL_IN}": not out of the knockout, so without a place yet; points decide no place there'

Values = dict[str, Any]  # of a tournament, as `arena.tournament.status.values` gives them


class Gauge:
    """Shows the progress of a tournament: a bar on a terminal, or lines in a file."""

    def __init__(self) -> None:
        self._awaited = ""  # what it waited for at the last look, in words
        self._told_wait = ""  # what it waited for when that was last written
        self.moving: Final = sys.stderr.isatty()
        self._said: tuple[bool, int] | None = None  # whether anything was finished, and how many steps
        self._last: Values | None = None  # what was shown last
        self._began: Final = time.monotonic()
        self._silent = False  # whether nothing was said since the last reminder

    def show(self, values: Values) -> None:
        """Show the progress of a tournament.

        On a terminal, draw the bar again; in a file, write some 20 lines in total.
        """
        words = progress(values)
        self._last = values
        if self.moving:
            draw(f"{bar(values)} {words}")
            self._silent = False
            return
        if not values["finished"] and not values["running"]:
            self._show_wait(words if values["reason"] else "", values["name"])
            return
        step = max(1, values["matches"] // EVERY)
        now = (values["finished"] > 0, values["finished"] // step)
        if now != self._said:
            self._said = now
            self._silent = False
            note(f"{values['name']}: {words}")

    def _show_wait(self, words: str, name: str) -> None:
        """Print what the tournament waits for, if two calls in a row get the same text `words`.

        After that, do not print this text again before another one was printed.
        """
        if words and words == self._awaited and words != self._told_wait:
            self._told_wait = words
            self._silent = False
            note(f"{name}: {words}")
        self._awaited = words

    def remind(self) -> None:
        """Print the time since the work began, unless something was printed since the last call."""
        if self._silent:
            passed = seconds(time.monotonic() - self._began)
            what = "waiting for its bots" if self._last is None else f"{self._last['name']}: {progress(self._last)}"
            (draw if self.moving else note)(f"{what} (after {passed})")
        self._silent = True

    def close(self) -> None:
        """Remove the bar from the terminal."""
        if self.moving:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def draw(words: str) -> None:
    """Write a text in place of the last text in the terminal's line."""
    sys.stderr.write(f"\r\x1b[K{clean(words)}")
    sys.stderr.flush()


def bar(values: Values) -> str:
    """Return a text with the name of the tournament and a bar that shows how many of its matches are finished."""
    full = BAR * values["finished"] // max(1, values["matches"])
    return f"{values['name']} [{'#' * full}{'.' * (BAR - full)}]"


def progress(values: Values) -> str:
    """Return a text with the number of finished, running and pending matches, the speed, and the remaining time."""
    pending = max(0, values["matches"] - values["finished"] - values["running"])
    words = f"{values['finished']} of {values['matches']} matches, {values['running']} running, {pending} pending"
    if values["adjourned"]:
        words += f", {values['adjourned']} adjourned until {', '.join(values['awaited'])} is back"
    if values["state"] == "waiting":
        return f"waiting for {values['reason'] or 'its bots'}"
    if not values["rate"]:
        return words
    return f"{words}, {values['rate']:.1f} games/s, {seconds(values['remaining'])} left"


def standings_table(values: Values) -> str:
    """Return a tournament's table as text, with a row for each entrant."""
    rows = values["standings"]
    notes = any(row["note"] for row in rows)
    broken = any(row["tie_breaks"] for row in rows)
    byes = any(row["note"].endswith(BYES) for row in rows)
    still_in = any(row["note"] == STILL_IN for row in rows)
    head = ["place", "bot", "version", "points", "blocks", "matches", "score", "95 % interval", "forfeits"]
    shown = table(
        [
            *head,
            *(["ties broken by"] if broken else []),
            *(["note"] if notes else []),
        ],
        [cells(row, broken=broken, notes=notes) for row in rows],
        left=3,
    )
    return "\n".join([shown, *([OF_BYES] if byes else []), *([OF_STILL_IN] if still_in else [])])


def cells(row: Values, *, broken: bool, notes: bool) -> list[str]:
    """Return the cells of an entrant's row in a tournament's table.

    `broken` adds the tie breaks, and `notes` the notes on entrants.
    """
    interval = "-" if row["interval"] is None else f"{row['interval'][0]:.1%} - {row['interval'][1]:.1%}"
    return [
        "-" if row["note"] == STILL_IN else str(row["place"]),
        row["entrant"],
        row["version"],
        f"{row['points']:.2f}".rstrip("0").rstrip("."),
        str(row["blocks"]),
        str(row["matches"]),
        "-" if row["score"] is None else f"{row['score']:.1%}",
        interval,
        str(row["forfeits"]),
        *([", ".join(row["tie_breaks"])] if broken else []),
        *([row["note"]] if notes else []),
    ]
