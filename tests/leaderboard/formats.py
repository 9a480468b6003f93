"""Tournaments of formats with pages of their own (double knockout, Swiss, SPRT, gauntlet), a ladder, a new bot."""

from arena.store.ratings.counting import pool_value
from arena.store.ratings.rating_history import refresh
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_ladders import LadderStatus, StoredLadders
from arena.store.sql import match_queries
from arena.tournament.open_ladder import LadderGoal
from tests.leaderboard.filled import START, Filling

NAMES = ("ana@2", "quetzal@1", "greedy@1", "random@1", "mcts-50@1", "sampler@1", "huitzilopochtli@1")
DOUBLE = """
name = "Double knockout of the autumn"
game = "cacao"
clock = "10+0.1"
format = "double-knockout"
entrants = ["ana", "quetzal", "greedy", "random", "mcts-50", "sampler", "huitzilopochtli"]

[double-knockout]
tie-breaks = 0
"""
SWISS = """
name = "Swiss"
game = "cacao"
clock = "10+0.1"
format = "swiss"
entrants = ["ana", "quetzal", "greedy", "random", "mcts-50", "sampler", "huitzilopochtli"]

[swiss]
rounds = 3
"""
SPRT = """
name = "Is ana stronger?"
game = "cacao"
clock = "10+0.1"
format = "sprt"
entrants = ["ana", "quetzal"]

[sprt]
elo0 = 0
elo1 = 40
games = 24
"""


GAUNTLET = """
name = "Gauntlet"
game = "cacao"
clock = "10+0.1"
format = "gauntlet"
entrants = ["ana", "quetzal", "greedy"]
"""


LATER = START + 500_000.0


async def fill_formats(database):
    """Play tournaments of further formats, and store them in a database that `fill` has filled."""
    filling = Filling(database)
    filling.time = LATER
    await filling.tournament("t-double", DOUBLE, NAMES)
    await filling.tournament("t-swiss", SWISS, NAMES)
    await filling.tournament("t-sprt", SPRT, NAMES[:2])
    await filling.tournament("t-gauntlet", GAUNTLET, NAMES[:3])
    await StoredAccounts(database, frozenset(), 100, filling.now).register(
        "nothing-yet", "Nobody", "It has not played."
    )
    pools = {pool.game: pool for pool in map(pool_value, database.read(match_queries.all_pools))}
    status = LadderStatus("10+0.1", "playing", 5, 3, LadderGoal(60, 500))
    await StoredLadders(database, filling.now).show(pools["teotihuacan"], status)
    refresh(database, filling.now())
