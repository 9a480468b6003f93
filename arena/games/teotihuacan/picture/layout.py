"""Where each part of a picture of Teotihuacan lies: the boards, the tracks, the Pyramid, the players' panels."""

from dataclasses import dataclass
from functools import cache
from typing import Final

WIDTH: Final = 1200
HEIGHT: Final = 860
TOP: Final = 46  # below the headline
BOTTOM: Final = 724  # of all that stands above the players
PLAYERS: Final = 732
PLAYER_HEIGHT: Final = 122
GAP: Final = 8


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the picture: x and y of its upper left corner, its width and height."""

    x: int
    y: int
    width: int
    height: int


# The ring by position, clockwise from the Palace at the top edge.
RING: Final = (
    Area(460, 46, 300, 150),
    Area(768, 46, 212, 220),
    Area(768, 275, 212, 220),
    Area(768, 504, 212, 220),
    Area(460, 574, 300, 150),
    Area(240, 504, 212, 220),
    Area(240, 275, 212, 220),
    Area(240, 46, 212, 220),
)
TEMPLES: Final = Area(8, 46, 224, 678)
RIGHT: Final = Area(988, 46, 204, 678)
PYRAMID: Final = Area(480, 202, 260, 260)  # ten half-cells: eight of the Pyramid, one more on each side
OFFERS: Final = Area(460, 470, 300, 98)


def panel(seat: int, seats: int) -> Area:
    """Return the rectangle of a player's panel in the picture."""
    width = (WIDTH - (seats + 1) * GAP) // seats
    return Area(GAP + seat * (width + GAP), PLAYERS, width, PLAYER_HEIGHT)


@cache
def parts(seats: int) -> dict[str, tuple[float, float, float, float]]:
    """Return the parts of the picture that can be shown alone, as a dict from the name of a part to its rectangle.

    A rectangle is (x, y, width, height) and includes a margin.
    """
    boards = Area(RING[7].x, TOP, RING[1].x + RING[1].width - RING[7].x, BOTTOM - TOP)
    areas = {"boards": boards, "temples": TEMPLES, "tracks": RIGHT}
    areas |= {f"seat_{seat}": panel(seat, seats) for seat in range(seats)}
    return {name: (area.x - 4, area.y - 4, area.width + 8, area.height + 8) for name, area in areas.items()}
