"""Tests of the gauntlet, in which one or several challengers play against all other entrants."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.tournament.formats.gauntlet import Gauntlet
from tests.tournament.tournaments import SEEDS, as_entered, bots, by_luck, check_resumption, check_table, play


def tables(a_format, entrants):
    rounds, _ = play(a_format, entrants, as_entered)
    return [pairing.entrants for a_round in rounds for pairing in a_round.pairings]


@given(st.integers(min_value=2, max_value=12), st.integers(min_value=1, max_value=3))
def test_the_first_entrant_meets_each_challenger_once_in_every_repetition(count, repetitions):
    met = Counter(frozenset(table) for table in tables(Gauntlet(rounds=repetitions), bots(count)))
    assert met == {frozenset({"bot-1", name}): repetitions for name in bots(count)[1:]}


@given(
    st.sampled_from([2, 3, 4]),
    st.integers(min_value=6, max_value=14),
    st.integers(min_value=1, max_value=3),
    st.integers(min_value=1, max_value=3),
)
def test_every_challenger_meets_each_of_the_field_equally_often(seats, count, challenging, repetitions):
    challengers = tuple(bots(count)[-challenging:])
    met = Counter()
    for table in tables(Gauntlet(seats, repetitions, challengers), bots(count)):
        (challenger,) = set(table) & set(challengers)
        met.update((challenger, other) for other in table if other != challenger)
    field = bots(count)[:-challenging]
    expected = repetitions if seats == 2 else (seats - 1) * repetitions
    assert met == {(challenger, other): expected for challenger in challengers for other in field}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_challenger_has_every_seat_equally_often(seats):
    seated = Counter(table.index("bot-1") for table in tables(Gauntlet(seats), bots(13)))
    assert seated == dict.fromkeys(range(seats), 12 // seats)


def test_challengers_take_turns():
    a_round = Gauntlet(challengers=("bot-1", "bot-2")).next(bots(4), [])
    assert [set(pairing.entrants) & {"bot-1", "bot-2"} for pairing in a_round.pairings] == [{"bot-1"}, {"bot-2"}] * 2


@given(st.lists(st.integers(min_value=0, max_value=5), min_size=5, max_size=16))
def test_two_bots_of_one_author_never_share_a_table_of_four(drawn):
    entrants = bots(len(drawn))
    authors = {name: f"author {number}" for name, number in zip(entrants, drawn, strict=True) if number}
    try:
        found = tables(Gauntlet(4, authors=authors), entrants)
    except UsageError:
        return
    for table in found:
        named = [authors[name] for name in table if name in authors]
        assert len(set(named)) == len(named)


@given(st.sampled_from([2, 3, 4]), st.integers(min_value=4, max_value=9), SEEDS)
def test_a_gauntlet_that_was_interrupted_goes_on_with_the_same_rounds(seats, count, seed):
    a_format = Gauntlet(seats, rounds=2)
    rounds, played = play(a_format, bots(count), by_luck(seed))
    check_resumption(a_format, bots(count), rounds, played)
    check_table(a_format, bots(count), played)


@pytest.mark.parametrize(
    ("a_format", "entrants", "words"),
    [
        (Gauntlet(), ["ana"], "1 entrants: expected at least 2"),
        (Gauntlet(challengers=("anna",)), ["ana", "bea"], "'anna' is no entrant: .*did you mean 'ana'"),
        (Gauntlet(challengers=("ana", "bea")), ["ana", "bea"], "'ana': 0 to play against; expected at least 1"),
        (Gauntlet(3, authors={"ana": "a", "bea": "a"}), ["ana", "bea", "cai"], "'ana': 1 to play against"),
    ],
)
def test_an_impossible_gauntlet_is_refused(a_format, entrants, words):
    with pytest.raises(UsageError, match=words):
        a_format.check(entrants)
