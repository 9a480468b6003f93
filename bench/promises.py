"""Checks the promised error rates of the statistics: `promises.py bars REGIME SEATS`, or `errors|looks SEATS`.

The program runs in an environment that has the project's wheel with its server part. It simulates many histories; each
history is a series of blocks, for example those of all entrants of a pool.

*bars* prints the mean share of 95 % intervals that contain the true rating, and the interval of this mean over the
histories. A regime is the settings of the simulation, such as the way to choose opponents; REGIME is the name of one.
The true rating is the entrant's strength minus the mean strength of the pool. In this mean, an entrant with more
comparisons has more weight. The rating model assumes a distribution of luck. If the luck is simulated with another one,
the strengths are those that the model would fit to a history without end, in which all pairs meet equally often.

*errors* prints how often an SPRT is wrong: the larger of its two error rates. *looks* prints the share of histories in
which at least one of the intervals, read after each block, excludes the true mean score.
"""

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, permutations
from math import exp, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.stats.fit import ELO, Design, climb, precisions
from arena.stats.intervals import estimate
from arena.stats.pools import UNTIMED, Pool
from arena.stats.ratings import rate
from arena.stats.replicates import weights
from arena.stats.sequences import COSTS, LIMIT, RATES
from arena.stats.sprt import Sprt, kinds
from arena.stats.standings import Finished
from arena.stats.sums import Cell, Sum, Sums
from arena.tournament.formats.base import Pairing, PlayedBlock
from arena.tournament.formats.ladder import Ladder
from arena.tournament.formats.ladder_history import History
from arena.tournament.formats.swiss import Swiss

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

HISTORIES: Final = 1000
TESTS: Final = 2000  # and as many histories in which the interval is read after every block
LOOKS: Final = 400  # blocks of these
MARGIN: Final = 60.0  # Elo points between the hypotheses of a test
LONGEST: Final = 5000  # blocks of a test
AT_ONCE: Final = 50  # histories in one batch
TERMS: Final = np.array([60.0, 20.0, -20.0, -60.0]) / ELO  # the values of the seats, in logits
EVERY: Final = 6  # blocks after which the standing is fitted again
NEAR: Final = 3.0  # ranks that chance adds to the distance of two in the standing
LATE: Final = 0.9  # of the blocks are over when newcomers join
NEWCOMERS: Final = 2
LARGE: Final = 1e-6  # a precision of a prior that says nothing
TRIES: Final = 200_000  # draws for the score of a difference if that has no formula
NORMAL: Final = 1.2  # standard deviation of the luck of a seat, in logits, if it is normal
STEP: Final = 1.0  # logits that make a tie at most
GRID: Final = np.linspace(-14.0, 14.0, 281)


@dataclass(frozen=True)
class Regime:
    """The settings of simulated histories, such as how opponents are chosen and what distribution luck has."""

    choice: str = "near"  # random, near, ladder, swiss
    law: str = "model"  # model, normal, deal, ties
    blocks: int = 300
    entrants: int = 12
    spread: float = 150.0  # Elo points: the standard deviation of true strengths
    newcomers: int = 0

    @property
    def liked(self) -> float:
        """Return the standard deviation of one part of the luck: how much a deal favours an entrant, at any seat.

        A deal also favours a seat, for any entrant; this second part of the luck has the same deviation. The third part
        belongs to one match alone. All luck together has the deviation 1.
        """
        return 0.6 if self.law == "deal" else 0.4


REGIMES: Final = {
    "random": Regime("random"),
    "near": Regime(),
    "ladder": Regime("ladder", blocks=160),
    "swiss": Regime("swiss", blocks=120),
    "few": Regime(blocks=48),
    "newcomers": Regime(newcomers=NEWCOMERS),
    "wide": Regime(spread=400.0),
    "normal": Regime(law="normal"),
    "deal": Regime(law="deal"),
    "ties": Regime(law="ties"),
}


