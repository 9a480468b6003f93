"""The house bots, which belong to the arena, by name."""

from dataclasses import dataclass

from arena.bots.greedy import Greedy
from arena.bots.learned import Learned, LearnedGlance
from arena.bots.mcts import Mcts
from arena.bots.player import Player
from arena.bots.random import Random
from arena.bots.sampler import Sampler
from arena.errors import UsageError, nearest


@dataclass(frozen=True)
class HouseBot:
    """A house bot: its name, its version, and a description. A bot gets a new version if any of its choices changes."""

    name: str
    version: str
    about: str
    player: Player


HOUSE = {
    bot.name: bot
    for bot in (
        HouseBot("random", "1", "any option, all equally likely", Random()),
        HouseBot("greedy", "2", "the best margin by the end of its turn, over 4 imagined positions", Greedy(4)),
        HouseBot("sampler", "1", "the best mean margin of 4 random playouts per option", Sampler(4)),
        HouseBot("mcts-50", "3", "tree search, 50 simulations for each decision", Mcts(50)),
        HouseBot("mcts-200", "3", "tree search, 200 simulations for each decision", Mcts(200)),
        HouseBot("mcts-800", "3", "tree search, 800 simulations for each decision", Mcts(800)),
        HouseBot("mcts-3200", "3", "tree search, 3200 simulations for each decision", Mcts(3200)),
        HouseBot(
            "learned", "1", "the best of its turn by what was learned from games, without a search", LearnedGlance()
        ),
        HouseBot(
            "learned-200", "1", "tree search led by what was learned, 200 simulations for each decision", Learned(200)
        ),
        HouseBot(
            "learned-800", "1", "tree search led by what was learned, 800 simulations for each decision", Learned(800)
        ),
    )
}


def house(name: str) -> HouseBot:
    """Return the house bot with this name. Raise UsageError if there is none.

    >>> from arena.bots import house
    >>> house("greedy").about
    'the best margin by the end of its turn, over 4 imagined positions'
    """
    if name not in HOUSE:
        raise UsageError(f"unknown bot {name!r}: {nearest(name, HOUSE)}")
    return HOUSE[name]
