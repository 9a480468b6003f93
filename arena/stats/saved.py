"""The share of games that blocks save, compared with games with a new deal each, for intervals of equal width.

In a block of n games every entrant has every seat of one deal once. If each game had its own deal, the variance of a
mean over n games, one from every seat, would be the sum of their variances, divided by n squared.

The games of the blocks give those variances, seat by seat. The means of the blocks vary less, because a good deal that
helps one entrant in one game helps another entrant in the next. The share of games saved follows from this difference.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.errors import UsageError
from arena.stats.intervals import student
from arena.stats.standings import Finished, comparisons

Floats = NDArray[np.float64]

FEWEST: Final = 10  # blocks: with fewer, the interval is meaningless, because one block weighs too much


@dataclass(frozen=True)
class Saved:
    """The share of games that are saved if each deal is played in all rotations of the seats (a block).

    Blocks are compared with games of a new deal each, for intervals of equal width. The share has a 95 % interval. It
    is at most 1, and negative if blocks need more games.
    """

    share: float
    bounds: tuple[float, float]
    blocks: int

    def __str__(self) -> str:
        low, high = self.bounds
        return f"{self.share:.0%} [{low:.0%}, {high:.0%}]"


def saved(matches: Iterable[Finished]) -> Saved:
    """Return the share of games that these blocks save, compared with games of a new deal each.

    Every block must have the same entrants. Raise UsageError if there are too few blocks, or if all blocks are equal.
    """
    table = by_seat(matches)
    blocks = len(table)
    if blocks < FEWEST:
        raise UsageError(f"{blocks} blocks: expected at least {FEWEST} to say how much they vary")
    if not table.var(axis=0).any():
        raise UsageError(f"{blocks} blocks that are all equal: expected some luck, to see how much of it is the deal's")
    # Leaving out each block in turn shows how much single blocks change the share (the jackknife).
    without = 1 - variance_without(table.mean(axis=2)) / (variance_without(table) / table.shape[2] ** 2)
    share = float(1 - table.mean(axis=2).var(axis=0).sum() / (table.var(axis=0).sum() / table.shape[2] ** 2))
    error = float(np.sqrt((blocks - 1) / blocks * ((without - without.mean()) ** 2).sum()))
    reach = student(blocks - 1) * error
    return Saved(share, (share - reach, min(1.0, share + reach)), blocks)


def variance_without(table: Floats) -> Floats:
    """Return an array with one number for each block: the variance of the scores in all other blocks.

    A variance is computed for each entrant and seat. The number is the sum of these variances.
    """
    flat = table.reshape(len(table), -1)
    off = flat - flat.mean(axis=0)
    others = len(table) - 1
    found: Floats = (((off**2).sum(axis=0) - off**2) / others - (off / others) ** 2).sum(axis=1)
    return found


def by_seat(matches: Iterable[Finished]) -> Floats:
    """Return an array of scores by block, entrant and seat, for blocks in which every entrant had each seat once."""
    found: dict[str, dict[tuple[str, int], float]] = defaultdict(dict)
    entrants: set[str] = set()
    seats = 0
    for match in matches:
        entrants |= set(match.entrants)
        seats = max(seats, len(match.entrants))
        for seat, entrant in enumerate(match.entrants):
            against = list(comparisons(match, seat))
            if against:
                found[match.block][entrant, seat] = fsum(against) / len(against)
    names = sorted(entrants)
    if len(names) != seats:
        raise UsageError(f"{len(names)} entrants at {seats} seats: expected the same ones in all blocks")
    whole = [block for block in found.values() if len(block) == seats * seats]
    return np.array([[[block[name, seat] for seat in range(seats)] for name in names] for block in whole])
