"""Strengths from results, by the pairwise model of Bradley and Terry with a term for each seat; a tie is half a win.

The odds that entrant a at seat i comes before entrant b at seat j are exp((a + i) - (b + j)). The prior of the
strengths is normal about their mean. Its standard deviation, the spread, is estimated from the results: there is a fit
for each of `SPREADS`, weighted by the likelihood of the results with this spread. The prior of the seat terms is normal
with a standard deviation of 600 Elo points.

The spread of the prior matters if opponents are chosen by results. A lucky entrant then gets other opponents, so later
results do not even out its luck. Strengths that are fitted without a prior lie too far apart. A prior with the true
spread of the entrants corrects this, by whatever rule opponents are chosen.

A *cell* has the number and the points of all comparisons of two entrants at two seats of a pool. Games of a block share
a deal, and pairs of a game share its luck, so comparisons are not independent. The bootstrap replicates (resampled
histories) of the cells show how much less information they have than independent ones. `Fit` reduces the weight of
results by this fraction, and its variances are valid for blocks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.stats.pools import Pool
from arena.stats.sums import Cell, Sums

ELO: Final = 400 / log(10)  # Elo points that make the odds e times as good
SEATS: Final = 600.0  # Elo points: the standard deviation of seat terms
SPREADS: Final = np.geomspace(50.0, 1200.0, 14)  # Elo points: the standard deviations of strengths that are tried
USUAL: Final = 200.0  # Elo points: the likeliest spread before there are results
FACTOR: Final = 2.0  # the spread lies within this factor of `USUAL` with a probability of two thirds
CLOSE: Final = 1e-9  # a change of log odds below which no further step is made
STEPS: Final = 100
AT_ONCE: Final = 2_000_000  # numbers per array, which bounds the memory for a large pool

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Fit:
    """Strengths and seat terms in Elo points, each about a mean of 0.

    `spread` is the standard deviation of the strengths, as the results suggest. `worth` is the information in one
    comparison of the results, as a fraction of that in an independent comparison. There are two covariance matrices of
    the strengths: `by_blocks` comes from the differences between the bootstrap replicates (resampled histories),
    `by_model` from the curvature of the posterior.
    """

    entrants: tuple[str, ...]
    strengths: Floats
    seats: tuple[tuple[Pool, int], ...]
    terms: Floats
    spread: float
    worth: float
    by_blocks: Floats
    by_model: Floats

    def errors(self, members: Sequence[int], weights: Floats) -> Floats:
        """Return standard errors: for each entrant, that of its strength minus the mean strength of these entrants.

        `members` are the indices of the entrants. In the mean, each of them has the weight in `weights`.
        """
        contrast = np.eye(len(members)) - weights / weights.sum()
        return self._larger(members, lambda matrix: np.einsum("ij,jk,ik->i", contrast, matrix, contrast, optimize=True))

    def error_of_differences(self, members: Sequence[int]) -> Floats:
        """Return a matrix with the standard error of the difference between the strengths of each two entrants.

        `members` are the indices of the entrants.
        """
        return self._larger(members, lambda matrix: np.diag(matrix)[:, None] + np.diag(matrix)[None, :] - 2 * matrix)

    def _larger(self, members: Sequence[int], variance: Callable[[Floats], Floats]) -> Floats:
        """Return standard errors. Each is the larger of two: one from the bootstrap replicates, one from the model.

        `variance` is a function. It gets a covariance matrix of the strengths of `members`, and returns an array of
        variances. The replicates differ too little if there are few blocks, or if an entrant won everything. The
        model's error is too small if comparisons share their luck.
        """
        some = np.ix_(members, members)
        found: Floats = np.sqrt(
            np.maximum(np.maximum(variance(self.by_blocks[some]), variance(self.by_model[some])), 0)
        )
        return found


class Scatter:
    """Adds up groups of rows of an array. A row's target is the index of the sum to which it is added.

    A fit stores the targets of all rows here once, and uses them in every step.
    """

    def __init__(self, targets: Indices, size: int) -> None:
        self.size: Final = size
        self.order: Final = np.argsort(targets, kind="stable")
        self.targets, self.starts = np.unique(targets[self.order], return_index=True)

    def add_to(self, total: Floats, rows: Floats, sign: int) -> None:
        """Add each row of `rows` to its target, a row of `total`; with the sign -1, subtract it.

        The constructor got the index of each row's target.
        """
        total[self.targets] += sign * np.add.reduceat(rows[self.order], self.starts, axis=0)


def added(scatters: Sequence[tuple[int, Scatter]], rows: Floats) -> Floats:
    """Return an array with the sums that all Scatters make of `rows`, added up.

    Each Scatter adds the rows of `rows` to the rows of this array, by its own targets. `scatters` are pairs of a sign
    and a Scatter. With the sign -1, the rows are subtracted.
    """
    total = np.zeros((scatters[0][1].size, rows.shape[1]))
    for sign, scatter in scatters:
        scatter.add_to(total, rows, sign)
    return total


class Design:
    """The entrants and seats of the model, and which of their terms are in the log-odds of each cell.

    A cell has the results of two entrants at two seats. Its log-odds are the first entrant's strength plus the term of
    its seat, minus the same two terms of the second entrant.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.entrants: Final = tuple(sorted({name for cell in cells for name in (cell.entrant, cell.opponent)}))
        # Against an automaton no entrant changes seats, so the value of the seat cannot be separated from the strength.
        self.seats: Final = tuple(
            dict.fromkeys((cell.pool, seat) for cell in cells if not cell.pool.solo for seat in range(cell.pool.seats))
        )
        self.size: Final = len(self.entrants) + len(self.seats)
        place = {name: number for number, name in enumerate(self.entrants)}
        seat = {key: len(self.entrants) + number for number, key in enumerate(self.seats)}
        self.nowhere: Final = self.size  # a term that is always 0
        self.columns: Final = [
            (+1, np.array([place[cell.entrant] for cell in cells], dtype=np.int64)),
            (-1, np.array([place[cell.opponent] for cell in cells], dtype=np.int64)),
            (+1, np.array([seat.get((cell.pool, cell.seat), self.nowhere) for cell in cells], dtype=np.int64)),
            (-1, np.array([seat.get((cell.pool, cell.opponent_seat), self.nowhere) for cell in cells], dtype=np.int64)),
        ]
        padded = self.size + 1
        self.slopes: Final = [(sign, Scatter(index, padded)) for sign, index in self.columns]
        self.bends: Final = [
            (sign * other, Scatter(index * padded + against, padded * padded))
            for (sign, index), (other, against) in combinations(self.columns, 2)
        ]

    def differences(self, values: Floats) -> Floats:
        """Return, for each cell (two entrants at two seats), the log-odds that its first entrant comes first."""
        padded = np.vstack([values, np.zeros((1, values.shape[1]))])
        total = np.zeros((len(self.columns[0][1]), values.shape[1]))
        for sign, index in self.columns:
            total += sign * padded[index]
        return total

    def gradient(self, rows: Floats) -> Floats:
        """Return the derivatives of a weighted sum of all cells' log-odds, by each strength and seat term.

        `rows` has a row for each cell, and a column for each set of weights. The answer has a row for each strength and
        seat term, and the same columns.
        """
        return added(self.slopes, rows)[:-1]

    def curvature(self, rows: Floats) -> Floats:
        """Return one matrix for each set of weights: second derivatives, by each two of the strengths and seat terms.

        The derivatives are those of the sum of w * d**2 / 2 over all cells: w is the cell's weight, d its log-odds.
        `rows` has a row for each cell, and a column for each set of weights.
        """
        half = added(self.bends, rows).T.reshape(-1, self.size + 1, self.size + 1)
        bend = half + half.transpose(0, 2, 1)
        # A difference does not change when all strengths do, nor when all seat terms do: so their rows add up to 0.
        many, every = len(self.entrants), np.arange(self.size + 1)
        bend[:, every[:many], every[:many]] = -bend[:, :many, :many].sum(axis=2)
        bend[:, every[many:], every[many:]] = -bend[:, many:, many:].sum(axis=2)
        return bend[:, :-1, :-1]


