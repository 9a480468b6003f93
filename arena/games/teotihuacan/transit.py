"""T-4.4, T-4.5 Workers in transit: lifted from a board by the move, placed on another when the action is chosen."""

from typing import Final

from arena.games.teotihuacan.player_state import PlayerState, Worker
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import NEVER, TRANSIT

ANY_POWER: Final = 0  # if the arrived workers are equal
NO_CHOICE: Final[list[int]] = [ANY_POWER]


def lift(player: PlayerState, board: int, power: int) -> int:
    """T-4.5: take a worker of this power from a board into transit. Return its index in `player.workers`."""
    number = player.number_at(board << 3 | power)
    player.workers[number].board = TRANSIT
    return number


def place_arrived(state: Teotihuacan, player: PlayerState) -> None:
    """T-4.4: place the arrived workers in the general area of their board."""
    player.workers[state.mover].board = state.board
    if state.second != NEVER:
        player.workers[state.second].board = state.board
    state.mover = NEVER
    state.second = NEVER


def lockable(state: Teotihuacan, player: PlayerState) -> list[int]:
    """T-4.4: return a list with the powers of the two arrived workers if the player can choose which one to lock.

    Return NO_CHOICE, the list [ANY_POWER], if only one worker arrived or both powers are equal.
    """
    if state.second == NEVER:
        return NO_CHOICE
    power = player.workers[state.mover].power
    other = player.workers[state.second].power
    return NO_CHOICE if other == power else [min(power, other), max(power, other)]


def arrived_with(state: Teotihuacan, player: PlayerState, power: int) -> Worker:
    """Return the arrived worker that has this power; for ANY_POWER, the first arrived worker."""
    worker = player.workers[state.mover]
    return worker if power in (ANY_POWER, worker.power) else player.workers[state.second]
