"""The house bots, which play any game, and a function that returns the house bot with a given name."""

from arena.bots.evaluation import Evaluation, Margin
from arena.bots.greedy import Greedy
from arena.bots.guided import Assessment, Guide, Guided, GuidedSearch
from arena.bots.house import HOUSE, HouseBot, house
from arena.bots.learned import Learned, LearnedGlance, LearnedTuning
from arena.bots.mcts import Mcts
from arena.bots.player import Player, Thought
from arena.bots.prospects import Prospects
from arena.bots.random import Random
from arena.bots.sampler import Sampler
from arena.bots.search import TO_THE_END, Node, Search, Tuning
from arena.bots.stores import Stores
from arena.bots.thinking import UNTIMED, Time

__all__ = [
    "HOUSE",
    "TO_THE_END",
    "UNTIMED",
    "Assessment",
    "Evaluation",
    "Greedy",
    "Guide",
    "Guided",
    "GuidedSearch",
    "HouseBot",
    "Learned",
    "LearnedGlance",
    "LearnedTuning",
    "Margin",
    "Mcts",
    "Node",
    "Player",
    "Prospects",
    "Random",
    "Sampler",
    "Search",
    "Stores",
    "Thought",
    "Time",
    "Tuning",
    "house",
]
