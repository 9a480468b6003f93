"""Sums of small whole numbers: what the learned bots think of an option or a seat is the sum of the notes on it.

A *note* is a template and a value, as "moves to board 3 with 2 workers there". Each note has a weight. All weights are
whole numbers, so the sums are the same on every machine.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from arena.games.game import State

BITS: Final = 17
PLACES: Final = 1 << BITS  # weights of notes on options; a note's place is scrambled, so a few share one
LEVEL: Final = 128  # a weight of 0 is stored as this byte
WIDTH: Final = 16  # values of a note on a seat
SLOTS: Final = 256 * WIDTH
PHASES: Final = 24  # parts of a game, by which notes on seats have different weights


class NoteSum:
    """Adds up the weights of notes; `noting` makes it list their places as well, which training needs."""

    def __init__(self, weights: bytes, lasting: list[int], noting: bool = False) -> None:
        self.weights: Final = weights  # of notes on options, by place
        self.lasting: Final = lasting  # of notes on seats, by slot and phase
        self.noting: Final = noting
        self.noted: list[int] = []
        self.phase: i64 = 0
        self.total: i64 = 0

    def begin(self) -> None:
        """Begin another sum."""
        self.total = 0
        if self.noting:
            self.noted = []

    def option(self, template: i64, value: i64) -> None:
        """Add a note on an option; `template` is below 256 and `value` below 2**24."""
        word = (value << 8 | template) * 0x2545F491
        place = (word >> 31 ^ word >> 11) & (PLACES - 1)
        self.total += self.weights[place] - LEVEL
        if self.noting:
            self.noted.append(place)

    def seat(self, template: i64, value: i64) -> None:
        """Add a note on a seat; `template` is below 256, and a value that is out of range counts as the last one."""
        if value < 0:
            value = 0
        elif value >= WIDTH:
            value = WIDTH - 1
        slot = template * WIDTH + value
        self.total += self.lasting[slot * PHASES + self.phase]
        if self.noting:
            self.noted.append(slot)

    def wide(self, template: i64, value: i64) -> None:
        """Add a note on a seat with a value that takes the place of several templates."""
        slot = template * WIDTH + value
        self.total += self.lasting[slot * PHASES + self.phase]
        if self.noting:
            self.noted.append(slot)


@mypyc_attr(allow_interpreted_subclasses=True)
class NoteReader:
    """Base class of what notes the things that matter in a game. It holds what it read of one position at a time."""

    def prepare(self, state: State) -> None:
        """Read what all options of the seat to move share."""
        raise NotImplementedError

    def note_option(self, state: State, option: int, tally: NoteSum) -> None:
        """Note what matters about an option of the position that was prepared."""
        raise NotImplementedError

    def between_turns(self, state: State) -> bool:
        """True if a turn is about to begin: weights were learned from such positions."""
        raise NotImplementedError

    def phase(self, state: State) -> int:
        """Return the part of the game that it is, from 0 at its end to 23."""
        raise NotImplementedError

    def note_seats(self, state: State) -> None:
        """Read what the notes on all seats share."""
        raise NotImplementedError

    def note_seat(self, state: State, seat: int, tally: NoteSum) -> None:
        """Note what a seat has and may come to have."""
        raise NotImplementedError
