"""Balanced tables of three or four: entrants play equally often, and pairs meet almost equally often.

The entrants stand in a circle. A *base table* is a set of places on the circle. Rotated by one place at a time, a base
table gives as many tables as there are entrants. So all entrants play equally often, and sit in every seat equally
often. How often a pair meets depends only on its distance on the circle. Base tables are built place by place; each
place is chosen so that the numbers of meetings stay as equal as possible.
"""

from functools import lru_cache

Places = tuple[int, ...]


def tables(count: int, seats: int, repetition: int, apart: int = 1) -> list[Places]:
    """Return the tables of a repetition: for each table, the indices of its entrants on a circle, in seat order.

    Repetitions are counted from 0. Two entrants at one table are at least `apart` steps from each other on the circle.
    The tables of a repetition make up for meetings that pairs missed in earlier ones. If every pair may meet, the
    numbers of meetings of two pairs differ by at most 2 after a whole repetition, for up to 64 entrants.
    """
    size = -(-(count - 1) // (seats * (seats - 1)))  # the number of base tables with which every pair could meet
    chosen = base_tables(count, seats, (repetition + 1) * size, apart)[repetition * size :]
    return [tuple((place + turn) % count for place in base) for base in chosen for turn in range(count)]


@lru_cache(maxsize=64)
def base_tables(count: int, seats: int, wanted: int, apart: int) -> tuple[Places, ...]:
    """Return the first `wanted` base tables: sets of places on the circle, from which all tables follow by rotation.

    Each base table is chosen so that pairs that have met less often in the earlier tables meet in it.
    """
    meetings = [0] * count  # by distance, both ways round
    chosen = []
    for _ in range(wanted):
        places = [0]
        while len(places) < seats:
            places.append(best_place(places, meetings, seats, apart))
            for place in places[:-1]:
                count_meeting(meetings, place, places[-1])
        chosen.append(tuple(places))
    return tuple(chosen)


def best_place(places: list[int], meetings: list[int], seats: int, apart: int) -> int:
    """Return the place on the circle to add to a base table, so that pairs meet as equally often as possible.

    The place is at least `apart` steps from the table's other places.
    """

    def unevenness(place: int) -> int:
        after = meetings[:]
        for other in places:
            count_meeting(after, other, place)
        return sum(times * times for times in after)

    # Places are taken in their order round the circle, with room left for the later ones.
    last = len(meetings) - apart * (seats - len(places))
    return min(range(places[-1] + apart, last + 1), key=unevenness)


def count_meeting(meetings: list[int], one: int, other: int) -> None:
    """Add 1 to the entries of `meetings` for the distance of two places on the circle, measured in both directions."""
    meetings[other - one] += 1  # a negative distance counts from the end, which is round the circle
    meetings[one - other] += 1
