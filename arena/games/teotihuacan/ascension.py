"""T-9 Power-ups and Ascension."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.calendar import advance_light
from arena.games.teotihuacan.player_state import PlayerState, Worker
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.temples import ANY_TEMPLE, AVENUE_STEP, open_temples
from arena.games.teotihuacan.terms import (
    ASCENSION_POINTS,
    COCOA,
    FROM_ASCENSION,
    LOCKED,
    NO_PLACE,
    NO_WORKER,
    ON_WHEEL,
    PALACE,
    UNLOCKED,
    WHEEL,
)
from arena.games.teotihuacan.tiles.discovery import WAIVER
from arena.games.teotihuacan.windows import POWER_UP, REWARD, PlayerDecision, pay

ANY_BOARD: Final = 0
ASCENDING: Final = 5  # a worker of this power ascends by its next power-up

FIVE_POINTS: Final = 0
SOME_COCOA: Final = 1
ONE_TEMPLE: Final = 2
TWO_TEMPLES: Final = 3
TWO_TEMPLES_WAIVED: Final = 4  # T-11.6 in its wide reading
FOURTH_WORKER: Final = 5
TWO_TEMPLES_PRICE: Final = 3


def eligible(player: PlayerState, board: int) -> list[int]:
    """T-11.4: return a list with an option to power up each unlocked worker of a player on `board`.

    If `board` is ANY_BOARD, the workers on all boards count. Workers with equal board and power share one option.
    """
    offered = blank_list()
    place = player.next_place(ON_WHEEL if board == ANY_BOARD else board << 3)
    while place < NO_PLACE and board in (ANY_BOARD, place >> 3):
        offered.append(POWER_UP + place)
        place = player.next_place(place)
    return offered


def on_action_board(state: Teotihuacan, player: PlayerState) -> list[int]:
    """T-9.1: return a list with an option for each worker that an action can make stronger: those on its board.

    Locked workers are among them only if a rules option says so.
    """
    offered = eligible(player, state.board)
    if state.readings.locked_too:
        for worker in player.workers:
            if worker.space != UNLOCKED and worker.board == state.board:
                offered.append(POWER_UP + place_of(worker))
    return offered


def place_of(worker: Worker) -> int:
    """Return the number board * 8 + power of a worker on a board, plus LOCKED if it is locked."""
    return (LOCKED if worker.space != UNLOCKED else 0) | worker.board << 3 | worker.power


def worker_at(player: PlayerState, place: int) -> Worker:
    """Return the player's first worker with this place, a number that `place_of` returns. There has to be one."""
    for worker in player.workers:
        if place_of(worker) == place:
            return worker
    raise ValueError(f"no worker of power {place & 7} on board {place >> 3 & 15}")


def count_at(player: PlayerState, place: int) -> int:
    """Return how many workers of the player have this place, a number that `place_of` returns."""
    count = 0
    for worker in player.workers:
        if place_of(worker) == place:
            count += 1
    return count


def raise_power(state: Teotihuacan, player: PlayerState, worker: Worker) -> None:
    """T-9.1: add 1 to the power of a worker. A worker that reaches power 6 ascends immediately."""
    if state.raised != NO_WORKER and place_of(worker) == state.raised and count_at(player, state.raised) == 1:
        state.raised = state.raised + 1 if worker.power < ASCENDING else NO_WORKER
    worker.power += 1
    if worker.power == 6:
        ascend(state, player, worker)
    elif state.log is not None:
        state.tell("powered_up", [player.seat, worker.board, worker.power])


def ascend(state: Teotihuacan, player: PlayerState, worker: Worker) -> None:
    """T-9.2, T-9.7: put a worker that has reached power 6 on the Palace with power 1.

    Next, the player advances on the Avenue and chooses a reward of the Ascension, and then the light disc moves: add
    these to the steps that the engine still has to carry out.
    """
    worker.board = PALACE
    worker.power = 1
    worker.space = UNLOCKED
    if state.log is not None:
        state.tell("ascended", [player.seat])
    state.push(LIGHT_STEP)
    state.push(ASCENSION_REWARD)
    state.push(AVENUE_STEP)


class LightStep(Step):
    """T-9.2 (4): moves the light disc after each Ascension."""

    def begin(self, state: Teotihuacan) -> bool:
        """Move the light disc one step, never past the dark disc."""
        advance_light(state)
        return False


class AscensionReward(PlayerDecision):
    """T-9.3: the player chooses one of the rewards of an Ascension."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D14, T-9.8: return a list with an option for each reward that the player can choose.

        The list always has the reward of 5 points and the reward of cocoa. It has temple steps only if the player can
        advance on a temple, and the fourth worker only if the player has three workers in play.
        """
        player = state.player()
        offered = [REWARD + FIVE_POINTS, REWARD + SOME_COCOA]
        if len(open_temples(state, player)) > 0:
            offered.append(REWARD + ONE_TEMPLE)
            if player.cocoa >= TWO_TEMPLES_PRICE:
                offered.append(REWARD + TWO_TEMPLES)
            if state.readings.wide_waiver and player.ready[WAIVER] > 0:
                offered.append(REWARD + TWO_TEMPLES_WAIVED)
        if player.in_play() == 3:
            offered.append(REWARD + FOURTH_WORKER)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Give the player the chosen reward of the Ascension."""
        player = state.player()
        reward = option - REWARD
        if reward == FIVE_POINTS:
            state.score(player, ASCENSION_POINTS, 5)
        elif reward == SOME_COCOA:
            state.gain(player, COCOA, state.readings.ascension_cocoa, FROM_ASCENSION)
        elif reward == ONE_TEMPLE:
            state.push(ANY_TEMPLE)
        elif reward == FOURTH_WORKER:
            fourth_worker(state, player)
        else:
            pay(state, player, TWO_TEMPLES_PRICE, reward - TWO_TEMPLES, FROM_ASCENSION)
            state.push(ANY_TEMPLE)
            state.push(ANY_TEMPLE)


def fourth_worker(state: Teotihuacan, player: PlayerState) -> None:
    """T-9.3: move a player's worker from the Ascension wheel to the Palace, with power 3. Give the player 2 cocoa."""
    for worker in player.workers:
        if worker.board == WHEEL:
            worker.board = PALACE
            worker.power = 3
    if state.log is not None:
        state.tell("joined", [player.seat])
    state.gain(player, COCOA, 2, FROM_ASCENSION)


LIGHT_STEP: Final = LightStep()
ASCENSION_REWARD: Final = AscensionReward()
