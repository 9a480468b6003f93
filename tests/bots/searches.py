"""Helpers for tests of tree searches: games to test, positions in them, and searches with their tree.

A *guide* is an object that assesses positions for a search, in place of random games from there.
"""

import pytest

from arena.bots import TO_THE_END, Assessment, Guide, GuidedSearch, Margin, Search, Tuning
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from tests.games.tiny import TINY

TABLES = [(rules, seats) for rules in (*GAMES.values(), TINY) for seats in rules.seats]
each_table = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))


class Level(Guide):
    """A guide for a search: it assesses all positions as equal, and stores the number of positions of each call."""

    def __init__(self):
        self.calls = []

    def evaluate_many(self, states):
        self.calls.append(len(states))
        return [Assessment([0.0] * state.seats, [1.0] * len(state.options())) for state in states]

    def outcome(self, state):
        return Margin(20).rewards(state)


def middle(rules, seats, decisions=9):
    """Return a position of a random game after some decisions."""
    state, rng = rules.new({}, seats, Deal(b"middle")), Rng(2)
    for _ in range(decisions):
        state.apply(state.sample(rng))
    return state


def opened(state, seed=1, cutoff=TO_THE_END, evaluation=None, glance=0):
    """Return a plain tree search (`Search`) from this position, before its first simulation."""
    return Search(state, Rng(seed), Tuning(Margin(20) if evaluation is None else evaluation, 0.7, cutoff, glance))


def grown(state, simulations, **how):
    """Return a plain tree search (`Search`) from this position, after this number of simulations."""
    search = opened(state, **how)
    search.grow(simulations)
    return search


def guided(state, simulations, guide=None, leaves=1):
    """Return a `GuidedSearch` from this position after this number of simulations; by default its guide is `Level`."""
    search = GuidedSearch(state, Rng(1), guide or Level(), 0.7, leaves)
    search.grow(simulations)
    return search


def nodes(node):
    """Yield a node of a search tree and all nodes below it."""
    yield node
    for child in node.children:
        yield from nodes(child)


def described(search):
    """Return the nodes of a search's tree as tuples, which can be compared."""
    return [(n.option, n.available, n.visits, n.total, n.odds, n.waiting) for n in nodes(search.root)]
