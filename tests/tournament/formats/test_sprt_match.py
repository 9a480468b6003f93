"""Tests of the format `sprt`: two entrants play blocks until a test accepts or rejects."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.stats.sprt import Sprt, counted
from arena.tournament.formats.base import Pairing
from arena.tournament.formats.sprt_match import SprtMatch
from tests.tournament.tournaments import SEEDS, all_even, as_entered, block, bots, by_strength, play, steps, void

TEST = Sprt(0, 100)
PAIR = Pairing(("bot-1", "bot-2"))


def lost(number, seating):
    return as_entered(number, seating)[::-1]


def test_an_sprt_match_accepts_if_the_first_entrant_wins_and_rejects_if_it_loses():
    for outcome, verdict in ((as_entered, "accepted"), (lost, "rejected")):
        _, played = play(SprtMatch(TEST), bots(2), outcome)
        assert SprtMatch(TEST).look(bots(2), played).verdict == verdict


@settings(max_examples=6)
@given(st.integers(min_value=1, max_value=9), SEEDS)
def test_the_decision_is_the_first_one_in_fixture_order_whatever_the_size_of_rounds(size, seed):
    outcome = by_strength(seed, steps(2, 0.6))
    match = SprtMatch(TEST, round_size=size)
    rounds, played = play(match, bots(2), outcome)
    looked = match.look(bots(2), played)
    assert looked == SprtMatch(TEST, round_size=1).look(
        bots(2), play(SprtMatch(TEST, round_size=1), bots(2), outcome)[1]
    )
    assert looked.verdict == TEST.verdict(looked.ratio) != "open"
    assert sum(looked.counts) == looked.blocks
    assert (len(rounds) - 1) * size < looked.blocks <= len(played)
    assert match.look(bots(2), played[: looked.blocks - 1]).verdict == "open"


def test_blocks_after_the_decision_change_nothing():
    decided = play(SprtMatch(TEST), bots(2), as_entered)[1]
    more = [block(number, PAIR, lost) for number in range(len(decided), len(decided) + 50)]
    assert SprtMatch(TEST).look(bots(2), [*decided, *more]) == SprtMatch(TEST).look(bots(2), decided)


def test_a_limit_of_blocks_leaves_an_sprt_match_open():
    match = SprtMatch(Sprt(-50, 50), blocks=12, round_size=5)
    rounds, played = play(match, bots(2), all_even)
    assert [a_round.name for a_round in rounds] == ["blocks 1 to 5", "blocks 6 to 10", "blocks 11 to 12"]
    assert match.look(bots(2), played).verdict == "open"


def test_the_scores_are_those_of_the_first_entrant_wherever_it_sat():
    played = [block(0, PAIR, as_entered), block(1, Pairing(("bot-2", "bot-1")), as_entered), block(2, PAIR, all_even)]
    looked = SprtMatch(TEST).look(bots(2), played)
    assert looked.counts == (0, 0, 1, 0, 2)
    assert looked.ratio == pytest.approx(float(TEST.ratio(counted([0.5, 1, 1]))))


def test_a_void_block_has_no_effect_on_the_test():
    played = [block(0, PAIR, as_entered), block(1, PAIR, void)]
    assert SprtMatch(TEST).look(bots(2), played) == SprtMatch(TEST).look(bots(2), played[:1])
    assert SprtMatch(TEST).look(bots(2), []).ratio == 0


def test_an_sprt_match_at_tables_of_two_has_two_entrants():
    with pytest.raises(UsageError, match="3 entrants: expected two, the first of which is tested against the second"):
        SprtMatch(TEST).next(bots(3), [])


# Against a field ---------------------------------------------------------------------------------------------------


def table_of(seats, **settings):
    return SprtMatch(TEST, matches=seats, seats=seats, **settings)


@pytest.mark.parametrize("seats", [3, 4])
def test_at_larger_tables_the_first_is_tested_against_its_field(seats):
    for outcome, verdict in ((as_entered, "accepted"), (lost, "rejected")):
        _, played = play(table_of(seats), bots(seats), outcome)
        looked = table_of(seats).look(bots(seats), played)
        assert looked.verdict == verdict
        assert len(looked.counts) == 2 * seats * (seats - 1) + 1
    with pytest.raises(UsageError, match=r"5 entrants: expected .*, the first of which is tested against the others"):
        table_of(seats).next(bots(5), [])


@pytest.mark.parametrize("seats", [3, 4])
def test_every_entrant_sits_first_equally_often_and_the_field_changes_its_order(seats):
    [pairings] = {table_of(seats, round_size=24).next(bots(seats), []).pairings}
    for place in range(seats):
        assert {count for _, count in Counter(each.entrants[place] for each in pairings).items()} == {24 // seats}
    rotations = {min(each.entrants[turn:] + each.entrants[:turn] for turn in range(seats)) for each in pairings}
    assert len(rotations) == {3: 2, 4: 6}[seats]


def test_a_field_of_one_author_is_refused_if_authors_must_not_meet():
    with pytest.raises(UsageError, match="an author has 2 of the 3 entrants"):
        table_of(3, authors={"bot-1": "ana", "bot-2": "ana"}).next(bots(3), [])
