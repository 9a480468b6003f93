"""The actions of Cacao as indices. The *path* of an option, its indices in order, has two parts: a cell and a *detail*.

A detail is a worker tile and its rotation, a jungle tile to lay on a space, or a side and how many workers act there.
The *window* is a square of cells around the start, and each of its cells has an index. In thousands of random games no
tile lay outside it. A cell outside has no index of its own, so its path has four parts: the index `elsewhere`, the
cell's column, the cell's row, and the detail.
"""

from typing import Any, Final

from mypy_extensions import i64

from arena.games.cacao.grid import (
    FILL,
    HIGH,
    JUNGLE,
    LOW,
    OVERBUILD,
    PLACE,
    REACH,
    STRIDE,
    WORK,
    cell_at,
    cell_of,
    x_of,
    y_of,
)
from arena.games.cacao.overbuild import may_overbuild
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import FIRST, JUNGLE_IDS, ORIENTATIONS, TYPE, WORKER_IDS
from arena.games.cacao.turn import LAY_WORKERS
from arena.games.cacao.view import SIDES
from arena.games.packing import packed
from arena.games.tensors import INDICES, UNSETTLED, ActionSpace, IndexTable, Question
from arena.games.vecs import append, vec

VERSION: Final = 1
REACHES: Final[list[int]] = [0, 0, 10, 12, 12]  # the window's x and y go from 1 - this to this, by the number of seats

ORIENTED: Final = 13  # ways to lay a worker tile
SIDED: Final = 16  # a side << 2 with the workers that act
LINES: Final = STRIDE  # columns, and rows, of the table
DETAIL_BITS: Final = 4  # of an option


