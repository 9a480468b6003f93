"""T-13 Royal tiles: their categories. What each does stands in the chapter on worship."""

from typing import Final

# Rows by their printed numbers, R01 to R09.
ROYAL_IDS: Final[list[str]] = [f"R{number:02d}" for number in range(1, 10)]
ROYAL_CATEGORIES: Final = "CBCAABBCA"  # T-2.2.2: one of each category A, B, C lies on the Palace

R01: Final = 0
R02: Final = 1
R03: Final = 2
R04: Final = 3
R05: Final = 4
R06: Final = 5
R07: Final = 6
R08: Final = 7
R09: Final = 8
