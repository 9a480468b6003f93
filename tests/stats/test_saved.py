"""Tests of the share of games that deal blocks save, compared with simulated truth."""

import numpy as np
import pytest

from arena.errors import UsageError
from arena.stats.saved import saved, variance_without
from arena.stats.standings import Finished


def dealt(blocks, luck, seats=2, seed=1):
    """Yield the matches of blocks between equal bots, with places by luck alone.

    The luck that a deal gives a seat has the standard deviation `luck`. The luck of a bot in one match has 1.
    """
    rng = np.random.default_rng(seed)
    names = [f"bot-{number}" for number in range(seats)]
    for block in range(blocks):
        deal = luck * rng.normal(size=seats)
        for turn in range(seats):
            seating = tuple(names[turn:] + names[:turn])
            shown = list(deal + rng.normal(size=seats))
            places = tuple(1 + sum(other > mine for other in shown) for mine in shown)
            yield Finished(f"block {block}", seating, places)


def blocks_it_takes(luck, seats, *, paired):
    """Return the simulated variance of a block's mean score, which is proportional to the number of blocks needed.

    The games of a paired block have one deal; other games have a deal each.
    """
    rng = np.random.default_rng(2)
    runs = 40_000
    deals = luck * rng.normal(size=(runs, 1 if paired else seats, seats))
    shown = deals + rng.normal(size=(runs, seats, seats))  # by run, game and seat
    scores = [(shown[:, [game], [game]] > shown[:, game, :]).sum(axis=-1) / (seats - 1) for game in range(seats)]
    return np.mean(scores, axis=0).var()


@pytest.mark.parametrize(("seats", "luck"), [(2, 0.7), (2, 2.0), (3, 1.0), (4, 1.0)])
def test_the_share_is_what_brute_force_with_new_deals_finds(seats, luck):
    expected = 1 - blocks_it_takes(luck, seats, paired=True) / blocks_it_takes(luck, seats, paired=False)
    found = saved(dealt(2000, luck, seats))
    low, high = found.bounds
    assert low < expected < high
    assert high - low < 0.25


def test_nothing_is_saved_if_the_deal_decides_nothing():
    low, high = saved(dealt(1000, 0.0)).bounds
    assert low < 0 < high
    assert high - low < 0.2


def test_everything_is_saved_if_the_deal_decides_everything():
    assert saved(dealt(200, 1e6)).share == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(seats):
    truth = saved(dealt(6_000, 1.0, seats, seed=0)).share
    found = [saved(dealt(60, 1.0, seats, seed)) for seed in range(1, 101)]
    held = sum(each.bounds[0] <= truth <= each.bounds[1] for each in found)
    assert 89 <= held < 100


def test_the_variance_without_each_block_is_that_of_all_others():
    table = np.random.default_rng(1).random((12, 3, 3))
    expected = [np.delete(table, block, axis=0).var(axis=0).sum() for block in range(12)]
    assert variance_without(table) == pytest.approx(expected)


def test_a_share_worked_out_by_hand():
    """One bot wins both games of three deals, loses both games of three, and wins one game of each of six."""
    matches = []
    for block in range(12):
        first = block < 3 or block >= 6  # bot-0 wins the game in which it has the first seat
        second = block < 3  # and the one in which it has the second
        matches.append(Finished(f"b{block}", ("bot-0", "bot-1"), (1, 2) if first else (2, 1)))
        matches.append(Finished(f"b{block}", ("bot-1", "bot-0"), (2, 1) if second else (1, 2)))
    # Of bot-0: seat 1 has 9 of 12, a variance of 27/132 · 1; seat 2 has 3 of 12, the same. Both over 4: 27/264.
    # The means are 1 three times, 0 three times and a half six times: 3/22 = 36/264.
    assert saved(matches).share == pytest.approx(1 - 36 / 27)


def test_a_block_that_is_not_whole_is_left_out():
    matches = list(dealt(30, 1.0))
    assert saved(matches[:-1]) == saved(matches[:-2])
    assert saved(matches[:-1]).blocks == 29


def test_a_saving_reads_as_people_write_it():
    found = saved(dealt(400, 1.0))
    low, high = found.bounds
    assert str(found) == f"{found.share:.0%} [{low:.0%}, {high:.0%}]"


@pytest.mark.parametrize(
    ("matches", "words"),
    [
        ([], "0 blocks: expected at least 10"),
        (list(dealt(9, 1.0)), "9 blocks: expected at least 10"),
        ([*dealt(20, 1.0), Finished("x", ("bot-0", "bot-9"), (1, 2))], "3 entrants at 2 seats: expected the same ones"),
        (
            [Finished(f"{block}", seating, (1, 1)) for block in range(20) for seating in (("a", "b"), ("b", "a"))],
            "20 blocks that are all equal",
        ),
    ],
)
def test_too_few_or_unsuitable_blocks_are_refused(matches, words):
    with pytest.raises(UsageError, match=words):
        saved(matches)