def fit(sums: Sums, start: Mapping[str, float] | None = None) -> Fit:
    """Return a Fit with the strengths of the entrants, in Elo points, that explain these sums of comparisons best.

    The search begins at the strengths in `start`, such as those of an earlier fit, to save time.
    """
    cells = sorted(sums.cells, key=lambda cell: (str(cell.pool), cell[1:]))
    design = Design(cells)
    if not cells:
        nothing = np.zeros((0, 0))
        return Fit((), np.zeros(0), (), np.zeros(0), USUAL, 1.0, nothing, nothing)
    count = np.array([sums.cells[cell].count for cell in cells], dtype=np.float64)
    points = np.array([sums.cells[cell].halves for cell in cells], dtype=np.float64) / 2
    begin = np.zeros((design.size, 1))
    begin[: len(design.entrants), 0] = [(start or {}).get(name, 0.0) / ELO for name in design.entrants]
    usual = precisions(design, np.array([USUAL]))
    first = climb(design, count[:, :1], points[:, :1], begin, usual)
    luck = luck_of_scores(design, count, points, first)
    worth = worth_of(design, count[:, :1], first, usual, luck)
    return mixed(design, worth * count[:, :1], worth * points[:, :1], first, worth**2 * luck, worth)


def precisions(design: Design, spreads: Floats) -> Floats:
    """Return the prior's precision (1 / variance) for every strength and seat term; one column for each spread.

    A spread is an assumed standard deviation of the strengths.
    """
    found = np.full((design.size, len(spreads)), (ELO / SEATS) ** 2)
    found[: len(design.entrants)] = (ELO / spreads) ** 2
    return found


