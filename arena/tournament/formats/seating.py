"""Who sits with whom at tables of three and four, and in which seat: small searches that always end the same way."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations

from arena.tournament.formats.base import Pairing, PlayedBlock

Cost = Callable[[str, str], int]  # what it costs to have two at one table


def mixed(tables: Sequence[Sequence[str]], cost: Cost) -> list[list[str]]:
    """The tables after changing two places, as long as that makes all tables together cheaper."""
    found = [list(table) for table in tables]
    places = [(table, seat) for table in range(len(found)) for seat in range(len(found[table]))]
    improving = True
    while improving:
        improving = False
        for (one, seat), (other, place) in combinations(places, 2):
            if one != other and gain(found[one], seat, found[other], place, cost) > 0:
                found[one][seat], found[other][place] = found[other][place], found[one][seat]
                improving = True
    return found


def gain(one: Sequence[str], seat: int, other: Sequence[str], place: int, cost: Cost) -> int:
    """What is saved when these two change places."""
    mine, theirs = one[seat], other[place]
    here = [name for name in one if name != mine]
    there = [name for name in other if name != theirs]
    return sum(cost(mine, name) - cost(theirs, name) for name in here) + sum(
        cost(theirs, name) - cost(mine, name) for name in there
    )


def first_seats(played: Iterable[PlayedBlock]) -> Counter[tuple[str, int]]:
    """How often everybody had which seat in the first match of a block."""
    return Counter((name, seat) for block in played for seat, name in enumerate(block.pairing.entrants))


def seated(table: Sequence[str], seats: Counter[tuple[str, int]]) -> Pairing:
    """A table in the seat order in which its entrants have sat least often so far."""

    def worn(order: Sequence[str]) -> int:
        return sum(seats[name, seat] for seat, name in enumerate(order))

    return Pairing(min(permutations(table), key=worn))
