"""Harvester plays Cacao with a search and with its own evaluation, which gives a value to the cacao in store.

Cacao brings points only when it is sold. So a search that counts only points, and stops after a few decisions, never
harvests. This file has only the evaluation; the search and the use of the clock are those of the house bots.

    arena play example_bots/harvester.py mcts-50 --games 20
"""

from typing import Final

from arena.bots import Margin, Mcts
from arena.games.cacao.state import Cacao
from arena.games.game import State
from arena_sdk import PlayerBot, run

HALVES: Final = 2  # units in a point: `worth` counts in halves of points
FRUIT: Final = 3  # halves of a point for a cacao, while a worker can still reach a market


class Harvest(Margin):
    """An evaluation by the lead in points. It includes the points that the cacao in store will bring."""

    def worth(self, state: State) -> list[int]:
        """Return the value of each seat, in half points: its points, and the points that its cacao will bring."""
        assert isinstance(state, Cacao)
        return [
            HALVES * points + FRUIT * min(village.cacao, sum(village.hand) + len(village.pile))
            for points, village in zip(state.scores(), state.villages, strict=True)
        ]


class Harvester(PlayerBot):
    """Searches only a few decisions ahead, with an evaluation that counts the cacao in store."""

    name = "harvester"
    games = ("cacao",)
    player = Mcts(simulations=50, evaluate=Harvest(scale=20, unit=HALVES), cutoff=4)


run(Harvester)
