"""T-15.2 Temple Bonus tiles: the name of each, and in words what it scores. The module `eclipse` scores them."""

from typing import Final

# T-15.2: a row for each tile, in the order of their numbers.
BONUS_EFFECTS: Final[list[str]] = [
    "the points of your best set of masks once more",
    "5 points for each technology of yours",
    "15 points",
    "3 points for each step on the Avenue",
    "9 points for each Temple Bonus tile that you have reached",
    "2 points for each Discovery tile of yours that is no mask",
    "4 points for each worker in play, 9 for one of power 4 or 5",
]

BONUS_IDS: Final[list[str]] = [f"B{number}" for number in range(1, 8)]

B1: Final = 0
B2: Final = 1
B3: Final = 2
B4: Final = 3
B5: Final = 4
B6: Final = 5
B7: Final = 6
