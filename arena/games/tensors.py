"""A game as numbers for a learner: the meaning of each action's index, and the columns of an observation.

A learner answers a decision in parts, one after another: for example the cell of a tile, then its rotation. The answer
to a part is an *action*, and a number from 0 on, its index, stands for it. No two kinds of parts have an index in
common: for example, cells have the first indices, and rotations have later ones. So a network needs one output. A
*path* is the list of the indices of all parts of an option. When only one option is left, no further part is asked.

Actions and observations depend only on the knowledge of the asked seat.
"""

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64, mypyc_attr, u8

from arena.errors import UsageError
from arena.games.game import State
from arena.games.vecs import append, vec

ILLEGAL: Final = -2  # what `answer` returns if an action is not offered
UNSETTLED: Final = -1  # what `answer` and `take` return if another part must be asked
NO_PREFIX: Final = 0  # no part of the path is chosen

# A prefix is one number for all chosen parts: each index plus 1 takes this many bits, the last one the lowest bits.
BITS: Final = 12
LARGEST: Final = (1 << BITS) - 2  # indices that a space can have: a mask is a row of 512 bytes at most

# A number that stands for an index has a low half of this many bits. The high half has the rest of its bits.
HALF: Final = 16
LOW_HALF: Final = (1 << HALF) - 1


class Part:
    """One kind of part of an answer, such as `cell` or `rotation`: its name, and the range of its indices."""

    def __init__(self, name: str, first: int, size: int) -> None:
        self.name: Final = name
        self.first: Final = first
        self.size: Final = size

    def __contains__(self, index: int) -> bool:
        return self.first <= index < self.first + self.size


def extended(prefix: int, index: int) -> int:
    """Return a new prefix: the given one with one more action index at its end.

    A prefix is one number that stores a list of action indices: the parts of an answer that were chosen so far.
    """
    return prefix << BITS | (index + 1)


def chosen(prefix: int) -> list[int]:
    """Return the list of action indices that a prefix stores: the parts of an answer that were chosen so far."""
    indices: list[int] = []
    while prefix > 0:
        indices.append((prefix & (1 << BITS) - 1) - 1)
        prefix >>= BITS
    indices.reverse()
    return indices


class IndexTable:
    """Gives the action index for each number that stands for an option, a cell or the like in a game.

    `places` lists action indices, and `starts` lists positions in `places`. To find the index of `number`:

    * Add the offset: `at = number + offset`.
    * Take two small numbers out of the bits of `at`: `high = at >> 16` and `low = at >> shift & mask`.
    * The action index is `places[starts[high] + low]`.
    """

    def __init__(
        self, places: list[int], starts: list[int], offset: int = 0, shift: int = 0, mask: int = LOW_HALF
    ) -> None:
        self.places: Final = vec[i64](places)
        self.starts: Final = vec[i64](starts)
        self.offset: Final[i64] = offset
        self.shift: Final[i64] = shift
        self.mask: Final[i64] = mask

    def index(self, number: i64) -> i64:
        """Return the action index for a number, which is for example an option or the number of a cell."""
        at = number + self.offset
        return self.places[self.starts[at >> HALF] + (at >> self.shift & self.mask)]

    def indices(self, row: vec[i64]) -> list[int]:
        """Return a list with the action index of each number in `row`, in the same order.

        These numbers are options, numbers of cells or the like.
        """
        return [self.index(number) for number in row]

    def are_alike(self, row: vec[i64]) -> bool:
        """True if this table gives all numbers in `row` the same action index."""
        first = self.index(row[0])
        if self.index(row[-1]) != first:
            return False  # the usual case: rows are sorted, so the first and the last number differ
        return all(self.index(number) == first for number in row)

    def has(self, row: vec[i64], index: int) -> bool:
        """True if this table gives at least one of the numbers in `row` the action index `index`."""
        return any(self.index(number) == index for number in row)

    def picked(self, row: vec[i64], index: i64) -> vec[i64]:
        """Return a vec of those numbers in `row` to which this table gives the action index `index`, in their order.

        So it finds the options that are still possible after a player chose an action.
        """
        found = vec[i64]()
        for number in row:
            if self.index(number) == index:
                found = append(found, number)
        return found

    def set_bits(self, row: vec[i64], bits: vec[u8], first: i64) -> None:
        """Set a bit for each number in `row`, in the mask that begins at byte `first` of `bits`.

        The position of the bit is the action index of the number.
        """
        for number in row:
            index = self.index(number)
            place = first + (index >> 3)
            bits[place] = u8(i64(bits[place]) | 1 << (index & 7))


