"""Tests of intervals that may be read after every block: they seldom exclude the truth."""

from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.stats.intervals import estimate
from arena.stats.sequences import COSTS, LIMIT, RATES, AnyTime, at_any_time, excess

SCORES = st.lists(st.integers(min_value=0, max_value=12).map(lambda twelfths: twelfths / 12), max_size=40)


def ever_excluded(draw, truths, rng):
    """True if the interval after any score excludes the mean of the true expected scores so far."""
    sequence, expected = AnyTime(), 0.0
    for number, truth in enumerate(truths, start=1):
        sequence.add(draw(rng, truth))
        expected += truth
        low, high = sequence.interval
        if not low <= expected / number <= high:
            return True
    return False


def a_game(rng, truth):
    return float(rng.random() < truth)


def a_block(rng, truth):
    return (a_game(rng, truth) + a_game(rng, truth)) / 2


@pytest.mark.parametrize("draw", [a_game, a_block])
@pytest.mark.parametrize("truth", [0.5, 0.05, 0.97])
def test_at_most_one_history_in_twenty_is_ever_excluded(draw, truth):
    rng = Random(f"{truth}")
    assert sum(ever_excluded(draw, [truth] * 60, rng) for _ in range(40)) <= 5


def test_the_sequence_is_about_the_mean_expectation_if_opponents_change():
    rng = Random("opponents")
    truths = [0.8 if number % 3 else 0.2 for number in range(60)]
    assert sum(ever_excluded(a_block, truths, rng) for _ in range(40)) <= 5


def test_repeated_looks_at_a_fixed_interval_would_promise_too_much():
    rng, wrong = Random("fixed"), 0
    for _ in range(60):
        scores = [a_game(rng, 0.5) for _ in range(120)]
        bounds = [estimate(scores[:blocks]).bounds for blocks in range(5, 121, 5)]
        wrong += any(not low <= 0.5 <= high for low, high in bounds)
    assert wrong > 9


def test_without_blocks_and_after_one_block_the_interval_is_from_0_to_1():
    assert at_any_time([]) == (0, 1)
    assert at_any_time([1.0]) == (0, 1)


@given(SCORES)
def test_the_interval_holds_the_mean_and_mirrored_scores_mirror_it(scores):
    low, high = at_any_time(scores)
    mean = sum(scores) / len(scores) if scores else 0.5
    assert 0 <= low <= mean + 1e-9
    assert mean - 1e-9 <= high <= 1
    other = at_any_time([1 - score for score in scores])
    assert other == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize("variation", [0.0, 0.1, 3.0, 400.0])
def test_the_excess_is_where_the_sum_of_products_reaches_the_limit(variation):
    found = excess(variation)
    total = sum(exp(rate * found - cost * variation) for rate, cost in zip(RATES, COSTS, strict=True))
    assert total == pytest.approx(LIMIT, rel=1e-6)


@pytest.mark.parametrize("truth", [0.1, 0.5])
def test_the_bound_of_a_product_holds_for_every_score_and_guess(truth):
    """The promise depends on this: the mean of a factor is never more than 1."""
    for rate, cost in zip(RATES, COSTS, strict=True):
        for guess in (0.0, 0.3, 1.0):
            for sign in (1, -1):
                factors = [
                    chance * exp(sign * rate * (score - truth) - cost * (score - guess) ** 2)
                    for score, chance in ((1.0, truth), (0.0, 1 - truth))
                ]
                assert sum(factors) <= 1 + 1e-12


def test_more_blocks_make_it_narrower_and_it_stays_wider_than_the_fixed_one():
    rng = Random("width")
    scores = [a_block(rng, 0.5) for _ in range(800)]
    widths = [high - low for low, high in (at_any_time(scores[:blocks]) for blocks in (50, 200, 800))]
    assert widths == sorted(widths, reverse=True)
    low, high = estimate(scores).bounds
    assert 1.3 * (high - low) < widths[-1] < 2.5 * (high - low)


def test_a_score_is_from_0_to_1():
    with pytest.raises(UsageError, match=r"a block score of 1.5: expected one from 0 to 1"):
        at_any_time([1.5])
