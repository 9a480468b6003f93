"""Tests of sums of comparisons: they are exact in every order of results."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.stats.replicates import weights
from arena.stats.standings import Finished
from arena.stats.sums import Cell, Comparison, Sum, Sums, comparisons
from tests.stats.histories import POOL, SOLO, TABLE, history

STRENGTHS = {"ana": 200, "ben": 0, "cleo": -100, "dora": 50, "emil": 0}


def test_a_match_is_one_comparison_of_every_pair_in_the_order_of_names():
    match = Finished("b", ("cleo", "ana", "ben"), (2, 1, 2))
    assert list(comparisons(TABLE, match)) == [
        Comparison(Cell(TABLE, "ana", 1, "cleo", 0), 2),
        Comparison(Cell(TABLE, "ben", 2, "cleo", 0), 1),
        Comparison(Cell(TABLE, "ana", 1, "ben", 2), 2),
    ]


def test_a_pair_that_does_not_count_is_no_comparison():
    match = Finished("b", ("ana", "ben", "cleo"), (1, 2, 3), pairs=frozenset({(0, 2)}))
    assert [cell.opponent for cell, _ in comparisons(TABLE, match)] == ["cleo"]


def test_no_bot_is_compared_with_itself():
    assert list(comparisons(POOL, Finished("b", ("ana", "ana"), (1, 2)))) == []


@pytest.mark.parametrize("bot", ["ana", "zoe"])
def test_a_draw_with_an_automaton_is_a_loss_for_the_bot(bot):
    [(cell, halves)] = comparisons(SOLO, Finished("b", (bot, "teotibot"), (1, 1)))
    assert halves == (0 if cell.entrant == bot else 2)


def test_a_result_adds_its_weights_to_its_own_sums_only():
    sums = Sums.of([(POOL, Finished("b1", ("ana", "ben"), (1, 2))), (POOL, Finished("b2", ("ana", "cleo"), (1, 1)))])
    won, drawn = Cell(POOL, "ana", 0, "ben", 1), Cell(POOL, "ana", 0, "cleo", 1)
    assert set(sums.cells) == {won, drawn}
    assert sums.cells[won] == Sum(weights("b1"), 2 * weights("b1"))
    assert sums.cells[drawn] == Sum(weights("b2"), weights("b2"))


@given(st.randoms(use_true_random=False), st.integers(1, 20))
def test_the_order_of_results_makes_no_difference_at_all(rng, blocks):
    played = history(TABLE, STRENGTHS, blocks, Random(blocks))
    mixed = played[:]
    rng.shuffle(mixed)
    assert Sums.of(mixed).cells == Sums.of(played).cells


def test_an_added_result_can_be_removed_again():
    played = history(TABLE, STRENGTHS, 10, Random(1))
    sums = Sums.of(played)
    for pool, match in played[8:]:
        sums.add(pool, match, times=-1)
    assert sums.cells == Sums.of(played[:8]).cells
    for pool, match in played[:8]:
        sums.add(pool, match, times=-1)
    assert sums.cells == {}


def test_sums_are_stored_as_bytes_and_read_back():
    sums = Sums.of(history(POOL, STRENGTHS, 10, Random(1)))
    for found in sums.cells.values():
        assert Sum.of(bytes(found)) == found
        assert len(bytes(found)) == 2 * 201 * 4


def test_pools_are_separate_and_the_automaton_is_left_out_of_combined():
    sums = Sums.of(history(POOL, STRENGTHS, 3, Random(1)) + history(TABLE, STRENGTHS, 3, Random(2)))
    sums.add(SOLO, Finished("s", ("ana", "teotibot-standard"), (1, 2)))
    assert sums.pools() == {POOL, TABLE, SOLO}
    assert sums.within(POOL).cells == Sums.of(history(POOL, STRENGTHS, 3, Random(1))).cells
    assert sums.combinable().pools() == {POOL, TABLE}
