"""A game as numbers for a learner: what the indices of its actions mean, and the columns of an observation.

An option is told by a *path*: one index for each part of it, asked one after another, as the cell of a tile and then
the way it is turned. All parts share one row of indices, so that one network has one output. A part that leaves one
option is the last one asked. What a space says depends on what the seat asked may know, and on nothing else.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from arena.errors import UsageError
from arena.games.game import State

ILLEGAL: Final = -2  # what `settle` answers where an action is not offered
UNSETTLED: Final = -1  # and where another part is asked
NO_PREFIX: Final = 0  # no part of the path is chosen

# A prefix holds the parts chosen so far as one number: each index and one, in this many bits, the last in the lowest.
BITS: Final = 12
LARGEST: Final = (1 << BITS) - 2  # indices that a space can have: a mask is a row of 512 bytes at most


class Part:
    """A part of a path: its name, and the indices that it has in the row of all."""

    def __init__(self, name: str, first: int, size: int) -> None:
        self.name: Final = name
        self.first: Final = first
        self.size: Final = size

    def __contains__(self, index: int) -> bool:
        return self.first <= index < self.first + self.size


def extended(prefix: int, index: int) -> int:
    """The prefix with one more part chosen."""
    return prefix << BITS | (index + 1)


def chosen(prefix: int) -> list[int]:
    """The indices that a prefix holds, in the order in which they were chosen."""
    indices: list[int] = []
    while prefix > 0:
        indices.append((prefix & (1 << BITS) - 1) - 1)
        prefix >>= BITS
    indices.reverse()
    return indices


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpace:
    """The actions of a game for a number of seats. Another `version` wherever an index means something else."""

    def __init__(self, game: str, seats: int, version: int, parts: list[tuple[str, int]]) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.version: Final = version
        self.parts: list[Part] = []
        self.size: int = 0
        for name, size in parts:
            self.parts.append(Part(name, self.size, size))
            self.size += size
        assert self.size <= LARGEST, "a mask has 512 bytes at most"
        self.mask_bytes: Final = (self.size + 7) // 8

    # What a game provides --------------------------------------------------------------------------------------------

    def index(self, option: int, depth: int) -> int:
        """The index of an option's part number `depth`, from 0; UNSETTLED after its last part."""
        raise NotImplementedError

    def decode(self, path: list[int]) -> int:
        """The option that a whole path tells; UsageError if it tells none."""
        raise NotImplementedError

    def names(self) -> list[str]:
        """The name of every index, in the order of the row."""
        raise NotImplementedError

    # What every game has ---------------------------------------------------------------------------------------------

    def encode(self, option: int) -> list[int]:
        """The whole path of an option, whatever the position; UsageError if it is no option of the game."""
        path: list[int] = []
        index = self.index(option, 0)
        while index >= 0:
            path.append(index)
            index = self.index(option, len(path))
        if len(path) == 0:
            raise UsageError(f"{self.game} has no option {option}: expected a number of State.options")
        return path

    def remaining(self, state: State, prefix: int) -> list[int]:
        """The options whose paths begin with a prefix, in canonical order."""
        options = state.options()
        if prefix == NO_PREFIX:
            return options
        for depth, wanted in enumerate(chosen(prefix)):
            options = [option for option in options if self.index(option, depth) == wanted]
        return options

    def legal(self, state: State, prefix: int) -> list[int]:
        """The indices offered after a prefix: as often as options are left that have them. Empty at the end."""
        depth = len(chosen(prefix)) if prefix != NO_PREFIX else 0
        return [self.index(option, depth) for option in self.remaining(state, prefix)]

    def settle(self, state: State, prefix: int, legal: list[int], action: int) -> int:
        """The option that an action settles; UNSETTLED if another part is asked, ILLEGAL if it is not offered.

        `legal` is what `legal` has returned for this state and prefix.
        """
        at = -1
        for place in range(len(legal)):
            if legal[place] == action:
                if at >= 0:
                    return UNSETTLED
                at = place
        if at < 0:
            return ILLEGAL
        return self.remaining(state, prefix)[at]

    def part_of(self, index: int) -> Part:
        """The part that an index belongs to; UsageError if it is outside the row."""
        for part in self.parts:
            if part.first <= index < part.first + part.size:
                return part
        raise UsageError(f"action {index}: expected 0 to {self.size - 1}")

    def no_path(self, path: list[int]) -> UsageError:
        """What `decode` raises where a path tells no option."""
        return UsageError(f"path {path}: it tells no option of {self.game}; expected what encode returns")


# Observations --------------------------------------------------------------------------------------------------------

MOST: Final = 127  # the largest value of a column; what is larger is told as this
WIDTH: Final = 8  # bits of a value


class Block:
    """Columns that belong together: the first, and their shape, as planes x rows x columns of a table."""

    def __init__(self, name: str, first: int, shape: list[int]) -> None:
        self.name: Final = name
        self.first: Final = first
        self.shape: Final = shape
        size = 1
        for length in shape:
            size *= length
        self.size: Final = size


class Cells:
    """What an observation is written to: every column that is not 0, as column << 8 | value in 8 bits."""

    def __init__(self, size: int) -> None:
        self.cells: Final = [0] * (2 * size)  # a column may be put again: what comes last counts
        self.used: int = 0

    def put(self, column: int, value: int) -> None:
        """Let a column have a value from -128 to 127."""
        self.cells[self.used] = column << WIDTH | value & 255
        self.used += 1

    def most(self, column: int, value: int) -> None:
        """Let a column have a value that is not negative, or 127 if it is larger."""
        if value > 0:
            self.cells[self.used] = column << WIDTH | (min(MOST, value))
            self.used += 1

    def values(self, size: int) -> list[int]:
        """All columns."""
        row = [0] * size
        for cell in self.cells[: self.used]:
            value = cell & 255
            row[cell >> WIDTH] = value if value <= MOST else value - 256
        return row


@mypyc_attr(allow_interpreted_subclasses=True)
class ObservationSpace:
    """What a seat observes, as columns of small whole numbers. Another `version` wherever a column means another thing.

    `scales` says by what a column is divided in the form of fractions.
    """

    def __init__(self, game: str, seats: int, version: int) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.version: Final = version
        self.size: int = 0
        self.names: Final[list[str]] = []
        self.scales: Final[list[int]] = []
        self.blocks: Final[list[Block]] = []

    # What a game provides --------------------------------------------------------------------------------------------

    def write(self, state: State, seat: int, prefix: int, cells: Cells) -> None:
        """Put what a seat observes, once the parts of a prefix are chosen; all of it follows from its view."""
        raise NotImplementedError

    # What every game has ---------------------------------------------------------------------------------------------

    def add(self, names: list[str], scale: int = 1) -> int:
        """Add columns; the number of the first."""
        first = self.size
        self.names.extend(names)
        self.scales.extend([scale] * len(names))
        self.size += len(names)
        return first

    def close(self, name: str, shape: list[int] | None = None) -> None:
        """Let the columns added since the last block be a block."""
        first = 0
        for block in self.blocks:
            first += block.size
        self.blocks.append(Block(name, first, [self.size - first] if shape is None else shape))

    def observe(self, state: State, seat: int, prefix: int = NO_PREFIX) -> list[int]:
        """What a seat observes, one number for each column."""
        if not 0 <= seat < state.seats or state.seats != self.seats:
            raise UsageError(f"seat {seat} of {state.seats}: expected 0 to {self.seats - 1} of {self.seats}")
        cells = Cells(self.size)
        self.write(state, seat, prefix, cells)
        return cells.values(self.size)
