"""The ranking of a pool: rating, interval and rank band of all entrants, and which entrant is better than which.

An entrant's strength is measured as its difference from the mean strength of the pool. In this mean, each entrant has
its number of comparisons as weight. The reason: if strengths were measured from one entrant, such as the anchor, the
luck of this entrant would widen the intervals of all others.

The interval is this difference plus and minus 1.96 times its standard error. It contains the true difference 95 times
in 100, even if opponents are chosen by results (`arena.stats.fit`). Then the scale is shifted so that the anchor's
rating is 1500; the anchor has an interval like every entrant. Entrants that no chain of opponents connects to the
anchor are rated among themselves, about a mean of 1500, and marked as not anchored.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Final

import numpy as np

from arena.stats.fit import Fit, fit
from arena.stats.pools import ANCHOR_RATING, Pool
from arena.stats.sums import Cell, Sum, Sums

NORMAL: Final = 1.959963984540054  # standard deviations that hold 95 %
SURE: Final = 0.975
BINS: Final = 10
MODEL: Final = "pairwise Bradley-Terry with seat terms, a tie is half a win for both, posterior mean over all results"


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of one entrant in the ranking of a pool.

    `band` has the first and the last rank that the entrant may have, as in "2-4".
    """

    entrant: str
    rating: float
    reach: float  # the interval is rating ± reach
    band: tuple[int, int]
    comparisons: int
    score: float  # of all comparisons
    anchored: bool

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the lower and the upper bound of the rating's 95 % interval."""
        return self.rating - self.reach, self.rating + self.reach


@dataclass(frozen=True, slots=True)
class Bin:
    """Comparisons with about the same expected score: the mean of their expected and of their actual scores."""

    expected: float
    scored: float
    comparisons: int


@dataclass(frozen=True)
class Ratings:
    """The ranking of a pool: a rating for each entrant, the best first.

    The anchor is the entrant with the rating 1500. Entrants that no chain of opponents connects to the anchor come
    last, in groups. The entrants of a group are connected by opponents.
    """

    rows: tuple[Rating, ...]
    anchor: str | None
    seats: Mapping[tuple[Pool, int], float]  # the value of each seat in Elo points, relative to the mean seat
    calibration: tuple[Bin, ...]
    strengths: Mapping[str, float]  # where the next fit may start
    spread: float  # the standard deviation of strengths that the results suggest
    _superiority: Mapping[str, Mapping[str, float]]

    def superiority(self, entrant: str, other: str) -> float | None:
        """Return the probability that one entrant is stronger than another; None if no opponents connect them."""
        return self._superiority[entrant].get(other)

    @property
    def model(self) -> str:
        """Return one line of text that names the model of the ratings, its prior, and the anchor."""
        anchor = f"{self.anchor} = {ANCHOR_RATING:.0f}" if self.anchor else f"none; the mean is {ANCHOR_RATING:.0f}"
        prior = f"normal about the mean, its standard deviation from the results ({self.spread:.0f})"
        return f"{MODEL}; prior: {prior}; intervals: about the mean of all comparisons; anchor: {anchor}"


def rate(sums: Sums, anchor: str | None = None, start: Mapping[str, float] | None = None) -> Ratings:
    """Return the ranking of a pool's entrants that follows from these sums of comparisons.

    `anchor` is the entrant with the rating 1500; without it the mean of the pool is 1500. `start` has strengths of an
    earlier ranking. These strengths only make the work shorter.

    >>> from arena.stats.pools import Pool
    >>> from arena.stats.ratings import rate
    >>> from arena.stats.standings import Finished
    >>> from arena.stats.sums import Sums
    >>> pool = Pool.of("cacao", 2, {}, 1, "blitz")
    >>> won = [(pool, Finished(str(block), ("ana", "bob"), (1, 2))) for block in range(9)]
    >>> ratings = rate(Sums.of(won), anchor="bob")
    >>> [row.entrant for row in ratings.rows], ratings.rows[1].rating
    (['ana', 'bob'], 1500.0)
    """
    found = fit(sums, start)
    groups = components(sums.cells)
    compared = totals(sums.cells)
    place = {name: number for number, name in enumerate(found.entrants)}
    anchor = anchor if anchor in place else None
    rows: list[Rating] = []
    better: dict[str, dict[str, float]] = {}
    for group in sorted(groups, key=lambda group: (anchor not in group, -len(group), min(group))):
        better.update(superiorities(found, [place[name] for name in sorted(group)]))
        rows += rated(found, {name: place[name] for name in sorted(group)}, compared, better, anchor)
    return Ratings(
        rows=tuple(rows),
        anchor=anchor,
        seats={key: float(found.terms[number]) for number, key in enumerate(found.seats)},
        calibration=calibration(sums.cells, found),
        strengths={name: float(found.strengths[number]) for number, name in enumerate(found.entrants)},
        spread=found.spread,
        _superiority=better,
    )


