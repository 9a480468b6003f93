"""Tests of the rule that marks a bot with much more free time than other bots.

Free time is the time of a decision that no clock counts: time in which the message was held up, and credit for lag.
"""

import pytest

from arena.store.sql.page_queries import FreeTime
from leaderboard.lag import DECISIONS, NOTICEABLE_US, lag_of


def bot(number, free_us, *, decisions=DECISIONS, registered=True):
    """Return a bot's times with `free_us` microseconds of free time for each decision: half held up, half credit."""
    half = decisions * free_us // 2
    return FreeTime(number, registered, decisions, decisions * 1000, half, decisions * free_us - half)


USUAL = [bot(2, 500), bot(3, 1500), bot(4, 2500)]
CASES = {
    "at least 5 ms and more than four times the median": (bot(1, 6001), USUAL, True),
    "four times the median": (bot(1, 6000), USUAL, False),
    "less than 5 ms": (bot(1, NOTICEABLE_US - 1), [bot(2, 0), bot(3, 0), bot(4, 0)], False),
    "5 ms": (bot(1, NOTICEABLE_US), [bot(2, 0), bot(3, 0), bot(4, 0)], True),
    "too few decisions": (bot(1, 9000, decisions=DECISIONS - 1), USUAL, False),
    "too few others": (bot(1, 9000), USUAL[:2], False),
    "house bots are not compared with": (bot(1, 9000), [*USUAL[:2], bot(4, 2500, registered=False)], False),
    "others with too few decisions are not compared with": (bot(1, 9000), [*USUAL[:2], bot(4, 1, decisions=1)], False),
}


@pytest.mark.parametrize(("mine", "others", "marked"), CASES.values(), ids=CASES)
def test_a_bot_is_marked_by_the_rule_that_its_page_states(mine, others, marked):
    found = lag_of(1, [mine, *others])
    assert found.out_of_line == marked
    assert found.held_us + found.credit_us == pytest.approx((mine.held_us + mine.credit_us) / mine.decisions)


def test_the_share_of_free_time_is_of_all_time_of_a_bot():
    found = lag_of(1, [bot(1, 1000)])
    assert (found.share, found.median_us) == (0.5, None)


def test_a_bot_without_a_decision_that_counts_has_no_free_time():
    assert lag_of(1, USUAL) is None
    assert lag_of(1, [bot(1, 0, decisions=0)]) is None