class Field:
    """The entrants of a simulated pool, its number of seats, and the cells in which comparisons are added up.

    A comparison says which of two entrants finished a match ahead. A cell is two entrants at two seats.
    """

    def __init__(self, regime: Regime, seats: int) -> None:
        self.regime: Final = regime
        self.seats: Final = seats
        self.pool: Final = Pool.of("cacao", seats, {}, 1, UNTIMED)
        self.names: Final = [f"bot-{number:02}" for number in range(regime.entrants)]
        self.pairs: Final = list(combinations(range(seats), 2))
        places = list(permutations(range(seats), 2))
        meetings = list(combinations(range(regime.entrants), 2))
        self.cells: Final = [
            Cell(self.pool, self.names[one], seat, self.names[two], other)
            for one, two in meetings
            for seat, other in places
        ]
        self.place: Final = np.zeros((regime.entrants, seats, regime.entrants, seats), dtype=np.int64)
        both = np.repeat(meetings, len(places), axis=0)
        for number, (cell, (one, two)) in enumerate(zip(self.cells, both, strict=True)):
            self.place[one, cell.seat, two, cell.opponent_seat] = number
        self.design: Final = Design(self.cells)

    def played(self, true: Floats, seated: Indices, rng: np.random.Generator) -> tuple[Floats, Indices]:
        """Play one block of all rotations for each row of `seated`, which has the entrants of a table by seat.

        Return two arrays with the axes table, match and seat: the scores and the entrants.
        """
        tables, seats = seated.shape
        liked = self.regime.liked
        entrant_luck, seat_luck = rng.standard_normal((2, tables, seats))
        shown, sat = [], []
        for turn in range(seats):
            order = (np.arange(seats) + turn) % seats
            own = sqrt(1 - 2 * liked**2) * rng.standard_normal((tables, seats))
            luck = self.luck(own + liked * (entrant_luck[:, order] + seat_luck))
            strength = np.take_along_axis(true, seated[:, order], axis=1)
            shown.append(self.seen(strength + TERMS[:seats] + luck))
            sat.append(seated[:, order])
        return np.stack(shown, axis=1), np.stack(sat, axis=1)

    def luck(self, score: Floats) -> Floats:
        """Turn normally distributed values into luck. The settings of the simulation choose its distribution."""
        return NORMAL * score if self.regime.law == "normal" else -np.log(-np.log(probability(score)))

    def seen(self, shown: Floats) -> Floats:
        """Return the scores by which a match is decided.

        If the simulation's settings ask for many ties, the scores are rounded; if not, they are unchanged.
        """
        return np.round(shown / STEP) * STEP if self.regime.law == "ties" else shown

    def compared(self, shown: Floats, sat: Indices) -> tuple[Indices, Floats]:
        """Compare the entrants of each match in pairs. The entrant with the higher score is ahead.

        `sat` has the entrants and `shown` their scores, by seat. Return two arrays with a value for each comparison:
        the index of its cell (two entrants at two seats) in `cells`, and the points of the cell's first entrant: 1, 0.5
        or 0.
        """
        cells, points = [], []
        for seat, other in self.pairs:
            one, two = sat[..., seat], sat[..., other]
            scored = (shown[..., seat] > shown[..., other]) + 0.5 * (shown[..., seat] == shown[..., other])
            cells.append(np.where(one < two, self.place[one, seat, two, other], self.place[two, other, one, seat]))
            points.append(np.where(one < two, scored, 1 - scored))
        return np.concatenate(cells, axis=-1), np.concatenate(points, axis=-1)

    @cached_property
    def scores(self) -> Floats:
        """Return an array with an entrant's mean score against another one, by the difference of their strengths.

        `GRID` has these differences, in logits.
        """
        if self.regime.law in {"model", "deal"}:
            return np.asarray(1 / (1 + np.exp(-GRID)))
        rng = np.random.default_rng(1)
        one, two = self.luck(rng.standard_normal((2, TRIES)))
        base = rng.random(TRIES) * STEP
        shown = [(self.seen(base + apart + one), self.seen(base + two)) for apart in GRID]
        return np.array([((mine > theirs) + 0.5 * (mine == theirs)).mean() for mine, theirs in shown])

    def truth(self, true: Floats) -> Floats:
        """Return the ratings that the intervals should contain, with a row for each simulated history.

        `true` has the strengths with which the matches are simulated. If luck has the distribution that the rating
        model assumes, return them unchanged. If not, return the ratings that the model would fit after endless play in
        which all pairs meet equally often.
        """
        if self.regime.law in {"model", "deal"}:
            return true
        values = np.hstack([true, np.repeat(TERMS[None, : self.seats], len(true), axis=0)]).T
        points = np.interp(self.design.differences(values), GRID, self.scores)
        precision = np.full_like(values, LARGE)
        found = climb(self.design, np.ones((len(self.cells), 1)), points, np.zeros((self.design.size, 1)), precision)
        return found[: self.regime.entrants].T


