"""T-2.4, T-14.8 Neutral workers: they fill the boards with two and three players."""

from typing import Final

from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.tiles.starting import STARTING_TILES

COLOURS: Final = [0, 0, 2, 1, 0]  # by player count
WORKERS: Final = 3
MOVES: Final = 3  # in setup and after the first and second Eclipse


def first_boards(first: int, second: int) -> list[int]:
    """T-2.4: the first three different board numbers read left to right, first tile then second tile."""
    boards: list[int] = []
    for tile in (first, second):
        for board in (STARTING_TILES[tile].left, STARTING_TILES[tile].right):
            if board not in boards and len(boards) < WORKERS:
                boards.append(board)
    return boards


def move_neutrals(state: Teotihuacan, kept: list[int]) -> None:
    """T-2.4, T-14.8: for each neutral colour two Starting tiles, none of those kept, say where its workers stand."""
    if len(state.neutrals) == 0:
        return
    drawn = [tile for tile in state.neutral_stacks.pop(0) if tile not in kept]
    for colour in range(len(state.neutrals)):
        first = drawn.pop()
        state.neutrals[colour] = sorted(first_boards(first, drawn.pop()))
        if state.log is not None:
            state.tell("neutrals", [colour] + state.neutrals[colour])
