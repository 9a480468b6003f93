"""T-11.4 Discovery tiles in use: what each does at once. The others act with a move (T-4) or a payment (T-11.6)."""

from arena.games.teotihuacan.ascension import ANY_BOARD, POWER_UP_ON
from arena.games.teotihuacan.goods import ANY_GOODS
from arena.games.teotihuacan.state import BLUE, DISCOVERY_POINTS, GREEN, RED, Step, Teotihuacan
from arena.games.teotihuacan.temples import ADVANCE, ANY_TEMPLE, AVENUE_STEP
from arena.games.teotihuacan.tiles import discovery as tiles
from arena.games.teotihuacan.windows import EFFECTS


class FourPoints(Step):
    """T-11.4: 4 points."""

    def begin(self, state: Teotihuacan) -> bool:
        """Score them."""
        state.score(state.player(), DISCOVERY_POINTS, 4)
        return False


class FourCocoa(Step):
    """T-11.4: 4 cocoa."""

    def begin(self, state: Teotihuacan) -> bool:
        """Gain them."""
        state.player().cocoa += 4
        return False


class TwoPowerUps(Step):
    """T-11.4: two power-ups on your unlocked workers in play; both are made if possible."""

    def begin(self, state: Teotihuacan) -> bool:
        """The second may go to the worker that the first made ascend."""
        state.push(POWER_UP_ON[ANY_BOARD])
        state.push(POWER_UP_ON[ANY_BOARD])
        return False


class AdditionalWorker(Step):
    """T-11.9 (b): a virtual worker in the Main action that is going on."""

    def begin(self, state: Teotihuacan) -> bool:
        """It changes what is still open: tiles to place, power-ups to make."""
        state.count += 1
        return False


EFFECTS[tiles.FOUR_POINTS] = FourPoints()
EFFECTS[tiles.THREE_RESOURCES] = ANY_GOODS[3]
EFFECTS[tiles.TWO_RESOURCES] = ANY_GOODS[2]
EFFECTS[tiles.AVENUE] = AVENUE_STEP
EFFECTS[tiles.ANY_TEMPLE] = ANY_TEMPLE
EFFECTS[tiles.BLUE_TEMPLE] = ADVANCE[BLUE]
EFFECTS[tiles.RED_TEMPLE] = ADVANCE[RED]
EFFECTS[tiles.GREEN_TEMPLE] = ADVANCE[GREEN]
EFFECTS[tiles.FOUR_COCOA] = FourCocoa()
EFFECTS[tiles.TWO_POWER_UPS] = TwoPowerUps()
EFFECTS[tiles.ADDITIONAL_WORKER] = AdditionalWorker()
