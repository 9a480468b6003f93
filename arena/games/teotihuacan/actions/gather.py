"""T-7.4 Forest, Stone Quarry, Gold Deposits: gain goods, by the number and lowest power of the workers; power up."""

from typing import Final

from arena.games.teotihuacan.powering import POWER_UPS
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import on_gather
from arena.games.teotihuacan.temples import ANY_TEMPLE
from arena.games.teotihuacan.terms import (
    COCOA,
    FOREST,
    FROM_MAIN,
    GOLD_DEPOSITS,
    GOLD_DEPOSITS_POINTS,
    QUARRY,
    QUARRY_POINTS,
)

# T-7.4.1: what each cell gives. Rows are N = 1, 2, 3; columns are L = 1, L = 2 or 3, L = 4 or 5.
COLUMN: Final[list[int]] = [0, 0, 1, 1, 2, 2]
RESOURCES: Final[list[list[int]]] = [[0, 1, 2], [1, 2, 3], [2, 3, 4]]  # of the board's own kind
COCOA_GAINED: Final[list[list[list[int]]]] = [
    [[1, 0, 0], [0, 0, 2], [1, 3, 5]],  # Forest
    [[0, 0, 0], [0, 0, 0], [0, 0, 0]],  # Stone Quarry
    [[0, 0, 0], [0, 0, 0], [1, 0, 0]],  # Gold Deposits
]
POINTS: Final[list[list[list[int]]]] = [
    [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    [[1, 0, 0], [0, 0, 2], [1, 3, 5]],
    [[1, 0, 0], [0, 0, 2], [0, 0, 0]],
]
TEMPLES: Final[list[list[int]]] = [[0, 0, 0], [0, 0, 0], [0, 1, 2]]  # any temple: on Gold Deposits alone


def gather(state: Teotihuacan) -> None:
    """T-7.4.1, T-7.4.3: give the active player goods and points, by the number of workers and their lowest power.

    Add to the pending steps the advances on temples that the action gives, and then the power-ups.
    """
    player = state.player()
    board = state.board
    row = state.count - 1
    column = COLUMN[state.lowest]
    kind = board - FOREST
    state.gain(player, kind, RESOURCES[row][column], FROM_MAIN)
    state.gain(player, COCOA, COCOA_GAINED[kind][row][column], FROM_MAIN)
    state.score(player, QUARRY_POINTS if board == QUARRY else GOLD_DEPOSITS_POINTS, POINTS[kind][row][column])
    if not state.readings.technologies_late:
        on_gather(state, player, board)
    state.push(POWER_UPS)
    if board == GOLD_DEPOSITS:
        for _ in range(TEMPLES[row][column]):
            state.push(ANY_TEMPLE)
