"""Tests of the standing ladder: which entrants play next, and when a pool is settled."""

from collections import Counter
from dataclasses import replace
from math import inf

import pytest

from arena.tournament.open_ladder import (
    LadderEntrant,
    LadderGoal,
    LadderRoom,
    PoolTables,
    meetings_of,
    name_of,
    share_of,
    state_of,
)

GOAL = LadderGoal(reach=60, games=500)
ROOM = LadderRoom(has_workers=True, workers=2, tables=2, elsewhere=2)


def house(name, rating, reach=50.0, games=200):
    rated = {"rating": rating, "reach": reach, "fitted": games, "games": games}
    return LadderEntrant(name, "1", is_house=True, is_run_here=True, **rated)


def bot(name, author="", **values):
    return LadderEntrant(name, "1", author, **values)


def table(entrants, room=ROOM, seats=2, met=None, sat=None):
    found = PoolTables(seats, entrants, met or {}, sat or Counter()).next(GOAL, room)
    return None if found is None else [each.bot for each in found]


OF_TWO_AUTHORS = [("ana", "Ana"), ("anb", "Ana"), ("ben", "Ben"), ("cai", "Cai")]
HOUSE = [house("random", 900.0), house("greedy", 1500.0), house("mcts-50", 1700.0)]


def test_a_newcomer_plays_before_all_others():
    wide = replace(HOUSE[0], reach=300.0)
    assert "ana" in table([wide, *HOUSE[1:], bot("ana")])


def test_a_bot_meets_those_near_it_and_those_it_has_met_least():
    ana = bot("ana", rating=1490.0, reach=200.0, fitted=20, games=20)
    assert set(table([*HOUSE, ana])) == {"ana", "greedy"}
    met = Counter({frozenset((("ana", "1"), ("greedy", "1"))): 3})
    assert set(table([*HOUSE, ana], met=met)) == {"ana", "mcts-50"}


def test_a_bot_waits_for_the_machine_when_it_has_met_the_free_opponent_too_often():
    ana, ben = (bot(name, rating=1490.0, reach=200.0, fitted=20, games=20) for name in ("ana", "ben"))
    entrants, away = [*HOUSE, ana, ben], LadderRoom(elsewhere=2)
    pair = frozenset((ana.key, ben.key))
    assert set(table(entrants, away, met={pair: 18})) == {"ana", "ben"}
    assert table(entrants, away, met={pair: 21}) is None
    assert set(table([ana, ben], away, met={pair: 400})) == {"ana", "ben"}, "there is no better opponent"
    resting = [replace(each, is_free=False) for each in HOUSE]
    assert set(table([*resting, ana, ben], away, met={pair: 400})) == {"ana", "ben"}, "no better opponent is free"


def test_a_bot_does_not_wait_for_another_one_of_its_author_at_a_table_of_three():
    bots = [bot(name, author, rating=1500.0, reach=200.0, fitted=20, games=20) for name, author in OF_TWO_AUTHORS]
    met = {frozenset((one.key, other.key)): 400 for one in bots for other in bots if one.author != other.author}
    assert table(bots, LadderRoom(elsewhere=2), seats=3, met=met) is not None


def test_the_seats_of_a_pair_change():
    ana = bot("ana", rating=1490.0, reach=200.0, fitted=20, games=20)
    first = table([*HOUSE, ana])
    sat = Counter({(f"{name}@1", seat): 1 for seat, name in enumerate(first)})
    assert table([*HOUSE, ana], sat=sat) == first[::-1]


def test_a_ladder_plays_nothing_when_all_entrants_are_settled():
    assert table(HOUSE) is None
    assert state_of(HOUSE, 2, GOAL) == "settled"


def test_a_newcomer_makes_a_settled_pool_play_again():
    assert state_of([*HOUSE, bot("ana")], 2, GOAL) == "playing"


