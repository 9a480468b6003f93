"""C-3 Setup."""

from arena.games.cacao.grid import EMPTY, ROWS, STRIDE, cell_at
from arena.games.cacao.state import Cacao, Village
from arena.games.cacao.tiles import (
    HAND,
    JUNGLE_IDS,
    START_MARKET,
    START_PLANTATION,
    WORKER_IDS,
    WORKER_TYPES,
    jungle_tiles,
    worker_tiles,
)
from arena.games.cacao.turn import TURN, refill
from arena.games.chance import Deal
from arena.games.game import Rules, Scalar


def set_up(rules: Rules, settings: dict[str, Scalar], seats: int, deal: Deal) -> Cacao:
    """C-3, C-3.7: a game whose first turn, that of seat 0, begins."""
    stacks = [workers_name(seat) for seat in range(seats)]
    deal.only(["jungle", *stacks], [])
    state = empty_table(rules, settings, seats)
    lay_start_area(state)
    state.villages = [found_village(seats, deal, name) for name in stacks]
    state.pile = deal.stack("jungle", hidden_jungle_tiles(seats), JUNGLE_IDS)
    refill(state)
    state.pending.extend(TURN)
    state.settle()
    return state


def empty_table(rules: Rules, settings: dict[str, Scalar], seats: int) -> Cacao:
    """C-1.1: a table with nothing on it."""
    state = Cacao(rules, seats, settings)
    state.grid = [EMPTY] * (ROWS[seats] * STRIDE)
    return state


def workers_name(seat: int) -> str:
    """What a deal calls the worker tiles of a seat; the first three of them are its hand."""
    return f"workers-{seat}"


def found_village(seats: int, deal: Deal, stack: str) -> Village:
    """C-3.1, C-3.2, C-3.6: the carrier at the river's start, an empty storage, and three tiles in hand."""
    village = Village([0] * WORKER_TYPES, deal.stack(stack, worker_tiles(seats), WORKER_IDS), [], [])
    for _ in range(HAND):
        village.draw()
    return village


def lay_start_area(state: Cacao) -> None:
    """C-3.4: a single plantation, and a market that touches it at one corner."""
    state.put_jungle(cell_at(0, 0), START_PLANTATION)
    state.put_jungle(cell_at(1, 1), START_MARKET)


def hidden_jungle_tiles(seats: int) -> list[int]:
    """C-3.3, C-3.5: all but the start tiles; the top two become the display, which is a first refill."""
    tiles = jungle_tiles(seats)
    tiles.remove(START_PLANTATION)
    tiles.remove(START_MARKET)
    return tiles
