"""Tests of the weights of blocks in replicates: they follow from the block's id, by Poisson's law."""

from collections import Counter
from math import exp, factorial

import numpy as np
import pytest

from arena.stats.replicates import COLUMNS, REPLICATES, weights


def test_the_history_itself_counts_every_block_once():
    assert [int(weights(f"block-{number}")[0]) for number in range(50)] == [1] * 50


def test_a_block_always_has_the_same_weights():
    # Stored sums were made with these: another drawing would make them worthless.
    assert weights("block-1").tolist()[:21] == [1, 2, 0, 2, 2, 1, 2, 2, 2, 2, 1, 0, 0, 1, 0, 1, 3, 2, 2, 0, 1]
    assert len(weights("block-1")) == COLUMNS == REPLICATES + 1


def test_two_blocks_are_drawn_apart():
    one, two = weights("block-1")[1:], weights("block-2")[1:]
    assert (one != two).sum() > REPLICATES / 3


def test_weights_follow_poissons_law():
    drawn = np.concatenate([weights(str(number))[1:] for number in range(5000)])
    counted = Counter(drawn.tolist())
    for k in range(7):
        share = exp(-1) / factorial(k)
        assert counted[k] / len(drawn) == pytest.approx(share, abs=4 * (share / len(drawn)) ** 0.5)


def test_weights_of_blocks_and_of_replicates_are_independent():
    table = np.array([weights(str(number))[1:] for number in range(2000)], dtype=float)
    between = np.corrcoef(table, rowvar=False)
    assert np.abs(between - np.eye(REPLICATES)).max() < 6 / 2000**0.5


def test_weights_cannot_be_changed_by_their_reader():
    with pytest.raises(ValueError, match="read-only"):
        weights("block-1")[0] = 2
