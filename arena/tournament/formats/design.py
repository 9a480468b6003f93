"""Balanced tables of three or four: all entrants play equally often, and all pairs meet nearly equally often.

The entrants stand in a circle. A *base table* is a choice of places on it; turned by one place after the other it
becomes as many tables as there are entrants. So all entrants play equally often and sit in every seat equally often,
and how often two meet depends on their distance only, which is a short list of numbers. Base tables are chosen place by
place, each the one that leaves these numbers most nearly equal.
"""

from functools import lru_cache

Places = tuple[int, ...]


def tables(count: int, seats: int, repetition: int, apart: int = 1) -> list[Places]:
    """Return a repetition's tables, from 0: places of the circle, in seat order; `apart` is the least distance of two.

    Each repetition continues where the one before it ended. If every pair may meet, no two pairs' numbers of meetings
    ever differ by more than 2 after a whole repetition, for up to 64 entrants.
    """
    size = -(-(count - 1) // (seats * (seats - 1)))  # the number of base tables with which every pair could meet
    chosen = base_tables(count, seats, (repetition + 1) * size, apart)[repetition * size :]
    return [tuple((place + turn) % count for place in base) for base in chosen for turn in range(count)]


@lru_cache(maxsize=64)
def base_tables(count: int, seats: int, wanted: int, apart: int) -> tuple[Places, ...]:
    """Return the first base tables, each chosen in view of those before it."""
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
    """Return the place that joins a base table: far enough from the others, and with the fewest meetings with them."""

    def unevenness(place: int) -> int:
        after = meetings[:]
        for other in places:
            count_meeting(after, other, place)
        return sum(times * times for times in after)

    # Places are taken in their order round the circle, with room left for the later ones.
    last = len(meetings) - apart * (seats - len(places))
    return min(range(places[-1] + apart, last + 1), key=unevenness)


def count_meeting(meetings: list[int], one: int, other: int) -> None:
    """Count that two places share a table, and so do all pairs at the same distance."""
    meetings[other - one] += 1  # a negative distance counts from the end, which is round the circle
    meetings[one - other] += 1
