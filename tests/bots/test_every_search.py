"""Tests that hold for every tree search: the plain one, with and without first estimates, and the guided one."""

from functools import partial

import pytest

from arena.games.chance import Rng
from tests.bots.positions import Table, Trap
from tests.bots.searches import described, each_table, grown, guided, middle

KINDS = {
    "plain": grown,
    "with glances": partial(grown, glance=3),
    "guided": guided,
    "guided, four leaves a call": partial(guided, leaves=4),
    "guided, eight leaves a call": partial(guided, leaves=8),
}


def of_kinds(*names):
    return pytest.mark.parametrize("grow", [KINDS[name] for name in names], ids=names)


@of_kinds("plain", "guided", "guided, eight leaves a call")
def test_a_search_takes_the_prize_that_wins(grow):
    assert grow(Table(2, [1, 9, 3, 0]), 80).best() == 1


@of_kinds("plain", "guided", "guided, eight leaves a call")
def test_a_search_expects_the_best_answer_of_the_next_seat(grow):
    assert grow(Trap(2, [0, 0, 0]), 200).best() != 0


@of_kinds("plain", "with glances", "guided, four leaves a call")
@each_table
def test_positions_that_look_alike_to_the_seat_are_searched_alike(rules, seats, grow):
    state = middle(rules, seats)
    twin = state.imagine(state.to_move, Rng(77))
    assert state.digest() != twin.digest()
    assert described(grow(state, 25)) == described(grow(twin, 25))


@of_kinds("with glances", "guided, four leaves a call")
@each_table
def test_a_search_does_not_change_its_position(rules, seats, grow):
    state = middle(rules, seats)
    before = state.digest()
    grow(state, 25)
    assert state.digest() == before
