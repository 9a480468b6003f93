"""The output of a connected bot for its author, without secrets: results on stdout, all other lines on stderr.

Each result is one line of output. On a terminal, the many matches of an examination share one moving line, unless the
author asks for all of them.
"""

import json
import sys
import threading
from dataclasses import dataclass
from typing import Final, TextIO

from arena.referee.seat import Over
from arena.texts import clean
from arena_sdk.doctor.extent import EXAMINATION
from arena_sdk.remote.fairness import keep

BLOTTED: Final = "[secret]"
CLEAR: Final = "\r\x1b[K"  # to the beginning of the line, and clear it


@dataclass(frozen=True)
class MatchNews:
    """The result of a match, as the bot at one of its seats reports it."""

    match: str
    game: str
    seat: int
    seats: tuple[str, ...]  # the bots, by seat
    over: Over
    decisions: int
    returns: int

    def __str__(self) -> str:
        where = f"match {self.match}: {self.game or 'earlier'}"
        against = ", ".join(name for seat, name in enumerate(self.seats) if seat != self.seat)
        where += f" against {against}" if against else ""
        if not self.over.placements:
            return f"{where}, seat {self.seat}: {self.over.reason}, it counts for nothing"
        points = ", ".join(f"{self._at(seat)} {score}" for seat, score in enumerate(self.over.scores))
        return f"{where}, place {self.over.placements[self.seat]}: {points} ({self.over.reason})"

    def _at(self, seat: int) -> str:
        """Return the name of the bot at a seat: `mine` for the author's bot, `seat 1` if the name is not known."""
        if seat == self.seat:
            return "mine"
        return self.seats[seat] if seat < len(self.seats) else f"seat {seat}"

    def json(self) -> str:
        """Return the result as one line of JSON."""
        return json.dumps(
            {
                "match": self.match,
                "game": self.game,
                "seat": self.seat,
                "seats": list(self.seats),
                "placements": list(self.over.placements),
                "scores": list(self.over.scores),
                "reason": self.over.reason,
                "head": self.over.head,
                "decisions": self.decisions,
                "returns": self.returns,
            },
            ensure_ascii=False,
        )


class News:
    """Writes lines for the author from any thread. It writes each result once, and hides secrets."""

    def __init__(
        self, *, as_json: bool = False, verbose: bool = False, out: TextIO | None = None, err: TextIO | None = None
    ) -> None:
        self.as_json: Final = as_json
        self.verbose: Final = verbose  # whether the matches of an examination are reported like other matches
        self._examined = 0  # matches of the examination that are over
        self._moving = False  # whether the last line of stderr is one that moves
        self._out: Final = out or sys.stdout
        self._err: Final = err or sys.stderr
        self._lock: Final = threading.Lock()
        self._secrets: Final[dict[str, bool]] = {}
        self._told: Final[dict[str, bool]] = {}

    def keep_secret(self, secret: str) -> None:
        """Store a secret, such as the bot's token, that must be hidden in all lines for the author."""
        if secret:
            keep(self._secrets, secret, True)

    def note(self, text: str) -> None:
        """Write a line for the author to stderr."""
        self._write(self._err, text)

    def about(self, match: str, text: str) -> None:
        """Write a line about a match. For a match of an examination, write it only if the author asks for it."""
        if self.verbose or not match.startswith(EXAMINATION):
            self.note(f"match {match}: {text}")

    def _progress(self) -> None:
        """Count a match of an examination. On a terminal, show the count in one line that is rewritten."""
        with self._lock:
            self._examined += 1
            if self._err.isatty():
                self._err.write(f"{CLEAR}examination: {self._examined} matches")
                self._err.flush()
                self._moving = True

    def result(self, result: MatchNews) -> None:
        """Write the result of a match. Ignore a result that was already written."""
        with self._lock:
            name = f"{result.match} {result.seat}"
            if name in self._told:
                return
            keep(self._told, name, True)
        if result.match.startswith(EXAMINATION) and not self.verbose:
            self._progress()
            return
        self._write(self._out, result.json() if self.as_json else str(result))

    def _write(self, stream: TextIO, text: str) -> None:
        with self._lock:
            for secret in self._secrets:
                text = text.replace(secret, BLOTTED)
            if self._moving:
                self._err.write(CLEAR)
                self._err.flush()
                self._moving = False
            stream.write(f"{clean(text, lines=True)}\n")
            stream.flush()
