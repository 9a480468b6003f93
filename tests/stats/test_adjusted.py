"""Tests of luck-adjusted scores: no bias, valid intervals, and fewer blocks if luck explains much."""

import random
from dataclasses import replace
from math import sqrt

import pytest

from arena.stats.adjusted import (
    FEWEST,
    USUAL,
    BlockLuck,
    LuckSums,
    adjusted,
    cross_fitted,
    moments,
    one_after_the_other,
    sequence_of,
)
from arena.stats.sprt import Sprt
from arena.stats.standings import Finished, block_lucks, standings


def drawn(seed, count, slope=0.8, noise=0.1):
    """Return blocks at random. The true score is 0.55; a part of each score's difference from it is luck."""
    rng = random.Random(seed)
    lucks = [rng.gauss(0, 0.2) for _ in range(count)]
    return [BlockLuck(0.55 + slope * luck + rng.gauss(0, noise), luck) for luck in lucks]


def with_choices(seed, count):
    """Return blocks at random with two terms of luck, which have different slopes and are slightly correlated."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        luck = rng.gauss(0, 0.1)
        choices = 0.3 * luck + rng.gauss(0, 0.2)
        found.append(BlockLuck(0.55 + 1.3 * luck + 0.4 * choices + rng.gauss(0, 0.05), luck, choices))
    return found


@pytest.mark.parametrize("adjust", [cross_fitted, one_after_the_other])
def test_both_terms_of_luck_are_removed_and_the_mean_stays(adjust):
    blocks = with_choices(2, 2000)
    mean, spread = moments(adjust(blocks))
    assert abs(mean - 0.55) < 4 * sqrt(spread / len(blocks))
    assert spread < 1.1 * 0.05**2
    alone = moments(adjust([each._replace(choices=0.0) for each in blocks]))[1]
    assert spread < 0.5 * alone


def test_the_factors_are_the_slopes_of_both_terms_at_once():
    sums = LuckSums()
    for block in with_choices(2, 5000):
        sums.add(block)
    assert sums.factors == pytest.approx((1.3, 0.4), abs=0.05)
    assert LuckSums().factors == USUAL


@pytest.mark.parametrize("adjust", [cross_fitted, one_after_the_other])
def test_adjusted_scores_have_the_mean_of_the_plain_ones_and_vary_less(adjust):
    means, spreads, plain = [], [], []
    for seed in range(300):
        blocks = drawn(seed, 40)
        mean, spread = moments(adjust(blocks))
        means.append(mean)
        spreads.append(spread)
        plain.append(moments([block.score for block in blocks])[1])
    mean, spread = moments(means)
    assert abs(mean - 0.55) < 4 * sqrt(spread / len(means))
    assert sum(spreads) < 0.7 * sum(plain)


def test_the_factor_of_a_block_does_not_depend_on_the_block():
    blocks = drawn(1, 50)
    changed = [*blocks[:20], BlockLuck(blocks[20].score + 9, blocks[20].luck), *blocks[21:]]
    assert cross_fitted(changed)[20] - cross_fitted(blocks)[20] == pytest.approx(9)
    assert one_after_the_other(changed)[:20] == one_after_the_other(blocks)[:20]
    assert one_after_the_other(changed)[20] - one_after_the_other(blocks)[20] == pytest.approx(9)


def test_95_of_100_intervals_hold_the_true_score():
    held = [adjusted(drawn(seed, 60)).estimate.bounds for seed in range(400)]
    share = sum(low <= 0.55 <= high for low, high in held) / len(held)
    assert 0.92 < share < 0.98


def test_fewer_blocks_are_needed_only_if_luck_explains_much():
    assert adjusted(drawn(3, 500)).factor > 2
    assert adjusted(drawn(3, 500, slope=0.0)).factor == pytest.approx(1, abs=0.05)


def test_with_few_blocks_or_no_spread_nothing_is_adjusted():
    assert adjusted(drawn(1, FEWEST - 1)) is None
    assert adjusted([BlockLuck(0.5, 0.0)] * 50) is None
    assert adjusted([]) is None


def test_luck_that_never_varies_changes_nothing():
    blocks = [BlockLuck(score, 0.0) for score, *_ in drawn(5, 30)]
    assert cross_fitted(blocks) == [block.score for block in blocks]


def test_a_sequence_narrows_and_rarely_excludes_the_truth_at_any_time():
    assert sequence_of([0.5] * (FEWEST - 1)) == (0.0, 1.0)
    excluded = 0
    for seed in range(60):
        scores = one_after_the_other(drawn(seed, 120))
        looks = [sequence_of(scores[:count]) for count in range(FEWEST, 121, 4)]
        excluded += any(not low <= 0.55 <= high for low, high in looks)
        assert looks[-1][1] - looks[-1][0] < looks[0][1] - looks[0][0]
    assert excluded <= 6


def match(block, luck, places=(1, 2), entrants=("a", "b")):
    return Finished(block, entrants, places, None, luck)


def test_the_luck_of_a_block_is_the_mean_over_its_games():
    first, second = match("1", (0.2, -0.2)), match("1", (0.1, -0.1), (2, 1), ("b", "a"))
    assert block_lucks([(first, 0), (second, 1)]) == [BlockLuck(1.0, pytest.approx(0.05))]
    assert block_lucks([(first, 0), (match("2", None), 0)]) == []
    again = replace(second, choices=(0.2, -0.2))
    assert block_lucks([(first, 0), (again, 1)]) == [BlockLuck(1.0, pytest.approx(0.05), pytest.approx(-0.1))]


def test_the_table_has_adjusted_scores_if_all_luck_is_known():
    matches = [
        match(str(number), (luck, -luck), (1, 2) if luck > 0 else (2, 1))
        for number, (_, luck, _) in enumerate(drawn(7, 40))
    ]
    rows = standings(matches)
    assert all(row.adjusted is not None for row in rows)
    assert rows[0].adjusted.estimate.mean + rows[1].adjusted.estimate.mean == pytest.approx(1)
    assert all(row.adjusted is None for row in standings([*matches, match("x", None)]))


def test_the_sprt_decides_for_the_stronger_and_against_the_weaker_without_luck():
    test = Sprt(0, 40)
    for shift, verdict in ((0.057, "accepted"), (0.0, "rejected")):
        wrong = 0
        for seed in range(40):
            blocks = [BlockLuck(block.score - 0.05 + shift, block.luck) for block in drawn(seed, 600)]
            ratios = test.ratios_without_luck(blocks)
            assert ratios[:FEWEST] == [0.0] * FEWEST
            decided = next(test.verdict(ratio) for ratio in ratios if test.verdict(ratio) != "open")
            wrong += decided != verdict
        assert wrong <= 5


def test_the_sprt_decides_soon_if_one_entrant_wins_every_block():
    ratios = Sprt(0, 40).ratios_without_luck([BlockLuck(1.0, luck) for _, luck, _ in drawn(1, 30)])
    assert Sprt(0, 40).verdict(ratios[FEWEST]) == "accepted"
