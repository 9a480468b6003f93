"""T-15.3, T-16.2: tests of the winner, and of the sources of all points."""

import pytest

from arena.games.teotihuacan.terms import CATEGORIES
from tests.games.teotihuacan.vocabulary import player, random_states, table


def places(*players, dark=False):
    """Return the places of players with these pairs of points and cocoa."""
    has = [player(points=points, cocoa=cocoa) for points, cocoa in players]
    names = dict(zip(("ana", "ben", "cleo", "dan"), has, strict=False))
    return table(**names, options={"dark_eclipse": dark}).state.placements()


@pytest.mark.rule("T-15.3")
def test_most_points_win_then_most_cocoa_then_the_lower_token():
    assert places((10, 0), (30, 0), (20, 0)) == [3, 1, 2]
    assert places((20, 1), (20, 3), (20, 2), (21, 0)) == [4, 2, 3, 1]
    assert places((20, 1), (20, 1), (19, 9)) == [1, 2, 3]


@pytest.mark.rule("T-15.3")
def test_what_is_left_over_scores_nothing():
    ana = player(wood=9, stone=9, gold=9, cocoa=0)
    game = table(ana=ana, turn=3, light=8, eclipses=2, asks="end_window", now={"eclipse_due": 4})
    assert (game.asked, game.ana.points) == (None, 0)


@pytest.mark.rule("T-16.2")
def test_with_dark_eclipses_the_higher_token_wins_the_last_tie():
    assert places((20, 1), (20, 1), dark=True) == [2, 1]
    assert places((20, 2), (20, 1), dark=True) == [1, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_ledger_adds_up_to_the_score(seats):
    *_, last = random_states(seats, 11)
    ledger = last.ledger()
    assert list(ledger) == list(CATEGORIES)
    assert [sum(sum(ledger[name][seat]) for name in ledger) for seat in range(seats)] == last.scores()
