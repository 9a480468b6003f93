"""Tests of the format `ladder`: it plays blocks between entrants with an uncertain order."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.tournament.formats.ladder import Ladder
from arena.tournament.formats.ladder_history import History
from tests.tournament.tournaments import SEEDS, as_entered, block, bots, by_luck, by_strength, check_table, play, steps

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


def appearances(played):
    return Counter(name for each in played for name in each.pairing.entrants)


# What a block is chosen from -----------------------------------------------------------------------------------------


@settings(max_examples=5)
@given(st.sampled_from([2, 3]), st.integers(min_value=1, max_value=6), SEEDS)
def test_a_block_is_a_function_of_the_blocks_before_its_window(seats, size, seed):
    ladder = Ladder(seats, blocks=24, opening=2, round_size=size)
    _, played = play(ladder, bots(5), by_luck(seed))
    for number in (0, size, 17, 23):
        below = played[: max(0, number - ladder.window)]
        otherwise = [block(each.number, each.pairing, by_luck(seed + 1)) for each in played[len(below) :]]
        assert ladder.block(bots(5), below, number) == played[number].pairing
        assert ladder.block(bots(5), [*below, *otherwise], number) == played[number].pairing


@settings(max_examples=3)
@given(SEEDS)
def test_a_block_is_the_one_that_its_round_has_there(seed):
    ladder = Ladder(blocks=22, opening=2, round_size=8)
    rounds, played = play(ladder, bots(4), by_luck(seed))
    assert [len(a_round.pairings) for a_round in rounds] == [8, 8, 6]
    drawn = [pairing for a_round in rounds for pairing in a_round.pairings]
    assert [ladder.block(bots(4), played, number) for number in range(22)] == drawn
    assert ladder.block(bots(4), played, 22) is None


# Where blocks go ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_entrant_plays_the_opening_before_any_plays_much_more(seats):
    ladder = Ladder(seats, blocks=7 * 10 // seats, opening=10)
    _, played = play(ladder, bots(7), as_entered)
    assert max(appearances(played).values()) <= 11
    assert min(appearances(played).values()) >= 9


def test_after_the_opening_the_pair_with_the_least_certain_order_plays_next():
    strengths = {"bot-1": 3, "bot-2": 2, "bot-3": 1, "bot-4": 1, "bot-5": 0, "bot-6": -1}
    _, played = play(Ladder(blocks=160, opening=6), bots(6), by_strength(4, strengths))
    met = Counter(frozenset(each.pairing.entrants) for each in played[6 * 6 // 2 :])
    assert met.most_common(1)[0][0] == {"bot-3", "bot-4"}
    assert met[frozenset({"bot-3", "bot-4"})] > 2 * sum(met.values()) / len(met)


def test_the_blocks_of_a_round_are_divided_among_uncertain_pairs():
    strengths = {"bot-1": 0.1, "bot-2": 0, "bot-3": 3.1, "bot-4": 3}
    ladder = Ladder(blocks=96, opening=8)
    rounds, _ = play(ladder, bots(4), by_strength(7, strengths))
    doubtful = {frozenset({"bot-1", "bot-2"}), frozenset({"bot-3", "bot-4"})}
    later = [{frozenset(pairing.entrants) for pairing in each.pairings} for each in rounds[2:]]
    assert any(doubtful <= met for met in later)


def test_if_the_first_places_matter_the_last_ones_get_hardly_any_blocks():
    _, played = play(Ladder(top=1, blocks=96, opening=4), bots(8), by_strength(3, steps(8, 0.2)))
    later = [each.pairing.entrants for each in played[64:]]
    leaders = {row.entrant for row in History(2, played).ratings().rows[:3]}
    assert sum(bool({*pair} & leaders) for pair in later) == len(later)


def test_at_larger_tables_an_author_sits_once():
    authors = {"bot-1": "ana", "bot-2": "ana", "bot-3": "ana", "bot-4": "bea", "bot-5": "bea"}
    rounds, _ = play(Ladder(3, blocks=48, opening=3, authors=authors), bots(7), by_luck(2))
    for a_round in rounds:
        for pairing in a_round.pairings:
            named = [authors[name] for name in pairing.entrants if name in authors]
            assert len(set(named)) == len(named)


# Rules to stop by --------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(st.integers(min_value=1, max_value=3), SEEDS)
def test_it_stops_when_the_first_places_are_settled(top, seed):
    ladder = Ladder(top=top, opening=5, round_size=8)
    rounds, played = play(ladder, bots(5), by_strength(seed, steps(5, 1)))
    looked_at = played[: (len(rounds) - 1) * 8]  # the last round was under way
    found = History(2, looked_at).ratings()
    order = [row.entrant for row in found.rows]
    for upper, lower in combinations(order, 2):
        assert order.index(upper) >= top or found.superiority(upper, lower) >= 0.95
    assert min(appearances(looked_at).values()) >= 5
    assert order[:top] == bots(top)


def test_a_ladder_does_not_stop_before_every_entrant_has_played_the_opening():
    _, played = play(Ladder(top=1, opening=20, round_size=8), bots(4), as_entered)
    assert min(appearances(played).values()) >= 20


def test_a_ladder_stops_after_its_number_of_blocks_and_plans_no_more():
    _, played = play(Ladder(blocks=21, round_size=8), bots(4), by_luck(1))
    assert len(played) == 21


@pytest.mark.parametrize("rule", [{"top": 1}, {"until": NOON}])
def test_the_length_of_a_ladder_is_unknown_if_another_rule_may_stop_it(rule):
    assert replace(Ladder(blocks=40), **rule).length(bots(4)) is None


def test_a_ladder_plans_no_blocks_after_its_end_time():
    ladder = Ladder(until=NOON)
    assert ladder.next(bots(4), [], NOON - timedelta(seconds=1)) is not None
    assert ladder.next(bots(4), [], NOON) is None
    assert ladder.block(bots(4), [], 3, NOON) is None


def test_without_a_rule_a_ladder_does_not_stop():
    _, played = play(Ladder(blocks=64, round_size=16, opening=4), bots(3), as_entered)
    assert Ladder(opening=4).next(bots(3), played) is not None


# The table ---------------------------------------------------------------------------------------------------------


def test_the_table_has_the_order_of_the_ratings_and_the_certain_ranks():
    ladder = Ladder(blocks=80, opening=10)
    _, played = play(ladder, bots(4), by_strength(1, steps(4, 1.5)))
    lines = check_table(ladder, bots(4), played)
    rows = History(2, played).ratings().rows
    assert [line.entrant for line in lines] == [row.entrant for row in rows]
    assert [dict(line.tie_breaks)["rating"] for line in lines] == pytest.approx([row.rating for row in rows], abs=1e-6)
    assert lines[0].note == "rank 1"


def test_an_entrant_without_matches_ranks_last():
    _, played = play(Ladder(blocks=4, opening=4), bots(2), as_entered)
    lines = check_table(Ladder(), bots(4), played)
    assert [(line.rank, line.entrant) for line in lines] == [(1, "bot-1"), (2, "bot-2"), (3, "bot-3"), (3, "bot-4")]


def test_the_name_of_a_block_has_no_effect():
    ladder = Ladder(blocks=40, opening=3, round_size=8)
    _, played = play(ladder, bots(5), by_strength(2, steps(5, 0.3)))
    renamed = [
        replace(each, matches=tuple(replace(match, block=f"x{each.number * 7919}") for match in each.matches))
        for each in played
    ]
    for number in range(0, 40, 8):
        assert ladder.next(bots(5), renamed[:number]) == ladder.next(bots(5), played[:number])
    assert ladder.standings(bots(5), renamed)[0].tie_breaks == ladder.standings(bots(5), played)[0].tie_breaks


# Bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ladder", "count", "words"),
    [
        (Ladder(), 1, "1 entrants: expected at least 2"),
        (Ladder(top=5), 4, "top: 5 of 4 entrants cannot be settled"),
        (Ladder(top=2, blocks=19), 4, "before every entrant has played 10 blocks, which takes 20"),
        (Ladder(3, authors=dict.fromkeys(bots(4), "ana")), 4, "the entrants have 1 authors: expected at least 3"),
    ],
)
def test_an_impossible_ladder_is_refused(ladder, count, words):
    with pytest.raises(UsageError, match=words):
        ladder.next(bots(count), [])
