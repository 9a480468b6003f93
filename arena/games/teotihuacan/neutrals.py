"""T-2.4, T-14.8 Neutral workers, which fill the boards in games with two or three players."""

from typing import Final

from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.tiles.starting import STARTING_TILES

COLOURS: Final = [0, 0, 2, 1, 0]  # by player count
WORKERS: Final = 3
MOVES: Final = 3  # in setup and after the first and second Eclipse


def first_boards(first: int, second: int) -> list[int]:
    """T-2.4: return the first three different boards that two Starting tiles show, read left to right.

    The result is a list of board numbers in ascending order.
    """
    boards: list[int] = []
    for tile in (first, second):
        for board in (STARTING_TILES[tile].left, STARTING_TILES[tile].right):
            if board not in boards and len(boards) < WORKERS:
                boards.append(board)
    return sorted(boards)


TILES: Final = len(STARTING_TILES)
# By the first tile * TILES + the second one.
FIRST_BOARDS: Final[list[list[int]]] = [
    first_boards(first, second) for first in range(TILES) for second in range(TILES)
]


def move_neutrals(state: Teotihuacan, kept: list[int]) -> None:
    """T-2.4, T-14.8: move each neutral colour's workers to the boards that two Starting tiles show.

    `state.neutral_stacks` has a shuffled stack of Starting tiles for each coming move. Remove the first stack, and take
    two tiles for each colour from its top. Tiles in `kept`, which players keep, are left out.
    """
    if len(state.neutrals) == 0:
        return
    drawn = draw(state.neutral_stacks.pop(0), kept, 2 * len(state.neutrals))
    for colour in range(len(state.neutrals)):
        state.neutrals[colour] = FIRST_BOARDS[drawn[2 * colour] * TILES + drawn[2 * colour + 1]]
        if state.log is not None:
            state.tell("neutrals", [colour] + state.neutrals[colour])


def draw(stack: list[int], kept: list[int], count: int) -> list[int]:
    """Return the `count` topmost tiles of a stack that are not in `kept`, the list of tiles that players keep.

    The stack itself does not change: copies of the position use the same list.
    """
    drawn: list[int] = []
    at = len(stack)
    while len(drawn) < count:
        at -= 1
        if stack[at] not in kept:
            drawn.append(stack[at])
    return drawn
