"""The house bots, which play any game, and one function that finds one by its name."""

from arena.bots.greedy import Greedy
from arena.bots.house import HOUSE, HouseBot, house
from arena.bots.player import Player
from arena.bots.random import Random
from arena.bots.sampler import Sampler

__all__ = ["HOUSE", "Greedy", "HouseBot", "Player", "Random", "Sampler", "house"]
