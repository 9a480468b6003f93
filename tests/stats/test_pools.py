"""Tests of pools, the groups of results that are rated together."""

import pytest

from arena.errors import UsageError
from arena.stats.anchor import LEAST, AnchorCandidate, anchor_among
from arena.stats.pools import SOLO_ANCHORS, Pool, speed


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


def test_the_order_of_options_does_not_change_the_pool():
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


def test_an_unknown_class_of_time_controls_is_refused():
    with pytest.raises(UsageError, match="expected one of untimed, bullet, blitz, rapid, classical"):
        Pool.of("tiny", 2, {}, 1, "slow")


def candidate(bot, blocks, *, house=True, comparisons=None, version="1"):
    return AnchorCandidate(f"{bot}@{version}", bot, house, blocks, 2 * blocks if comparisons is None else comparisons)


def test_the_anchor_is_the_first_of_the_list_with_enough_blocks():
    few, greedy, ana = candidate("mcts-200", LEAST - 1), candidate("greedy", LEAST), candidate("ana", 900, house=False)
    assert anchor_among([few, greedy, ana]) == "greedy@1"
    assert anchor_among([candidate("mcts-200", LEAST), greedy, ana]) == "mcts-200@1"


def test_without_enough_blocks_the_anchor_is_the_house_bot_with_most_comparisons():
    played = [
        candidate("mcts-200", 3),
        candidate("greedy", 4),
        candidate("random", 30),
        candidate("ana", 60, house=False),
    ]
    assert anchor_among(played) == "random@1"
    assert anchor_among([candidate("ana", 60, house=False)]) is None
    assert anchor_among([]) is None


def test_of_several_versions_the_one_with_most_comparisons_is_the_anchor():
    old, new = candidate("greedy", 60, version="1"), candidate("greedy", 70, version="2")
    assert anchor_among([old, new]) == "greedy@2"


def test_against_an_automaton_the_automaton_is_the_anchor_from_the_first_block():
    solo = Pool.of("teotihuacan/solo", 2, {}, 1, "blitz")
    assert solo.anchors == SOLO_ANCHORS
    played = [candidate("greedy", 90), candidate("teotibot-standard", 1, house=False)]
    assert anchor_among(played, solo.anchors) == "teotibot-standard@1"
    assert anchor_among([candidate("greedy", 90)], solo.anchors) is None
