"""The sums from which ratings are fitted: how often two entrants were compared at two seats, with which scores.

Every pair of seats of a match is a comparison, but a forfeit excludes some pairs. Comparisons are added up per pool,
entrant, seat, opponent and opponent's seat. Each sum is an array: its first number is for the real results, each
further one for a bootstrap replicate, in which every block counts as often as a random draw says. A result changes only
its own sums. All numbers are whole (points are counted in halves). So adding and removing results in any order gives
exactly the same sums.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from arena.stats.pools import Pool
from arena.stats.replicates import COLUMNS, Counts, weights
from arena.stats.standings import Finished


class Cell(NamedTuple):
    """What identifies a sum of comparisons: a pool, two entrants in the order of their names, and their seats."""

    pool: Pool
    entrant: str
    seat: int
    opponent: str
    opponent_seat: int


class Comparison(NamedTuple):
    """A match's result for a cell (two entrants at two seats): 2 half points if the first wins, 1 for a tie, or 0."""

    cell: Cell
    halves: int


def comparisons(pool: Pool, match: Finished) -> Iterator[Comparison]:
    """Yield a Comparison for every pair of seats that counts. An entrant is never compared with itself."""
    entrants, places = match.entrants, match.placements
    for seat, other in combinations(range(len(entrants)), 2):
        if match.pairs is not None and (seat, other) not in match.pairs:
            continue
        mine, theirs = places[seat], places[other]
        halves = 1 if mine == theirs and not pool.solo else 2 * (mine < theirs)
        if entrants[seat] < entrants[other]:
            yield Comparison(Cell(pool, entrants[seat], seat, entrants[other], other), halves)
        elif entrants[other] < entrants[seat]:
            yield Comparison(Cell(pool, entrants[other], other, entrants[seat], seat), 2 - halves)


@dataclass(slots=True)
class Sum:
    """The sums of comparisons in a cell (two entrants at two seats): their number, and the points in halves.

    Column 0 has the real results, and each further column has a bootstrap replicate of them.
    """

    count: Counts
    halves: Counts

    @classmethod
    def zero(cls) -> "Sum":
        """Return the sums of no comparisons: all numbers are 0."""
        return cls(np.zeros(COLUMNS, dtype=np.int64), np.zeros(COLUMNS, dtype=np.int64))

    def add(self, weight: Counts, halves: int, times: int = 1) -> None:
        """Add a comparison of a block to these sums; `times=-1` subtracts it.

        `weight` is an array of how often the block counts: in the real results, and in each replicate.
        """
        self.count += times * weight
        if halves:
            self.halves += times * halves * weight

    def __bytes__(self) -> bytes:
        return np.concatenate([self.count, self.halves]).astype("<i4").tobytes()

    @classmethod
    def of(cls, data: bytes) -> "Sum":
        """Return the Sum that is stored in these bytes. `bytes(sum)` makes such bytes."""
        count, halves = np.frombuffer(data, dtype="<i4").astype(np.int64).reshape(2, COLUMNS)
        return cls(count, halves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]  # it changes


class Sums:
    """Sums of comparisons in results, by pool, pair of entrants and their seats. Ratings are fitted from them.

    Results can be added and removed again.

    >>> from arena.stats.pools import Pool
    >>> from arena.stats.standings import Finished
    >>> from arena.stats.sums import Sums
    >>> sums = Sums()
    >>> sums.add(Pool.of("cacao", 2, {}, 1, "blitz"), Finished("1", ("ana", "bob"), (1, 2)))
    >>> len(sums.pools())
    1
    """

    def __init__(self, cells: Mapping[Cell, Sum] | None = None) -> None:
        self.cells: Final[dict[Cell, Sum]] = dict(cells or {})

    def add(self, pool: Pool, match: Finished, times: int = 1) -> None:
        """Add the comparisons of a match; `times=-1` removes them, for example when the match becomes void."""
        weight = weights(match.block)
        for cell, halves in comparisons(pool, match):
            if cell not in self.cells:
                self.cells[cell] = Sum.zero()
            found = self.cells[cell]
            found.add(weight, halves, times)
            if not found.count.any():
                del self.cells[cell]

    @classmethod
    def of(cls, results: Iterable[tuple[Pool, Finished]]) -> "Sums":
        """Return a Sums with all comparisons of these matches. Each match is given with its pool."""
        sums = cls()
        for pool, match in results:
            sums.add(pool, match)
        return sums

    def pools(self) -> set[Pool]:
        """Return the set of pools in which entrants were compared."""
        return {cell.pool for cell in self.cells}

    def within(self, pool: Pool) -> "Sums":
        """Return a Sums with only the comparisons of one pool."""
        return Sums({cell: found for cell, found in self.cells.items() if cell.pool == pool})

    def combinable(self) -> "Sums":
        """Return a Sums with the comparisons of all pools, except those against an automaton.

        The combined ranking is fitted from these sums.
        """
        return Sums({cell: found for cell, found in self.cells.items() if not cell.pool.solo})
