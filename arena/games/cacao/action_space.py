"""The actions of Cacao as indices: first the cell, then how a tile is laid, which tile fills it, or how many act.

The window is a square of cells around the start: it covers every cell that thousands of random games reach. An option
outside it is told by four parts: `elsewhere`, its column, its row and the detail.
"""

from typing import Final

from arena.games.cacao.grid import (
    HIGH,
    LOW,
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
from arena.games.game import State
from arena.games.tensors import ILLEGAL, NO_PREFIX, UNSETTLED, ActionSpace, extended

VERSION: Final = 1
REACHES: Final[list[int]] = [0, 0, 10, 12, 12]  # the window's x and y go from 1 - this to this, by the number of seats

ORIENTED: Final = 13  # ways to lay a worker tile
SIDED: Final = 16  # a side << 2 with the workers that act
LINES: Final = STRIDE  # columns, and rows, of the table


class CacaoActions(ActionSpace):
    """The indices of Cacao's options."""

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
        self.cells: Final = self._cells()
        self.layings: Final = [[self.details[PLACE] + turned for turned in turns] for turns in ORIENTATIONS]

    def _cells(self) -> list[int]:
        """The index of each cell, by cell + REACH."""
        indices = [self.elsewhere] * (2 * REACH)
        for row in range(self.width):
            for column in range(self.width):
                indices[cell_at(column + self.low, row + self.low) + REACH] = row * self.width + column
        return indices

    def index(self, option: int, depth: int) -> int:
        """The cell, or `elsewhere` with column and row; then the detail."""
        cell = self.cells[option >> 4 & 4095]
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
        """The option of a cell and a detail."""
        verb = self._verb(path[-1]) if len(path) in (2, 4) else -1
        cell = self._cell(path[:-1])
        if verb < 0 or cell is None:
            raise self.no_path(path)
        option = verb << 16 | (cell + REACH) << 4 | path[-1] - self.details[verb]
        if self.encode(option) != path:
            raise self.no_path(path)
        return option

    def _verb(self, index: int) -> int:
        """The verb that a detail belongs to; -1 for none."""
        found = -1
        for verb in range(len(self.details)):
            if self.details[verb] <= index < self.size:
                found = verb
        return found

    def _cell(self, path: list[int]) -> int | None:
        """The cell that the path names without its detail."""
        if len(path) == 1 and 0 <= path[0] < self.elsewhere:
            return self._inside(path[0])
        if len(path) == 3 and path[0] == self.elsewhere:
            x, y = path[1] - self.column + LOW, path[2] - self.row + LOW
            if LOW <= x <= HIGH and LOW <= y <= HIGH:
                return cell_at(x, y)
        return None

    def names(self) -> list[str]:
        """Cells by x and y, details as the notation spells them."""
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

    def legal(self, state: State, prefix: int) -> list[int]:
        """The indices offered; where a tile is laid, each open cell once, then the ways to lay it."""
        assert isinstance(state, Cacao), "a state of another game"
        if self._is_plain(state, prefix):
            if prefix == NO_PREFIX:
                cells = self.cells
                return [cells[cell + REACH] for cell in state.open]
            return self.layings[state.villages[state.to_move].types_in_hand()]
        return ActionSpace.legal(self, state, prefix)

    def settle(self, state: State, prefix: int, legal: list[int], action: int) -> int:
        """The option that an action settles, if it does."""
        assert isinstance(state, Cacao), "a state of another game"
        if not self._is_plain(state, prefix):
            return ActionSpace.settle(self, state, prefix, legal, action)
        for offered in legal:
            if offered == action:
                return self._laid(state, prefix, action)
        return ILLEGAL

    def _is_plain(self, state: Cacao, prefix: int) -> bool:
        """True if the asked seat lays a worker tile on an open cell, and no part of its path lies elsewhere."""
        if state.asking is not LAY_WORKERS or prefix > self.elsewhere:
            return False
        return not may_overbuild(state, state.villages[state.to_move])

    def _laid(self, state: Cacao, prefix: int, action: int) -> int:
        """The option of a cell, or of a cell and a way to lay a tile."""
        if prefix != NO_PREFIX:
            return PLACE << 16 | (self._inside(prefix - 1) + REACH) << 4 | action - self.details[PLACE]
        if action == self.elsewhere:
            options = self.remaining(state, extended(NO_PREFIX, action))
            return options[0] if len(options) == 1 else UNSETTLED
        turns = ORIENTATIONS[state.villages[state.to_move].types_in_hand()]
        if len(turns) > 1:
            return UNSETTLED
        return PLACE << 16 | (self._inside(action) + REACH) << 4 | turns[0]

    def _inside(self, index: int) -> int:
        """The cell of the window with an index."""
        return cell_at(index % self.width + self.low, index // self.width + self.low)
