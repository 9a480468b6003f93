"""Tests of the seating: the entrants of each table, and the seat of each entrant."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.formats.base import Pairing
from arena.tournament.formats.seating import first_seats, mixed, seated
from tests.tournament.tournaments import all_even, block

COSTS = st.lists(st.integers(min_value=0, max_value=9), min_size=36, max_size=36)


def total(tables, cost):
    return sum(cost(*pair) for table in tables for pair in combinations(table, 2))


@given(COSTS)
def test_no_change_of_two_places_makes_mixed_tables_cheaper(drawn):
    names = [f"bot-{number}" for number in range(9)]
    prices = dict(zip(map(frozenset, combinations(names, 2)), drawn, strict=True))

    def cost(one, other):
        return prices[frozenset((one, other))]

    tables = [names[:3], names[3:6], names[6:]]
    found = mixed(tables, cost)
    assert sorted(name for table in found for name in table) == names
    assert [len(table) for table in found] == [3, 3, 3]
    assert total(found, cost) <= total(tables, cost)
    for one, other in combinations(range(3), 2):
        for seat in range(3):
            for place in range(3):
                changed = [list(table) for table in found]
                changed[one][seat], changed[other][place] = changed[other][place], changed[one][seat]
                assert total(changed, cost) >= total(found, cost)


def test_every_entrant_gets_the_seats_that_it_has_had_least_often():
    seats = Counter({("ana", 0): 2, ("bea", 1): 1})
    assert seated(["ana", "bea"], seats) == Pairing(("bea", "ana"))
    assert seated(["ana", "bea"], Counter()) == Pairing(("ana", "bea"))


def test_only_the_first_match_of_a_block_counts_for_the_seats():
    played = [block(0, Pairing(("ana", "bea", "cai")), all_even), block(1, Pairing(("bea", "ana", "cai")), all_even)]
    expected = {("ana", 0): 1, ("ana", 1): 1, ("bea", 0): 1, ("bea", 1): 1, ("cai", 2): 2}
    assert first_seats(played) == expected
