"""The SPRT between two, block by block."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.stats.sprt import Sprt, counted
from arena.tournament.formats import Pairing, SprtMatch
from tests.tournament.tournaments import SEEDS, all_even, as_entered, block, bots, by_strength, play, steps, void

TEST = Sprt(0, 100)
PAIR = Pairing(("bot-1", "bot-2"))


def lost(number, seating):
    return as_entered(number, seating)[::-1]


def test_it_accepts_when_the_first_wins_and_rejects_when_it_loses():
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


def test_a_number_of_blocks_leaves_it_open():
    match = SprtMatch(Sprt(-50, 50), blocks=12, round_size=5)
    rounds, played = play(match, bots(2), all_even)
    assert [a_round.name for a_round in rounds] == ["blocks 1 to 5", "blocks 6 to 10", "blocks 11 to 12"]
    assert match.look(bots(2), played).verdict == "open"


def test_the_scores_are_those_of_the_first_entrant_wherever_it_sat():
    played = [block(0, PAIR, as_entered), block(1, Pairing(("bot-2", "bot-1")), as_entered), block(2, PAIR, all_even)]
    looked = SprtMatch(TEST).look(bots(2), played)
    assert looked.counts == (0, 0, 1, 0, 2)
    assert looked.ratio == pytest.approx(float(TEST.ratio(counted([0.5, 1, 1]))))


def test_a_block_that_came_to_nothing_says_nothing():
    played = [block(0, PAIR, as_entered), block(1, PAIR, void)]
    assert SprtMatch(TEST).look(bots(2), played) == SprtMatch(TEST).look(bots(2), played[:1])
    assert SprtMatch(TEST).look(bots(2), []).ratio == 0


def test_it_is_between_two():
    with pytest.raises(UsageError, match="3 entrants: expected two"):
        SprtMatch(TEST).next(bots(3), [])
