"""T-10 Temples and Avenue: the steps, their rewards, and the Discovery tiles on some of them."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan import claims
from arena.games.teotihuacan.goods import ANY_GOODS
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.terms import (
    AVENUE_3,
    AVENUE_6,
    AVENUE_8,
    BLUE_4,
    COCOA,
    FROM_TEMPLE,
    GREEN_3,
    GREEN_6,
    RED_5,
    TEMPLE_POINTS,
)
from arena.games.teotihuacan.windows import CLAIM, PASS, TEMPLE, PlayerDecision

TOP: Final = 11
PENULTIMATE: Final = 10
AVENUE_END: Final = 9
NO_SPOT: Final = -1

# T-10.7: what the steps of each temple bring: any resource, points, cocoa; steps 0 and 10 bring nothing.
ANY_REWARD: Final[list[list[int]]] = [
    [0, 1, 1, 1, 1, 2, 2, 0, 2, 0, 0, 0],
    [0] * 12,
    [0] * 12,
]
POINTS_REWARD: Final[list[list[int]]] = [
    [0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 0, 6],
    [0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 0, 7],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5],
]
COCOA_REWARD: Final[list[list[int]]] = [
    [0] * 12,
    [0] * 12,
    [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 0, 0],
]

# T-10.3: the major steps
SPOT_OF_STEP: Final[list[list[int]]] = [
    [NO_SPOT] * 4 + [BLUE_4] + [NO_SPOT] * 7,
    [NO_SPOT] * 5 + [RED_5] + [NO_SPOT] * 6,
    [NO_SPOT] * 3 + [GREEN_3] + [NO_SPOT] * 2 + [GREEN_6] + [NO_SPOT] * 5,
]
# T-10.8
SPOT_OF_AVENUE: Final[list[int]] = [NO_SPOT] * 3 + [AVENUE_3] + [NO_SPOT] * 2 + [AVENUE_6, NO_SPOT, AVENUE_8, NO_SPOT]


def can_advance(state: Teotihuacan, player: PlayerState, temple: int) -> bool:
    """T-10.6: True if a player can advance on a temple.

    It cannot if its marker is at the top, or if the next step is the top and another marker is there.
    """
    step = player.temples[temple]
    if step != PENULTIMATE:
        return step < PENULTIMATE
    return all(other.temples[temple] != TOP for other in state.players)


def open_temples(state: Teotihuacan, player: PlayerState) -> list[int]:
    """T-10.7: return a list of the numbers (0 blue, 1 red, 2 green) of temples on which the player can advance."""
    temples = blank_list()
    for temple in range(3):
        if can_advance(state, player, temple):
            temples.append(temple)
    return temples


class Advance(Step):
    """T-10.1: the player advances on a temple and gains the step's reward.

    If it cannot advance (T-10.6), nothing happens.
    """

    def __init__(self, temple: int) -> None:
        self.temple: Final = temple

    def begin(self, state: Teotihuacan) -> bool:
        """T-10.2, T-10.3: move the marker one step up, if possible.

        On a major step with Discovery tiles, add a pending step in which the player claims one or takes the printed
        reward. On any other step, give the printed reward now.
        """
        player = state.player()
        temple = self.temple
        if not can_advance(state, player, temple):
            return False
        step = player.temples[temple] + 1
        player.temples[temple] = step
        if state.log is not None:
            state.tell("advanced", [player.seat, temple, step])
        spot = SPOT_OF_STEP[temple][step]
        if spot != NO_SPOT and len(state.spots[spot]) > 0:
            state.push(MAJOR_STEP[temple * 12 + step])
        else:
            reward(state, player, temple, step)
        return False


ADVANCE: Final = [Advance(temple) for temple in range(3)]


def reward(state: Teotihuacan, player: PlayerState, temple: int, step: int) -> None:
    """T-10.2: give a player the reward that is printed on this step of a temple.

    T-10.5: a rules option leaves out the reward of the top.
    """
    if step == TOP and not state.readings.top_reward:
        return
    state.score(player, TEMPLE_POINTS, POINTS_REWARD[temple][step])
    state.gain(player, COCOA, COCOA_REWARD[temple][step], FROM_TEMPLE)
    goods = ANY_REWARD[temple][step]
    if goods > 0:
        state.push(ANY_GOODS[goods])


class MajorStep(PlayerDecision):
    """T-10.3: the player claims a Discovery tile on a major step, or gains the step's printed reward."""

    def __init__(self, temple: int, step: int) -> None:
        self.temple: Final = temple
        self.step: Final = step

    def offers(self, state: Teotihuacan) -> list[int]:
        """T-10.9: return an option to claim each Discovery tile of the step, except those that cost too much; and PASS.

        PASS takes the printed reward of the step. The marker may be higher now, because of a free action that the
        player took first; the tiles and the reward are still those of this step.
        """
        offered = claims.at(state, SPOT_OF_STEP[self.temple][self.step])
        offered.append(PASS)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Let the player claim the chosen tile, or take the printed reward."""
        if option == PASS:
            reward(state, state.player(), self.temple, self.step)
        else:
            claims.take_from(state, SPOT_OF_STEP[self.temple][self.step], option - CLAIM)


MAJOR_STEP: Final = [MajorStep(temple, step) for temple in range(3) for step in range(12)]


class AnyTemple(PlayerDecision):
    """T-10.7: the player advances on a temple of its choice. A player that can advance on none is not asked."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """Return an option for each temple on which the player can advance."""
        offered = blank_list()
        for temple in open_temples(state, state.player()):
            offered.append(TEMPLE + temple)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Add the advance on the chosen temple to the pending steps."""
        state.push(ADVANCE[option - TEMPLE])


