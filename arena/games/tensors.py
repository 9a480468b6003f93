"""A game as numbers for a learner: the meaning of each action's index, and the columns of an observation.

A learner answers a decision in parts, one after another: for example the cell of a tile, then its rotation. The
answer to a part is an *action*: one of the indices 0, 1, 2 and so on. All kinds of parts share these numbers: cells
have the first ones, rotations later ones. So a network needs one output. The indices of all parts of an option are its
*path*. When only one option is left, no further part is asked.

Actions and observations depend only on the knowledge of the asked seat.
"""

from typing import Any, Final

from mypy_extensions import mypyc_attr

from arena.errors import UsageError
from arena.games.game import State

ILLEGAL: Final = -2  # what `answer` returns if an action is not offered
UNSETTLED: Final = -1  # and where another part is asked
NO_PREFIX: Final = 0  # no part of the path is chosen

# A prefix holds the parts chosen so far as one number: each index and one, in this many bits, the last in the lowest.
BITS: Final = 12
LARGEST: Final = (1 << BITS) - 2  # indices that a space can have: a mask is a row of 512 bytes at most

# A number from here on in a row of what is offered is no index but an option: it stands for its first index, which
# `ActionSpace.firsts` has under the option's high and low 16 bits. So a mask is made without a list of indices.
HALF: Final = 16
OPTIONS_FROM: Final = 1 << HALF


class Part:
    """One kind of part, such as `cell`: its name, and the range of indices that belong to it."""

    def __init__(self, name: str, first: int, size: int) -> None:
        self.name: Final = name
        self.first: Final = first
        self.size: Final = size

    def __contains__(self, index: int) -> bool:
        return self.first <= index < self.first + self.size


def extended(prefix: int, index: int) -> int:
    """Return the prefix with the index of one more chosen part."""
    return prefix << BITS | (index + 1)


def chosen(prefix: int) -> list[int]:
    """Return the indices in a prefix, in the order in which they were chosen."""
    indices: list[int] = []
    while prefix > 0:
        indices.append((prefix & (1 << BITS) - 1) - 1)
        prefix >>= BITS
    indices.reverse()
    return indices


def are_alike(indices: list[int]) -> bool:
    """True if all indices are equal."""
    first = indices[0]
    return all(indices[place] == first for place in range(1, len(indices)))


def is_in(row: list[int], number: int) -> bool:
    """True if a row contains a number."""
    return any(row[place] == number for place in range(len(row)))


