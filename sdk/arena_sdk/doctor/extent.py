"""The extent of an examination: the number of its tests, and how the steps share its time."""

from dataclasses import dataclass
from typing import Final

EXAMINATION: Final = "doctor-"  # how the names of its matches begin; clients know them by it
GAMES_UNTIL: Final = 0.4  # share of the time after which no further whole game begins
FIRST_GAME_UNTIL: Final = 0.75  # share after which even the first whole game is broken off
POSITIONS_UNTIL: Final = 0.6
MEMORY_UNTIL: Final = 0.95
ALL: Final = 0.98  # share after which every wait for the bot ends; the rest is for the verdict


@dataclass(frozen=True)
class Extent:
    """The extent of an examination: its time in seconds, and whether it is a quick one, which leaves out many tests."""

    seconds: float = 120.0
    is_quick: bool = False  # only the smallest table of each game, and no restart and no games for the memory
    shows_wire: bool = False  # steps that did not fail have a transcript, too


USUAL: Final = Extent()
QUICK: Final = Extent(seconds=30.0, is_quick=True)
