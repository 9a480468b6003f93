"""T-1 Terms: the numbers that stand for boards, goods, temples and spaces, and for the sources of points and goods."""

from typing import Final

# T-1.2: Action Boards by their printed numbers.
WHEEL: Final = 0  # the Ascension wheel, which is no board: a worker there is not in play
PALACE: Final = 1
FOREST: Final = 2
QUARRY: Final = 3
GOLD_DEPOSITS: Final = 4
ALCHEMY: Final = 5
NOBLES: Final = 6
DECORATIONS: Final = 7
CONSTRUCTION: Final = 8
TRANSIT: Final = 9  # T-4.5: a moving worker until it is placed
HAND: Final = 10  # T-2.3.2: before a worker is placed in setup

# T-1.7
WOOD: Final = 0
STONE: Final = 1
GOLD: Final = 2
COCOA: Final = 3  # no resource, but gained and paid like one

BLUE: Final = 0
RED: Final = 1
GREEN: Final = 2

# T-6.1: Worship spaces. The three Royal spaces come first, so that a space below 3 is also a Royal slot.
UNLOCKED: Final = -1
FOREST_SPACE: Final = 3
QUARRY_SPACE: Final = 4
GOLD_SPACE: Final = 5
DECORATIONS_SPACE: Final = 6
SPACES: Final = 7
BOARD_OF_SPACE: Final[list[int]] = [PALACE, PALACE, PALACE, FOREST, QUARRY, GOLD_DEPOSITS, DECORATIONS]

# T-2.2.7: where Discovery tiles lie on the tracks, and the step of each spot.
AVENUE_3: Final = 0
AVENUE_6: Final = 1
AVENUE_8: Final = 2
BLUE_4: Final = 3
RED_5: Final = 4
GREEN_3: Final = 5
GREEN_6: Final = 6
SPOTS: Final = 7

# The ledger: everything that gives points, in the order people want to read it.
CATEGORIES: Final = (
    "quarry",
    "gold_deposits",
    "alchemy",
    "nobles",
    "decorations",
    "construction",
    "technologies",
    "royal_tiles",
    "discovery_tiles",
    "ascension",
    "temples",
    "avenue",
    "pyramid_leader",
    "pyramid_track",
    "masks",
    "salary",
    "bonus_1",
    "bonus_2",
    "bonus_3",
    "bonus_4",
    "bonus_5",
    "bonus_6",
    "bonus_7",
)
SOLO_CATEGORIES: Final = (*CATEGORIES, "cashing", "leftovers")  # what the automaton's points come from, too
QUARRY_POINTS: Final = 0
GOLD_DEPOSITS_POINTS: Final = 1
ALCHEMY_POINTS: Final = 2
NOBLES_POINTS: Final = 3
DECORATIONS_POINTS: Final = 4
CONSTRUCTION_POINTS: Final = 5
TECHNOLOGY_POINTS: Final = 6
ROYAL_POINTS: Final = 7
DISCOVERY_POINTS: Final = 8
ASCENSION_POINTS: Final = 9
TEMPLE_POINTS: Final = 10
AVENUE_POINTS: Final = 11
LEADER_POINTS: Final = 12
TRACK_POINTS: Final = 13
MASK_POINTS: Final = 14
SALARY_POINTS: Final = 15
BONUS_POINTS: Final = 16  # and the six after it: one for each Temple Bonus tile
CASHING_POINTS: Final = 23  # of the automaton alone
LEFTOVER_POINTS: Final = 24
ROUNDS: Final = 3  # an Eclipse closes each

# Where goods come from and what they pay for: every event of a change has it.
SOURCES: Final = (
    "starting_tile",
    "technology",
    "collect",
    "worship",
    "main_action",
    "royal_tile",
    "discovery_tile",
    "temple",
    "ascension",
    "unlock",
    "salary",
    "choice",
    "action_tile",
)
FROM_STARTING: Final = 0
FROM_TECHNOLOGY: Final = 1
FROM_COLLECT: Final = 2
FROM_WORSHIP: Final = 3
FROM_MAIN: Final = 4
FROM_ROYAL: Final = 5
FROM_DISCOVERY: Final = 6
FROM_TEMPLE: Final = 7
FROM_ASCENSION: Final = 8
FROM_UNLOCK: Final = 9
FROM_SALARY: Final = 10
FROM_CHOICE: Final = 11
FROM_ACTION_TILE: Final = 12

NEVER: Final = -1
ON_WHEEL: Final = 7  # where a worker stands: board * 8 + power; the last place on the wheel
NO_PLACE: Final = TRANSIT * 8
LOCKED: Final = 128  # added to the place of a worker that is locked
NO_WORKER: Final = 0  # the place of no worker
