"""T-5 Collect cocoa."""

from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import COCOA, FROM_COLLECT
from arena.games.teotihuacan.transit import place_arrived


def collect(state: Teotihuacan, player: PlayerState) -> None:
    """T-5.2: give the active player 1 cocoa for each colour of workers on a board, and 1 more cocoa.

    This is the board to which the player has moved workers. The colours are counted before these workers are placed
    on it.
    """
    cocoa = state.colours(state.board) + 1
    place_arrived(state, player)
    if state.log is not None:
        state.tell("collected", [player.seat, state.board])
    state.gain(player, COCOA, cocoa, FROM_COLLECT)
