"""Tests of the double knockout, in which an entrant is eliminated after two lost duels."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.formats.double_knockout import DoubleKnockout
from tests.tournament.tournaments import (
    SEEDS,
    as_entered,
    bots,
    by_luck,
    check_resumption,
    check_table,
    play,
    void,
)

COUNTS = st.integers(min_value=2, max_value=20)
BLOCKS = st.integers(min_value=1, max_value=3)


def duels_of(a_format, entrants, played):
    stages = a_format.bracket(entrants, played).stages
    return [duel for stage in stages for duel in stage.duels if duel.other is not None]


@settings(max_examples=30)
@given(COUNTS, BLOCKS, st.integers(min_value=0, max_value=2), SEEDS)
def test_every_entrant_but_the_winner_loses_exactly_twice(count, blocks, tie_breaks, seed):
    a_format = DoubleKnockout(blocks, tie_breaks)
    rounds, played = play(a_format, bots(count), by_luck(seed))
    duels = duels_of(a_format, bots(count), played)
    lost = Counter(duel.loser for duel in duels)
    winner = check_table(a_format, bots(count), played)[0].entrant
    assert lost[winner] <= 1
    assert {name: lost[name] for name in bots(count) if name != winner} == dict.fromkeys(set(bots(count)) - {winner}, 2)
    assert len(duels) == 2 * count - 2 + lost[winner]
    assert len(played) <= (2 * count - 1) * (blocks + tie_breaks)
    check_resumption(a_format, bots(count), rounds, played)


@given(COUNTS)
def test_when_the_better_seed_always_wins_the_best_two_meet_once_more_at_the_end(count):
    rounds, played = play(DoubleKnockout(), bots(count), as_entered)
    assert rounds[-1].name == "grand final"
    assert set(rounds[-1].pairings[0].entrants) == {"bot-1", "bot-2"}
    lines = check_table(DoubleKnockout(), bots(count), played)
    assert [(line.entrant, line.note) for line in lines[:2]] == [
        ("bot-1", "the winner"),
        ("bot-2", "out in the grand final"),
    ]


def test_a_double_knockout_of_four_has_these_stages():
    rounds, played = play(DoubleKnockout(), bots(4), as_entered)
    assert [a_round.name for a_round in rounds] == [
        "winners' semi-finals",
        "winners' final and losers' round 1",
        "losers' final",
        "grand final",
    ]
    lines = check_table(DoubleKnockout(), bots(4), played)
    assert [(line.rank, line.entrant) for line in lines] == [(1, "bot-1"), (2, "bot-2"), (3, "bot-3"), (4, "bot-4")]


def test_the_grand_final_is_replayed_if_the_unbeaten_entrant_loses_it():
    def second_wins_the_second_time(number, seating):
        return as_entered(number, seating[::-1]) if number == 1 else as_entered(number, seating)

    rounds, played = play(DoubleKnockout(), bots(2), second_wins_the_second_time)
    assert [a_round.name for a_round in rounds] == ["winners' final", "grand final", "grand final, once more"]
    lines = check_table(DoubleKnockout(), bots(2), played)
    assert [(line.entrant, line.note) for line in lines] == [
        ("bot-1", "the winner"),
        ("bot-2", "out in the grand final"),
    ]


def test_entrants_that_drop_to_the_lower_bracket_meet_new_opponents():
    rounds, _ = play(DoubleKnockout(), bots(8), as_entered)
    met = [frozenset(pairing.entrants) for a_round in rounds[:-2] for pairing in a_round.pairings]
    assert max(Counter(met).values()) == 1


def test_a_double_knockout_ends_even_if_every_block_is_void():
    _, played = play(DoubleKnockout(), bots(6), void)
    assert check_table(DoubleKnockout(), bots(6), played)[0].entrant == "bot-1"
