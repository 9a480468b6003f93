"""Tests of the Swiss system, in which entrants with about equal points meet in each round."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.tournament.formats.base import tally
from arena.tournament.formats.swiss import Swiss
from tests.tournament.tournaments import (
    SEEDS,
    all_even,
    as_entered,
    bots,
    by_luck,
    check_resumption,
    check_table,
    play,
    void,
)


def pairs_of(a_round):
    return [frozenset(pair) for pairing in a_round.pairings for pair in combinations(pairing.entrants, 2)]


def pairings_without(players, met):
    """Yield every way to pair these players without a repeated meeting."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        if frozenset((first, other)) not in met:
            rest = [name for name in others if name != other]
            yield from ([(first, other), *more] for more in pairings_without(rest, met))


def byes_before(rounds):
    return Counter(name for a_round in rounds for name in a_round.byes)


# Tables of two -----------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.integers(min_value=2, max_value=9), SEEDS)
def test_no_meeting_is_repeated_in_a_round_that_can_avoid_it(count, seed):
    rounds, _ = play(Swiss(rounds=count + 1), bots(count), by_luck(seed))
    met = Counter()
    for number, a_round in enumerate(rounds):
        before = byes_before(rounds[:number])
        fewest = min(before[name] for name in bots(count))
        resting = [name for name in bots(count) if before[name] == fewest] if count % 2 else [None]
        playing = [[name for name in bots(count) if name != rest] for rest in resting]
        possible = any(next(pairings_without(players, met), None) is not None for players in playing)
        again = sum(met[pair] for pair in pairs_of(a_round))
        assert not (again and possible)
        met.update(pairs_of(a_round))
    assert max(met.values()) <= 3


@settings(max_examples=60)
@given(st.integers(min_value=2, max_value=24), st.integers(min_value=1, max_value=9), SEEDS)
def test_every_entrant_plays_or_has_a_bye_and_none_has_two_before_all_have_one(count, wanted, seed):
    rounds, _ = play(Swiss(rounds=wanted), bots(count), by_luck(seed))
    assert len(rounds) == wanted
    for number, a_round in enumerate(rounds):
        playing = [name for pairing in a_round.pairings for name in pairing.entrants]
        assert sorted([*playing, *a_round.byes]) == sorted(bots(count))
        byes = byes_before(rounds[: number + 1])
        assert max(byes.values(), default=0) - min(byes[name] for name in bots(count)) <= 1


def test_the_bye_goes_to_the_lowest_entrant_without_one():
    rounds, _ = play(Swiss(rounds=3), bots(7), as_entered)
    assert [a_round.byes for a_round in rounds] == [("bot-7",), ("bot-6",), ("bot-5",)]


def test_the_first_round_has_the_upper_half_against_the_lower_half():
    a_round = Swiss().next(bots(8), [])
    assert set(pairs_of(a_round)) == {frozenset({f"bot-{upper}", f"bot-{upper + 4}"}) for upper in range(1, 5)}


@settings(max_examples=40)
@given(st.integers(min_value=4, max_value=8), SEEDS)
def test_no_other_pairing_without_a_repeat_has_smaller_differences_of_points(count, seed):
    count -= count % 2
    entrants, a_format = bots(count), Swiss(rounds=3)
    rounds, played = play(a_format, entrants, by_luck(seed))
    met, size = set(), count // 2
    for number, a_round in enumerate(rounds):
        points, _ = tally(played[: number * size])

        def apart(pairs, points=points):
            return sum((points[one] - points[other]) ** 2 for one, other in pairs)

        others = list(pairings_without(entrants, met))
        if others:
            assert apart([pairing.entrants for pairing in a_round.pairings]) == min(map(apart, others))
        met.update(pairs_of(a_round))


@settings(max_examples=40)
@given(st.integers(min_value=4, max_value=12), SEEDS)
def test_no_entrant_has_one_seat_much_more_often_than_the_other(count, seed):
    rounds, _ = play(Swiss(rounds=8), bots(count), by_luck(seed))
    first = Counter(pairing.entrants[0] for a_round in rounds for pairing in a_round.pairings)
    second = Counter(pairing.entrants[1] for a_round in rounds for pairing in a_round.pairings)
    assert max(abs(first[name] - second[name]) for name in bots(count)) <= 3


def test_a_table_may_have_several_blocks_in_a_round():
    rounds, played = play(Swiss(rounds=2, blocks=3), bots(5), as_entered)
    assert [len(a_round.pairings) for a_round in rounds] == [6, 6]
    assert [set(Counter(pairs_of(a_round)).values()) for a_round in rounds] == [{3}, {3}]
    assert max(line.points for line in check_table(Swiss(rounds=2, blocks=3), bots(5), played)) == 6


