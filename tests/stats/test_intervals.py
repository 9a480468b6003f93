"""Tests of scores over blocks, and of intervals that contain the truth as often as promised."""

import random
from math import atan2, cos, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.stats.intervals import Estimate, estimate, student, unseen, within

SCORES = st.integers(min_value=0, max_value=12).map(lambda twelfths: twelfths / 12)


# Student's t -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_the_quantile_is_the_one_printed_in_tables(freedom, printed):
    assert student(freedom) == pytest.approx(printed, abs=0.0005)


def test_the_quantile_approaches_that_of_the_normal_distribution():
    assert student(100_001) == pytest.approx(1.959964, abs=5e-5)


@given(st.integers(min_value=1, max_value=300))
def test_the_quantile_falls_with_the_degrees_of_freedom_and_holds_95_percent(freedom):
    assert student(freedom) > student(freedom + 1)
    assert within(atan2(student(freedom), sqrt(freedom)), freedom) == pytest.approx(0.95, abs=1e-12)


@pytest.mark.parametrize("freedom", [3, 4, 7, 12])
@pytest.mark.parametrize("reach", [0.3, 1.7, 4.0])
def test_the_probability_is_the_integral_of_the_density(freedom, reach):
    """The test integrates the density over an angle by Simpson's rule, and divides by the whole integral."""

    def integral(end, steps=2000):
        width = end / steps
        heights = [cos(i * width) ** (freedom - 1) for i in range(steps + 1)]
        return (heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])) * width / 3

    angle = atan2(reach, sqrt(freedom))
    assert within(angle, freedom) == pytest.approx(integral(angle) / integral(pi / 2), abs=1e-9)


def test_thirds_that_were_rounded_differently_are_equal_blocks():
    scores = [1 / 3, 1 - 2 / 3, (0.1 + 0.2) / 0.9]
    assert len(set(scores)) > 1
    assert estimate(scores).bounds == pytest.approx(unseen(1 / 3, 3))


# Estimates ---------------------------------------------------------------------------------------------------------


def test_an_estimate_worked_out_by_hand():
    # Mean 0.6; squares of the differences add up to 0.2; variance 0.05; standard error 0.1; t(4) is 2.776.
    found = estimate([0.5, 0.5, 0.5, 0.5, 1.0])
    assert found.mean == pytest.approx(0.6)
    assert found.bounds == pytest.approx((0.6 - 0.27764, 0.6 + 0.27764), abs=1e-5)
    assert str(found) == "60.0% [32.2%, 87.8%]"


def test_one_block_gives_a_score_and_no_interval():
    assert estimate([0.75]) == Estimate(0.75, 1, None)
    assert str(estimate([0.75])) == "75.0% (one block gives no interval)"


def test_an_estimate_without_blocks_is_refused():
    with pytest.raises(UsageError, match="expected at least one"):
        estimate([])


@pytest.mark.parametrize("scores", [[0.5, 1.5], [-0.5, 0.5]])
def test_a_score_is_from_0_to_1(scores):
    with pytest.raises(UsageError, match="expected them from 0 to 1"):
        estimate(scores)


@pytest.mark.parametrize("blocks", [2, 5, 20, 100])
def test_an_entrant_that_won_every_block_has_the_exact_binomial_bound(blocks):
    low, high = estimate([1.0] * blocks).bounds
    assert high == 1.0
    assert low**blocks == pytest.approx(0.025)


def test_the_rule_of_three_is_nearly_met_by_many_blocks():
    # 3.7 rather than 3: both ends are bounded, with 2.5 % each.
    low, _ = unseen(1.0, 1000)
    assert 1 - low == pytest.approx(3.69 / 1000, rel=0.01)


def test_equal_blocks_leave_room_on_both_sides():
    low, high = estimate([0.5] * 10).bounds
    assert 0.3 < low < 0.5 < high < 0.7
    assert high - 0.5 == pytest.approx(0.5 - low)


@given(st.lists(SCORES, min_size=2, max_size=30))
def test_bounds_hold_the_mean_and_stay_within_0_and_1(scores):
    found = estimate(scores)
    low, high = found.bounds
    assert 0 <= low <= found.mean + 1e-12
    assert found.mean - 1e-12 <= high <= 1
    assert high - low > 0.01


@given(st.lists(SCORES, min_size=2, max_size=30))
def test_two_entrants_alone_have_mirrored_intervals(scores):
    mine, theirs = estimate(scores), estimate([1 - score for score in scores])
    assert mine.mean == pytest.approx(1 - theirs.mean, abs=1e-9)
    assert mine.bounds == pytest.approx((1 - theirs.bounds[1], 1 - theirs.bounds[0]), abs=1e-6)


@given(st.lists(SCORES, min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_the_order_of_the_blocks_does_not_matter(scores, rng):
    mixed = scores[:]
    rng.shuffle(mixed)
    assert estimate(mixed).mean == pytest.approx(estimate(scores).mean)


# Coverage ----------------------------------------------------------------------------------------------------------


def paired_block(rng, strength, luck):
    """Return two games of one deal, from both sides. The luck of one side is the bad luck of the other."""
    deal = rng.gauss(0, luck)
    games = (rng.gauss(strength + deal, 1), rng.gauss(strength - deal, 1))
    return sum(1.0 if margin > 0.2 else 0.5 if margin > -0.2 else 0.0 for margin in games) / 2


def coverage(draw, truth, blocks, series=2000):
    rng = random.Random(f"{blocks} {truth}")
    hits = 0
    for _ in range(series):
        low, high = estimate([draw(rng) for _ in range(blocks)]).bounds
        hits += low <= truth <= high
    return hits / series


@pytest.mark.parametrize("blocks", [3, 5, 10, 30, 100])
@pytest.mark.parametrize("strength", [0.0, 0.5, 1.0])
def test_the_interval_holds_the_true_score_about_95_times_in_100(strength, blocks):
    rng = random.Random("truth")
    truth = sum(paired_block(rng, strength, 1) for _ in range(100_000)) / 100_000
    assert 0.925 < coverage(lambda rng: paired_block(rng, strength, 1), truth, blocks) <= 1


@pytest.mark.parametrize("blocks", [10, 40])
def test_counting_games_instead_of_blocks_would_promise_too_much_when_a_deal_decides(blocks):
    """The same deal is played twice from one side. The games agree, so half of them are no evidence."""

    def deal_decides(rng):
        return float(rng.random() < 0.5)

    rng = random.Random("games")
    wrong = 0
    for _ in range(2000):
        games = [score for _ in range(blocks) for score in [deal_decides(rng)] * 2]
        low, high = estimate(games).bounds
        wrong += not low <= 0.5 <= high
    assert wrong / 2000 > 0.1
    assert coverage(deal_decides, 0.5, blocks) > 0.93


@pytest.mark.parametrize("blocks", [3, 8, 20])
def test_a_sure_winner_is_not_promised_more_than_was_seen(blocks):
    """If all blocks were won, Student's interval would be the point 1.0, and would always exclude the truth."""
    chance = 0.03 ** (1 / blocks)  # all blocks are won 3 times in 100
    assert coverage(lambda rng: float(rng.random() < chance), chance, blocks) > 0.02
    assert unseen(1.0, blocks)[0] < chance
