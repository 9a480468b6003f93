"""Tests of the value of positions of Cacao: points, and cacao in store while a turn is left to sell it."""

import pytest

from arena.bots import Mcts, Stores
from arena.bots.stores import FRUIT, UNIT
from arena.games import GAMES
from arena.games.cacao.view import hold
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER

RULES = GAMES["cacao"]
STORES = Stores(20)


def opening(seats=2):
    return RULES.new({}, seats, Deal(b"stores"))


def test_a_cacao_in_store_is_worth_a_part_of_a_point():
    state = opening()
    before = STORES.worth(state)
    state.villages[0].cacao += 1
    assert STORES.worth(state) == [before[0] + FRUIT, before[1]]
    assert 0 < FRUIT < UNIT


def test_a_cacao_that_will_never_be_sold_is_worth_nothing():
    state = opening()
    state.villages[0].cacao = 5
    hold(state.villages[0], [0, 1], [])
    worth = STORES.worth(state)
    state.villages[0].cacao = 2
    assert STORES.worth(state) == worth


@pytest.mark.parametrize("seats", RULES.seats)
def test_when_the_game_is_over_only_points_count(seats):
    state, rng = opening(seats), Rng(1)
    while state.to_move != OVER:
        state.apply(state.sample(rng))
    state.villages[0].cacao = 5
    assert STORES.worth(state) == [UNIT * score for score in state.scores()]


def test_the_search_uses_this_evaluation():
    assert isinstance(Mcts().search(opening(), Rng(1)).evaluation, Stores)
