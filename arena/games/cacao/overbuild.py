"""C-9 Overbuilding: a worker tile on top of an own one, once the jungle is used up."""

from arena.games.cacao.grid import OVERBUILT, WORKER
from arena.games.cacao.state import Cacao, Village
from arena.games.cacao.tiles import TYPE


def may_overbuild(state: Cacao, village: Village) -> bool:
    """C-9.1, C-9.2, C-9.8: no jungle tile is left to turn up, and there is a sun token to pay with.

    It is asked when a turn begins, so whoever takes the last tile of the display cannot overbuild before the next turn.
    """
    return village.suns > 0 and len(state.pile) == 0 and len(state.display) == 0


def overbuild(state: Cacao, seat: int, cell: int, orientation: int) -> None:
    """C-9.2, C-9.3, C-9.4, C-9.7, C-9.9: pay, and cover an own tile for good; no tile covers a second one."""
    village = state.villages[seat]
    village.suns -= 1
    village.hand[TYPE[orientation]] -= 1
    village.tiles.remove(cell)
    state.covered.append(cell << 8 | state.grid[cell])
    state.grid[cell] = OVERBUILT | WORKER | seat << 4 | orientation
