"""T-9.1, T-19.8 The power-ups at the end of a Main action."""

from typing import Final

from arena.games.teotihuacan.ascension import eligible, raise_power, worker_at
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.technologies import PURCHASE
from arena.games.teotihuacan.terms import FOREST, GOLD_DEPOSITS
from arena.games.teotihuacan.windows import POWER_UP, STOP, PlayerDecision


class PowerUps(Step):
    """T-9.1: makes the power-ups at the end of a Main action.

    It makes two if `most` is 2 and at least three workers count in the action; in all other cases one.
    """

    def __init__(self, most: int) -> None:
        self.most: Final = most

    def begin(self, state: Teotihuacan) -> bool:
        """T-11.9: add to the pending steps the power-ups, and after them the purchase of more with Technology #13.

        From now on, the player cannot use a Discovery tile to count one more worker in the action.
        Return False, because no seat is asked.
        """
        state.raising = False
        state.push(PURCHASE)
        if self.most == 2 and state.count >= 3:
            state.push(SECOND_POWER_UP)
        declinable = state.readings.power_up_declinable and FOREST <= state.board <= GOLD_DEPOSITS
        state.push(SECOND_POWER_UP if declinable else FIRST_POWER_UP)
        return False


class MainPowerUp(PlayerDecision):
    """T-9.1, T-7.4.3: the player powers up one of its unlocked workers on the board of the action.

    If `optional` is true, as for the second power-up of an action, the player may decline.
    """

    def __init__(self, optional: bool) -> None:
        self.optional: Final = optional

    def offers(self, state: Teotihuacan) -> list[int]:
        """D13: return an option for each worker that can be powered up now, and STOP if the player may decline.

        If no worker can be powered up, return an empty list: the power-up is lost.
        """
        offered = eligible(state.player(), state.board)
        if self.optional and len(offered) > 0:
            offered.append(STOP)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Power up the worker, or stop. T-7.4.3: a player that declines the first power-up gets no second one."""
        if option == STOP:
            pending = state.pending
            if len(pending) > 0 and isinstance(pending[-1], MainPowerUp):
                pending.pop()
            return
        player = state.player()
        state.purchases = state.purchases + 1 if state.readings.purchase_each else 1  # T-12.7
        raise_power(state, player, worker_at(player, option - POWER_UP))


FIRST_POWER_UP: Final = MainPowerUp(optional=False)
SECOND_POWER_UP: Final = MainPowerUp(optional=True)
ONE_POWER_UP: Final = PowerUps(1)
POWER_UPS: Final = PowerUps(2)
