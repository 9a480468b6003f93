"""Tests of evaluations: a larger lead has a larger value, which is the same on every machine."""

from math import tanh

import pytest

from arena.bots import Margin
from arena.games.game import State
from tests.games.tiny import TINY


class Scored(State):
    def __init__(self, *scores):
        super().__init__(TINY, len(scores), {})
        self.points = list(scores)

    def scores(self):
        return self.points


@pytest.mark.parametrize(
    ("scores", "margins"),
    [
        ([7, 3], [4, -4]),
        ([3, 7], [-4, 4]),
        ([5, 5], [0, 0]),
        ([5, 9, 7], [-4, 2, -2]),
        ([9, 9, 1], [0, 0, -8]),
        ([1, 2, 9, 4], [-8, -7, 5, -5]),
        ([4, 9, 1, 9], [-5, 0, -8, 0]),
        ([12], [12]),
    ],
)
def test_a_seat_is_rewarded_for_its_lead_over_the_best_of_the_others(scores, margins):
    assert Margin(10).rewards(Scored(*scores)) == [pytest.approx(tanh(margin / 10), abs=1e-9) for margin in margins]


def test_rewards_grow_with_the_lead_and_stay_within_1():
    rewards = list(map(Margin(20).of, range(-1000, 1001)))
    assert rewards == sorted(rewards)
    assert (rewards[0], rewards[1000], rewards[-1]) == (-1, 0, 1)
    assert all(low == -high for low, high in zip(rewards, reversed(rewards), strict=True))


def test_a_smaller_scale_cares_more_about_the_first_points():
    assert Margin(5).of(4) > Margin(20).of(4)


def test_an_evaluation_may_value_more_than_the_score_in_its_own_unit():
    class Doubled(Margin):
        def worth(self, state):
            return [2 * score for score in state.scores()]

    halves = Doubled(10, unit=2)
    assert halves.rewards(Scored(5, 9, 7)) == Margin(10).rewards(Scored(5, 9, 7))
    assert halves.of(2 * 400) == halves.of(2 * 401) == 1


def test_rewards_are_rounded_so_that_every_machine_has_the_same():
    assert all(reward == round(reward, 9) for reward in map(Margin(7).of, range(100)))
