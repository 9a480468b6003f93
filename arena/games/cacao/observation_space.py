"""What a seat of Cacao observes, as columns for a learning program: each column has one small whole number.

Most columns belong to planes: a plane shows one fact, such as `overbuilt at`, with a column for each cell of the
window, the square of cells around the start. The other columns belong to no cell. One of them counts the jungle tiles
outside the window.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.cacao.action_space import CacaoActions
from arena.games.cacao.activation import LET_WORK, workers_on
from arena.games.cacao.grid import JUNGLE, LOW, OFFSETS, OPEN, OVERBUILT, REACH
from arena.games.cacao.jungle import FILL_SPACES
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import AMOUNT, EFFECT, JUNGLE_IDS, TEMPLE, TURNS, WORKER_IDS, WORKER_TYPES, WORKERS
from arena.games.cacao.turn import LAY_WORKERS
from arena.games.cacao.view import SIDES
from arena.games.game import State
from arena.games.tensors import NO_PREFIX, Cells, ObservationSpace, chosen

VERSION: Final = 1

EFFECTS: Final = ("plantation", "market", "gold mine", "cenote", "sun site", "temple")
STRENGTH: Final[list[int]] = [
    1 if EFFECT[tile] == TEMPLE else AMOUNT[tile] for tile in range(len(JUNGLE_IDS))
]  # by tile: cacao, price, gold, fields or suns for a worker
GROWN_BITS: Final = 8  # more than there are jungle tiles
VILLAGE: Final = ("cacao", "suns", "river", "gold of sales", "gold of mines", "hand", "pile")
VILLAGE_SCALES: Final = (5, 3, 8, 32, 8, 3, 8)


class CacaoObservation(ObservationSpace):
    """The names of the columns that a seat of Cacao observes, and the code that writes a number to each of them.

    The columns depend on the number of seats in the game.
    """

    def __init__(self, seats: int) -> None:
        super().__init__("cacao", seats, VERSION)
        actions = CacaoActions(seats)
        self.actions: Final = actions
        self.area: Final = actions.elsewhere  # cells of the window
        window = range(actions.low, actions.low + actions.width)
        self.places: Final = [f"{x},{y}" for y in window for x in window]
        self.owners: Final = ["own", *(f"seat +{turned}'s" for turned in range(1, seats))]
        self.effect: Final = self._planes([f"{effect} at" for effect in EFFECTS], 4)
        self.effects: Final = [
            self.effect + effect * self.area for effect in EFFECT
        ]  # the plane's first column, by tile
        self.workers: Final = self._planes([f"workers {side} of" for side in SIDES], 3)
        self.overbuilt: Final = self._planes(["overbuilt at"])
        self.owner: Final = self._planes([f"{owner} tile at" for owner in self.owners])
        self.open: Final = self._planes(["a worker tile may be laid at"])
        self.space: Final = self._planes(["to be filled at"])
        self.acting: Final = self._planes([f"workers to act {side} of" for side in SIDES], 3)
        self.cell: Final = self._planes(["chosen cell"])
        self.close("table", [self.size // self.area, actions.width, actions.width])
        self._add_features()

    def _planes(self, names: list[str], scale: int = 1) -> int:
        """Add an observation column for each text in `names` and each cell of the window, the square around the start.

        A text such as `overbuilt at` says what the column shows about the cell. Return the number of the first column.
        """
        return self.add([f"{name} {place}" for name in names for place in self.places], scale)

    def _add_features(self) -> None:
        """Add to the observation the columns that belong to no cell of the table, such as `turns to come`."""
        self.asks: int = self.add(["asks place", "asks fill", "asks work"])
        self.auto_resolve: int = self.add(["auto_resolve"])
        self.to_come: int = self.add(["turns to come"], 16)
        self.outside: int = self.add(["tiles outside the window"])
        self.active: int = self.add([f"{owner} turn" for owner in self.owners])
        self.asked: int = self.add([f"{owner} decision" for owner in self.owners])
        self.seat: int = self.add([f"observer is seat {seat}" for seat in range(self.seats)])
        self.elsewhere: int = self.add(["chosen elsewhere", "column is chosen"])
        self.line: int = self.add(["chosen column", "chosen row"], 16)
        self.display: int = self.add([f"display {tile}" for tile in JUNGLE_IDS])
        self.pile: int = self.add([f"jungle pile {tile}" for tile in JUNGLE_IDS], 4)
        self.hand: int = self.add([f"own hand {tile}" for tile in WORKER_IDS])
        self.village: int = self.size
        for owner in self.owners:
            for name, scale in zip(VILLAGE, VILLAGE_SCALES, strict=True):
                self.add([f"{owner} {name}"], scale)
            self.add([f"{owner} unplaced {tile}" for tile in WORKER_IDS], 4)
        self.close("features")

    def write(self, state: State, seat: int, prefix: int, cells: Cells) -> None:
        """C-15.1, C-15.2: write all that `seat` observes into the observation `cells`.

        Only the tiles on the table are left out: `write_grown` writes them. `prefix` stores, as one number, the
        action indices that the seat has already chosen for its answer, such as that of a cell.
        """
        assert isinstance(state, Cacao), "a state of another game"
        self._write_spaces(state, cells)
        self._write_question(state, seat, cells)
        if prefix != NO_PREFIX:
            self.write_prefix(prefix, cells)
        self._write_stacks(state, seat, cells)
        for turned in range(self.seats):
            self._write_village(state, (seat + turned) % self.seats, turned, cells)

    def grown(self, state: State) -> int:
        """Return how many tiles have been laid, as the number `jungle tiles + (worker tiles << GROWN_BITS)`.

        From this number, `write_grown` later finds out which tiles are new.
        """
        assert isinstance(state, Cacao), "a state of another game"
        return len(state.jungle) | len(state.laid) << GROWN_BITS

    def write_grown(self, state: State, seat: int, before: int, cells: Cells) -> None:
        """Write into the observation `cells` the tiles that were laid since an earlier call of `grown`.

        `before` is the number that this call returned, or 0 to write all tiles. For a jungle tile write its effect,
        for a worker tile its owner and its workers. Also write where a worker tile may be laid: on the empty
        cells beside a jungle tile.
        """
        assert isinstance(state, Cacao), "a state of another game"
        self._write_jungle(state, before & (1 << GROWN_BITS) - 1, cells)
        for number in range(before >> GROWN_BITS, len(state.laid)):
            self._write_tile(state, state.laid[number], seat, cells)

    def _write_jungle(self, state: Cacao, first: int, cells: Cells) -> None:
        """Write into the observation the jungle tiles from index `first` of the list `state.jungle` on.

        Also write on which cells beside these tiles a worker tile may be laid, and how many of all jungle tiles lie
        outside the window, the square of cells around the start.
        """
        area = self.area
        places = self.actions.cells
        grid = state.grid
        jungle = state.jungle
        outside = 0
        for number in range(len(jungle)):
            place: int = places[jungle[number] + REACH]
            if place >= area:
                outside += 1
            elif number >= first:
                tile = i64(grid[jungle[number]]) - JUNGLE
                cells.put(self.effects[tile] + place, STRENGTH[tile])
            if number >= first:
                self._write_open(state, jungle[number], cells)
        cells.most(self.outside, outside)

    def _write_open(self, state: Cacao, space: int, cells: Cells) -> None:
        """Write into the observation on which cells beside the jungle tile at `space` a worker tile may be laid."""
        area = self.area
        grid = state.grid
        for offset in OFFSETS:
            place: int = self.actions.cells[space + offset + REACH]
            if place < area and grid[space + offset] == OPEN:
                cells.flag(self.open + place)

    def _write_tile(self, state: Cacao, cell: int, seat: int, cells: Cells) -> None:
        """Write into the observation of `seat` the owner and the workers of the worker tile on a cell.

        They replace those of a tile that it covers.
        """
        area = self.area
        place: int = self.actions.cells[cell + REACH]
        if place >= area:
            return
        code = i64(state.grid[cell])
        first = (code & 15) << 2
        for side in range(4):
            cells.put(self.workers + side * area + place, WORKERS[first + side])
        cells.flag(self.owner + ((code >> 4 & 3) + self.seats - seat) % self.seats * area + place)
        cells.put(self.open + place, 0)
        if code >= OVERBUILT:
            cells.flag(self.overbuilt + place)

    def _write_spaces(self, state: Cacao, cells: Cells) -> None:
        """Write into the observation the spaces that must be filled, and the workers that still have to act."""
        area = self.area
        places = self.actions.cells
        for cell in state.spaces:
            place: int = places[cell + REACH]
            if place < area:
                cells.flag(self.space + place)
        for village in state.villages:
            for edge in village.edges:
                place = places[(edge >> 2) + REACH]
                if place < area:
                    cells.put(self.acting + (edge & 3) * area + place, workers_on(state, edge))

    def _write_question(self, state: Cacao, seat: int, cells: Cells) -> None:
        """Write into the observation the asked seat, what it is asked, the active seat, and the turns to come."""
        seats = self.seats
        if state.asking is LAY_WORKERS:
            cells.flag(self.asks)
        elif state.asking is FILL_SPACES:
            cells.flag(self.asks + 1)
        elif state.asking is LET_WORK:
            cells.flag(self.asks + 2)
        if state.auto_resolve:
            cells.flag(self.auto_resolve)
        cells.most(self.to_come, TURNS[seats] - state.turn)
        cells.flag(self.active + (state.active() + seats - seat) % seats)
        if state.to_move >= 0:
            cells.flag(self.asked + (state.to_move + seats - seat) % seats)
        cells.flag(self.seat + seat)

    def write_prefix(self, prefix: int, cells: Cells) -> None:
        """Write into the observation what the seat has already chosen: a cell, or a part of it, such as its column.

        `prefix` stores the chosen action indices as one number. A cell in the window, the square around the start, has
        one index. Any other cell is chosen with three, one after another: `elsewhere`, a column, a row.
        """
        path = chosen(prefix)
        if path[0] < self.area:
            cells.flag(self.cell + path[0])
            return
        cells.flag(self.elsewhere)
        if len(path) > 1:
            cells.flag(self.elsewhere + 1)
            cells.put(self.line, path[1] - self.actions.column + LOW)
        if len(path) > 2:
            cells.put(self.line + 1, path[2] - self.actions.row + LOW)

    def _write_stacks(self, state: Cacao, seat: int, cells: Cells) -> None:
        """Write into the observation the display, the rest of the jungle pile, and the observer's hand."""
        for tile in state.display:
            cells.count(self.display + tile)
        for tile in state.pile:
            cells.count(self.pile + tile)
        for tile in range(i64(WORKER_TYPES)):
            cells.most(self.hand + tile, state.villages[seat].hand[tile])

    def _write_village(self, state: Cacao, owner: int, turned: int, cells: Cells) -> None:
        """Write into the observation what all seats may know about the seat `owner`, such as its cacao.

        `turned` says how many seats this seat comes after the observer; 0 is the observer itself.
        """
        village = state.villages[owner]
        first = self.village + turned * (len(VILLAGE) + WORKER_TYPES)
        cells.most(first, village.cacao)
        cells.most(first + 1, village.suns)
        cells.most(first + 2, village.river)
        cells.most(first + 3, village.market)
        cells.most(first + 4, village.gold_mine)
        cells.most(first + 5, village.held())
        cells.most(first + 6, len(village.pile))
        unplaced = first + len(VILLAGE)
        for tile in range(i64(WORKER_TYPES)):
            cells.most(unplaced + tile, village.hand[tile])
        for tile in village.pile:
            cells.count(unplaced + tile)
