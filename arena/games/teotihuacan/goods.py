"""T-1.7 Resources that a player may choose: wood, stone or gold."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import FROM_CHOICE
from arena.games.teotihuacan.windows import GOODS, PlayerDecision

EACH: Final = [GOODS, GOODS + 1, GOODS + 2]


class AnyGoods(PlayerDecision):
    """T-1.7, T-11.7: the player chooses `units` times which resource it gains: wood, stone or gold."""

    def __init__(self, units: int) -> None:
        self.units: Final = units

    def offers(self, state: Teotihuacan) -> list[int]:
        """D6: return an option for each resource: wood, stone and gold."""
        offered = blank_list()
        offered.extend(EACH)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Give the player the chosen resource. Ask again if it may choose further units."""
        state.gain(state.player(), option - GOODS, 1, FROM_CHOICE)
        if self.units > 1:
            state.push(ANY_GOODS[self.units - 1])


ANY_GOODS: Final = [AnyGoods(units) for units in range(6)]
