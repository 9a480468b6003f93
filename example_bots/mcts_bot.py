"""MctsBot searches a tree of the coming decisions, and takes the option that it tried most often.

The search is that of the house bots. MctsBot plays any game. It thinks as long as its clock allows, and stops early if
one option is clearly best.

    arena play example_bots/mcts_bot.py greedy --games 4 --tc 5+0.05
"""

from typing import Final

from arena.bots import Mcts
from arena_sdk import Bot, Option, Start, Turn, run, thinking_time

SEARCH: Final = Mcts(simulations=100)  # for each decision at most; without a number, the clock alone ends it


class MctsBot(Bot):
    """Takes the option that its search tried most often."""

    name = "mcts_bot"

    def start(self, start: Start) -> None:
        """Store the clock of the match. The bot may spend its increment at every decision."""
        self.control = start.clock

    def choose(self, turn: Turn) -> Option:
        """Return the option that the search tried most often.

        The bot counts its simulations, so `arena play` can show how fast it searches.
        """
        thought = SEARCH.think(turn.state, turn.rng, thinking_time(turn, self.control))
        self.simulations += thought.simulations
        return turn.option(thought.option)


run(MctsBot)
