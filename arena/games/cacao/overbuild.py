"""C-9 Overbuilding: a worker tile on top of an own one, once the jungle is used up."""

from arena.games.cacao.grid import OVERBUILT, WORKER
from arena.games.cacao.state import Cacao, Village


def may_overbuild(state: Cacao, village: Village) -> bool:
    """C-9.1, C-9.2, C-9.8: no jungle tile is left to turn up, and there is a sun token to pay with.

    It is asked when a turn begins, so whoever takes the last tile of the display cannot overbuild before the next turn.
    """
    return village.suns > 0 and len(state.pile) == 0 and len(state.display) == 0


def overbuild(state: Cacao, seat: int, cell: int, orientation: int) -> None:
    """C-9.2, C-9.4, C-9.9: pay, then cover an own tile with one of the hand."""
    state.villages[seat].suns -= 1
    cover(state, seat, cell, orientation)


def cover(state: Cacao, seat: int, cell: int, orientation: int) -> None:
    """C-9.3, C-9.7: the lower tile is out of the game, and the upper one stays uncovered."""
    state.villages[seat].tiles.remove(cell)
    state.covered.append(cell << 8 | state.grid[cell])
    state.grid[cell] = OVERBUILT | WORKER | seat << 4 | orientation
