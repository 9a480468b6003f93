"""Notes of the learned bots. A note is a fact about an option or a seat, and has a learned weight.

The value of an option, or of a seat's position, is the sum of the weights of its notes.
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
    """Adds up the learned weights of the notes (facts) about one option or about one seat.

    With `noting` it also lists the index of each added weight, because training needs these indices.
    """

    def __init__(self, weights: bytes, lasting: list[int], noting: bool = False) -> None:
        self.weights: Final = weights  # of notes on options, by place
        self.lasting: Final = lasting  # of notes on seats, by slot and phase
        self.noting: Final = noting
        self.noted: list[int] = []
        self.phase: i64 = 0
        self.total: i64 = 0

    def begin(self) -> None:
        """Begin with the next option or seat: set `total`, the sum of the weights, to 0, and empty `noted`."""
        self.total = 0
        if self.noting:
            self.noted = []

    def option(self, template: i64, value: i64) -> None:
        """Add to the sum the learned weight of a fact about an option.

        `template`, below 256, is the number of the kind of fact. `value`, below 2**24, says what the fact is.
        """
        word = (value << 8 | template) * 0x2545F491
        place = (word >> 31 ^ word >> 11) & (PLACES - 1)
        self.total += self.weights[place] - LEVEL
        if self.noting:
            self.noted.append(place)

    def seat(self, template: i64, value: i64) -> None:
        """Add to the sum the learned weight of a fact about a seat's position, such as its number of goods.

        `template`, below 256, is the number of the kind of fact. A `value` below 0 counts as 0, and one above 15 as 15.
        """
        if value < 0:
            value = 0
        elif value >= WIDTH:
            value = WIDTH - 1
        slot = template * WIDTH + value
        self.total += self.lasting[slot * PHASES + self.phase]
        if self.noting:
            self.noted.append(slot)

    def wide(self, template: i64, value: i64) -> None:
        """Add to the sum the learned weight of a fact about a seat, with a value that may be 16 or more.

        `template` is the number of the kind of fact. One number is enough for 16 values, so a kind with more values
        also uses the next numbers.
        """
        slot = template * WIDTH + value
        self.total += self.lasting[slot * PHASES + self.phase]
        if self.noting:
            self.noted.append(slot)


@mypyc_attr(allow_interpreted_subclasses=True)
class NoteReader:
    """Base class of readers, which find facts with learned weights in positions of one game, one position at a time."""

    def prepare(self, state: State) -> None:
        """Store what `note_option` needs about this position for any option. Call this method before `note_option`."""
        raise NotImplementedError

    def note_option(self, state: State, option: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about an option in the position that `prepare` read."""
        raise NotImplementedError

    def between_turns(self, state: State) -> bool:
        """True if a turn is about to begin. Only such positions were used to learn the weights of facts about seats."""
        raise NotImplementedError

    def phase(self, state: State) -> int:
        """Return the part of the game that the position is in: a number of at most 23, which falls to 0 at the end.

        Facts about seats have different weights in each part. What a part is, such as a round, depends on the game.
        """
        raise NotImplementedError

    def note_seats(self, state: State) -> None:
        """Store what `note_seat` needs about this position for any seat. Call this method before `note_seat`."""
        raise NotImplementedError

    def note_seat(self, state: State, seat: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a seat's possessions and prospects."""
        raise NotImplementedError
