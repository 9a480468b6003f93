"""Estimates what a seat of Cacao could gain immediately by laying its next worker tile. The forecast uses the gains.

A gain is counted in points for each open cell, with the best tile of the seat's hand in its best rotation. Cacao in
store is valued as in `arena.bots.stores`. If laying the tile would fill a jungle space, the best tile of the display is
assumed there.
"""

from collections.abc import Sequence
from typing import Final

from arena.games.cacao.grid import JUNGLE, OFFSETS, WORKER
from arena.games.cacao.scoring import temple_shares, workers_at
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import (
    AMOUNT,
    CENOTE,
    EFFECT,
    GOLD_MINE,
    MARKET,
    ORIENTATIONS,
    PLANTATION,
    RIVER,
    RIVER_END,
    STORAGE,
    SUN_SITE,
    SUN_SPACES,
    TEMPLE,
    WORKERS,
)

FRUIT: Final = 0.8  # of a point, for a cacao that can still be sold
LATER: Final = 0.2  # of a point, for a worker at a cell without a tile
MOST_WORKERS: Final = 4  # 0 to 3 on a side
CELLS: Final = 8  # the best ones, over which the mean is taken
NOTHING: Final = [0.0] * MOST_WORKERS
# The loss by a worker of another seat at a tile that the display gives to a space: by the effect of the tile.
OTHERS: Final = {GOLD_MINE: 1.5, CENOTE: 2.0, SUN_SITE: 1.0}
OTHERS_AT_TEMPLE: Final = 3.0
OTHERS_HARVEST: Final = 3  # cacao at most
OTHERS_SALES: Final = 2


class GainReader:
    """Estimates what one seat could gain immediately by laying its next worker tile, in one position of Cacao."""

    def __init__(self, state: Cacao, seat: int) -> None:
        self.state: Final = state
        self.seat: Final = seat
        village = state.villages[seat]
        self.village: Final = village
        self.fruit: Final = FRUIT if sum(village.hand) + len(village.pile) > 1 else 0.0
        self.filled: Final[dict[int, list[float]]] = {}  # by space

    def gains(self) -> list[float]:
        """Return four numbers in points, estimated over all open cells.

        They are the gain of the best cell, the gain of the second one, the sum of the next two gains, and the mean gain
        of the 8 best cells.
        """
        orientations = ORIENTATIONS[self.village.types_in_hand()]
        if not orientations:
            return [0.0] * 4
        found = sorted((self.best_at(cell, orientations) for cell in self.state.open), reverse=True)
        found += NOTHING
        return [found[0], found[1], found[2] + found[3], sum(found[:CELLS]) / CELLS]

    def best_at(self, cell: int, orientations: Sequence[int]) -> float:
        """Return the gain, in points, of laying the seat's best worker tile on a cell, in the best rotation."""
        north, east, south, west = (self.at_side(cell + offset) for offset in OFFSETS)
        return max(
            north[WORKERS[each << 2]]
            + east[WORKERS[each << 2 | 1]]
            + south[WORKERS[each << 2 | 2]]
            + west[WORKERS[each << 2 | 3]]
            for each in orientations
        )

    def at_side(self, beside: int) -> list[float]:
        """Return four gains in points: of 0, 1, 2 and 3 workers on a worker tile's side towards the cell `beside`."""
        code = self.state.grid[beside]
        if code >= WORKER:
            return NOTHING
        if code >= JUNGLE:
            return [self.gain(code - JUNGLE, workers, beside) for workers in range(MOST_WORKERS)]
        if code == 0:
            return [LATER * workers for workers in range(MOST_WORKERS)]
        if beside not in self.filled:
            self.filled[beside] = self.if_filled(beside)
        return self.filled[beside]

    def gain(self, tile: int, workers: int, cell: int | None) -> float:
        """Return the gain, in points, of this number of workers at a jungle tile.

        `cell` is where the tile lies; None if it is not laid yet.
        """
        effect, amount, village = EFFECT[tile], AMOUNT[tile], self.village
        points = 0.0
        if effect == PLANTATION:
            points = self.fruit * min(workers * amount, STORAGE - village.cacao)
        elif effect == MARKET:
            points = (amount - self.fruit) * min(workers, village.cacao)
        elif effect == GOLD_MINE:
            points = amount * workers
        elif effect == CENOTE:
            points = RIVER[min(RIVER_END, village.river + workers * amount)] - RIVER[village.river]
        elif effect == SUN_SITE:
            points = min(workers * amount, SUN_SPACES - village.suns)
        elif workers > 0:
            points = self.temple_lead(workers, cell)
        return points

    def temple_lead(self, workers: int, cell: int | None) -> float:
        """Return what more workers at a temple gain for the seat, in gold.

        It is the change of the seat's own gold, less the mean change of the other seats' gold. `cell` is None if the
        temple is not laid yet.
        """
        seats = self.state.seats
        counts = [0] * seats if cell is None else workers_at(self.state, cell)
        before = temple_shares(counts)
        counts[self.seat] += workers
        change = [after - share for after, share in zip(temple_shares(counts), before, strict=True)]
        return change[self.seat] - (sum(change) - change[self.seat]) / (seats - 1)

    def if_filled(self, space: int) -> list[float]:
        """Return four gains in points: those of 0, 1, 2 and 3 more workers at a jungle space.

        The space is assumed to get the best tile of the display. What other seats would gain there is subtracted.
        """
        counts = workers_at(self.state, space)
        own = counts[self.seat]
        others = sum(counts) - own
        tiles = sorted(set(self.state.display))
        return [
            max((self.gain(tile, own + workers, None) - self.lost(tile, others) for tile in tiles), default=0.0)
            for workers in range(MOST_WORKERS)
        ]

    def lost(self, tile: int, others: int) -> float:
        """Return about how many points the other seats gain when a jungle tile is laid.

        `others` is the number of their workers beside the tile.
        """
        effect, amount = EFFECT[tile], AMOUNT[tile]
        if others == 0:
            return 0.0
        if effect == PLANTATION:
            return self.fruit * min(others * amount, OTHERS_HARVEST)
        if effect == MARKET:
            return (amount - self.fruit) * min(others, OTHERS_SALES)
        return OTHERS_AT_TEMPLE if effect == TEMPLE else others * OTHERS[effect]


def gain_terms(state: Cacao, seat: int) -> tuple[float, ...]:
    """Return eight numbers for the forecast of a seat's score: the gains by its next worker tile.

    `GainReader.gains` gives four numbers. If the seat is to move, these come first and four zeros follow; if not, the
    zeros come first.
    """
    gains = GainReader(state, seat).gains()
    none = [0.0] * len(gains)
    return (*gains, *none) if seat == state.active() else (*none, *gains)
