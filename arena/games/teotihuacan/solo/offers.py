"""T-17.2.1 Moves the Pyramid tiles and Decorations of a solo game's offers together, so that no gaps stay."""

from typing import Final

from arena.games.teotihuacan.state import Teotihuacan

# Which offer an event is about.
PYRAMID_OFFER: Final = 0
DECORATION_OFFER: Final = 1
OFFER_NAMES: Final = ("pyramid", "decorations")

EMPTY: Final = -1


def slide(state: Teotihuacan, offer: list[int], which: int) -> None:
    """T-17.2.1: move the tiles in `offer` to the left, or up, in their order, so that empty places come last.

    `which` says which tiles these are, for the event in the log: 0 for Pyramid tiles, 1 for Decorations.
    """
    filled = 0
    moved = False
    for place in range(len(offer)):
        tile = offer[place]
        if tile != EMPTY:
            if place != filled:
                offer[filled] = tile
                offer[place] = EMPTY
                moved = True
            filled += 1
    if moved and state.log is not None:
        state.tell("slid", [which])
