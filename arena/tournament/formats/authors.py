"""Keep the bots of an author apart: at tables of three or four, two bots of one author could help each other.

`Authors` gives the author of each entrant. An entrant without an author, such as a house bot, may meet any other
entrant. If no authors are given, all entrants may meet.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from arena.errors import UsageError

Authors = Mapping[str, str]


def groups(entrants: Sequence[str], authors: Authors) -> list[list[str]]:
    """Return lists of entrants, one for each author, in the order in which the authors first appear.

    An entrant without an author has a list of its own.
    """
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in entrants:
        author = authors.get(name, "")
        found[author, "" if author else name].append(name)
    return list(found.values())


def ring(entrants: Sequence[str], authors: Authors) -> list[str]:
    """Return the entrants in an order in which the bots of each author are neighbours."""
    return [name for group in groups(entrants, authors) for name in group]


def most(entrants: Sequence[str], authors: Authors) -> int:
    """Return the largest number of entrants that one author has."""
    return max(map(len, groups(entrants, authors)))


def friends(one: str, other: str, authors: Authors) -> bool:
    """True if two entrants have the same author."""
    return one in authors and authors[one] == authors.get(other)


def check_apart(entrants: Sequence[str], authors: Authors, seats: int) -> None:
    """Raise UsageError if an author has too many bots to keep them apart while all entrants play equally often."""
    if most(entrants, authors) * seats > len(entrants):
        raise UsageError(
            f"an author has {most(entrants, authors)} of the {len(entrants)} entrants: expected at most "
            f"{len(entrants) // seats}, as no two bots of one author share a table"
        )
