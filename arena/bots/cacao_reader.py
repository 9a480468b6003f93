"""Finds facts about positions of Cacao for the learned bots: the gains of workers, filled spaces, goods to sell.

Such a fact is called a note, and has a learned weight; `arena.bots.notes` adds the weights.
"""

from typing import Final

from mypy_extensions import i64

from arena.bots.notes import NoteReader, NoteSum
from arena.games.cacao.grid import FILL, JUNGLE, OFFSETS, OVERBUILD, REACH, WORK, WORKER
from arena.games.cacao.scoring import workers_at
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import (
    AMOUNT,
    CENOTE,
    EFFECT,
    GOLD_MINE,
    MARKET,
    PLANTATION,
    RIVER,
    RIVER_END,
    STORAGE,
    SUN_SITE,
    SUN_SPACES,
    TEMPLE,
    TEMPLE_TILE,
    TYPE,
    WORKER_TYPES,
    WORKERS,
)
from arena.games.cacao.turn import LAY_WORKERS
from arena.games.game import State

LATE: Final[list[int]] = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3]  # by tiles left


class Gains:
    """Counts what the workers of a worker tile would gain immediately if the seat laid the tile, by kind of goods."""

    def __init__(self) -> None:
        self.facing: int = 0  # workers at a jungle tile
        self.harvest: int = 0
        self.market: int = 0
        self.price: int = 0  # the best one
        self.gold: int = 0
        self.water: int = 0
        self.suns: int = 0
        self.temple: int = 0

    def face(self, tile: int, workers: int) -> None:
        """Add to these gains what this number of workers would gain at a jungle tile of the type `tile`."""
        effect = EFFECT[tile]
        self.facing += workers
        if effect == PLANTATION:
            self.harvest += workers * AMOUNT[tile]
        elif effect == MARKET:
            self.market += workers
            self.price = max(self.price, AMOUNT[tile]) if workers > 0 else self.price
        elif effect == GOLD_MINE:
            self.gold += workers * AMOUNT[tile]
        elif effect == CENOTE:
            self.water += workers * AMOUNT[tile]
        elif effect == SUN_SITE:
            self.suns += workers * AMOUNT[tile]
        elif effect == TEMPLE:
            self.temple += workers