def climb(design: Design, count: Floats, points: Floats, begin: Floats, precision: Floats) -> Floats:
    """Return the most probable strengths and seat terms: a column of values for each column of `precision`.

    A column of `precision` has the prior's precisions (1 / variance) for one assumed spread. The search starts from
    `begin`, and takes shortened steps of Newton's method. Let m be the largest change that a full step makes to any
    log-odds, strength or seat term: the step is multiplied by log(1 + m) / m. The third derivative of this likelihood
    is never more than its second. So such a step increases the likelihood from every start. Near the maximum it is
    almost equal to Newton's step.
    """
    values = np.broadcast_to(begin, precision.shape).copy()
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-design.differences(values)))
        slope = design.gradient(points - count * expected) - precision * values
        bend = bends(design, count, values, precision)
        step = np.linalg.solve(bend, slope.T[:, :, None])[:, :, 0].T.astype(np.float64, copy=False)
        reach = np.maximum(np.abs(design.differences(step)).max(axis=0), np.abs(step).max(axis=0))
        values += step * np.where(reach > CLOSE, np.log1p(reach) / np.maximum(reach, CLOSE), 1.0)
        if reach.max() < CLOSE:
            break
    return values


def bends(design: Design, count: Floats, values: Floats, precision: Floats) -> Floats:
    """Return the curvature of the posterior at these strengths and seat terms: one matrix for each spread."""
    expected = 1 / (1 + np.exp(-design.differences(values)))
    return design.curvature(count * expected * (1 - expected)) + precision.T[:, :, None] * np.eye(design.size)


def luck_of_scores(design: Design, count: Floats, points: Floats, values: Floats) -> Floats:
    """Return the covariance matrix of the log-likelihood's gradient: how much luck changes this gradient.

    Statistics call the gradient the score. The matrix is estimated from the differences between the bootstrap
    replicates and the real results.
    """
    expected = 1 / (1 + np.exp(-design.differences(values)))
    residuals = points[:, :1] - count[:, :1] * expected
    found = np.zeros((design.size, design.size))
    width = max(1, AT_ONCE // len(count))
    for first in range(1, count.shape[1], width):
        some = slice(first, first + width)
        scores = design.gradient(points[:, some] - count[:, some] * expected - residuals)
        found += scores @ scores.T
    found /= max(1, count.shape[1] - 1)
    return found


def worth_of(design: Design, count: Floats, values: Floats, precision: Floats, luck: Floats) -> float:
    """Return the information in one comparison of the results, divided by that in an independent one; at most 1.

    Comparisons depend on each other, because the matches of a block share a deal. If they were independent, the
    variance `luck` of the likelihood's gradient would equal its curvature, and the fraction would be 1.
    """
    bend = bends(design, count, values, precision)[0]
    prior = np.diag(precision[:, 0])
    curved = float(np.trace(np.linalg.solve(bend, bend - prior)))
    varied = float(np.trace(np.linalg.solve(bend, luck)))
    return min(1.0, curved / varied) if varied > 0 else 1.0


def mixed(  # noqa: PLR0913, PLR0917 -- one fit, with all its inputs
    design: Design, count: Floats, points: Floats, begin: Floats, luck: Floats, worth: float
) -> Fit:
    """Return one fit, averaged over all assumed spreads of the strengths by their posterior probability."""
    precision = precisions(design, SPREADS)
    values = climb(design, count, points, begin, precision)
    bend = bends(design, count, values, precision)
    weights = evidence(design, count, points, values, precision, bend)
    mean = values @ weights
    between = ((values - mean[:, None]) * weights) @ (values - mean[:, None]).T
    inverse = np.linalg.inv(bend)
    many = len(design.entrants)
    strange = precision.copy()  # the remaining uncertainty; the prior of seats only keeps their terms finite
    strange[many:] = 0
    by_blocks = inverse @ (luck + strange.T[:, :, None] * np.eye(design.size)) @ inverse
    some = slice(0, many)
    return Fit(
        entrants=design.entrants,
        strengths=mean[some] * ELO,
        seats=design.seats,
        terms=mean[many:] * ELO,
        spread=float(np.exp(weights @ np.log(SPREADS))),
        worth=worth,
        by_blocks=(np.tensordot(weights, by_blocks, 1) + between)[some, some] * ELO**2,
        by_model=(np.tensordot(weights, inverse, 1) + between)[some, some] * ELO**2,
    )


def evidence(  # noqa: PLR0913, PLR0917 -- a posterior, and where it is highest
    design: Design, count: Floats, points: Floats, values: Floats, precision: Floats, bend: Floats
) -> Floats:
    """Return the posterior probability of each assumed spread of the strengths, by Laplace's approximation."""
    apart = design.differences(values)
    log_likelihood = (points * apart - count * np.logaddexp(0, apart)).sum(axis=0)
    log_prior = (np.log(precision) - precision * values**2).sum(axis=0) / 2
    log_usual = -((np.log(SPREADS / USUAL) / log(FACTOR)) ** 2) / 2
    total = log_likelihood + log_prior + log_usual - np.linalg.slogdet(bend)[1] / 2
    weights = np.exp(total - total.max())
    found: Floats = weights / weights.sum()
    return found