NONE: Final = vec[i64]()
INDICES: Final = IndexTable(list(range(LARGEST + 1)), [0])  # each number is an index, and stands for itself


class Question:
    """The decision of a seat, asked part by part, such as the cell of a tile and then its rotation.

    `answer` takes an action, the answer to one part; after the last part it returns the option.

    The asked part is the part that must be answered next. `row` and `table` say which actions may answer it. `row` is
    a vec of numbers, for example of the cells on which a tile may be laid, or of whole options. `table` gives the
    action index of each of these numbers. Several numbers may have the same action index.

    A random number of `row` makes all options equally likely, because each number belongs to equally many options. The
    vec is valid until the next option is played. After the end of the game it is empty.
    """

    def __init__(self, space: "ActionSpace", state: State) -> None:
        self.space: Final = space
        self.state: State = state
        self.asked: int = 0  # decisions so far
        self.prefix: int = NO_PREFIX
        self.depth: int = 0  # how many parts are chosen
        self.row: vec[i64] = NONE
        self.table: IndexTable = INDICES
        self.options: list[int] = []  # the options left, by `row`; unused if the game needs none
        self.ask(state)

    @property
    def legal(self) -> list[int]:
        """Return a list of the action indices that may answer the part of the decision that is asked next.

        An index can be in the list several times: it is there once for each number in `row` that has this index.
        """
        return self.table.indices(self.row)

    def ask(self, state: State) -> None:
        """Begin the decision of the seat to move in `state`: store which actions are offered for its first part.

        Each part, such as the cell of a tile and then its rotation, is answered by one action. After the game's end, no
        action is offered: `row` is empty.
        """
        self.state = state
        self.asked += 1
        self.prefix = NO_PREFIX
        self.depth = 0
        if state.to_move < 0:
            self.offer(NONE, INDICES)
        else:
            self.space.ask(self)

    def offer(self, row: vec[i64], table: IndexTable) -> None:
        """Store which actions may answer the part of the decision that is asked next.

        For example, `row` has the cells on which a tile may be laid, and `table` gives each cell its action index.
        """
        self.row = row
        self.table = table

    def choose(self, action: int) -> None:
        """Store an action as the answer to the asked part: add it to `prefix`, which stores all parts chosen so far."""
        self.prefix = extended(self.prefix, action)
        self.depth += 1

    def is_offered(self, action: int) -> bool:
        """True if an action is a possible answer to the asked part."""
        return self.table.has(self.row, action)

    def answer(self, action: int) -> int:
        """Answer the asked part of the decision, such as the cell, with an action index.

        Return the option if it is complete; UNSETTLED (-1) if another part must be asked; ILLEGAL (-2) if the action is
        not offered.
        """
        return self.space.take(self, action) if self.is_offered(action) else ILLEGAL

    def clone(self, state: State) -> "Question":
        """Return an independent question with the same parts answered; `state` is a clone of this question's state."""
        copy = Question(self.space, state)
        while copy.depth < self.depth:
            copy.answer(chosen(self.prefix)[copy.depth])
        return copy


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpace:
    """All actions of a game for a number of seats: the indices that stand for its options.

    `version` changes if the meaning of an index changes.
    """

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
        """Return the index of one part of an option, such as its cell or its rotation.

        The parts are numbered from 0; `depth` is the number. Return UNSETTLED (-1) if the option has no such part.
        """
        raise NotImplementedError

    def decode(self, path: list[int]) -> int:
        """Return the option for a path, the list of all its indices. Raise UsageError if no option has this path."""
        raise NotImplementedError

    def names(self) -> list[str]:
        """Return a text for every action index, such as `cell 0,1`, in the order of the indices."""
        raise NotImplementedError

    # What every game has ---------------------------------------------------------------------------------------------

    def encode(self, option: int) -> list[int]:
        """Return the path of an option: the list of indices that stand for it. It is the same in every position.

        Raise UsageError if there is no such option.
        """
        path: list[int] = []
        index = self.index(option, 0)
        while index >= 0:
            path.append(index)
            index = self.index(option, len(path))
        if len(path) == 0:
            raise UsageError(f"{self.game} has no option {option}: expected a number of State.options")
        return path

    def ask(self, question: "Question") -> None:
        """Store in `question` which actions the seat to move can choose as the first part of its answer.

        Each action is one part, such as the cell of a tile or its rotation.
        """
        self.offer(question, question.state.options(), 0)

    def take(self, question: "Question", action: int) -> int:
        """Answer the asked part of `question`, such as a cell, with an action. Return the option if it is complete.

        If another part must be asked, store in `question` which actions may answer it, and return UNSETTLED (-1). The
        action is not checked: `Question.answer` does that.
        """
        row = question.row
        options: list[int] = []
        for place in range(len(row)):
            if row[place] == action:
                options.append(question.options[place])
        if len(options) == 1:
            return options[0]
        question.choose(action)
        self.offer(question, options, question.depth)
        return UNSETTLED

    def offer(self, question: "Question", options: list[int], depth: int) -> None:
        """Store in `question` which actions may answer one part, such as the rotation.

        `depth` is the number of this part, from 0, and `options` are the options that are still possible. If they all
        have the same index for this part, choose this index without asking, and go on to the next part.
        """
        legal = vec[i64]([self.index(option, depth) for option in options])
        while len(options) > 1 and INDICES.are_alike(legal):
            question.choose(legal[0])
            depth += 1
            legal = vec[i64]([self.index(option, depth) for option in options])
        question.options = options
        question.offer(legal, INDICES)

    def part_of(self, index: int) -> Part:
        """Return the kind of part, such as `cell`, to which an index belongs; raise UsageError for an unknown index."""
        for part in self.parts:
            if part.first <= index < part.first + part.size:
                return part
        raise UsageError(f"action {index}: expected 0 to {self.size - 1}")

    def no_path(self, path: list[int]) -> UsageError:
        """Return the error that `decode` raises if a path, a list of indices, stands for no option."""
        return UsageError(f"path {path}: it tells no option of {self.game}; expected what encode returns")


