"""C-3 Setup: the table, the villages and the start area before the first turn."""

from typing import Final

from mypy_extensions import i64, u8

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
from arena.games.packing import packed
from arena.games.vecs import vec

PLAYERS: Final = len(ROWS)  # one more than the most players
# The names of the stacks in a deal. The first three tiles of a seat's stack are its hand.
WORKER_STACKS: Final[list[str]] = [f"workers-{seat}" for seat in range(PLAYERS)]  # by seat
STACKS: Final[list[list[str]]] = [["jungle", *WORKER_STACKS[:seats]] for seats in range(PLAYERS)]

# A game with the start area alone, by the number of players, from which new games are copied.
LAID_TABLES: Final[list[Cacao | None]] = [None] * PLAYERS


def set_up(rules: Rules, settings: dict[str, Scalar], seats: int, deal: Deal) -> Cacao:
    """C-3, C-3.7: return a game at the beginning of its first turn, which is that of seat 0."""
    deal.only(STACKS[seats], [])
    state = laid_table(rules, settings, seats)
    for seat in range(seats):
        state.villages.append(found_village(seats, deal, WORKER_STACKS[seat]))
    state.pile = packed(deal.stack("jungle", HIDDEN_TILES[seats], JUNGLE_IDS))
    refill(state)
    state.pending.extend(TURN)
    state.settle()
    return state


def empty_table(rules: Rules, settings: dict[str, Scalar], seats: int) -> Cacao:
    """C-1.1: return a game without any tiles on the table."""
    state = Cacao(rules, seats, settings)
    state.grid = vec[u8]([EMPTY] * (ROWS[seats] * STRIDE))
    return state


def laid_table(rules: Rules, settings: dict[str, Scalar], seats: int) -> Cacao:
    """C-3.4: return a game with the start area on the table, and no other tiles."""
    laid = LAID_TABLES[seats]
    if laid is None:
        laid = empty_table(rules, settings, seats)
        lay_start_area(laid)
        LAID_TABLES[seats] = laid
    return Cacao(rules, seats, settings, laid)


def found_village(seats: int, deal: Deal, stack: str) -> Village:
    """C-3.1, C-3.2, C-3.6: return a village: its carrier at the river's start, no cacao, three tiles in hand."""
    pile = packed(deal.stack(stack, worker_tiles(seats), WORKER_IDS))
    village = Village(vec[i64]([0] * WORKER_TYPES), pile, vec[i64](), vec[i64]())
    for _ in range(HAND):
        village.draw()
    return village


def lay_start_area(state: Cacao) -> None:
    """C-3.4: lay a single plantation, and a market that touches the plantation at one corner."""
    state.put_jungle(cell_at(0, 0), START_PLANTATION)
    state.put_jungle(cell_at(1, 1), START_MARKET)


def hidden_jungle_tiles(seats: int) -> list[int]:
    """C-3.3, C-3.5: return all jungle tiles except the start tiles, as a list of type numbers in a fixed order."""
    tiles = jungle_tiles(seats)
    tiles.remove(START_PLANTATION)
    tiles.remove(START_MARKET)
    return tiles


HIDDEN_TILES: Final[list[list[int]]] = [hidden_jungle_tiles(seats) for seats in range(PLAYERS)]
