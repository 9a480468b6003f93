"""C-9 Overbuilding: laying a worker tile on top of one's own tile after the jungle tiles are used up."""

from mypy_extensions import i64

from arena.games.cacao.grid import OVERBUILT, WORKER, without
from arena.games.cacao.state import Cacao, Village
from arena.games.vecs import append


def may_overbuild(state: Cacao, village: Village) -> bool:
    """C-9.1, C-9.2, C-9.8: True if pile and display of jungle tiles are empty, and the village has a sun token to pay.

    This is checked before the seat lays its tile. So a player that takes the last display tile later in the turn
    cannot overbuild in that turn.
    """
    return village.suns > 0 and len(state.pile) == 0 and len(state.display) == 0


def overbuild(state: Cacao, seat: i64, cell: i64, orientation: i64) -> None:
    """C-9.2, C-9.4, C-9.9: pay a sun token, then lay a tile of the seat's hand on one of the seat's own tiles."""
    state.villages[seat].suns -= 1
    cover(state, seat, cell, orientation)


def cover(state: Cacao, seat: i64, cell: i64, orientation: i64) -> None:
    """C-9.3, C-9.7: lay a worker tile on another one. From now on only the workers of the upper one count."""
    village = state.villages[seat]
    village.tiles = without(village.tiles, cell)
    state.laid = append(state.laid, cell)
    state.covered = append(state.covered, cell << 8 | i64(state.grid[cell]))
    state.show(cell, OVERBUILT | WORKER | seat << 4 | orientation)