@given(st.integers(min_value=2, max_value=64))
def test_by_default_there_are_as_many_rounds_as_in_a_knockout(count):
    assert Swiss().next(bots(count), []).name == f"round 1 of {(count - 1).bit_length()}"


# Tables of three and four ------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(
    st.sampled_from([3, 4]),
    st.lists(st.integers(min_value=0, max_value=6), min_size=4, max_size=17),
    SEEDS,
)
def test_tables_are_full_byes_are_fair_and_two_bots_of_an_author_sit_apart(seats, drawn, seed):
    entrants = bots(len(drawn))
    authors = {name: f"author {number}" for name, number in zip(entrants, drawn, strict=True) if number}
    a_format = Swiss(seats, 4, authors=authors)
    if max(Counter(authors.values()).values(), default=1) * seats > len(entrants):
        with pytest.raises(UsageError, match="no two bots of one author"):
            a_format.next(entrants, [])
        return
    rounds, played = play(a_format, entrants, by_luck(seed))
    for number, a_round in enumerate(rounds):
        playing = [name for pairing in a_round.pairings for name in pairing.entrants]
        assert sorted([*playing, *a_round.byes]) == sorted(entrants)
        assert len(a_round.byes) == len(entrants) % seats
        byes = byes_before(rounds[: number + 1])
        assert max(byes.values(), default=0) - min(byes[name] for name in entrants) <= 1
        for one, other in pairs_of(a_round):
            assert one not in authors or authors[one] != authors.get(other)
    check_resumption(a_format, entrants, rounds, played)


@pytest.mark.parametrize(("seats", "count", "wanted"), [(3, 9, 2), (4, 16, 2), (3, 27, 3)])
def test_the_first_rounds_of_larger_tables_have_no_repeats(seats, count, wanted):
    rounds, _ = play(Swiss(seats, wanted), bots(count), as_entered)
    assert max(Counter(pair for a_round in rounds for pair in pairs_of(a_round)).values()) == 1


def test_entrants_with_equal_points_sit_together_unless_they_have_met():
    rounds, _ = play(Swiss(4, 2), bots(16), as_entered)
    points = dict.fromkeys(bots(16), 0)
    for pairing in rounds[0].pairings:
        for place, name in enumerate(sorted(pairing.entrants, key=lambda name: int(name[4:]))):
            points[name] = 3 - place
    for pairing in rounds[1].pairings:
        assert len({points[name] for name in pairing.entrants}) == 1


# The table ---------------------------------------------------------------------------------------------------------


def test_equal_points_are_ranked_by_the_points_of_the_opponents():
    _, played = play(Swiss(rounds=2), bots(4), as_entered)
    lines = check_table(Swiss(rounds=2), bots(4), played)
    assert [(line.rank, line.entrant, line.points, line.tie_breaks) for line in lines] == [
        (1, "bot-1", 2.0, (("opponents' points", 1.0),)),
        (2, "bot-2", 1.0, (("opponents' points", 1.0),)),
        (2, "bot-3", 1.0, (("opponents' points", 1.0),)),
        (4, "bot-4", 0.0, (("opponents' points", 1.0),)),
    ]


@pytest.mark.parametrize(("seats", "count", "worth"), [(2, 3, 1.0), (3, 4, 0.5), (4, 6, 0.5)])
def test_a_bye_is_worth_a_win_at_tables_of_two_and_half_of_it_at_larger_ones(seats, count, worth):
    rounds, played = play(Swiss(seats, 1), bots(count), void)
    points = {line.entrant: line.points for line in check_table(Swiss(seats, 1), bots(count), played)}
    assert {name for name in points if points[name]} == set(rounds[0].byes)
    assert {points[name] for name in rounds[0].byes} == {worth}


@settings(max_examples=40)
@given(st.integers(min_value=2, max_value=9), SEEDS)
def test_a_swiss_tournament_that_was_interrupted_goes_on_with_the_same_rounds(count, seed):
    a_format = Swiss(rounds=4)
    rounds, played = play(a_format, bots(count), by_luck(seed))
    check_resumption(a_format, bots(count), rounds, played)
    check_table(a_format, bots(count), played)


def test_a_swiss_tournament_of_draws_only_is_valid():
    rounds, played = play(Swiss(), bots(6), all_even)
    assert max(Counter(pair for a_round in rounds for pair in pairs_of(a_round)).values()) == 1
    assert {line.rank for line in check_table(Swiss(), bots(6), played)} == {1}


@pytest.mark.parametrize(("seats", "entrants"), [(2, ["ana"]), (4, ["ana", "bea", "cai"])])
def test_too_few_entrants_for_a_table_are_refused(seats, entrants):
    with pytest.raises(UsageError, match=f"expected at least {seats}"):
        Swiss(seats).next(entrants, [])
