"""Choose tables of three and four and their seats, by small deterministic searches."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations

from arena.tournament.formats.base import Pairing, PlayedBlock

Cost = Callable[[str, str], int]  # the cost of two entrants at one table


def mixed(tables: Sequence[Sequence[str]], cost: Cost) -> list[list[str]]:
    """Return the tables after swapping pairs of entrants between them, as long as a swap lowers the total cost.

    A table is a list of entrants. The total cost is the sum of `cost` over all pairs that sit together.
    """
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
    """Return by how much the total cost falls if the entrants at two seats of two tables are swapped."""
    mine, theirs = one[seat], other[place]
    here = [name for name in one if name != mine]
    there = [name for name in other if name != theirs]
    return sum(cost(mine, name) - cost(theirs, name) for name in here) + sum(
        cost(theirs, name) - cost(mine, name) for name in there
    )


def first_seats(played: Iterable[PlayedBlock]) -> Counter[tuple[str, int]]:
    """Return a mapping from (entrant, seat) to how often the entrant had this seat in the first match of a block."""
    return Counter((name, seat) for block in played for seat, name in enumerate(block.pairing.entrants))


def seated(table: Sequence[str], seats: Counter[tuple[str, int]]) -> Pairing:
    """Return a pairing of these entrants, in the seat order that they have had least often."""

    def worn(order: Sequence[str]) -> int:
        return sum(seats[name, seat] for seat, name in enumerate(order))

    return Pairing(min(permutations(table), key=worn))