def test_a_pool_waits_for_enough_entrants():
    assert state_of(HOUSE, 4, GOAL) == "waiting"
    assert table([bot("ana")]) is None


def test_enough_games_settle_a_bot_whatever_its_interval():
    assert bot("ana", games=500).is_settled(GOAL)
    assert not bot("ana", games=499).is_settled(GOAL)


def test_a_bot_waits_for_the_next_fit_if_its_games_in_play_will_settle_it():
    ana = bot("ana", rating=1500.0, reach=120.0, fitted=50, games=150, pending=50)
    assert not ana.is_settled(GOAL)
    assert not ana.is_due(GOAL)
    assert replace(ana, pending=0).is_due(GOAL)
    assert bot("bea").expected == inf


def test_house_bots_play_at_workers_only_if_one_is_free():
    pair = [replace(each, reach=200.0) for each in HOUSE]
    assert table(pair) is not None
    assert table(pair, replace(ROOM, workers=0)) is None
    assert table(pair, LadderRoom(has_workers=False, tables=1)) is not None  # as bots that attend


def test_bots_of_this_machine_wait_for_a_free_processor_and_others_do_not():
    guests = [*HOUSE, bot("ana"), bot("bea")]
    assert table(guests, replace(ROOM, workers=0, tables=0)) is not None
    assert set(table(guests, replace(ROOM, workers=0, tables=0))) == {"ana", "bea"}
    submitted = [replace(each, is_run_here=True) for each in guests]
    assert table(submitted, replace(ROOM, workers=0, tables=0)) is None


def test_a_bot_without_a_free_place_is_not_chosen():
    assert table([*HOUSE, bot("ana", is_free=False)]) is None


@pytest.mark.parametrize("seats", [3, 4])
def test_an_author_has_one_bot_at_a_table_of_three_or_four(seats):
    own = [bot(name, "ana") for name in ("a1", "a2", "a3", "a4")]
    assert table(own, seats=seats) is None
    found = table([*own, *HOUSE], seats=seats)
    assert sum(name.startswith("a") for name in found) == 1
    assert table(own, seats=2) is not None


def test_the_choice_does_not_depend_on_the_order_of_the_entrants():
    entered = [*HOUSE, bot("ana"), bot("bea"), bot("cai", games=3)]
    for seats in (2, 3, 4):
        assert set(table(entered, seats=seats)) == set(table(entered[::-1], seats=seats))


def test_every_entrant_is_settled_in_the_end_and_then_the_ladder_stops():
    """The reach falls as the square root of the games, as it does with even chances."""
    goal, games, met, sat = LadderGoal(60, 500), Counter(), Counter(), Counter()
    names = ("ana", "bea", "cai", "dov")

    def entrant(name):
        count = games[name]
        rated = {"rating": 1500.0 + 40 * names.index(name), "reach": 680 / count**0.5, "fitted": count} if count else {}
        return bot(name, games=count, **rated)

    while True:
        entrants = [entrant(name) for name in names]
        found = PoolTables(2, entrants, met, sat).next(goal, ROOM)
        if found is None:
            break
        games.update(each.bot for each in found)
        met.update(meetings_of(found))
        sat.update((name_of(each), seat) for seat, each in enumerate(found))
    assert state_of([entrant(name) for name in names], 2, goal) == "settled"
    assert max(games.values()) - min(games.values()) <= 1
    assert all(count < 140 for count in games.values())
    assert all(abs(sat[f"{name}@1", 0] - sat[f"{name}@1", 1]) <= 2 for name in names)


def test_tables_of_two_have_the_largest_share():
    assert share_of(2) > share_of(3) == share_of(4)


def test_a_search_for_a_table_ends_soon_if_a_thousand_bots_have_one_author():
    class Counted(list):
        passes = 0

        def __iter__(self):
            self.passes += 1
            return super().__iter__()

    own = Counted(bot(f"b{number}", "ana") for number in range(1000))
    assert table(own, seats=4) is None
    assert own.passes < 60