def rated(
    found: Fit,
    place: Mapping[str, int],
    compared: Mapping[str, tuple[int, float]],
    better: Mapping[str, Mapping[str, float]],
    anchor: str | None,
) -> list[Rating]:
    """Return the ratings of a group of entrants, the best first. All of them are connected by comparisons.

    `place` is a mapping from the names of the entrants to their indices in the fit.
    """
    members = list(place.values())
    weight = np.array([compared[name][0] for name in place], dtype=np.float64)
    centred = found.strengths[members] - weight @ found.strengths[members] / weight.sum()
    strength = dict(zip(place, map(float, centred), strict=True))
    reach = dict(zip(place, map(float, NORMAL * found.errors(members, weight)), strict=True))
    shift = ANCHOR_RATING - (strength[anchor] if anchor and anchor in place else 0.0)
    rows = (
        Rating(
            entrant=name,
            rating=strength[name] + shift,
            reach=reach[name],
            band=band(better, name),
            comparisons=compared[name][0],
            score=compared[name][1] / compared[name][0],
            anchored=anchor in place,
        )
        for name in place
    )
    return sorted(rows, key=lambda row: (-row.rating, row.entrant))


def totals(cells: Mapping[Cell, Sum]) -> dict[str, tuple[int, float]]:
    """Return a dict from entrant to a pair: its number of comparisons, and its points in them; a win is 1 point."""
    halves: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for cell, found in cells.items():
        count, scored = int(found.count[0]), int(found.halves[0])
        for name, points in ((cell.entrant, scored), (cell.opponent, 2 * count - scored)):
            halves[name][0] += count
            halves[name][1] += points
    return {name: (count, points / 2) for name, (count, points) in halves.items()}


def components(cells: Iterable[Cell]) -> list[frozenset[str]]:
    """Divide the entrants into sets. Comparisons connect those of one set, directly or through other entrants."""
    group: dict[str, set[str]] = {}
    for cell in cells:
        one = group.setdefault(cell.entrant, {cell.entrant})
        other = group.setdefault(cell.opponent, {cell.opponent})
        if one is not other:
            small, large = sorted((one, other), key=len)
            large |= small
            for name in small:
                group[name] = large
    return [frozenset(members) for members in {id(members): members for members in group.values()}.values()]


def superiorities(found: Fit, members: Sequence[int]) -> dict[str, dict[str, float]]:
    """Return a dict of dicts: `answer[one][other]` is the probability that entrant `one` is stronger than `other`.

    `members` are the entrants' indices in the fit. The probability follows from the error of their difference.
    """
    errors = found.error_of_differences(members)
    better: dict[str, dict[str, float]] = {}
    for row, one in enumerate(members):
        better[found.entrants[one]] = {
            found.entrants[other]: normal(
                float(found.strengths[one] - found.strengths[other]), float(errors[row, column])
            )
            for column, other in enumerate(members)
            if other != one
        }
    return better


def normal(difference: float, error: float) -> float:
    """Return the probability that a quantity is positive, given its estimate and its standard error."""
    if error == 0:
        return 0.5 if difference == 0 else float(difference > 0)
    return (1 + erf(difference / error / sqrt(2))) / 2


def band(better: Mapping[str, Mapping[str, float]], entrant: str) -> tuple[int, int]:
    """Return the first and the last rank that an entrant may have.

    At its first rank, only entrants that are surely stronger are above it. At its last rank, only entrants that are
    surely weaker are below it.
    """
    chances: Collection[float] = better[entrant].values()
    stronger = sum(chance < 1 - SURE for chance in chances)
    weaker = sum(chance > SURE for chance in chances)
    return 1 + stronger, 1 + len(chances) - weaker


def calibration(cells: Mapping[Cell, Sum], found: Fit) -> tuple[Bin, ...]:
    """Return the expected and the actual scores of the favourites, as one Bin for each step of 5 % from 50 to 100 %.

    Steps without any comparison are left out.
    """
    strength = dict(zip(found.entrants, found.strengths, strict=True))
    term = dict(zip(found.seats, found.terms, strict=True))
    bins: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for cell, added in cells.items():
        mine = float(strength[cell.entrant] + term.get((cell.pool, cell.seat), 0.0))
        theirs = float(strength[cell.opponent] + term.get((cell.pool, cell.opponent_seat), 0.0))
        count, points = float(added.count[0]), float(added.halves[0]) / 2
        chance = 1 / (1 + 10 ** ((theirs - mine) / 400))
        if chance < 0.5:
            chance, points = 1 - chance, count - points
        row = bins[min(BINS - 1, int((chance - 0.5) * 2 * BINS))]
        row[0] += chance * count
        row[1] += points
        row[2] += count
    return tuple(
        Bin(chance / count, points / count, int(count)) for _, (chance, points, count) in sorted(bins.items()) if count
    )
