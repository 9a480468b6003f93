"""Tests of the law that a sample draws every option with equal odds."""

from arena.games import conformance


def test_the_bound_for_chi_square_is_far_above_what_chance_reaches():
    # Tables have 10.8 and 149.4 for odds of 1000 to 1.
    assert 40 < conformance.hardly_ever(1) < 80
    assert 180 < conformance.hardly_ever(100) < 240
