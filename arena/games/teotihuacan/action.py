"""T-3.2 The action of a normal turn: collect cocoa, worship, or the Main action of the board."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.actions.declare import add_main, main
from arena.games.teotihuacan.collect import collect
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.windows import COLLECT, MAIN, WORSHIP, PlayerDecision
from arena.games.teotihuacan.worship import SPACES_OF, add_worship, worship


class Act(PlayerDecision):
    """T-3.2: the player collects cocoa, worships, or takes the Main action, on the board where its worker arrived."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D2, T-5.1: return a list of the legal options to collect cocoa, to worship, or to take the Main action.

        To collect cocoa is always legal.
        """
        player = state.player()
        offered = blank_list()
        offered.append(COLLECT)
        for space in SPACES_OF[state.board]:
            add_worship(state, player, space, offered)
        add_main(state, player, offered)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Let the player collect cocoa, worship, or take the Main action, as the chosen option says."""
        player = state.player()
        if option == COLLECT:
            collect(state, player)
        elif option < MAIN:
            worship(state, player, option - WORSHIP)
        else:
            main(state, player, option - MAIN)


ACT: Final = Act()