# Observations --------------------------------------------------------------------------------------------------------

MOST: Final = 127  # the largest value of a column; larger values are written as this
LEAST: Final = -128


class ColumnBlock:
    """Neighbouring columns of an observation: the first one's number, and the shape of the array that they form."""

    def __init__(self, name: str, first: int, shape: list[int]) -> None:
        self.name: Final = name
        self.first: Final = first
        self.shape: Final = shape
        size = 1
        for length in shape:
            size *= length
        self.size: Final = size


def signed(row: Iterable[int]) -> list[int]:
    """Return the bytes of an observation as a list of numbers from -128 to 127."""
    return [value - 256 if value > MOST else value for value in row]


class Cells:
    """Writes numbers into the columns of an observation: `row`, with one byte for each column.

    A negative number is stored as that number plus 256, as NumPy's int8 does.
    """

    def __init__(self, size: int) -> None:
        self.blank: Final = vec[u8]([0] * size)
        self.row: vec[u8] = self.blank[:]

    def clear(self) -> None:
        """Begin a new observation, in which each column is 0."""
        self.row = self.blank[:]

    def put(self, column: i64, value: i64) -> None:
        """Set a column of the observation to a value from -128 to 127."""
        if not LEAST <= value <= MOST:
            raise OverflowError(f"column {column} cannot be {value}: expected {LEAST} to {MOST}")
        self.row[column] = u8(value & 255)

    def flag(self, column: i64) -> None:
        """Set a column of the observation to 1."""
        self.row[column] = 1

    def most(self, column: i64, value: i64) -> None:
        """Set a column to a value of 0 or more; a value above 127 is written as 127."""
        if value > 0:
            self.row[column] = u8(min(MOST, value))

    def put_all(self, column: i64, values: list[int]) -> None:
        """Set neighbouring columns, from `column` on, to values of 0 or more; values above 127 are written as 127."""
        for value in values:
            self.row[column] = u8(min(MOST, i64(value)))
            column += 1

    def count(self, column: i64) -> None:
        """Add 1 to the value of a column of the observation."""
        self.put(column, i64(self.row[column]) + 1)

    def count_all(self, column: i64, kinds: list[int]) -> None:
        """Add 1 to the column `column` + n for each number n in the list."""
        for kind in kinds:
            self.count(column + i64(kind))

    def values(self) -> list[int]:
        """Return the observation as a list with one number for each column; 0 for a column that was not set."""
        return signed(list(self.row))


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
        """Write into `cells` what `seat` observes, including the parts of its answer that it has already chosen.

        `prefix` is one number that stores these parts; see `extended`. The columns that `write_lasting` and
        `write_grown` write are left out. All written values follow from the seat's view.
        """
        raise NotImplementedError

    def write_prefix(self, prefix: int, cells: Cells) -> None:
        """Write into `cells` the parts of an answer that the seat has already chosen.

        `prefix` is one number that stores these parts; see `extended`. Only the columns that are written here depend
        on them.
        """
        raise NotImplementedError

    def lasting(self, state: State) -> int:
        """Return a number that changes whenever `write_lasting` would write other values than before.

        So the columns are written again only if this number has changed.
        """
        return 0

    def write_lasting(self, state: State, cells: Cells) -> None:
        """Write into `cells` the columns that are equal for all seats and seldom change in a game.

        `write` leaves these columns out.
        """

    def grown(self, state: State) -> int:
        """Return a number that grows whenever a tile is laid that stays on the table until the end of the game.

        When it has grown, `write_grown` is called to write the columns of the new tiles. The number stays 0 in a game
        that does not use `write_grown`.
        """
        return 0

    def write_grown(self, state: State, seat: int, before: int, cells: Cells) -> None:
        """Write into `cells` the tiles that were laid since `grown` returned `before`; all laid tiles if it is 0.

        Only tiles that stay on the table until the end are written here, as `seat` observes them.
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
        """Append a ColumnBlock to the list `blocks`, with all columns that were added since the last block.

        Without `shape`, the columns form an array with one dimension.
        """
        first = 0
        for block in self.blocks:
            first += block.size
        self.blocks.append(ColumnBlock(name, first, [self.size - first] if shape is None else shape))

    def observe(self, question: Question, seat: int | None = None) -> list[int]:
        """Return what a seat observes at a decision, as a list of numbers, one for each column.

        Without `seat`, this is the asked seat; it also observes the parts of its answer that it has chosen so far.
        These are the columns that a batch shows. Raise UsageError if there is no such seat, as after the end of the
        game, when no seat is asked.
        """
        state = question.state
        observer = state.to_move if seat is None else seat
        if not 0 <= observer < state.seats or state.seats != self.seats:
            raise UsageError(f"seat {observer} of {state.seats}: expected 0 to {self.seats - 1} of {self.seats}")
        observed = ObservedGame(self)
        observed.write(question, observer)
        return signed(list(observed.row))


NEVER: Final = -1  # the key of a row that was not written yet


class ObservedGame:
    """The observations that were last written for one game, by seat.

    `lasting` has for each seat the columns that seldom change. When a seat is asked for a further part of its answer,
    only the parts chosen so far are written again, into a copy of `position`.
    """

    def __init__(self, space: ObservationSpace) -> None:
        self.space: Final = space
        self.cells: Final = Cells(space.size)
        self.decision: int = NEVER  # the number of the question's decision
        self.seat: int = NEVER
        self.keys: Final[list[int]] = [NEVER] * space.seats
        self.grown: Final[list[int]] = [0] * space.seats  # the result of `space.grown` for the tiles that are written
        self.lasting: Final[list[vec[u8]]] = [self.cells.blank] * space.seats
        self.position: vec[u8] = self.cells.blank  # what the seat observes, without chosen parts
        self.row: vec[u8] = self.cells.blank  # what was written last

    def forget(self) -> None:
        """Mark the observations as out of date, because another game begins."""
        for seat in range(self.space.seats):
            self.keys[seat] = NEVER
        self.decision = NEVER

    def write(self, question: Question, seat: int) -> None:
        """Write into `row` what a seat observes at the decision of `question`, with the parts that it has chosen.

        If the position was already written for this decision and seat, only these parts are written.
        """
        if self.decision != question.asked or self.seat != seat:
            self.write_position(question.state, seat)
            self.decision = question.asked
            self.seat = seat
        self.write_prefix(question.prefix if question.state.to_move == seat else NO_PREFIX)

    def write_position(self, state: State, seat: int) -> None:
        """Write the position as a seat observes it, without chosen parts of its answer."""
        self._write_lasting(state, seat)
        cells = self.cells
        cells.row = self.lasting[seat][:]
        self.space.write(state, seat, NO_PREFIX, cells)
        self.position = cells.row

    def _write_lasting(self, state: State, seat: int) -> None:
        """Bring the columns up to date that seldom change."""
        space = self.space
        cells = self.cells
        key = space.lasting(state)
        if key != self.keys[seat]:
            cells.clear()
            space.write_lasting(state, cells)
            self.lasting[seat] = cells.row
            self.keys[seat] = key
            self.grown[seat] = 0
        grown = space.grown(state)
        if grown != self.grown[seat]:
            cells.row = self.lasting[seat]
            space.write_grown(state, seat, self.grown[seat], cells)
            self.grown[seat] = grown

    def write_prefix(self, prefix: int) -> None:
        """Write into `row` the position with the parts of an answer that `prefix` stores; see `extended`."""
        self.row = self.position
        if prefix != NO_PREFIX:
            self.cells.row = self.position[:]
            self.space.write_prefix(prefix, self.cells)
            self.row = self.cells.row
