from itertools import permutations, product

import pytest

from arena.record import Course, Departure, ForfeitReason, MatchProgress, counting_pairs, placements

LEFT = ForfeitReason.LEFT


def gone(*seats_and_turns):
    return [Departure(seat, LEFT, turn) for seat, turn in seats_and_turns]


def test_without_forfeits_the_places_are_those_of_the_game():
    assert placements([2, 1, 2, 4], []) == (2, 1, 2, 4)


def test_a_forfeiter_is_below_all_others_and_they_keep_their_order_and_ties():
    assert placements([2, 1, 2, 4], [1]) == (1, 4, 1, 3)


def test_of_several_forfeiters_the_one_that_left_later_is_above():
    assert placements([1, 2, 3, 4], [2, 0]) == (3, 1, 4, 2)


@pytest.mark.parametrize("played", [p for p in product((1, 2, 3, 4), repeat=4) if 1 in p])
def test_every_place_says_how_many_are_better(played):
    played = [1 + sum(other < place for other in played) for place in played]
    for count in range(4):
        for left in permutations(range(4), count):
            places = placements(played, left)
            assert places == tuple(1 + sum(other < place for other in places) for place in places)
            assert all(places[seat] > 4 - count for seat in left)
            assert placements(places, left) == places


def test_all_pairs_count_if_no_seat_forfeited():
    assert counting_pairs(3, [], 24) == ((0, 1), (0, 2), (1, 2))


@pytest.mark.parametrize(
    ("turn", "pairs"),
    [(17, ((0, 1), (1, 2))), (18, ((0, 1), (0, 2), (1, 2)))],
)
def test_remaining_seats_are_compared_only_after_three_quarters_of_the_turns(turn, pairs):
    assert counting_pairs(3, gone((1, turn)), 24) == pairs


def test_the_first_of_several_forfeits_decides():
    assert counting_pairs(4, gone((3, 2), (2, 23)), 24) == ((0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def test_the_progress_of_a_match_still_has_its_earlier_name():
    assert Course is MatchProgress
