"""T-11.4 The effects of Discovery tiles that a player uses as free actions.

Other Discovery tiles are used together with a move (T-4) or a payment (T-11.6).
"""

from typing import Final

from arena.games.teotihuacan.ascension import ANY_BOARD, eligible, raise_power, worker_at
from arena.games.teotihuacan.goods import ANY_GOODS
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.temples import ADVANCE, ANY_TEMPLE, AVENUE_STEP
from arena.games.teotihuacan.terms import BLUE, COCOA, DISCOVERY_POINTS, FROM_DISCOVERY, GREEN, RED
from arena.games.teotihuacan.tiles.discovery import MASKS
from arena.games.teotihuacan.windows import POWER_UP, STOP, PlayerDecision


class FourPoints(Step):
    """T-11.4: the player scores 4 points."""

    def begin(self, state: Teotihuacan) -> bool:
        """Add 4 points to the active player's score."""
        state.score(state.player(), DISCOVERY_POINTS, 4)
        return False


class FourCocoa(Step):
    """T-11.4: the player gains 4 cocoa."""

    def begin(self, state: Teotihuacan) -> bool:
        """Give the active player 4 cocoa."""
        state.gain(state.player(), COCOA, 4, FROM_DISCOVERY)
        return False


class PowerUp(PlayerDecision):
    """T-11.4: the player powers up one of its unlocked workers; if there is none, the effect is lost.

    `board` is ANY_BOARD in a game, because the tile allows a worker on any board. Only a position that was read from a
    text may have the number of a board instead; then the player can choose only workers on this board.
    """

    def __init__(self, board: int) -> None:
        self.board: Final = board

    def offers(self, state: Teotihuacan) -> list[int]:
        """D13: return an option for each worker that can be powered up now."""
        return eligible(state.player(), self.board)

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Add 1 to the power of the chosen worker; with power 6 it ascends."""
        player = state.player()
        raise_power(state, player, worker_at(player, option - POWER_UP))


POWER_UP_ANYWHERE: Final = PowerUp(ANY_BOARD)


class OptionalPowerUps(PlayerDecision):
    """T-11.4: the player powers up a worker, or stops. `left` is the number of power-ups that it may still make.

    The step replaces the two power-ups of a Discovery tile in games in which a rules option makes them optional.
    """

    def __init__(self, left: int) -> None:
        self.left: Final = left

    def offers(self, state: Teotihuacan) -> list[int]:
        """D13: return an option for each worker that can be powered up, and the option to stop.

        If no worker can be powered up, return an empty list.
        """
        offered = eligible(state.player(), ANY_BOARD)
        if len(offered) > 0:
            offered.append(STOP)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Power up the chosen worker. If a power-up is left, let the player make it next.

        If the option is STOP, do nothing.
        """
        if option == STOP:
            return
        player = state.player()
        if self.left > 1:
            state.push(ONE_MORE)
        raise_power(state, player, worker_at(player, option - POWER_UP))


ONE_MORE: Final = OptionalPowerUps(1)
UP_TO_TWO: Final = OptionalPowerUps(2)


class TwoPowerUps(Step):
    """T-11.4: the player makes two power-ups on its unlocked workers, both if possible.

    A rules option allows the player to make fewer.
    """

    def begin(self, state: Teotihuacan) -> bool:
        """Add two power-ups to the pending steps. With a rules option, the player may make fewer.

        A worker that ascends by the first power-up may also get the second one.
        """
        if state.readings.up_to_two:
            state.push(UP_TO_TWO)
            return False
        state.push(POWER_UP_ANYWHERE)
        state.push(POWER_UP_ANYWHERE)
        return False


class AdditionalWorker(Step):
    """T-11.9 (b): lets the running Main action count one more worker."""

    def begin(self, state: Teotihuacan) -> bool:
        """Add 1 to the number of workers that the rest of the Main action counts."""
        state.count += 1
        return False


class NoEffect(Step):
    """T-11.2, T-11.5, T-11.6: stands for the missing effect of tiles that cannot be used as a free action.

    These tiles are the masks, and the tiles that a player uses together with a move or a payment.
    """

    def begin(self, state: Teotihuacan) -> bool:
        """Raise ValueError, because the game never offers a tile without an effect as a free action."""
        raise ValueError("this tile is no free action")


NO_EFFECT: Final = NoEffect()

# A row per kind of tile, in the order of their numbers.
EFFECTS_OF_TILES: Final[list[Step]] = [
    *[NO_EFFECT] * MASKS,
    FourPoints(),
    ANY_GOODS[3],
    ANY_GOODS[2],
    AVENUE_STEP,
    ANY_TEMPLE,
    ADVANCE[BLUE],
    ADVANCE[RED],
    ADVANCE[GREEN],
    FourCocoa(),
    TwoPowerUps(),
    NO_EFFECT,  # second worker: T-4.3
    NO_EFFECT,  # waiver: T-11.6
    NO_EFFECT,  # unlimited move: T-4.2
    AdditionalWorker(),
]
