"""T-2.3 Starting tiles: the list of all tiles. Each has its two boards from left to right, and its benefits."""

from collections.abc import Mapping
from typing import Final

from arena.games.game import Scalar


class StartingTile:
    """One Starting tile: its two boards and its benefits."""

    def __init__(
        self,
        left: int,
        right: int,
        *,
        wood: int = 0,
        stone: int = 0,
        gold: int = 0,
        cocoa: int = 0,
        any_resource: int = 0,
        temples: str = "",
        avenue: int = 0,
        technology: int = 0,
        power_up: int = 0,
        discovery: int = 0,
    ) -> None:
        self.left: Final = left
        self.right: Final = right
        self.wood: Final = wood
        self.stone: Final = stone
        self.gold: Final = gold
        self.cocoa: Final = cocoa
        self.any_resource: Final = any_resource
        self.temples: Final = ["brg".index(letter) for letter in temples]  # blue, red, green
        self.avenue: Final = avenue
        self.technology: Final = technology
        self.power_up: Final = power_up
        self.discovery: Final = discovery


STARTING_TILES: Final[list[StartingTile]] = [
    StartingTile(1, 2, cocoa=2, wood=3, avenue=1),
    StartingTile(4, 3, stone=2, gold=3, temples="g"),
    StartingTile(2, 3, wood=4, stone=1, temples="b"),
    StartingTile(1, 4, cocoa=5, gold=2, temples="r"),
    StartingTile(4, 5, gold=2, technology=1),
    StartingTile(2, 4, wood=3, gold=2, power_up=1),
    StartingTile(5, 8, any_resource=2, technology=1),
    StartingTile(6, 7, cocoa=2, stone=4, temples="b"),
    StartingTile(5, 6, temples="brg"),
    StartingTile(7, 8, cocoa=5, temples="r", power_up=1),
    StartingTile(6, 8, cocoa=5, temples="g", power_up=1),
    StartingTile(5, 7, any_resource=2, temples="br"),
    StartingTile(3, 5, cocoa=3, wood=5),
    StartingTile(3, 7, stone=3, gold=1, discovery=1),
    StartingTile(2, 6, wood=1, stone=2, gold=3),
    StartingTile(4, 8, cocoa=2, gold=3, discovery=1),
    StartingTile(3, 8, cocoa=3, wood=2, stone=3),
    StartingTile(2, 7, wood=1, stone=2, avenue=1),
]

STARTING_IDS: Final[list[str]] = [f"S{number:02d}" for number in range(1, 19)]


def starting_tiles(settings: Mapping[str, Scalar]) -> list[StartingTile]:
    """T-2.3.5: return all Starting tiles, as the edition prints them that these rules options play."""
    tiles = STARTING_TILES[:]
    if settings["s03_stone"] == 3:
        tiles[2] = StartingTile(2, 3, wood=4, stone=3, temples="b")
    if settings["s06_gold"] == 1:
        tiles[5] = StartingTile(2, 4, wood=3, gold=1, power_up=1)
    if settings["s12_temples"] == "blue":
        tiles[11] = StartingTile(5, 7, any_resource=2, temples="b")
    return tiles