def probability(score: Floats) -> Floats:
    """Return the probability that a standard normal value is below this score."""
    # Abramowitz and Stegun, 7.1.26, which is off by 1.5e-7 at most.
    size = np.abs(score) / sqrt(2)
    share = 1 / (1 + 0.3275911 * size)
    tail = share * (
        0.254829592 + share * (-0.284496736 + share * (1.421413741 + share * (-1.453152027 + share * 1.061405429)))
    )
    upper = 1 - tail * np.exp(-(size**2)) / 2
    return np.asarray(np.clip(np.where(score < 0, 1 - upper, upper), 1e-7, 1 - 1e-7))


# Pairings ------------------------------------------------------------------------------------------------------------


def drawn(field: Field, true: Floats, rng: np.random.Generator) -> tuple[Indices, Floats]:
    """Simulate one history (all blocks of a pool) for each row of `true`, which has the strengths of the entrants.

    The function `tables` chooses the opponents. Return two arrays with a value for each history, block and comparison
    of two entrants in a match (these are the axes). The first has the index of the comparison's cell in `field.cells`,
    the second the points of the cell's first entrant.
    """
    many, entrants = true.shape
    columns = np.arange(many)[:, None]
    count = np.zeros((len(field.cells), many))
    points = np.zeros_like(count)
    values = np.zeros((field.design.size, many))
    usual = precisions(field.design, np.full(many, field.regime.spread))
    cells, scored = [], []
    for block in range(field.regime.blocks):
        if field.regime.choice == "near" and block and block % EVERY == 0:
            values = climb(field.design, count, points, values, usual)
        seated = tables(field, values[:entrants].T, block, rng)
        found, won = (each.reshape(many, -1) for each in field.compared(*field.played(true, seated, rng)))
        np.add.at(count, (found, columns), 1.0)
        np.add.at(points, (found, columns), won)
        cells.append(found)
        scored.append(won)
    return np.stack(cells, axis=1), np.stack(scored, axis=1)


def tables(field: Field, standing: Floats, block: int, rng: np.random.Generator) -> Indices:
    """Return the entrants of the next block, as an array with a row for each simulated history and a column per seat.

    One entrant is random. If the regime's `choice` is `near`, the others have about the same rank in `standing`, the
    fitted strengths so far; if not, they are random, too.
    """
    regime = field.regime
    many, entrants = standing.shape
    there = entrants if block >= LATE * regime.blocks else entrants - regime.newcomers
    first = rng.integers(0, there, many)
    if there == entrants and regime.newcomers:
        newcomer = rng.integers(entrants - regime.newcomers, entrants, many)
        first = np.where(rng.random(many) < 0.5, newcomer, first)
    ranks = np.argsort(np.argsort(-standing, axis=1), axis=1)
    apart = NEAR * rng.random((many, entrants))
    if regime.choice == "near":
        apart += np.abs(ranks - ranks[np.arange(many), first][:, None])
    apart[:, there:] = np.inf
    apart[np.arange(many), first] = -1
    seated = np.argsort(apart, axis=1)[:, : field.seats]
    return np.take_along_axis(seated, np.argsort(rng.random(seated.shape), axis=1), axis=1)


def held_by_format(field: Field, true: Floats, rng: np.random.Generator) -> tuple[Indices, Floats]:
    """Simulate one history (all blocks of a pool) with the pairings of the arena's ladder or Swiss format.

    `true` has the strengths of the entrants. Return two arrays with a row for each block, and in it a value for each
    comparison of two entrants in a match. The first has the index of the comparison's cell in `field.cells`, the second
    the points of the cell's first entrant.
    """
    regime = field.regime
    played: list[PlayedBlock] = []
    cells, scored = [], []
    for pairings in rounds(field, played):
        seated = np.array([[field.names.index(name) for name in pairing.entrants] for pairing in pairings])
        shown, sat = field.played(np.repeat(true[None], len(seated), axis=0), seated, rng)
        found, won = field.compared(shown, sat)
        for row, pairing in enumerate(pairings):
            number = len(played)
            played.append(PlayedBlock(number, pairing, tuple(matches(field, number, shown[row], sat[row]))))
            cells.append(found[row].ravel())
            scored.append(won[row].ravel())
    assert len(cells) == regime.blocks, f"{len(cells)} blocks: expected {regime.blocks}"
    return np.stack(cells), np.stack(scored)


