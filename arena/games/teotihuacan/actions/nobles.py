"""T-7.6 Nobles: pay wood, build, score the space, advance on the Avenue, power up."""

from typing import Final

from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.powering import POWER_UPS
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import POINTS
from arena.games.teotihuacan.temples import AVENUE_STEP
from arena.games.teotihuacan.terms import FROM_MAIN, NOBLES_POINTS, WOOD
from arena.games.teotihuacan.windows import ROW, PlayerDecision

BUILDINGS: Final = 11
ROWS: Final[list[list[int]]] = [[3, 2, 2, 1, 1], [5, 4, 3, 3], [7, 6, 5]]  # T-7.6.3: top, centre, bottom
TOP: Final = 0
CENTRE: Final = 1
BOTTOM: Final = 2


def is_free(state: Teotihuacan, row: int) -> bool:
    """True if a row of the Nobles has a free space for a Building."""
    return state.nobles[row] < len(ROWS[row])


def rows(state: Teotihuacan, count: int) -> list[int]:
    """T-7.6.2: return a list of the rows where `count` workers can build. Row 0, the top one, is for one worker.

    If the row for `count` workers has a free space, the list has only this row. If it is full, the list has the rows
    above it that have a free space. With a rules option, it always has this row and those above it, except full ones.
    """
    if state.readings.any_row:
        return [row for row in range(count) if is_free(state, row)]
    if count == 1 or is_free(state, count - 1):
        return [count - 1] if is_free(state, count - 1) else []
    return [row for row in range(count - 1) if is_free(state, row)]


def can_build(state: Teotihuacan, player: PlayerState, count: int) -> bool:
    """T-7.6.1, T-7.6.2, T-7.6.6: True if `count` workers can build: the player has 2 wood, and a Building is left.

    There must also be a row in which this number of workers can build.
    """
    return player.goods[WOOD] >= 2 and state.buildings < BUILDINGS and len(rows(state, count)) > 0


class BuildForNobles(PlayerDecision):
    """T-7.6: the player chooses a row for a Building, and pays the wood at once."""

    def has_window(self) -> bool:
        """T-7.3b: return False: free actions are not possible before the first choice of a Main action."""
        return False

    def offers(self, state: Teotihuacan) -> list[int]:
        """D9: return an option for each row in which the player can build."""
        return [ROW + row for row in rows(state, state.count)]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """T-7.6.1 to T-7.6.5: let the player pay, build on the chosen row's leftmost free space, and score this space.

        Add to the pending steps the advance on the Avenue, the points for technologies, and the power-ups.
        """
        player = state.player()
        row = option - ROW
        state.pay(player, WOOD, 2, FROM_MAIN)
        state.buildings += 1
        points = ROWS[row][state.nobles[row]]
        state.nobles[row] += 1
        if state.log is not None:
            state.tell("built", [player.seat, row])
        state.score(player, NOBLES_POINTS, points)
        state.raising = True  # T-11.9: an additional worker may still bring a power-up
        state.push(POWER_UPS)
        state.push(POINTS)
        state.push(AVENUE_STEP)


BUILD_FOR_NOBLES: Final = BuildForNobles()
