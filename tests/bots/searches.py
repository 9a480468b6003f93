"""Helpers for tests of tree searches: tables, positions, and grown searches of each kind."""

import pytest

from arena.bots import TO_THE_END, Assessment, Guide, GuidedSearch, Margin, Search, Tuning
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from tests.games.tiny import TINY

TABLES = [(rules, seats) for rules in (*GAMES.values(), TINY) for seats in rules.seats]
each_table = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))


class Level(Guide):
    """A guide that assesses all positions and options as equal, and stores how many positions each call had."""

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
    """Return a search from this position, without a guide and before its first simulation."""
    return Search(state, Rng(seed), Tuning(Margin(20) if evaluation is None else evaluation, 0.7, cutoff, glance))


def grown(state, simulations, **how):
    """Return a search from this position, without a guide, after this number of simulations."""
    search = opened(state, **how)
    search.grow(simulations)
    return search


def guided(state, simulations, guide=None, leaves=1):
    """Return a search from this position, with a guide, after this number of simulations."""
    search = GuidedSearch(state, Rng(1), guide or Level(), 0.7, leaves)
    search.grow(simulations)
    return search


def nodes(node):
    """Yield a node and all nodes below it."""
    yield node
    for child in node.children:
        yield from nodes(child)


def described(search):
    """Return the nodes of a search's tree as tuples, which can be compared."""
    return [(n.option, n.available, n.visits, n.total, n.odds, n.waiting) for n in nodes(search.root)]
