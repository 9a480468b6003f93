"""Harvester searches with an evaluation of its own: in Cacao, fruit in store and water on the way are worth something.

The score counts neither before the end, so a search that stops after a few decisions and counts points does not see why
it should harvest. What a position is worth is all that is written here; the search and the clock are the house's.

    arena play example_bots/harvester.py mcts-50 --games 20
"""

from typing import Final

from arena.bots import Evaluation, Mcts
from arena.games.cacao.state import Cacao
from arena.games.game import State
from arena_sdk import PlayerBot, run

FRUIT: Final = 1.5  # points that a fruit will sell for, as long as somebody can still come to a market
SCALE: Final = 20.0  # a lead of so many points is worth as much as it can be


class Harvest(Evaluation):
    """The lead, counted in points and in what will become points."""

    def rewards(self, state: State) -> list[float]:
        """From -1 to 1 for each seat."""
        assert isinstance(state, Cacao)
        worth = [
            points + FRUIT * min(village.cacao, sum(village.hand) + len(village.pile))
            for points, village in zip(state.scores(), state.villages, strict=True)
        ]
        leads = [own - max(worth[:seat] + worth[seat + 1 :]) for seat, own in enumerate(worth)]
        return [max(-1.0, min(1.0, lead / SCALE)) for lead in leads]


class Harvester(PlayerBot):
    """Searches few decisions deep, and looks at the stores."""

    name = "harvester"
    games = ("cacao",)
    player = Mcts(simulations=50, evaluate=Harvest(), cutoff=4)


run(Harvester)
