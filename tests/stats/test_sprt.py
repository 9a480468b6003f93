"""Tests of the sequential probability ratio test on blocks, compared with simulated truth."""

from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.stats.sprt import Sprt, counted, expected_score, log_weights

COUNTS = st.lists(st.integers(min_value=0, max_value=60), min_size=5, max_size=5).filter(any)
RUNS = 1000


def simulated(sprt, elo, draws=0.0, luck=0.0):
    """Return the shares of SPRTs that accept and that reject, and their mean number of blocks, if the truth is `elo`.

    `draws` is the share of drawn games. `luck` is the share of deals in which the second game reverses the luck of the
    first.
    """
    rng, blocks = np.random.default_rng(1), 700
    won = expected_score(elo) - draws / 2
    first, other = rng.random((RUNS, blocks)), rng.random((RUNS, blocks))
    second = np.where(rng.random((RUNS, blocks)) < luck, 1 - first, other)
    halves = sum(np.where(game < won, 2, np.where(game < won + draws, 1, 0)) for game in (first, second))
    return outcomes(sprt, halves, 5)


def outcomes(sprt, halves, kinds):
    """Return the shares of SPRTs that accept and that reject, and their mean number of blocks.

    Each row of `halves` has the scores of one SPRT, block by block, in half points.
    """
    runs, blocks = halves.shape
    counts = np.zeros((runs, kinds))
    verdicts = np.full(runs, "open", dtype="<U8")
    taken = np.full(runs, blocks)
    low, high = sprt.bounds
    for block in range(blocks):
        running = np.flatnonzero(verdicts == "open")
        if not len(running):
            break
        counts[running, halves[running, block]] += 1
        ratios = sprt.ratio(counts[running])
        verdicts[running[ratios >= high]] = "accepted"
        verdicts[running[ratios <= low]] = "rejected"
        taken[running[(ratios >= high) | (ratios <= low)]] = block + 1
    return (verdicts == "accepted").mean(), (verdicts == "rejected").mean(), taken.mean()


def most(probability):
    """Return the largest share of `RUNS` runs that is plausible for an event with this probability."""
    return probability + 3 * sqrt(probability * (1 - probability) / RUNS)


# Errors against simulated truth ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("draws", "luck"), [(0.0, 0.0), (0.3, 0.0), (0.2, 0.5)])
def test_an_sprt_accepts_a_false_hypothesis_as_rarely_as_promised(draws, luck):
    accepted, rejected, _ = simulated(Sprt(0, 80, alpha=0.05, beta=0.1), 0, draws, luck)
    assert 0.01 < accepted <= most(0.05)
    assert accepted + rejected == 1


@pytest.mark.parametrize(("draws", "luck"), [(0.0, 0.0), (0.3, 0.0), (0.2, 0.5)])
def test_an_sprt_rejects_a_true_hypothesis_as_rarely_as_promised(draws, luck):
    accepted, rejected, _ = simulated(Sprt(0, 80, alpha=0.05, beta=0.1), 80, draws, luck)
    assert 0.02 < rejected <= most(0.1)
    assert accepted + rejected == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_the_errors_of_an_sprt_at_larger_tables_are_as_promised(seats):
    rng, sprt = np.random.default_rng(seats), Sprt(0, 100)
    for elo in (0, 100):
        shown = rng.gumbel(size=(RUNS, 120, seats, seats))  # of the matches of blocks, and in them of the entrants
        shown[..., 0] += elo * log(10) / 400
        halves = 2 * (shown[..., :1] > shown[..., 1:]).sum(axis=(2, 3))
        accepted, rejected, _ = outcomes(sprt, halves, 2 * seats * (seats - 1) + 1)
        assert min(accepted, rejected) <= most(0.05)
        assert (rejected > accepted) == (elo == 0)
        assert accepted + rejected > 0.99


def test_between_the_hypotheses_an_sprt_may_accept_or_reject():
    accepted, rejected, _ = simulated(Sprt(-60, 60), 0, draws=0.2)
    assert 0.4 < accepted < 0.6
    assert accepted + rejected == 1


def test_the_more_a_deal_decides_the_fewer_blocks_it_takes():
    plain, lucky = (simulated(Sprt(0, 80), 80, luck=luck) for luck in (0.0, 0.8))
    assert lucky[2] < plain[2] / 2


# The ratio ---------------------------------------------------------------------------------------------------------


