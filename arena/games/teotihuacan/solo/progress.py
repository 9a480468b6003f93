"""T-17.4 The automaton's advances on temples, with their printed rewards, and on the Avenue."""

from typing import Final

from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.temples import (
    ANY_REWARD,
    AVENUE_END,
    COCOA_REWARD,
    POINTS_REWARD,
    TOP,
    can_advance,
    open_temples,
)
from arena.games.teotihuacan.terms import COCOA, FROM_TEMPLE, GOLD, STONE, TEMPLE_POINTS, WOOD

LEAST_FIRST: Final[list[int]] = [GOLD, STONE, WOOD]  # T-17.4.6


def ascend_temple(state: Teotihuacan, player: PlayerState, temple: int) -> None:
    """T-17.4.1, T-17.4.6: advance one step on a temple and gain its printed reward, unless the advance is blocked."""
    if not can_advance(state, player, temple):
        return
    step = player.temples[temple] + 1
    player.temples[temple] = step
    if state.log is not None:
        state.tell("advanced", [player.seat, temple, step])
    if step == TOP and not state.readings.top_reward:  # T-10.5
        return
    state.score(player, TEMPLE_POINTS, POINTS_REWARD[temple][step])
    state.gain(player, COCOA, COCOA_REWARD[temple][step], FROM_TEMPLE)
    for _ in range(ANY_REWARD[temple][step]):
        state.gain(player, scarcest(player), 1, FROM_TEMPLE)


def scarcest(player: PlayerState) -> int:
    """T-17.4.6: return the number of the resource of which the automaton has least.

    If amounts are equal, gold comes before stone, and stone before wood.
    """
    least = GOLD
    for good in LEAST_FIRST:
        if player.goods[good] < player.goods[least]:
            least = good
    return least


def ascend_any_temple(state: Teotihuacan, player: PlayerState) -> None:
    """T-17.4.5: advance on the temple where the automaton's marker is highest, of those on which it can advance.

    If steps are equal, blue comes before red, and red before green.
    """
    highest = -1
    for temple in open_temples(state, player):
        if highest < 0 or player.temples[temple] > player.temples[highest]:
            highest = temple
    if highest >= 0:
        ascend_temple(state, player, highest)


def walk(state: Teotihuacan, player: PlayerState) -> None:
    """T-17.4.1: advance one step on the Avenue. The automaton takes no tiles there."""
    if player.avenue < AVENUE_END:
        player.avenue += 1
        if state.log is not None:
            state.tell("walked", [player.seat, player.avenue])
