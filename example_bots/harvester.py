"""Harvester searches with an evaluation of its own: in Cacao, it thinks more of fruit in store than the house does.

The score counts no fruit before it is sold, so a search that stops after a few decisions and counts points does not see
why it should harvest. What a position is worth is all that is written here; the search and the clock are the house's.

    arena play example_bots/harvester.py mcts-50 --games 20
"""

from typing import Final

from arena.bots import Margin, Mcts
from arena.games.cacao.state import Cacao
from arena.games.game import State
from arena_sdk import PlayerBot, run

HALVES: Final = 2  # of a point: the unit in which worth is counted
FRUIT: Final = 3  # halves of a point that a fruit will bring, while a worker can still reach a market


class Harvest(Margin):
    """The lead, counted in points and in what will become points."""

    def worth(self, state: State) -> list[int]:
        """Return what every seat has, in halves of points."""
        assert isinstance(state, Cacao)
        return [
            HALVES * points + FRUIT * min(village.cacao, sum(village.hand) + len(village.pile))
            for points, village in zip(state.scores(), state.villages, strict=True)
        ]


class Harvester(PlayerBot):
    """Searches few decisions deep, and looks at the stores."""

    name = "harvester"
    games = ("cacao",)
    player = Mcts(simulations=50, evaluate=Harvest(scale=20, unit=HALVES), cutoff=4)


run(Harvester)