class Question:
    """The decision of a seat, asked part by part. `answer` takes one part; after the last one it returns the option.

    `row` has one number for each option that is left: the index of the option's part that is asked. If the number is
    OPTIONS_FROM or more, it is the option itself, which stands for the index of its first part. So a random place in
    `row` makes all options equally likely. When the game is over `row` is empty.
    """

    def __init__(self, space: "ActionSpace", state: State) -> None:
        self.space: Final = space
        self.state: State = state
        self.prefix: int = NO_PREFIX
        self.depth: int = 0  # how many parts are chosen
        self.row: list[int] = []
        self.options: list[int] = []  # those left, by place in `row`, unless the game answers without them
        self.found: int = ILLEGAL  # what `settles` returned for the action that `Batch` checked last
        self.ask(state)

    @property
    def legal(self) -> list[int]:
        """Return the offered index for each place in `row`; an index that several options share comes several times."""
        return self.space.indices(self.row)

    def ask(self, state: State) -> None:
        """Begin with the decision of this state: set `row` to the choices for the first part of its actions."""
        self.state = state
        self.prefix = NO_PREFIX
        self.depth = 0
        if state.to_move < 0:
            self.row = []
        else:
            self.space.ask(self)

    def choose(self, action: int) -> None:
        """Add the index of a chosen part to the prefix."""
        self.prefix = extended(self.prefix, action)
        self.depth += 1

    def is_offered(self, action: int) -> bool:
        """True if an action is an answer to the part that is asked now."""
        return self.space.settles(self, action) != ILLEGAL

    def answer(self, action: int) -> int:
        """Answer the asked part; return the option, UNSETTLED if a part is left to ask, ILLEGAL if not offered."""
        return self.space.answer(self, action)

    def clone(self, state: State) -> "Question":
        """Return an independent question with the same parts answered; `state` is a clone of this question's state."""
        copy = Question(self.space, state)
        while copy.depth < self.depth:
            copy.answer(chosen(self.prefix)[copy.depth])
        return copy


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpace:
    """All actions of a game with this number of seats. `version` changes if the meaning of an index changes."""

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
        # `Any`: an index is taken as the object that it is, a large number would be a new one
        self.firsts: Final[list[list[Any]]] = []  # by the halves of an option: the index of its first part

    # What a game provides --------------------------------------------------------------------------------------------

    def index(self, option: int, depth: int) -> int:
        """Return the index of part number `depth`, from 0, of an option; UNSETTLED if the option has no such part."""
        raise NotImplementedError

    def decode(self, path: list[int]) -> int:
        """Return the option that a whole path means; raise UsageError if it means none."""
        raise NotImplementedError

    def names(self) -> list[str]:
        """Return the name of every index, in the order of the indices."""
        raise NotImplementedError

    # What every game has ---------------------------------------------------------------------------------------------

    def encode(self, option: int) -> list[int]:
        """Return an option's whole path, the same in every position; raise UsageError if there is no such option."""
        path: list[int] = []
        index = self.index(option, 0)
        while index >= 0:
            path.append(index)
            index = self.index(option, len(path))
        if len(path) == 0:
            raise UsageError(f"{self.game} has no option {option}: expected a number of State.options")
        return path

    def ask(self, question: "Question") -> None:
        """Let `question` ask for the first part of the decision that its state waits for."""
        self.offer(question, question.state.options(), 0)

    def answer(self, question: "Question", action: int) -> int:
        """Answer the asked part; return the option, UNSETTLED if a part is left to ask, ILLEGAL if not offered."""
        option = self.settles(question, action)
        if option == UNSETTLED:
            self.narrow(question, action)
        return option

    def settles(self, question: "Question", action: int) -> int:
        """Return the result of `answer`, but change nothing."""
        row = question.row
        found = ILLEGAL
        for place in range(len(row)):
            if row[place] == action:
                if found != ILLEGAL:
                    return UNSETTLED
                found = question.options[place]
        return found

    def narrow(self, question: "Question", action: int) -> None:
        """Let `question` ask the next part, after an action that several of the options share."""
        legal = question.legal
        options: list[int] = []
        for place in range(len(legal)):
            if legal[place] == action:
                options.append(question.options[place])
        question.choose(action)
        self.offer(question, options, question.depth)

    def indices(self, row: list[int]) -> list[int]:
        """Return the indices for the numbers in the `row` of a question, in the same order."""
        if len(row) == 0 or row[0] < OPTIONS_FROM:
            return row
        firsts = self.firsts
        return [firsts[option >> HALF][option & OPTIONS_FROM - 1] for option in row]

    def index_in(self, row: list[int], place: int) -> int:
        """Return the index for the number at a place in the `row` of a question."""
        number = row[place]
        return number if number < OPTIONS_FROM else self.index(number, 0)

    def offer(self, question: "Question", options: list[int], depth: int) -> None:
        """Let `question` ask part `depth` of these options.

        If all options have the same index for a part, skip this part.
        """
        legal = [self.index(option, depth) for option in options]
        while len(options) > 1 and are_alike(legal):
            question.choose(legal[0])
            depth += 1
            legal = [self.index(option, depth) for option in options]
        question.options = options
        question.row = legal

    def part_of(self, index: int) -> Part:
        """Return the kind of part that an index belongs to; raise UsageError if the space has no such index."""
        for part in self.parts:
            if part.first <= index < part.first + part.size:
                return part
        raise UsageError(f"action {index}: expected 0 to {self.size - 1}")

    def no_path(self, path: list[int]) -> UsageError:
        """Return the error that `decode` raises if a path means no option."""
        return UsageError(f"path {path}: it tells no option of {self.game}; expected what encode returns")


# Observations --------------------------------------------------------------------------------------------------------

MOST: Final = 127  # the largest value of a column; larger values are written as this


class ColumnBlock:
    """Neighbouring columns of an observation: the first one's number, and the shape of the array that they fill."""

    def __init__(self, name: str, first: int, shape: list[int]) -> None:
        self.name: Final = name
        self.first: Final = first
        self.shape: Final = shape
        size = 1
        for length in shape:
            size *= length
        self.size: Final = size


ROOM: Final = 128  # values for which a buffer has room before it grows
TABLES: Final[dict[int, list[object]]] = {}  # by size


def table_of(size: int) -> list[object]:
    """Return the list of the numbers from 0 to `size` - 1. All buffers of this size share the list."""
    table = TABLES.get(size)
    if table is None:
        table = list(range(size))
        TABLES[size] = table
    return table


