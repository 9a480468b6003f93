"""T-11 Discovery tiles: the list of all kinds of them. All tiles of a kind are equal.

In states and options, a kind is its index in this list; in texts it is the id of its first copy.
"""

from typing import Final


class Discovery:
    """One kind of Discovery tile: its name, its number of copies, the price of a claim, and its effect."""

    def __init__(
        self,
        first: int,
        name: str,
        copies: int,
        effect: str = "sets of different masks score at every Eclipse",
        *,
        cocoa: int = 0,
        wood: int = 0,
        gold: int = 0,
    ) -> None:
        self.first: Final = first
        self.id: Final = f"V{first:02d}"
        self.name: Final = name
        self.effect: Final = effect
        self.copies: Final = copies
        self.cocoa: Final = cocoa
        self.wood: Final = wood
        self.gold: Final = gold


# T-11.10: costs and copies
DISCOVERIES: Final[list[Discovery]] = [
    Discovery(0, "mask_1", 1, cocoa=2, gold=1),
    Discovery(1, "mask_2", 2, cocoa=1, wood=1),
    Discovery(3, "mask_3", 2, cocoa=1, wood=1),
    Discovery(5, "mask_4", 3, wood=1),
    Discovery(8, "mask_5", 3, wood=1),
    Discovery(11, "mask_6", 3, wood=1),
    Discovery(14, "mask_7", 3, wood=1),
    Discovery(17, "four_points", 3, "4 points", wood=1),
    Discovery(20, "three_resources", 2, "3 resources of choice", cocoa=1),
    Discovery(22, "two_resources", 2, "2 resources of choice"),
    Discovery(24, "avenue", 3, "a step on the Avenue", cocoa=1),
    Discovery(27, "any_temple", 3, "a step on a temple of choice", cocoa=1),
    Discovery(30, "blue_temple", 2, "a step on the blue temple"),
    Discovery(32, "red_temple", 2, "a step on the red temple"),
    Discovery(34, "green_temple", 2, "a step on the green temple"),
    Discovery(36, "four_cocoa", 3, "4 cocoa", gold=1),
    Discovery(39, "two_power_ups", 3, "2 power-ups of unlocked workers on any boards", cocoa=1),
    Discovery(42, "second_worker", 3, "in a move a second worker of the same board comes along"),
    Discovery(45, "waiver", 3, "pays the cocoa of a Main action, the entry of Worship, or a whole salary"),
    Discovery(48, "unlimited_move", 3, "a move of any distance, 1 to 8"),
    Discovery(51, "additional_worker", 3, "one more worker in a Main action on Alchemy, Nobles or Construction"),
]

KINDS: Final = 21
NO_DISCOVERY: Final = -1

MASKS: Final = 7  # kinds 0 to 6 are the seven masks
FOUR_POINTS: Final = 7
THREE_RESOURCES: Final = 8
TWO_RESOURCES: Final = 9
AVENUE: Final = 10
ANY_TEMPLE: Final = 11
BLUE_TEMPLE: Final = 12
RED_TEMPLE: Final = 13
GREEN_TEMPLE: Final = 14
FOUR_COCOA: Final = 15
TWO_POWER_UPS: Final = 16
SECOND_WORKER: Final = 17
WAIVER: Final = 18
UNLIMITED_MOVE: Final = 19
ADDITIONAL_WORKER: Final = 20

# T-11.4: these are used at any window of a turn and act at once
IMMEDIATE_FIRST: Final = FOUR_POINTS
IMMEDIATE_LAST: Final = TWO_POWER_UPS

COCOA_COST: Final[list[int]] = [tile.cocoa for tile in DISCOVERIES]
WOOD_COST: Final[list[int]] = [tile.wood for tile in DISCOVERIES]
GOLD_COST: Final[list[int]] = [tile.gold for tile in DISCOVERIES]


EVERY_DISCOVERY: Final = [kind for kind, tile in enumerate(DISCOVERIES) for _ in range(tile.copies)]


def every_discovery() -> list[int]:
    """Return a list with the kind of each of the 54 Discovery tiles, so each kind occurs once for each copy."""
    return EVERY_DISCOVERY[:]
