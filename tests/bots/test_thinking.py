"""Tests of the seconds that a bot may think about a decision, from the time that is left."""

import pytest

from arena.bots import UNTIMED, Time
from arena.bots.thinking import LAG


def share(decisions, **clock):
    return Time(lambda: 0.0, **clock).share(decisions)


@pytest.mark.parametrize(
    ("clock", "decisions", "seconds"),
    [
        ({"bank": 60.0}, 30, 2 - LAG),
        ({"bank": 60.0, "increment": 1.0}, 30, (60 + 29) / 30 - LAG),
        ({"bank": 60.0, "increment": 1.0}, 1, 60 - LAG),  # nothing is left for later, because nothing comes later
        ({"bank": 60.0, "limit": 1.0}, 30, 1 - LAG),
        ({"limit": 0.5}, 30, 0.5 - LAG),
        ({"bank": 0.1, "increment": 0.1}, 50, 0.1 - LAG),
        ({"bank": 0.05, "increment": 0.1}, 50, 0.025),  # increments to come cannot be spent before they come
        ({"bank": 0.9}, 30, 0.015),
    ],
)
def test_a_share_is_what_can_be_spent_on_every_decision_to_come(clock, decisions, seconds):
    assert share(decisions, **clock) == pytest.approx(seconds)


@pytest.mark.parametrize("bank", [0.001, 0.04, 0.3, 2.0, 600.0])
@pytest.mark.parametrize("increment", [0.0, 0.1, 5.0])
@pytest.mark.parametrize("limit", [None, 0.2, 30.0])
@pytest.mark.parametrize("decisions", [1, 2.5, 40])
def test_a_share_is_never_all_that_is_left(bank, increment, limit, decisions):
    spent = share(decisions, bank=bank, increment=increment, limit=limit)
    assert 0 < spent < min(bank, bank if limit is None else limit)


def test_a_player_that_spends_its_shares_comes_to_the_end():
    bank = 10.0
    for decisions in range(40, 0, -1):
        bank += 0.1
        spent = share(decisions, bank=bank, increment=0.1)
        bank -= spent + LAG
        assert bank >= 0
    assert bank < 1e-9


def test_without_a_clock_time_never_ends():
    assert not UNTIMED.runs()
    assert share(7) == float("inf")


def test_time_passes_from_when_the_decision_began():
    times = iter([100.0, 100.25])
    assert Time(lambda: next(times), limit=1.0).passed() == 0.25
