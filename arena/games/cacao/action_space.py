"""The actions of Cacao as indices. A path has two parts: a cell, then a *detail*.

A detail is a worker tile and its rotation, a jungle tile to fill with, or workers that act. The *window* is a square of
cells around the start: it covers every cell that thousands of random games reach. An option on another cell has a path
of four parts: `elsewhere`, the cell's column, the cell's row and the detail.
"""

from typing import Any, Final

from arena.games.cacao.grid import (
    HIGH,
    JUNGLE,
    LOW,
    OVERBUILD,
    PLACE,
    REACH,
    STRIDE,
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
from arena.games.tensors import ILLEGAL, UNSETTLED, ActionSpace, Question, are_alike, is_in

VERSION: Final = 1
REACHES: Final[list[int]] = [0, 0, 10, 12, 12]  # the window's x and y go from 1 - this to this, by the number of seats

ORIENTED: Final = 13  # ways to lay a worker tile
SIDED: Final = 16  # a side << 2 with the workers that act
LINES: Final = STRIDE  # columns, and rows, of the table
NO_OPTIONS: Final[list[int]] = []  # stands for the options where a worker tile is laid on an open cell


class CacaoActions(ActionSpace):
    """Converts the options of Cacao to paths of indices, and back."""

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
        self.layings: Final = [[self.details[PLACE] + turned for turned in turns] for turns in ORIENTATIONS]
        self.coverings: Final = [[self.details[OVERBUILD] + turned for turned in turns] for turns in ORIENTATIONS]

    def _cells(self) -> list[Any]:
        """Return a list that has the index of each cell, at the place `cell + REACH`."""
        indices = [self.elsewhere] * (2 * REACH)
        for row in range(self.width):
            for column in range(self.width):
                indices[cell_at(column + self.low, row + self.low) + REACH] = row * self.width + column
        return indices

    def index(self, option: int, depth: int) -> int:
        """Return the index of an option's part at `depth`: the cell, or `elsewhere`, column, row; then the detail."""
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
        """Return the option of a path, which names a cell and then a detail. Raise UsageError if it names no option."""
        verb = self._verb(path[-1]) if len(path) in (2, 4) else -1
        cell = self._cell(path[:-1])
        if verb < 0 or cell is None:
            raise self.no_path(path)
        option = verb << 16 | (cell + REACH) << 4 | path[-1] - self.details[verb]
        if self.encode(option) != path:
            raise self.no_path(path)
        return option

    def _verb(self, index: int) -> int:
        """Return the kind of option that an index is a detail of; -1 if the index is no detail."""
        found = -1
        for verb in range(len(self.details)):
            if self.details[verb] <= index < self.size:
                found = verb
        return found

    def _cell(self, path: list[int]) -> int | None:
        """Return the cell that a path names before its detail; None if it names none."""
        if len(path) == 1 and 0 <= path[0] < self.elsewhere:
            return self._inside(path[0])
        if len(path) == 3 and path[0] == self.elsewhere:
            x, y = path[1] - self.column + LOW, path[2] - self.row + LOW
            if LOW <= x <= HIGH and LOW <= y <= HIGH:
                return cell_at(x, y)
        return None

    def names(self) -> list[str]:
        """Return the names of all indices: cells by x and y, details as the notation spells them."""
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

    # Laying a worker tile is most of what is asked: answered without a list of options --------------------------------

    def ask(self, question: Question) -> None:
        """Let `question` ask the first part: the cell. If a tile is to be laid, the second part is its orientation."""
        state = question.state
        assert isinstance(state, Cacao), "a state of another game"
        cells = self.cells
        if state.asking is not LAY_WORKERS:
            options = state.options()
            question.options = options
            question.row = [cells[option >> 4 & 4095] for option in options]
            if are_alike(question.row):
                self.offer(question, options, 0)
            return
        row = [cells[cell + REACH] for cell in state.open]
        village = state.villages[state.to_move]
        if may_overbuild(state, village):
            for cell in village.tiles:
                row.append(cells[cell + REACH])
        question.options = NO_OPTIONS
        question.row = row
        if are_alike(row):
            self.offer(question, state.options(), 0)

    def settles(self, question: Question, action: int) -> int:
        """Return the option that an action completes; UNSETTLED if a part is left to ask, ILLEGAL if not offered."""
        if question.options is not NO_OPTIONS:
            return ActionSpace.settles(self, question, action)
        if not is_in(question.row, action):
            return ILLEGAL
        state = question.state
        assert isinstance(state, Cacao), "a state of another game"
        if action == self.elsewhere:
            outside = [option for option in state.options() if self.index(option, 0) == action]
            return outside[0] if len(outside) == 1 else UNSETTLED
        cell = self._inside(action if question.depth == 0 else question.prefix - 1)
        verb = PLACE if state.grid[cell] < JUNGLE else OVERBUILD
        if question.depth > 0:
            return verb << 16 | (cell + REACH) << 4 | action - self.details[verb]
        turns = ORIENTATIONS[state.villages[state.to_move].types_in_hand()]
        return UNSETTLED if len(turns) > 1 else verb << 16 | (cell + REACH) << 4 | turns[0]

    def narrow(self, question: Question, action: int) -> None:
        """Let `question` ask the next part: if `action` is a cell where a tile can be laid, the tile's orientation."""
        state = question.state
        assert isinstance(state, Cacao), "a state of another game"
        if question.options is not NO_OPTIONS or action == self.elsewhere:
            if question.options is NO_OPTIONS:
                question.options = state.options()
                question.row = [self.index(option, 0) for option in question.options]
            ActionSpace.narrow(self, question, action)
            return
        types = state.villages[state.to_move].types_in_hand()
        is_placed = state.grid[self._inside(action)] < JUNGLE
        question.choose(action)
        question.row = self.layings[types] if is_placed else self.coverings[types]

    def _inside(self, index: int) -> int:
        """Return the cell of the window that has this index."""
        return cell_at(index % self.width + self.low, index // self.width + self.low)