class CacaoReader(NoteReader):
    """Finds facts about positions of Cacao (called notes), and adds up their learned weights.

    A fact is two numbers: its template, which says what kind of fact it is, and a value.
    """

    def __init__(self) -> None:
        self.seat: int = 0
        self.cacao: int = 0
        self.suns: int = 0
        self.river: int = 0
        self.late: int = 0
        self.left: int = 0
        self.temples: list[list[int]] = []  # workers of each seat
        self.temple_cells: list[int] = []

    def prepare(self, state: State) -> None:
        """Store the goods of the seat to move and its number of tiles to lay; facts about its options need both."""
        assert isinstance(state, Cacao)
        self.seat = state.to_move
        village = state.villages[self.seat]
        self.cacao = village.cacao
        self.suns = village.suns
        self.river = village.river
        self.left = int(village.left())
        self.late = LATE[min(15, self.left)]

    def note_option(self, state: State, option: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about an option.

        The option lays a worker tile, fills a jungle space, or lets workers act.
        """
        assert isinstance(state, Cacao)
        verb = option >> 16
        cell = (option >> 4 & 4095) - REACH
        if verb == FILL:
            self.note_filling(state, cell, option & 15, tally)
        elif verb == WORK:
            self.note_work(state, cell, option & 15, tally)
        else:
            self.note_laying(state, cell, option & 15, verb == OVERBUILD, tally)

    def note_laying(self, state: Cacao, cell: int, orientation: int, over: bool, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about laying a worker tile.

        The facts include the jungle tiles that its workers would face, and their immediate gains.
        """
        grid = state.grid
        code: int = grid[cell]
        gains = Gains()
        spaces = 0
        side: i64
        for side in range(4):
            workers = WORKERS[orientation << 2 | side]
            found: int = grid[cell + OFFSETS[side]]
            if found >= WORKER:
                continue
            if found >= JUNGLE:
                before = WORKERS[(code & 15) << 2 | side] if over else 0
                tile = found - JUNGLE
                gains.face(tile, workers)
                if EFFECT[tile] == TEMPLE:
                    self.note_temple(state, cell + OFFSETS[side], workers - before, tally)
                tally.option(1, (tile << 2 | workers) << 2 | self.late)
                if over:
                    tally.option(2, tile << 4 | workers << 2 | before)
            else:
                beside = found & 3
                tally.option(3, (beside << 2 | workers) << 2 | self.late)
                if beside >= 1 and not over:
                    spaces += 1
        tally.option(10, spaces << 3 | gains.facing)
        tally.option(11, TYPE[orientation] << 4 | self.left)
        self.note_gains(gains, over, tally)

    def note_gains(self, gains: Gains, over: bool, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about the immediate gains of the workers of a laid tile.

        The facts include the cacao that the seat then has in store.
        """
        late = self.late
        harvest = min(gains.harvest, 7)
        market = min(gains.market, 7)
        stored = min(STORAGE, self.cacao + gains.harvest)
        sold = min(gains.market, stored)
        income = gains.gold + sold * gains.price + min(gains.suns, SUN_SPACES - self.suns)
        income += RIVER[min(RIVER_END, self.river + gains.water)] - RIVER[self.river]
        built_over = 1 if over else 0
        tally.option(4, min(income, 31) << 2 | late)
        tally.option(5, ((self.cacao << 3 | harvest) << 3 | market) << 2 | gains.price)
        tally.option(6, ((stored - sold) << 2 | late) << 1 | (1 if market > 0 else 0))
        tally.option(7, (self.river << 2 | min(gains.water, 3)) << 2 | late)
        tally.option(8, (self.suns << 2 | min(gains.suns, 3)) << 2 | late)
        tally.option(9, (min(gains.temple, 3) << 2 | late) << 1 | built_over)
        tally.option(12, harvest << 4 | (self.cacao << 1) | built_over)
        if over:
            tally.option(13, self.suns << 2 | late)
            tally.option(14, min(income, 31))

    def note_temple(self, state: Cacao, cell: int, more: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a temple.

        The facts include the workers of the seat and its strongest rival there, and how many the seat would add.
        """
        counts = workers_at(state, cell)
        own = counts[self.seat]
        most = 0
        for seat in range(len(counts)):
            if seat != self.seat and counts[seat] > most:
                most = counts[seat]
        free = 0
        side: i64
        for side in range(4):
            if state.grid[cell + OFFSETS[side]] < JUNGLE:
                free += 1
        tally.option(15, (min(own, 7) << 3 | min(most, 7)) << 3 | (more + 4))
        tally.option(16, ((own + more - most + 16) << 3 | free) << 2 | self.late)

    def note_filling(self, state: Cacao, cell: int, tile: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about laying a jungle tile on a space.

        The facts include how many workers of the seat and of other seats the tile would activate.
        """
        grid = state.grid
        late = self.late
        own = 0
        others = 0
        side: i64
        for side in range(4):
            code: int = grid[cell + OFFSETS[side]]
            if code >= WORKER:
                workers = WORKERS[(code & 15) << 2 | (side + 2) & 3]
                if code >> 4 & 3 == self.seat:
                    own += workers
                else:
                    others += workers
                    village = state.villages[code >> 4 & 3]
                    tally.option(20, ((tile << 2 | workers) << 3 | village.cacao) << 4 | village.river)
        own = min(own, 7)
        others = min(others, 7)
        tally.option(21, ((tile << 3 | own) << 3 | others) << 2 | late)
        tally.option(22, (tile << 3 | own) << 3 | self.cacao)
        tally.option(23, (tile << 3 | own) << 4 | self.river)
        tally.option(24, ((tile << 3 | own) << 2 | self.suns) << 2 | late)
        tally.option(25, tile << 3 | len(state.spaces))
        free = 0
        for side in range(4):
            if grid[cell + OFFSETS[side]] < JUNGLE:
                free += 1
        tally.option(26, (tile << 3 | free) << 2 | late)

    def note_work(self, state: Cacao, cell: int, detail: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about acting workers.

        The facts include their number, their jungle tile, and the pending markets and plantations.
        """
        tile = state.jungle_at(cell + OFFSETS[detail >> 2])
        workers = detail & 3
        markets = 0
        plantations = 0
        best = 0
        for edge in state.villages[self.seat].edges:
            other = state.jungle_at((edge >> 2) + OFFSETS[edge & 3])
            if EFFECT[other] == MARKET:
                markets += 1
                best = max(best, AMOUNT[other])
            elif EFFECT[other] == PLANTATION:
                plantations += 1
        context = ((self.cacao << 2 | min(3, markets)) << 2 | min(3, plantations)) << 2 | min(best, 3)
        tally.option(30, (context << 4 | tile) << 2 | workers)
        tally.option(31, ((tile << 2 | workers) << 3 | self.cacao) << 2 | self.late)
        tally.option(32, (tile << 2 | workers) << 2 | min(3, plantations))
        tally.option(33, (tile << 2 | workers) << 4 | self.left)

    # Seats -----------------------------------------------------------------------------------------------------------

    def between_turns(self, state: State) -> bool:
        """C-4.1: return True if the active seat is asked to lay a worker tile, with which each turn begins."""
        return state.asking is LAY_WORKERS

    def phase(self, state: State) -> int:
        """Return how much of the game is left: twice the mean number of worker tiles left to a seat, at most 23."""
        assert isinstance(state, Cacao)
        left = 0
        for village in state.villages:
            left += village.left()
        return min(23, (left * 2) // state.seats)

    def note_seats(self, state: State) -> None:
        """Store how many workers each seat has at each temple; `note_seat` needs these numbers."""
        assert isinstance(state, Cacao)
        self.temples = []
        self.temple_cells = []
        for cell in state.jungle:
            if state.jungle_at(cell) == TEMPLE_TILE:
                self.temples.append(workers_at(state, cell))
                self.temple_cells.append(cell)

    def note_seat(self, state: State, seat: int, tally: NoteSum) -> None:
        """Add to the sum `tally` the learned weights of facts about a seat.

        The facts include goods, field on the river, hand, remaining tiles, and the lead at each temple.
        """
        assert isinstance(state, Cacao)
        village = state.villages[seat]
        left = village.left()
        tally.seat(0, min(village.cacao, left) if left < STORAGE else village.cacao)
        tally.seat(1, village.suns)
        tally.seat(2, village.river)
        tally.seat(3, left)
        tally.seat(4, (village.suns << 2) | min(3, len(village.tiles) >> 2))
        for tile in range(WORKER_TYPES):
            tally.seat(5 + tile, village.hand[tile])
        turns = (seat - state.active() + state.seats) % state.seats
        tally.seat(9, turns)
        for number in range(len(self.temples)):
            counts = self.temples[number]
            most = 0
            for other in range(len(counts)):
                if other != seat and counts[other] > most:
                    most = counts[other]
            free = 0
            cell = self.temple_cells[number]
            side: i64
            for side in range(4):
                if state.grid[cell + OFFSETS[side]] < JUNGLE:
                    free += 1
            if free > 0:
                ahead = max(-3, min(4, counts[seat] - most))
                tally.seat(10 + min(free, 3) - 1, ahead + 3 + (8 if counts[seat] > 0 else 0))
        tally.seat(13, village.cacao + (8 if left * 2 > 8 else 0))
