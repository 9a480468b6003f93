"""T-17.6.2 What the automaton scores in the last Eclipse instead of the points of Temple Bonus tiles."""

from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import technologies_of
from arena.games.teotihuacan.temples import PENULTIMATE
from arena.games.teotihuacan.terms import BONUS_POINTS, LEFTOVER_POINTS, TECHNOLOGY_POINTS


def score_automaton(state: Teotihuacan, player: PlayerState) -> None:
    """T-17.6.2: score 1 point for each resource and cocoa, 2 for each technology, 15 for each Temple Bonus reached.

    The difficulty can change the 2 and the 15.
    """
    automaton = state.automaton
    assert automaton is not None
    state.score(player, LEFTOVER_POINTS, player.goods[0] + player.goods[1] + player.goods[2] + player.cocoa)
    state.score(player, TECHNOLOGY_POINTS, automaton.technology * technologies_of(player))
    for temple in range(3):
        if player.temples[temple] >= PENULTIMATE:
            state.score(player, BONUS_POINTS + state.bonuses[temple], automaton.bonus)
