"""Strengths of maximum likelihood: pairwise Bradley and Terry with a term per seat, ties as half a win each.

The odds that entrant a at seat i comes before entrant b at seat j are exp((a + i) - (b + j)). The prior is weak:
strengths, and seat terms within their pool, lie normally with a standard deviation of 600 Elo points about their mean.
Comparing two entrants once, when they are even, says three times as much as that. It only decides where the results do
not: how far above all others stands who won everything.

The history and all its replicates are fitted at once, one column of every array each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.stats.pools import Pool
from arena.stats.sums import Cell, Sums

ELO: Final = 400 / log(10)  # Elo points that make the odds e times as good
PRIOR: Final = 600.0  # Elo points
PRECISION: Final = (ELO / PRIOR) ** 2
CLOSE: Final = 1e-9  # of a logarithm of odds: steps this small are not worth another
STEPS: Final = 100
AT_ONCE: Final = 2_000_000  # numbers per array, which bounds what a large pool takes

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Fit:
    """Strengths in Elo points about a mean of 0, one column for the history and one for each replicate.

    `error` is the standard error that the curvature of the likelihood gives, of the history and per entrant. It takes
    all comparisons for independent, which those of one block are not.
    """

    entrants: tuple[str, ...]
    strengths: Floats
    seats: tuple[tuple[Pool, int], ...]
    terms: Floats
    error: Floats


class Scatter:
    """Adds rows together that have the same target; built once, used for every step."""

    def __init__(self, targets: Indices, size: int) -> None:
        self.size: Final = size
        self.order: Final = np.argsort(targets, kind="stable")
        self.targets, self.starts = np.unique(targets[self.order], return_index=True)

    def add_to(self, total: Floats, rows: Floats, sign: int) -> None:
        """Add the sums by target, or take them off."""
        total[self.targets] += sign * np.add.reduceat(rows[self.order], self.starts, axis=0)


def added(scatters: Sequence[tuple[int, Scatter]], rows: Floats) -> Floats:
    """The sums by target of several scatters, each with its sign."""
    total = np.zeros((scatters[0][1].size, rows.shape[1]))
    for sign, scatter in scatters:
        scatter.add_to(total, rows, sign)
    return total


class Design:
    """Which strengths and seat terms each cell compares: `plus` minus `minus`."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.entrants: Final = tuple(sorted({name for cell in cells for name in (cell.entrant, cell.opponent)}))
        # Against an automaton nobody changes seats, so what the seat is worth cannot be told from the strength.
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
        """The logarithm of the odds, per cell."""
        padded = np.vstack([values, np.zeros((1, values.shape[1]))])
        total = np.zeros((len(self.columns[0][1]), values.shape[1]))
        for sign, index in self.columns:
            total += sign * padded[index]
        return total

    def gradient(self, rows: Floats) -> Floats:
        """How the sum of `rows` times the differences depends on each value."""
        return added(self.slopes, rows)[:-1]

    def curvature(self, rows: Floats) -> Floats:
        """The same for half the squares of differences: one matrix per column."""
        half = added(self.bends, rows).T.reshape(-1, self.size + 1, self.size + 1)
        bend = half + half.transpose(0, 2, 1)
        # A difference does not change when all strengths do, nor when all seat terms do: so their rows add up to 0.
        many, every = len(self.entrants), np.arange(self.size + 1)
        bend[:, every[:many], every[:many]] = -bend[:, :many, :many].sum(axis=2)
        bend[:, every[many:], every[many:]] = -bend[:, many:, many:].sum(axis=2)
        return bend[:, :-1, :-1]


def fit(sums: Sums, start: Mapping[str, float] | None = None) -> Fit:
    """The strengths that these sums make most likely; `start` is where to begin, in Elo points, which saves steps."""
    cells = sorted(sums.cells, key=lambda cell: (str(cell.pool), cell[1:]))
    design = Design(cells)
    if not cells:
        return Fit((), np.zeros((0, 1)), (), np.zeros((0, 1)), np.zeros(0))
    count = np.array([sums.cells[cell].count for cell in cells], dtype=np.float64)
    points = np.array([sums.cells[cell].halves for cell in cells], dtype=np.float64) / 2
    begin = np.zeros((design.size, 1))
    begin[: len(design.entrants), 0] = [(start or {}).get(name, 0.0) / ELO for name in design.entrants]
    history = climb(design, count[:, :1], points[:, :1], begin)
    columns = [history]
    width = max(1, AT_ONCE // max(len(cells), design.size**2))
    for first in range(1, count.shape[1], width):
        some = slice(first, first + width)
        columns.append(climb(design, count[:, some], points[:, some], history))
    values = np.hstack(columns) * ELO
    many = len(design.entrants)
    return Fit(design.entrants, values[:many], design.seats, values[many:], errors(design, count[:, :1], history))


def climb(design: Design, count: Floats, points: Floats, begin: Floats) -> Floats:
    """The values of greatest likelihood, by Newton's method from `begin`.

    A step s that changes no difference by more than m is shortened by log(1 + m) / m. The third derivative of this
    likelihood is never more than its second, so such a step climbs, from wherever it starts; near the top it is
    Newton's own.
    """
    values = np.repeat(begin, count.shape[1], axis=1) if begin.shape[1] == 1 else begin.copy()
    prior = PRECISION * np.eye(design.size)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-design.differences(values)))
        slope = design.gradient(points - count * expected) - PRECISION * values
        bend = design.curvature(count * expected * (1 - expected)) + prior
        step = np.linalg.solve(bend, slope.T[:, :, None])[:, :, 0].T.astype(np.float64, copy=False)
        reach = np.maximum(np.abs(design.differences(step)).max(axis=0), np.abs(step).max(axis=0))
        values += step * np.where(reach > CLOSE, np.log1p(reach) / np.maximum(reach, CLOSE), 1.0)
        if reach.max() < CLOSE:
            break
    return values


def errors(design: Design, count: Floats, values: Floats) -> Floats:
    """The standard errors of the entrants' strengths, in Elo points."""
    expected = 1 / (1 + np.exp(-design.differences(values)))
    bend = design.curvature(count * expected * (1 - expected)) + PRECISION * np.eye(design.size)
    spread: Floats = np.sqrt(np.diagonal(np.linalg.inv(bend[0])))[: len(design.entrants)] * ELO
    return spread
