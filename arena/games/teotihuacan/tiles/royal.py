"""T-13 Royal tiles: the category (A, B or C) and the effect in words of each. `royal_tiles` carries out the effects."""

from typing import Final

# Rows by their printed numbers, R01 to R09.
ROYAL_IDS: Final[list[str]] = [f"R{number:02d}" for number in range(1, 10)]
ROYAL_CATEGORIES: Final = "CBCAABBCA"  # T-2.2.2: one of each category A, B, C lies on the Palace

# T-13: what each does; P is the power of the worker that is locked there.
ROYAL_EFFECTS: Final[list[str]] = [
    "P + 1 cocoa",
    "up to P times: 1 cocoa for 1 wood and 1 stone",
    "up to P times: 1 resource for 2 cocoa",
    "2 points for each technology of yours, for P of them at most",
    "2 points for each step on the Pyramid track, for P steps at most",
    "up to P times: 1 cocoa for 1 gold and 1 stone",
    "once: 1 cocoa and 1 resource for P resources of choice",
    "up to P - 1 times: 1 cocoa for a step on a temple of choice",
    "1 point for each step on the Avenue, for P + 1 steps at most",
]

R01: Final = 0
R02: Final = 1
R03: Final = 2
R04: Final = 3
R05: Final = 4
R06: Final = 5
R07: Final = 6
R08: Final = 7
R09: Final = 8
