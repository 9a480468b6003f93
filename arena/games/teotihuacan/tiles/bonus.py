"""T-15.2 Temple Bonus tiles: their names; what each scores stands with the final scoring."""

from typing import Final

BONUS_IDS: Final[list[str]] = [f"B{number}" for number in range(1, 8)]

B1: Final = 0  # the best mask set again
B2: Final = 1  # 5 for each technology
B3: Final = 2  # 15
B4: Final = 3  # 3 for each step on the Avenue
B5: Final = 4  # 9 for each Temple Bonus tile unlocked
B6: Final = 5  # 2 for each Discovery tile that is no mask
B7: Final = 6  # 4 for each worker in play, 9 where its power is 4 or 5
