"""Records and an analysis for tests. They are made once for all tests."""

from functools import cache

from arena.analysis import analyse
from arena.games import rules
from arena_sdk.contenders import contenders
from arena_sdk.series import Series, fixtures, play


@cache
def block(game="cacao", bots=("random", "greedy"), seed="7"):
    """Play the matches of a block, one for each seating of the bots. Return their records."""
    played = rules(game)
    series = Series(played, played.complete({}), "60+1", seed)
    at_table = contenders(bots, played)
    turns = 1 if played.automata else len(bots)
    return [play(series, at_table, fixture).record for fixture in fixtures(len(bots), 1, turns)]


def record(game="cacao", bots=("random", "greedy"), seed="7"):
    """Return the record of a block's first match. Equal arguments give the same record."""
    return block(game, bots, seed)[0]


@cache
def analysed(by="mcts-20"):
    """Return the analysis that the bot `by` makes of a match of Cacao, the one that `record()` returns."""
    return analyse(record(), by)
