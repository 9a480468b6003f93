"""Tests of the waiting times between retries: short, then longer, and different for each bot."""

import random

import pytest

from arena_sdk.remote.pace import IDLE, PATIENCE_AT_MOST, SEAT, RetryPace


class Never(random.Random):
    """A random generator that always draws the same number, such as the smallest or the largest one."""

    def __init__(self, drawn):
        super().__init__(0)
        self.drawn = drawn

    def random(self):
        return self.drawn


@pytest.mark.parametrize(
    ("longest", "waits"),
    [(SEAT, [0.1, 0.2, 0.4, 0.8, 1.0, 1.0]), (IDLE, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0])],
)
def test_waits_begin_at_0_1_seconds_and_double_up_to_the_longest(longest, waits):
    pace = RetryPace(Never(0.0))
    assert [pace.wait(longest) for _ in waits] == pytest.approx(waits)


def test_jitter_adds_up_to_a_half_and_takes_nothing_away():
    assert RetryPace(Never(1.0)).wait() == pytest.approx(0.15)
    chance = random.Random(1)
    waits = [RetryPace(chance).wait() for _ in range(100)]
    assert all(0.1 <= wait <= 0.15 for wait in waits)
    assert len(set(waits)) == len(waits)


def test_a_success_resets_the_wait_before_the_next_retry():
    pace = RetryPace(Never(0.0))
    for _ in range(5):
        pace.wait()
    pace.reset()
    assert pace.wait() == pytest.approx(0.1)


def test_a_connection_gets_more_time_after_each_failure_and_never_too_much():
    pace = RetryPace(Never(0.0))
    patience = []
    for _ in range(100):
        patience.append(pace.patience)
        pace.wait()
    assert patience[:4] == [1.0, 2.0, 4.0, 8.0]
    assert max(patience) == PATIENCE_AT_MOST