class CacaoActions(ActionSpace):
    """Converts each option of Cacao to its path (the list of action indices that stand for it) and back."""

    def __init__(self, seats: int) -> None:
        reach = REACHES[seats]
        self.low: Final = 1 - reach
        self.width: Final = 2 * reach
        cells = self.width * self.width
        parts = [("cell", cells), ("elsewhere", 1), ("column", LINES), ("row", LINES)]
        details = [("place", ORIENTED), ("overbuild", ORIENTED), ("fill", len(JUNGLE_IDS)), ("work", SIDED)]
        super().__init__("cacao", seats, VERSION, [*parts, *details])
        self.elsewhere: Final = cells
        self.column: Final = cells + 1
        self.row: Final = cells + 1 + LINES
        self.details: Final[list[int]] = [
            part.first for part in self.parts[4:]
        ]  # by verb: PLACE, OVERBUILD, FILL, WORK
        # `Any`: a number is passed on as the same object; a large one would be a new object every time
        self.cells: Final[list[Any]] = self._cells()
        at_once = 2 * REACH - 1  # all bits that a cell can have
        self.of_cell: Final = IndexTable(self.cells, [0], offset=REACH, mask=at_once)
        self.of_option: Final = IndexTable(self.cells, [0] * len(self.details), shift=DETAIL_BITS, mask=at_once)
        listed = [first + detail for first in self.details for detail in range(SIDED)]
        starts = [verb * SIDED for verb in range(len(self.details))]
        self.of_detail: Final = IndexTable(listed, starts, mask=SIDED - 1)
        self.of_covering: Final = IndexTable(listed, [OVERBUILD * SIDED], mask=SIDED - 1)  # numbers without their verb
        self.cell_bits: Final = self._cell_bits()
        self.detail_bits: Final = self._detail_bits()

    def _cells(self) -> list[Any]:
        """Return a list with the action index of each cell. Entry `cell + REACH` belongs to the cell `cell`.

        REACH is added because the number of a cell can be negative. All cells outside the window, the square around
        the start, have the index `elsewhere`.
        """
        indices = [self.elsewhere] * (2 * REACH)
        for row in range(self.width):
            for column in range(self.width):
                indices[cell_at(column + self.low, row + self.low) + REACH] = row * self.width + column
        return indices

    def _cell_bits(self) -> list[int]:
        """Return a list with a number for each cell of the window, in the order of their action indices.

        The window is the square around the start. An option is a number, and some of its bits say on which cell it
        acts. An entry has these bits for its cell; its other bits are 0.
        """
        lines = range(self.low, self.low + self.width)
        return [cell_at(x, y) + REACH << DETAIL_BITS for y in lines for x in lines]

    def _detail_bits(self) -> list[int]:
        """Return a list with a number for each detail, in the order of their action indices.

        A detail is, for example, a worker tile and its rotation. An option is a number: some of its bits say on which
        cell it acts, and the others say the detail. An entry has the bits of its detail; the bits for the cell are 0.
        """
        sizes = {PLACE: ORIENTED, OVERBUILD: ORIENTED, FILL: len(JUNGLE_IDS), WORK: SIDED}
        return [verb << 16 | detail for verb, size in sizes.items() for detail in range(size)]

    def index(self, option: int, depth: int) -> int:
        """Return one action index of an option's path: `depth` 0 is the cell, 1 the detail, such as a rotation.

        If the cell lies outside the window, the square around the start, `depth` 0 is the index `elsewhere`, 1 the
        cell's column, 2 its row, and 3 the detail. If the path is too short, return UNSETTLED (-1).
        """
        cell: int = self.cells[option >> 4 & 4095]
        if depth == 0:
            return cell
        last = 1 if cell != self.elsewhere else 3
        if depth == last:
            return self.details[option >> 16] + (option & 15)
        if depth > last:
            return UNSETTLED
        at = cell_of(option)
        return self.column + x_of(at) - LOW if depth == 1 else self.row + y_of(at) - LOW

    def decode(self, path: list[int]) -> int:
        """Return the option that a path stands for. Raise UsageError if it stands for none.

        A path is a list of two action indices: of a cell and of a detail, such as a tile with its rotation. For a cell
        outside the window, the square around the start, it has four: `elsewhere`, column, row and detail.
        """
        verb = self._verb(path[-1]) if len(path) in (2, 4) else -1
        cell = self._cell(path[:-1])
        if verb < 0 or cell is None:
            raise self.no_path(path)
        option = verb << 16 | (cell + REACH) << 4 | path[-1] - self.details[verb]
        if self.encode(option) != path:
            raise self.no_path(path)
        return option

    def _verb(self, index: int) -> int:
        """Return the kind of option, PLACE, OVERBUILD, FILL or WORK, to which an action index belongs.

        The index stands for a detail, such as a tile with its rotation; each kind has indices of its own for details.
        Return -1 for an index that stands for no detail.
        """
        found = -1
        for verb in range(len(self.details)):
            if self.details[verb] <= index < self.size:
                found = verb
        return found

    def _cell(self, path: list[int]) -> int | None:
        """Return the number of the cell that `path` stands for; None if it stands for no cell.

        `path` is a list of action indices: `[cell]` for a cell of the window, the square around the start, and
        `[elsewhere, column, row]` for another cell.
        """
        if len(path) == 1 and 0 <= path[0] < self.elsewhere:
            return (self.cell_bits[path[0]] >> DETAIL_BITS) - REACH
        if len(path) == 3 and path[0] == self.elsewhere:
            x, y = path[1] - self.column + LOW, path[2] - self.row + LOW
            if LOW <= x <= HIGH and LOW <= y <= HIGH:
                return cell_at(x, y)
        return None

    def names(self) -> list[str]:
        """Return a list with a text for each action index, in order. A text is, for example, `cell 0,-1`."""
        window = range(self.low, self.low + self.width)
        turned = [f"{WORKER_IDS[TYPE[number]]} r{number - FIRST[TYPE[number]]}" for number in range(ORIENTED)]
        return [
            *(f"cell {x},{y}" for y in window for x in window),
            "elsewhere",
            *(f"column {x}" for x in range(LOW, HIGH + 1)),
            *(f"row {y}" for y in range(LOW, HIGH + 1)),
            *(f"place {way}" for way in turned),
            *(f"overbuild {way}" for way in turned),
            *(f"fill {tile}" for tile in JUNGLE_IDS),
            *(f"work {SIDES[number >> 2]} {number & 3}" for number in range(SIDED)),
        ]

    # Answered without a list of options, or with the list that the game makes ----------------------------------------

    def ask(self, question: Question) -> None:
        """Set in `question` that the asked seat has to choose a legal cell, the first part of its answer.

        If only one cell is legal, set it as chosen, and set that the seat has to choose a detail for it, such as the
        rotation of a tile.
        """
        state = question.state
        assert isinstance(state, Cacao), "a state of another game"
        if state.asking is not LAY_WORKERS:
            self._offer(question, packed(state.options()), self.of_option)
            return
        cells = state.open[:]
        village = state.villages[state.to_move]
        if may_overbuild(state, village):
            cells = joined(cells, village.tiles)
        self._offer(question, cells, self.of_cell)

    def _offer(self, question: Question, row: vec[i64], table: IndexTable) -> None:
        """Set in `question` that the asked seat has to choose a legal cell, the first part of its answer.

        `row` is the list of the legal cells or of the legal options. `table` maps each of them to the action index of
        its cell. If only one cell is legal, set it as chosen, and set that the seat has to choose a detail for it.
        """
        index = table.index(row[0])
        are_cells = table is self.of_cell  # all different, so only those outside of the window are alike
        if (are_cells and len(row) > 1 and index != self.elsewhere) or not table.are_alike(row):
            question.offer(row, table)
            return
        if index == self.elsewhere:
            self.offer(question, question.state.options(), 0)
        elif are_cells:
            self._lay(question, index)
        else:
            question.choose(index)
            question.offer(row, self.of_detail)

    def take(self, question: Question, action: int) -> int:
        """Answer what `question` asks now, such as the cell. The answer is the action index `action`, which is legal.

        Return the option if it is complete now. If a choice is left, such as the rotation, set in `question` that this
        is asked next, and return UNSETTLED (-1).
        """
        table = question.table
        if table is INDICES:
            return ActionSpace.take(self, question, action)
        if action > self.elsewhere:
            return self.cell_bits[question.prefix - 1] | self.detail_bits[action - self.details[PLACE]]
        if action == self.elsewhere:
            question.options = question.state.options()
            question.offer(vec[i64]([self.index(option, 0) for option in question.options]), INDICES)
            return ActionSpace.take(self, question, action)
        if table is self.of_cell:
            return self._lay(question, action)
        options = table.picked(question.row, action)
        if len(options) == 1:
            return options[0]
        question.choose(action)
        question.offer(options, self.of_detail)
        return UNSETTLED

    def _lay(self, question: Question, index: int) -> int:
        """Return the option to lay a worker tile on the cell with this action index, if there is only one such option.

        If there are several, set in `question` that the seat has to choose the tile and its rotation, and return
        UNSETTLED (-1).
        """
        state = question.state
        assert isinstance(state, Cacao), "a state of another game"
        bits = self.cell_bits[index]
        turns = ORIENTATIONS[state.villages[state.to_move].types_in_hand()]
        is_placed = state.grid[(bits >> DETAIL_BITS) - REACH] < JUNGLE
        if len(turns) == 1:
            return (PLACE if is_placed else OVERBUILD) << 16 | bits | turns[0]
        question.choose(index)
        question.offer(turns, self.of_detail if is_placed else self.of_covering)
        return UNSETTLED


def joined(cells: vec[i64], more: vec[i64]) -> vec[i64]:
    """Return a vec with the numbers of both. The caller does not use `cells` any more."""
    for cell in more:
        cells = append(cells, cell)
    return cells
