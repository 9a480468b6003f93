"""Balanced tables of three or four: entrants play equally often, and pairs meet almost equally often.

The entrants stand in a circle, at places with numbers from 0. A *base table* is a tuple of such places, in seat order.
All its places are moved on by one, again and again, round the circle. This gives as many tables as there are entrants,
and each entrant sits once in each seat. So all entrants play equally often, and sit in every seat equally often. How
often a pair meets depends only on its distance on the circle. Base tables are built place by place; each place is
chosen so that the numbers of meetings stay as equal as possible.
"""

from functools import lru_cache

Places = tuple[int, ...]


def tables(count: int, seats: int, repetition: int, apart: int = 1) -> list[Places]:
    """Return the tables of one repetition of a round robin with `count` entrants.

    The entrants stand in a circle. A table is a tuple of their numbers, in seat order. Two entrants that stand fewer
    than `apart` steps from each other never sit at one table. Repetitions are counted from 0. Pairs that have met less
    often in earlier repetitions meet more often in this one. With `apart` 1, the numbers of meetings of two pairs
    differ by at most 2 after a whole repetition, for up to 64 entrants.
    """
    size = -(-(count - 1) // (seats * (seats - 1)))  # the number of base tables with which every pair could meet
    chosen = base_tables(count, seats, (repetition + 1) * size, apart)[repetition * size :]
    return [tuple((place + turn) % count for place in base) for base in chosen for turn in range(count)]


@lru_cache(maxsize=64)
def base_tables(count: int, seats: int, wanted: int, apart: int) -> tuple[Places, ...]:
    """Return the first `wanted` base tables: tuples of places in the circle in which the entrants stand.

    `tables` adds 0, 1, 2 and so on to the places of a base table, and so gets one table for each entrant. In each base
    table those pairs meet that have met less often in the earlier ones.
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
    """Return the next place of a base table: a number of a place in the circle in which the entrants stand.

    It is the place with which the numbers of meetings of all pairs are most equal. It is at least `apart` steps from
    the other places of the table.
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
    """Count that the entrants at the places `one` and `other` of their circle meet.

    `meetings[d]` is how often an entrant has met the entrant that stands d places further on. Add 1 for the steps from
    one to the other, and 1 for the steps back.
    """
    meetings[other - one] += 1  # a negative distance counts from the end, which is round the circle
    meetings[one - other] += 1
