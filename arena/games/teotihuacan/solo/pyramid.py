"""T-17.3.3, T-17.3.4 The end of the automaton's turn: the action tile just carried out leaves the action pyramid.

Tiles below it move up, and a direction tile is turned over. The action pyramid always has six tiles.
"""

from typing import Final

from arena.games.teotihuacan.solo.automaton import (
    ASIDE,
    BOTTOM_LEFT,
    BOTTOM_MIDDLE,
    BOTTOM_RIGHT,
    MIDDLE_LEFT,
    MIDDLE_RIGHT,
    TOP,
    UP_LEFT,
    UP_RIGHT,
    AutomatonState,
)

# T-17.3.1: the place of the tile that acts, by the sum of the dice; the bottom middle is never rolled.
PLACE_OF_SUM: Final[list[int]] = [
    *(TOP, TOP, BOTTOM_LEFT, BOTTOM_LEFT, MIDDLE_LEFT, MIDDLE_LEFT),
    *(TOP, TOP, TOP, MIDDLE_RIGHT, MIDDLE_RIGHT, BOTTOM_RIGHT, BOTTOM_RIGHT),
]

# T-17.3.3: what lies below a place: its left and its right neighbour. An arrow up to the right comes from the left.
BELOW: Final[list[list[int]]] = [
    [MIDDLE_LEFT, MIDDLE_RIGHT],
    [BOTTOM_LEFT, BOTTOM_MIDDLE],
    [BOTTOM_MIDDLE, BOTTOM_RIGHT],
]


def replace(automaton: AutomatonState, place: int, *, upper_only: bool = False) -> None:
    """T-17.3.3: set aside the action tile at `place`, which was just carried out; move up tiles below it, if any.

    The tile that was set aside before goes to the place that is then empty in the bottom row. If `upper_only`, the
    upper direction tile decides both times.
    """
    tiles = automaton.tiles
    acted = tiles[place]
    gap = place
    if gap == TOP:
        gap = move_up(tiles, gap, automaton.upper)
        gap = move_up(tiles, gap, automaton.upper if upper_only else automaton.lower)
    elif gap in (MIDDLE_LEFT, MIDDLE_RIGHT):
        gap = move_up(tiles, gap, automaton.upper)
    tiles[gap] = tiles[ASIDE]
    tiles[ASIDE] = acted


def move_up(tiles: list[int], gap: int, arrow: int) -> int:
    """T-17.3.3: fill the empty place `gap` with the tile at its lower left or lower right.

    `arrow` says which: UP_RIGHT moves the lower left tile up to the right, UP_LEFT the lower right tile up to the left.
    Return the place that is now empty.
    """
    below = BELOW[gap][arrow]
    tiles[gap] = tiles[below]
    return below


def turn_arrow(automaton: AutomatonState) -> None:
    """T-17.3.4: turn over the upper direction tile, and put it below the other direction tile."""
    turned = UP_LEFT if automaton.upper == UP_RIGHT else UP_RIGHT
    automaton.upper = automaton.lower
    automaton.lower = turned
