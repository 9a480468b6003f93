"""T-12 Technologies: the list of all Technology tiles. The module `technologies` carries out their effects."""

from typing import Final


class Technology:
    """One Technology tile: its printed number, its price, its effect, and the boards on which the effect works.

    The price is the same in any place (T-2.2.4). A picture shows the effect in glyphs. `boards` is a text of board
    numbers, such as `234`. If it is empty, the effect works on each board where a Main action brings power-ups.
    """

    def __init__(self, number: int, gold: int, boards: str, glyphs: str, effect: str) -> None:
        self.number: Final = number
        self.id: Final = f"TECH{number:02d}"
        self.gold: Final = gold
        self.boards: Final = boards
        self.glyphs: Final = glyphs
        self.effect: Final = effect


TECHNOLOGIES: Final[list[Technology]] = [
    Technology(1, 1, "1", "1 c", "1 cocoa for each of your workers that lands on or passes the Palace"),
    Technology(3, 1, "56", "3 v", "3 points for each Main action on Alchemy or Nobles"),
    Technology(
        5, 1, "234", "+ a", "1 more wood, stone or gold for each Main action on Forest, Stone Quarry or Gold Deposits"
    ),
    Technology(7, 1, "234", "c v", "1 cocoa and 1 point for each Main action on Forest, Stone Quarry or Gold Deposits"),
    Technology(9, 2, "7", "4 v", "4 points for each Main action on Decorations"),
    Technology(11, 2, "8", "3 v", "3 points for each Main action on Construction"),
    Technology(13, 2, "", "c → U", "after the power-ups of a Main action, 1 cocoa buys one more"),
    Technology(15, 2, "8", "W \u22121 a", "on Construction one more worker, and 1 resource less"),
    Technology(17, 2, "8", "+ T", "a step on a temple of choice for each Main action on Construction"),
]

# Their rows, named by their printed numbers.
T01: Final = 0
T03: Final = 1
T05: Final = 2
T07: Final = 3
T09: Final = 4
T11: Final = 5
T13: Final = 6
T15: Final = 7
T17: Final = 8

GOLD_PRICE: Final[list[int]] = [tile.gold for tile in TECHNOLOGIES]
