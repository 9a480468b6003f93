"""Records for tests of analyses, each played once for all tests."""

from functools import cache

from arena.analysis import analyse
from arena.games import rules
from arena_sdk.contenders import contenders
from arena_sdk.series import Series, fixtures, play


@cache
def block(game="cacao", bots=("random", "greedy"), seed="7"):
    """Return the records of a block: one deal from every seat."""
    played = rules(game)
    series = Series(played, played.complete({}), "60+1", seed)
    at_table = contenders(bots, played)
    turns = 1 if played.automata else len(bots)
    return [play(series, at_table, fixture).record for fixture in fixtures(len(bots), 1, turns)]


def record(game="cacao", bots=("random", "greedy"), seed="7"):
    """Return the first record of a block. Equal arguments give the same record."""
    return block(game, bots, seed)[0]


@cache
def analysed(by="mcts-20"):
    """Return the analysis of that record. Make it only once."""
    return analyse(record(), by)
