"""Balanced tables of three or four: everybody plays as often, and every two meet as nearly as often as can be.

The entrants stand in a circle. A *base table* is a choice of places on it; turned on by one place after the other it
becomes as many tables as there are entrants. So everybody plays equally often, sits in every seat equally often, and
how often two meet depends on their distance only, which is a short list of numbers. Base tables are chosen place by
place, each the one that leaves these numbers most nearly equal.
"""

from functools import lru_cache

Places = tuple[int, ...]


def tables(count: int, seats: int, repetition: int, apart: int = 1) -> list[Places]:
    """The tables of a repetition, from 0: places of the circle, in seat order; `apart` is the least distance of two.

    Each repetition goes on where those before it left off. Where everybody may meet, no two pairs' numbers of meetings
    ever differ by more than 2 after a whole repetition, for up to 64 entrants.
    """
    size = -(-(count - 1) // (seats * (seats - 1)))  # so many base tables that everybody could meet everybody
    chosen = base_tables(count, seats, (repetition + 1) * size, apart)[repetition * size :]
    return [tuple((place + turn) % count for place in base) for base in chosen for turn in range(count)]


@lru_cache(maxsize=64)
def base_tables(count: int, seats: int, wanted: int, apart: int) -> tuple[Places, ...]:
    """The first base tables, each chosen in view of those before it."""
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
    """The place that joins a base table: far enough from the others, and most wanting to meet them."""

    def unevenness(place: int) -> int:
        after = meetings[:]
        for other in places:
            count_meeting(after, other, place)
        return sum(times * times for times in after)

    # Places are taken in their order round the circle, and room is left for those to come.
    last = len(meetings) - apart * (seats - len(places))
    return min(range(places[-1] + apart, last + 1), key=unevenness)


def count_meeting(meetings: list[int], one: int, other: int) -> None:
    """Note that two places share a table, and so do all that are as far apart."""
    meetings[other - one] += 1  # a negative distance counts from the end, which is round the circle
    meetings[one - other] += 1
