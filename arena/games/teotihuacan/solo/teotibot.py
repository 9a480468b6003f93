"""T-17.3 The automaton's turn."""

from typing import Final

from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.solo.action_tiles import perform
from arena.games.teotihuacan.solo.automaton import AutomatonState
from arena.games.teotihuacan.solo.pyramid import PLACE_OF_SUM, replace, turn_arrow
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.terms import CASHING_POINTS, COCOA, FROM_ACTION_TILE

PIPS: Final = 6
CASHED: Final = 10  # T-17.3.5


class TeotibotTurn(Step):
    """T-17.3: the automaton's turn: it rolls, carries out an action tile, moves tiles up, turns a direction tile.

    Then it sells cocoa. The turn ends like any other turn.
    """

    def begin(self, state: Teotihuacan) -> bool:
        """T-17.3.1 to T-17.3.5: carry out all parts of the automaton's turn in order."""
        automaton = state.automaton
        assert automaton is not None
        player = state.player()
        place = roll(state, automaton)
        perform(state, automaton, player, automaton.tiles[place])
        replace(automaton, place, upper_only=state.readings.upper_only)
        turn_arrow(automaton)
        if state.log is not None:
            state.tell("action_tiles", automaton.tiles[:])
            state.tell("arrows", [automaton.upper, automaton.lower])
        cash(state, automaton, player)
        return False


def roll(state: Teotihuacan, automaton: AutomatonState) -> int:
    """T-17.3.1: roll two dice, and return the index, in `automaton.tiles`, of the action tile for their sum."""
    first = automaton.dice.below(PIPS) + 1
    second = automaton.dice.below(PIPS) + 1
    automaton.rolled = [first, second]
    place = PLACE_OF_SUM[first + second]
    if state.log is not None:
        state.tell("rolled", [first, second, automaton.tiles[place]])
    return place


def cash(state: Teotihuacan, automaton: AutomatonState, player: PlayerState) -> None:
    """T-17.3.5: if the automaton has 10 cocoa or more, let it pay 10, and score points for them."""
    if player.cocoa >= CASHED:
        state.pay(player, COCOA, CASHED, FROM_ACTION_TILE)
        state.score(player, CASHING_POINTS, automaton.cashing)


TEOTIBOT_TURN: Final = TeotibotTurn()
