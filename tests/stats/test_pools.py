"""What is rated together."""

import pytest

from arena.errors import UsageError
from arena.stats.pools import Pool, anchor_among, speed


@pytest.mark.parametrize(
    ("seconds", "name"),
    [
        ((None,), "untimed"),
        ((10, 0.1), "bullet"),
        ((29.9,), "bullet"),
        ((30,), "blitz"),
        ((60, 2), "rapid"),
        ((900,), "classical"),
        ((None, 0, 0.4), "bullet"),
        ((None, 0, 0.5), "blitz"),
        ((3600, 60, 0.5), "blitz"),
    ],
)
def test_the_class_of_a_time_control_is_how_long_a_seat_may_take(seconds, name):
    assert speed(*seconds) == name


def test_the_order_of_options_makes_no_other_pool():
    assert Pool.of("tiny", 2, {"a": 1, "b": True}, 1, "blitz") == Pool.of("tiny", 2, {"b": True, "a": 1}, 1, "blitz")


@pytest.mark.parametrize(
    "other",
    [
        ("cacao", 2, {}, 1, "blitz"),
        ("tiny", 3, {}, 1, "blitz"),
        ("tiny", 2, {"a": 1}, 1, "blitz"),
        ("tiny", 2, {}, 2, "blitz"),
        ("tiny", 2, {}, 1, "rapid"),
    ],
)
def test_game_seats_options_rules_and_speed_make_another_pool(other):
    assert Pool.of("tiny", 2, {}, 1, "blitz") != Pool.of(*other)
    assert str(Pool.of("tiny", 2, {}, 1, "blitz")) != str(Pool.of(*other))


def test_a_class_of_time_controls_that_there_is_not_is_refused():
    with pytest.raises(UsageError, match="expected one of untimed, bullet, blitz, rapid, classical"):
        Pool.of("tiny", 2, {}, 1, "slow")


def test_the_anchor_is_the_first_choice_that_has_played():
    assert anchor_among({"greedy", "ana"}) == "greedy"
    assert anchor_among({"greedy", "mcts-200"}) == "mcts-200"
    assert anchor_among({"ana"}) is None


def test_against_an_automaton_the_automaton_is_the_anchor():
    solo = Pool.of("teotihuacan/solo", 2, {}, 1, "blitz")
    assert solo.solo
    assert anchor_among({"greedy", "teotibot-standard"}, solo.anchors) == "teotibot-standard"
