"""Tests of the table of a round robin: examples computed by hand, and laws of every table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.stats.standings import Finished, Row, compare, mean_place, standings


def by_name(matches):
    return {row.entrant: row for row in standings(matches)}


DUEL = [
    Finished("1", ("ana", "ben"), (1, 2)),
    Finished("1", ("ben", "ana"), (1, 2)),
    Finished("2", ("ana", "ben"), (1, 2)),
    Finished("2", ("ben", "ana"), (1, 1)),
]


def test_a_duel_counts_wins_draws_losses_and_blocks():
    ana, ben = standings(DUEL)
    assert (ana.entrant, ana.games, ana.wins, ana.draws, ana.losses) == ("ana", 4, 2, 1, 1)
    assert (ben.entrant, ben.games, ben.wins, ben.draws, ben.losses) == ("ben", 4, 1, 1, 2)
    assert (ana.score.mean, ana.score.blocks) == (pytest.approx((0.5 + 0.75) / 2), 2)
    assert ben.score.mean == pytest.approx(1 - ana.score.mean)


def test_with_three_seats_all_are_compared_with_each_other():
    rows = by_name([Finished("1", ("ana", "ben", "cleo"), (2, 1, 3))])
    assert [rows[name].score.mean for name in ("ana", "ben", "cleo")] == [0.5, 1.0, 0.0]
    assert [rows[name].mean_placement for name in ("ana", "ben", "cleo")] == [2, 1, 3]


def test_entrants_that_share_places_have_their_mean():
    assert [mean_place((1, 2, 2, 4), seat) for seat in range(4)] == [1, 2.5, 2.5, 4]
    assert [mean_place((1, 1), seat) for seat in range(2)] == [1.5, 1.5]


def test_sharing_the_first_place_is_a_draw_and_sharing_the_second_a_loss():
    rows = by_name([Finished("1", ("ana", "ben", "cleo", "dora"), (1, 3, 1, 3))])
    assert [(row.wins, row.draws, row.losses) for row in (rows["ana"], rows["cleo"])] == [(0, 1, 0)] * 2
    assert [(row.wins, row.draws, row.losses) for row in (rows["ben"], rows["dora"])] == [(0, 0, 1)] * 2


def test_a_pair_that_does_not_count_scores_for_neither():
    match = Finished("1", ("ana", "ben", "cleo"), (1, 2, 3), pairs=frozenset({(0, 2)}))
    rows = by_name([match])
    assert (rows["ana"].score.mean, rows["cleo"].score.mean) == (1.0, 0.0)
    assert rows["ben"] == Row("ben", 1, 0, 0, 1, 2.0, None)


def test_an_entrant_without_a_score_stands_last():
    matches = [Finished("1", ("ana", "ben", "zoe"), (1, 2, 3), pairs=frozenset({(1, 2)}))]
    assert [row.entrant for row in standings(matches)] == ["ben", "zoe", "ana"]


def test_an_entrant_that_sits_twice_is_not_compared_with_itself():
    rows = by_name([Finished("1", ("ana", "ana", "ben"), (1, 3, 2))])
    assert (rows["ana"].games, rows["ana"].score.mean, rows["ben"].score.mean) == (2, 0.5, 0.5)
    assert by_name([Finished("1", ("ana", "ana"), (1, 2))])["ana"].score is None


def test_equal_scores_stand_in_the_order_of_their_names():
    matches = [Finished("1", ("zoe", "ana"), (1, 1))]
    assert [row.entrant for row in standings(matches)] == ["ana", "zoe"]


def test_no_match_makes_an_empty_table():
    assert standings([]) == []


def test_a_smaller_place_is_a_better_one():
    assert [compare(1, 2), compare(2, 2), compare(3, 2)] == [1.0, 0.5, 0.0]


NAMES = ("ana", "ben", "cleo", "dora")


def round_robin(seats):
    """Return a Hypothesis strategy for the matches of blocks: every rotation of the same entrants, random places."""
    places = st.tuples(*[st.integers(min_value=0, max_value=seats - 1)] * seats)
    return st.lists(
        st.tuples(*[places for _ in range(seats)]).map(
            lambda games: [(rotated(NAMES[:seats], turn), ranked(game)) for turn, game in enumerate(games)]
        ),
        min_size=1,
        max_size=5,
    ).map(
        lambda blocks: [
            Finished(str(number), entrants, placements)
            for number, games in enumerate(blocks)
            for entrants, placements in games
        ]
    )


def rotated(names, turn):
    return names[turn:] + names[:turn]


def ranked(strengths):
    return tuple(1 + sum(other > strength for other in strengths) for strength in strengths)


@pytest.mark.parametrize("seats", [2, 3, 4])
@given(data=st.data())
def test_whole_rotations_share_out_half_a_point_each(seats, data):
    rows = standings(data.draw(round_robin(seats)))
    assert sum(row.score.mean for row in rows) == pytest.approx(seats / 2)
    assert sum(row.mean_placement for row in rows) == pytest.approx(seats * (seats + 1) / 2)
    assert all(row.wins + row.draws + row.losses == row.games for row in rows)
    assert [row.score.mean for row in rows] == sorted((row.score.mean for row in rows), reverse=True)
