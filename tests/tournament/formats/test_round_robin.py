"""Tests of the round robin, in which every entrant meets every other entrant."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.tournament.formats.base import Pairing
from arena.tournament.formats.round_robin import RoundRobin
from tests.tournament.tournaments import (
    SEEDS,
    all_even,
    as_entered,
    block,
    bots,
    by_luck,
    check_resumption,
    check_table,
    play,
    void,
)


def meetings(rounds, entrants):
    counted = Counter(dict.fromkeys(combinations(sorted(entrants), 2), 0))
    for a_round in rounds:
        for pairing in a_round.pairings:
            counted.update(combinations(sorted(pairing.entrants), 2))
    return counted


def spread(numbers):
    return max(numbers) - min(numbers)


# Tables of two -----------------------------------------------------------------------------------------------------


@given(st.integers(min_value=2, max_value=20), st.integers(min_value=1, max_value=3))
def test_every_pair_meets_once_in_every_repetition(count, repetitions):
    rounds, _ = play(RoundRobin(rounds=repetitions), bots(count), as_entered)
    assert len(rounds) == repetitions
    for a_round in rounds:
        assert set(meetings([a_round], bots(count)).values()) == {1}


@given(st.integers(min_value=2, max_value=20))
def test_both_seats_are_equally_frequent_after_two_repetitions_and_nearly_after_one(count):
    (first, second), _ = play(RoundRobin(rounds=2), bots(count), as_entered)
    opening = [pairing.entrants[0] for pairing in first.pairings]
    assert all(abs(2 * opening.count(name) - (count - 1)) <= 1 for name in bots(count))
    assert {pairing.entrants[::-1] for pairing in first.pairings} == {pairing.entrants for pairing in second.pairings}


@given(st.integers(min_value=2, max_value=20))
def test_no_entrant_is_ever_more_than_two_blocks_ahead_of_another(count):
    a_round = RoundRobin().next(bots(count), [])
    played = Counter(dict.fromkeys(bots(count), 0))
    for pairing in a_round.pairings:
        played.update(pairing.entrants)
        assert spread(played.values()) <= 2


# Tables of three and four ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
@settings(max_examples=40)
@given(st.integers(min_value=4, max_value=64), st.integers(min_value=1, max_value=3))
def test_blocks_and_seats_are_equal_and_meetings_as_even_as_can_be(seats, count, repetitions):
    rounds, _ = play(RoundRobin(seats, repetitions), bots(count), as_entered)
    tables = [pairing.entrants for a_round in rounds for pairing in a_round.pairings]
    assert all(len(set(table)) == seats for table in tables)
    for seat in range(seats):
        assert spread([Counter(table[seat] for table in tables)[name] for name in bots(count)]) == 0
    assert spread(meetings(rounds, bots(count)).values()) <= 2


@pytest.mark.parametrize(("seats", "count"), [(3, 3), (3, 7), (4, 4), (4, 5), (4, 7), (4, 13)])
def test_every_pair_meets_equally_often_if_the_numbers_allow_it(seats, count):
    rounds, _ = play(RoundRobin(seats), bots(count), as_entered)
    assert spread(meetings(rounds, bots(count)).values()) == 0


@pytest.mark.parametrize(("seats", "count"), [(3, 13), (4, 24), (4, 64)])
def test_in_two_repetitions_every_pair_meets(seats, count):
    rounds, _ = play(RoundRobin(seats, 2), bots(count), as_entered)
    assert min(meetings(rounds, bots(count)).values()) >= 1


# Authors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
@given(st.lists(st.integers(min_value=0, max_value=9), min_size=4, max_size=30), st.integers(min_value=1, max_value=3))
def test_two_bots_of_an_author_never_share_a_table_of_three_or_four(seats, drawn, repetitions):
    entrants = bots(len(drawn))
    authors = {name: f"author {number}" for name, number in zip(entrants, drawn, strict=True) if number}
    a_format = RoundRobin(seats, repetitions, authors)
    largest = max(Counter(authors.values()).values(), default=1)
    if largest * seats > len(entrants):
        with pytest.raises(UsageError, match=f"an author has {largest} of the {len(entrants)} entrants"):
            a_format.next(entrants, [])
        return
    rounds, _ = play(a_format, entrants, as_entered)
    tables = [pairing.entrants for a_round in rounds for pairing in a_round.pairings]
    for table in tables:
        named = [authors[name] for name in table if name in authors]
        assert len(set(named)) == len(named)
    assert spread([Counter(name for table in tables for name in table)[name] for name in entrants]) == 0


def test_two_bots_of_an_author_meet_at_a_table_of_two():
    authors = {"bot-1": "ana", "bot-2": "ana"}
    assert RoundRobin(authors=authors).next(bots(2), []).pairings == (Pairing(("bot-1", "bot-2")),)


# The table ---------------------------------------------------------------------------------------------------------


def test_the_table_is_that_of_strength_when_the_stronger_always_wins():
    _, played = play(RoundRobin(), bots(5), as_entered)
    lines = check_table(RoundRobin(), bots(5), played)
    assert [(line.rank, line.entrant, line.points, line.blocks) for line in lines] == [
        (1, "bot-1", 4.0, 4),
        (2, "bot-2", 3.0, 4),
        (3, "bot-3", 2.0, 4),
        (4, "bot-4", 1.0, 4),
        (5, "bot-5", 0.0, 4),
    ]
    assert (lines[0].row.games, lines[0].row.wins) == (8, 8)


def test_equal_scores_share_a_rank_and_stand_as_they_were_entered():
    entrants = ["zoe", "ana"]
    _, played = play(RoundRobin(), entrants, all_even)
    lines = check_table(RoundRobin(), entrants, played)
    assert [(line.rank, line.entrant, line.points) for line in lines] == [(1, "zoe", 0.5), (1, "ana", 0.5)]


def test_before_the_first_match_all_entrants_are_first_and_have_no_row():
    assert [(line.rank, line.row) for line in RoundRobin().standings(bots(3), [])] == [(1, None)] * 3


def test_an_entrant_with_fewer_blocks_is_not_ranked_lower_for_that():
    played = [block(0, Pairing(("bot-1", "bot-2")), as_entered), block(1, Pairing(("bot-3", "bot-1")), all_even)]
    lines = check_table(RoundRobin(), bots(3), played)
    assert [(line.entrant, line.points) for line in lines] == [("bot-1", 1.5), ("bot-3", 0.5), ("bot-2", 0.0)]


def test_a_void_block_gives_no_points():
    played = [block(0, Pairing(("bot-1", "bot-2")), as_entered), block(1, Pairing(("bot-1", "bot-2")), void)]
    lines = check_table(RoundRobin(rounds=2), bots(2), played)
    assert [(line.points, line.blocks) for line in lines] == [(1.0, 1), (0.0, 1)]


@given(st.sampled_from([2, 3, 4]), st.integers(min_value=4, max_value=9), SEEDS)
def test_a_round_robin_that_was_interrupted_goes_on_with_the_same_rounds(seats, count, seed):
    a_format = RoundRobin(seats, rounds=2)
    rounds, played = play(a_format, bots(count), by_luck(seed))
    check_resumption(a_format, bots(count), rounds, played)
    check_table(a_format, bots(count), played)


# Bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "entrants", "words"),
    [
        (2, ["ana"], "1 entrants: expected at least 2 at tables of 2"),
        (4, ["ana", "bea", "cai"], "3 entrants: expected at least 4 at tables of 4"),
        (2, ["ana", "bea", "ana"], "ana is there twice"),
    ],
)
def test_too_few_or_repeated_entrants_are_refused(seats, entrants, words):
    with pytest.raises(UsageError, match=words):
        RoundRobin(seats).check(entrants)