@given(COUNTS, st.floats(min_value=-300, max_value=300))
def test_the_likeliest_probabilities_have_the_mean_of_the_hypothesis_and_add_up_to_one(counts, elo):
    observed = np.maximum(np.array(counts, dtype=float), 1e-3)
    observed /= observed.sum()
    points = np.linspace(0, 1, 5)
    found = observed / np.exp(log_weights(observed, points - expected_score(elo)))
    assert found.min() > 0
    assert found.sum() == pytest.approx(1, abs=1e-6)
    assert (found * points).sum() == pytest.approx(expected_score(elo), abs=1e-6)


@given(COUNTS, st.floats(min_value=-100, max_value=100), st.lists(st.floats(-1, 1), min_size=5, max_size=5))
def test_no_other_probabilities_with_that_mean_are_likelier(counts, elo, directions):
    observed = np.maximum(np.array(counts, dtype=float), 1e-3)
    observed /= observed.sum()
    points = np.linspace(0, 1, 5)
    best = observed / np.exp(log_weights(observed, points - expected_score(elo)))
    # Any step that keeps the sum and the mean, made small enough to stay positive.
    basis = np.linalg.svd(np.stack([np.ones(5), points]))[2][2:]
    step = np.array(directions[:3]) @ basis
    scale = 0.5 * min(1, *(best / np.maximum(np.abs(step), 1e-12)))
    other = best + scale * step
    assert (observed * np.log(other)).sum() <= (observed * np.log(best)).sum() + 1e-6


def test_with_two_scores_it_is_the_ratio_of_two_binomial_likelihoods():
    sprt = Sprt(10, 50)
    zero, one = expected_score(10), expected_score(50)
    by_hand = 30 * log(one / zero) + 20 * log((1 - one) / (1 - zero))
    assert float(sprt.ratio(np.array([20.0, 30.0]))) == pytest.approx(by_hand)


@given(COUNTS)
def test_turning_the_scores_and_the_hypotheses_round_turns_the_ratio_round(counts):
    forth = float(Sprt(-20, 60).ratio(np.array(counts, dtype=float)))
    back = float(Sprt(-60, 20).ratio(np.array(counts[::-1], dtype=float)))
    assert forth == pytest.approx(-back, abs=1e-6)


@given(COUNTS)
def test_a_block_that_was_won_speaks_for_the_stronger_hypothesis(counts):
    before = float(Sprt(0, 50).ratio(np.array(counts, dtype=float) + 1))
    after = float(Sprt(0, 50).ratio(np.array(counts, dtype=float) + 1 + np.array([0, 0, 0, 0, 1])))
    assert after > before


def test_many_tables_are_tested_at_once_as_each_by_itself():
    tables = np.array([[3.0, 5, 9, 6, 4], [0, 1, 8, 3, 0], [0, 0, 0, 0, 7]])
    together = Sprt(0, 30).ratio(tables)
    assert together == pytest.approx([float(Sprt(0, 30).ratio(table)) for table in tables])


def test_block_by_block_it_is_the_ratio_of_all_blocks_so_far():
    sprt, scores = Sprt(0, 30), [0.5, 1, 0.25, 0]
    expected = [float(sprt.ratio(counted(scores[:some]))) for some in range(1, 5)]
    assert sprt.ratios(scores) == pytest.approx([0, *expected])
    assert sprt.ratios([]) == [0]


# Bounds and verdicts -----------------------------------------------------------------------------------------------


def test_the_bounds_are_those_of_wald():
    assert Sprt(0, 5).bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((log(0.1 / 0.99), log(90)))


def test_a_verdict_is_given_at_a_bound_and_beyond():
    sprt = Sprt(0, 5)
    low, high = sprt.bounds
    assert [sprt.verdict(ratio) for ratio in (low - 1, low, 0, high, high + 1)] == [
        "rejected",
        "rejected",
        "open",
        "accepted",
        "accepted",
    ]


def test_blocks_are_counted_by_their_score():
    assert counted([0, 0.25, 0.5, 0.5, 1]).tolist() == [1, 1, 2, 0, 1]
    assert counted([0, 0.5, 1, 1], matches=1).tolist() == [1, 1, 2]
    assert counted([1 / 12, 1], matches=3, seats=3).tolist() == [0, 1, *[0] * 10, 1]
    assert len(counted([], matches=4, seats=4)) == 25


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 5 and elo1 5: expected elo0 to be the smaller one"),
        ({"elo0": 5, "elo1": 0}, "expected elo0 to be the smaller one"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha 0: expected a probability above 0 and below 0.5"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "beta 0.5: expected a probability"),
    ],
)
def test_an_impossible_test_is_refused(wrong, words):
    with pytest.raises(UsageError, match=words):
        Sprt(**wrong)