class Cells:
    """The buffer that an observation is written to: numbers of columns, and the value of each of these columns.

    The number of a column is taken from a table, because a large number would be a new object every time.
    """

    def __init__(self, size: int) -> None:
        self.table: Final[list[object]] = table_of(size)
        self.columns: Final[list[object]] = [0] * ROOM  # a column may be put again: what comes last counts
        self.numbers: Final = [0] * ROOM
        self.used: int = 0

    def grow(self) -> None:
        """Make room for twice as many values."""
        self.columns.extend([0] * len(self.columns))
        self.numbers.extend([0] * len(self.numbers))

    def put(self, column: int, value: int) -> None:
        """Set a column to a value from -128 to 127."""
        used = self.used
        if used == len(self.columns):
            self.grow()
        self.columns[used] = self.table[column]
        self.numbers[used] = value
        self.used = used + 1

    def flag(self, column: int) -> None:
        """Set a column to 1."""
        used = self.used
        if used == len(self.columns):
            self.grow()
        self.columns[used] = self.table[column]
        self.numbers[used] = 1
        self.used = used + 1

    def most(self, column: int, value: int) -> None:
        """Set a column to a value of 0 or more; a value above 127 is written as 127."""
        if value > 0:
            self.put(column, min(MOST, value))

    def values(self) -> list[int]:
        """Return the values of all columns."""
        row = [0] * len(self.table)
        for place in range(self.used):
            column = self.columns[place]
            assert isinstance(column, int), "taken from the table"
            row[column] = self.numbers[place]
        return row


@mypyc_attr(allow_interpreted_subclasses=True)
class ObservationSpace:
    """The columns of small whole numbers that a seat observes. `version` changes if the meaning of a column changes.

    `scales` has a divisor for each column, for learners that want fractions in place of whole numbers.
    """

    def __init__(self, game: str, seats: int, version: int) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.version: Final = version
        self.size: int = 0
        self.names: Final[list[str]] = []
        self.scales: Final[list[int]] = []
        self.blocks: Final[list[ColumnBlock]] = []

    # What a game provides --------------------------------------------------------------------------------------------

    def write(self, state: State, seat: int, prefix: int, cells: Cells) -> None:
        """Write the observation of `seat` when the parts in `prefix` are chosen.

        All of it follows from the seat's view.
        """
        raise NotImplementedError

    def write_prefix(self, prefix: int, cells: Cells) -> None:
        """Write the chosen parts of an answer. Only this part of the observation depends on `prefix`."""
        raise NotImplementedError

    def lasting(self, state: State) -> int:
        """Return a number that changes during a game whenever `write_lasting` would write something else."""
        return 0

    def write_lasting(self, state: State, cells: Cells) -> None:
        """Write the columns that are equal for all seats and seldom change in a game.

        `write` leaves these columns out.
        """

    def grown(self, state: State) -> int:
        """Return a number that grows with each tile that is laid permanently; 0 if `write_grown` writes nothing."""
        return 0

    def write_grown(self, state: State, before: int, cells: Cells) -> None:
        """Write the columns of the tiles that were laid after `grown` returned `before`; of all tiles if `before` is 0.

        Only tiles that stay on the table have such columns, and the columns are equal for all seats.
        """

    # What every game has ---------------------------------------------------------------------------------------------

    def add(self, names: list[str], scale: int = 1) -> int:
        """Add columns with these names. Return the number of the first of them."""
        first = self.size
        self.names.extend(names)
        self.scales.extend([scale] * len(names))
        self.size += len(names)
        return first

    def close(self, name: str, shape: list[int] | None = None) -> None:
        """Make a block of the columns that were added since the last block."""
        first = 0
        for block in self.blocks:
            first += block.size
        self.blocks.append(ColumnBlock(name, first, [self.size - first] if shape is None else shape))

    def observe(self, state: State, seat: int, prefix: int = NO_PREFIX) -> list[int]:
        """Return the observation of a seat, one number for each column. Raise UsageError if there is no such seat."""
        if not 0 <= seat < state.seats or state.seats != self.seats:
            raise UsageError(f"seat {seat} of {state.seats}: expected 0 to {self.seats - 1} of {self.seats}")
        cells = Cells(self.size)
        self.write_lasting(state, cells)
        self.write_grown(state, 0, cells)
        self.write(state, seat, prefix, cells)
        return cells.values()
