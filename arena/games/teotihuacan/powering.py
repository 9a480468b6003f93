"""T-9.1, T-19.8 The power-ups at the end of a Main action."""

from typing import Final

from arena.games.teotihuacan.ascension import count_at, on_action_board, place_of, raise_power, worker_at
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.technologies import PURCHASE, push_late
from arena.games.teotihuacan.terms import ALCHEMY, FOREST, GOLD_DEPOSITS, NO_WORKER
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
        push_late(state)
        if state.readings.alchemy_each and state.board == ALCHEMY:
            raise_all(state)
            return False
        if self.most == 2 and state.count >= 3:
            state.push(SECOND_POWER_UP)
        declinable = state.readings.power_up_declinable and is_gathering(state)
        state.push(SECOND_POWER_UP if declinable else FIRST_POWER_UP)
        return False


def is_gathering(state: Teotihuacan) -> bool:
    """T-7.4: True on Forest, Stone Quarry and Gold Deposits."""
    return FOREST <= state.board <= GOLD_DEPOSITS


def raise_all(state: Teotihuacan) -> None:
    """T-7.5.6: by option, make each worker on the board stronger; then each that has reached power 6 ascends."""
    player = state.player()
    for worker in player.workers:
        if worker.board == state.board:  # Alchemy locks none
            count_power_up(state)
            raise_power(state, player, worker)


def count_power_up(state: Teotihuacan) -> None:
    """T-12.7: note that the action made a power-up, for which Technology #13 may buy another."""
    state.purchases = state.purchases + 1 if state.readings.purchase_each else 1


class MainPowerUp(PlayerDecision):
    """T-9.1, T-7.4.3: the player powers up one of its workers on the board of the action.

    If `optional` is true, as for the second power-up of an action, the player may decline.
    """

    def __init__(self, optional: bool) -> None:
        self.optional: Final = optional

    def offers(self, state: Teotihuacan) -> list[int]:
        """D13: return an option for each worker that can be powered up now, and STOP if the player may decline.

        If no worker can be powered up, return an empty list: the power-up is lost. T-7.4.3: by option, the worker with
        the first power-up of gathering does not get the second one.
        """
        player = state.player()
        offered = on_action_board(state, player)
        if state.raised != NO_WORKER and count_at(player, state.raised) == 1 and POWER_UP + state.raised in offered:
            offered.remove(POWER_UP + state.raised)
        if self.optional and len(offered) > 0:
            offered.append(STOP)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Power up the worker, or stop. T-7.4.3: a player that declines the first power-up gets no second one."""
        pending = state.pending
        is_first = len(pending) > 0 and isinstance(pending[-1], MainPowerUp)
        if option == STOP:
            if is_first:
                pending.pop()
            return
        player = state.player()
        worker = worker_at(player, option - POWER_UP)
        count_power_up(state)
        state.raised = NO_WORKER
        raise_power(state, player, worker)
        if is_first and state.readings.other_worker and is_gathering(state) and worker.board == state.board:
            state.raised = place_of(worker)


FIRST_POWER_UP: Final = MainPowerUp(optional=False)
SECOND_POWER_UP: Final = MainPowerUp(optional=True)
ONE_POWER_UP: Final = PowerUps(1)
POWER_UPS: Final = PowerUps(2)