ANY_TEMPLE: Final = AnyTemple()


class AvenueStep(Step):
    """T-10.8: the player advances one step on the Avenue of the Dead. At the end of the Avenue nothing happens."""

    def begin(self, state: Teotihuacan) -> bool:
        """Move the player's marker one step up the Avenue, unless it is at the end.

        If Discovery tiles lie on the new step, add a pending step in which the player claims one or refuses.
        """
        player = state.player()
        if player.avenue == AVENUE_END:
            return False
        player.avenue += 1
        if state.log is not None:
            state.tell("walked", [player.seat, player.avenue])
        spot = SPOT_OF_AVENUE[player.avenue]
        if spot != NO_SPOT and len(state.spots[spot]) > 0:
            state.push(AVENUE_CLAIM[spot])
        return False


class AvenueClaim(PlayerDecision):
    """T-10.8: the player claims a Discovery tile on a step of the Avenue, or refuses."""

    def __init__(self, spot: int) -> None:
        self.spot: Final = spot

    def offers(self, state: Teotihuacan) -> list[int]:
        """Return an option to claim each Discovery tile of the step, except those that cost too much; and PASS."""
        offered = claims.at(state, self.spot)
        offered.append(PASS)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Let the player claim the chosen tile, or do nothing if it refused."""
        if option != PASS:
            claims.take_from(state, self.spot, option - CLAIM)


AVENUE_STEP: Final = AvenueStep()
AVENUE_CLAIM: Final = [AvenueClaim(spot) for spot in (AVENUE_3, AVENUE_6, AVENUE_8)]


class OrderTemples(PlayerDecision):
    """T-7.7.2, T-7.8.2: the player advances on a temple for each matching coloured icon, in an order of its choice.

    `left` has the number of advances still to come on each temple, as blue + 8 * red + 64 * green.
    """

    def __init__(self, left: int) -> None:
        self.left: Final = left

    def begin(self, state: Teotihuacan) -> bool:
        """D12: ask the player on which temple to advance next, and return True.

        If the player can advance on one temple at most, do not ask: add its advances to the pending steps, and return
        False.
        """
        offered = self.offers(state)
        if len(offered) > 1:
            return super().begin(state)
        for option in offered:
            temple = option - TEMPLE
            for _ in range(self.left >> (3 * temple) & 7):
                state.push(ADVANCE[temple])
        return False

    def offers(self, state: Teotihuacan) -> list[int]:
        """D12, T-10.6: return an option for each temple with an advance to come on which the player can advance."""
        player = state.player()
        offered = blank_list()
        for temple in range(3):
            if (self.left >> (3 * temple)) & 7 > 0 and can_advance(state, player, temple):
                offered.append(TEMPLE + temple)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Add to the pending steps an advance on the chosen temple, and after it the remaining advances."""
        temple = option - TEMPLE
        state.push(OrderTemples(self.left - (1 << (3 * temple))))
        state.push(ADVANCE[temple])
