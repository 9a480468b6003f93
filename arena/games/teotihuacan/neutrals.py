"""T-2.4, T-14.8 Neutral workers: they fill the boards with two and three players."""

from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.tiles.starting import STARTING_TILES

COLOURS = [0, 0, 2, 1, 0]  # by player count
WORKERS = 3


def first_boards(first: int, second: int) -> list[int]:
    """T-2.4: the first three different board numbers read left to right, first tile then second tile."""
    boards: list[int] = []
    for tile in (first, second):
        for board in (STARTING_TILES[tile].left, STARTING_TILES[tile].right):
            if board not in boards and len(boards) < WORKERS:
                boards.append(board)
    return boards


def move_neutrals(state: Teotihuacan, order: list[int]) -> None:
    """T-14.8: for each neutral colour the next two Starting tiles of an order say where its workers stand.

    The order holds the tiles that may be drawn, the first one last.
    """
    drawn = order[:]
    for colour in range(len(state.neutrals)):
        first = drawn.pop()
        state.neutrals[colour] = first_boards(first, drawn.pop())
        if state.log is not None:
            state.tell("neutrals", [colour] + state.neutrals[colour])