def rounds(field: Field, played: Sequence[PlayedBlock]) -> Iterator[tuple[Pairing, ...]]:
    """Yield the pairings of each round, as the arena's ladder or Swiss chooses them from the blocks played so far."""
    regime, number = field.regime, 0
    per_round = regime.entrants // field.seats
    swiss = Swiss(seats=field.seats, rounds=regime.blocks // (2 * per_round), blocks=2)
    ladder, history = Ladder(seats=field.seats, blocks=regime.blocks), History(field.seats)
    while True:
        if regime.choice == "swiss":
            found = swiss.next(field.names, played)
        else:
            found = ladder.round(field.names, played, number, history=history)
        if found is None:
            return
        yield found.pairings
        number += 1


def matches(field: Field, number: int, shown: Floats, sat: Indices) -> Iterator[Finished]:
    """Yield the matches of a block as `Finished` values. Entrants with higher scores get better places.

    `sat` and `shown` have a row for each match: the index of the entrant at each seat, and its simulated score.
    """
    for values, seats in zip(shown, sat, strict=True):
        places = tuple(1 + int((values > mine).sum()) for mine in values)
        yield Finished(f"block {number}", tuple(field.names[seat] for seat in seats), places)


# What the bars are worth ---------------------------------------------------------------------------------------------


def summed(field: Field, cells: Indices, points: Floats, run: int) -> Sums:
    """Return the sums of one simulated history, from which ratings are fitted: meetings and points of entrants.

    They also have the sums of each replicate: the same history with a random weight for each block, as in the arena's
    bootstrap. `cells` and `points` are the arrays of this history from `drawn` or `held_by_format`.
    """
    blocks = len(cells)
    weight = np.stack([weights(f"{number} of {run}") for number in range(blocks)])
    count, halves = np.zeros((2, len(field.cells), blocks), dtype=np.int64)
    block = np.repeat(np.arange(blocks), cells.shape[1])
    np.add.at(count, (cells.ravel(), block), 1)
    np.add.at(halves, (cells.ravel(), block), (2 * points).astype(np.int64).ravel())
    used = np.flatnonzero(count.any(axis=1))
    # Products of floats are made by BLAS, and whole numbers of this size are exact in them.
    counts = (count[used].astype(np.float64) @ weight).astype(np.int64)
    scored = (halves[used].astype(np.float64) @ weight).astype(np.int64)
    return Sums({field.cells[cell]: Sum(counts[row], scored[row]) for row, cell in enumerate(used)})


def share(field: Field, sums: Sums, truth: Floats) -> float:
    """Return the share of rating intervals that contain the true rating, in one simulated history.

    If the history has newcomers, only their intervals count. `sums` are those of the history (all blocks of a pool).
    `truth` has the true strength of each entrant, as `Field.truth` returns it.
    """
    rows = rate(sums).rows
    true = {name: float(value) * ELO for name, value in zip(field.names, truth, strict=True)}
    mean = np.average([true[row.entrant] for row in rows], weights=[row.comparisons for row in rows])
    centre = np.average([row.rating for row in rows], weights=[row.comparisons for row in rows])
    late = field.names[len(field.names) - field.regime.newcomers :] if field.regime.newcomers else field.names
    held = [abs(row.rating - centre - true[row.entrant] + mean) <= row.reach for row in rows if row.entrant in late]
    return float(np.mean(held))


def batch(regime: Regime, seats: int, number: int) -> list[float]:
    """Simulate `AT_ONCE` histories, each of which is all blocks of a pool.

    Return a list with a number for each history: the share of rating intervals that contain the true rating.
    """
    field = Field(regime, seats)
    rng = np.random.default_rng([seats, number, *regime.choice.encode(), *regime.law.encode()])
    true = rng.standard_normal((AT_ONCE, regime.entrants)) * regime.spread / ELO
    truth = field.truth(true)
    if regime.choice in {"ladder", "swiss"}:
        histories = [held_by_format(field, row, rng) for row in true]
    else:
        histories = list(zip(*drawn(field, true, rng), strict=True))
    return [
        share(field, summed(field, cells, points, int(rng.integers(2**62))), row)
        for (cells, points), row in zip(histories, truth, strict=True)
    ]


def coverage(regime: Regime, seats: int, histories: int) -> tuple[float, float, float]:
    """Return the mean share of intervals that contain the true rating, and the interval of this mean over histories."""
    ask: Callable[[int], list[float]] = partial(batch, regime, seats)
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        shares = [each for some in workers.map(ask, range(-(-histories // AT_ONCE))) for each in some]
    found = estimate(shares[:histories])
    assert found.bounds is not None
    return found.mean, *found.bounds


# Tests and sequences -------------------------------------------------------------------------------------------------


def scores(field: Field, strength: float, many: int, rng: np.random.Generator) -> Indices:
    """Play one block at each of `many` tables. Return an array with the first entrant's score at each table.

    The first entrant is stronger than the others by `strength`. The score counts half points: 2 for each opponent
    beaten in a match, 1 for a tie.
    """
    true = np.zeros((many, field.seats))
    true[:, 0] = strength
    shown, sat = field.played(true, np.tile(np.arange(field.seats), (many, 1)), rng)
    mine = np.take_along_axis(shown, np.argmax(sat == 0, axis=2)[..., None], axis=2)
    found = 2 * (mine > shown).sum(axis=(1, 2)) + (mine == shown).sum(axis=(1, 2)) - field.seats
    return np.asarray(found, dtype=np.int64)


def wrong(seats: int, tests: int) -> float:
    """Simulate SPRT tests with alpha and beta of 5 %. Return the larger one of their two actual error rates.

    The first is the share of tests that accept a lead in strength where there is none. The second is the share of tests
    that reject it where there is one.
    """
    field, sprt = Field(Regime(entrants=seats), seats), Sprt(0, MARGIN)
    low, high = sprt.bounds
    errors = []
    for elo in (sprt.elo0, sprt.elo1):
        rng = np.random.default_rng([seats, int(elo)])
        counts, verdicts = np.zeros((tests, kinds(seats, seats))), np.zeros(tests)
        running = np.arange(tests)
        for _ in range(LONGEST):
            counts[running, scores(field, elo / ELO, len(running), rng)] += 1
            ratios = sprt.ratio(counts[running])
            verdicts[running] = np.where(ratios >= high, 1, np.where(ratios <= low, -1, 0))
            running = running[(ratios < high) & (ratios > low)]
            if not len(running):
                break
        errors.append(float((verdicts == (1 if elo == sprt.elo0 else -1)).mean()))
    return max(errors)


def excluded(seats: int, histories: int) -> float:
    """Return the share of simulated series in which the interval after at least one block excludes the true mean."""
    field, rng = Field(Regime(entrants=seats), seats), np.random.default_rng([seats, 1])
    most = kinds(seats, seats) - 1
    truth = 1 / (1 + exp(-MARGIN / ELO))
    ever, total, variation = np.zeros(histories, dtype=bool), np.zeros(histories), np.zeros(histories)
    rates, costs = np.array(RATES), np.array(COSTS)
    for block in range(LOOKS):
        score = scores(field, MARGIN / ELO, histories, rng) / most
        variation += (score - (0.5 + total) / (1 + block)) ** 2
        total += score
        apart = np.abs(total - (1 + block) * truth)
        # The interval ends where this sum reaches the limit (`AnyTime`), so beyond it the truth is excluded.
        ever |= np.exp(rates * apart[:, None] - costs * variation[:, None]).sum(axis=1) > LIMIT
    return float(ever.mean())


def main() -> None:
    """Print the measured error rate or coverage that the arguments ask for."""
    parser = argparse.ArgumentParser(description="Whether the statistics keep their promises.")
    promises = parser.add_subparsers(dest="promise", required=True)
    bars = promises.add_parser("bars")
    bars.add_argument("regime", choices=REGIMES)
    for each, many in (
        (bars, HISTORIES),
        (promises.add_parser("errors"), TESTS),
        (promises.add_parser("looks"), TESTS),
    ):
        each.add_argument("seats", type=int, choices=(2, 3, 4))
        each.add_argument("--histories", type=int, default=many)
    given = parser.parse_args()
    if given.promise == "bars":
        print(*coverage(REGIMES[given.regime], given.seats, given.histories))
    else:
        measures = {"errors": wrong, "looks": excluded}
        print(measures[given.promise](given.seats, given.histories))


if __name__ == "__main__":
    main()
