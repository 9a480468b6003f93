"""Measures the quality and the speed of ratings: `rated.py refit | intervals | coverage SEATS` prints numbers.

The program runs in an environment that has the project's wheel with its server part.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log, sqrt
from random import Random
from statistics import NormalDist, fmean, median
from time import perf_counter

from arena.stats.fit import fit
from arena.stats.form import Form
from arena.stats.intervals import estimate
from arena.stats.pools import Pool
from arena.stats.ratings import rate
from arena.stats.standings import Finished
from arena.stats.sums import Sums

REPETITIONS = 1000
ENTRANTS = 12
BLOCKS = 300
SPREAD = 150.0  # Elo points: the standard deviation of true strengths
TERMS = (60.0, 20.0, -20.0, -60.0)  # the values of the seats
GAMES = 10_000
TRIES = 9
LIKED = 0.4  # how much of the luck is how the deal likes the entrant; and as much is how it likes the seat
ELO = 400 / log(10)

History = list[Finished]


def main() -> None:
    """Print the measurement that the first argument names: `refit`, `intervals` or `coverage`."""
    if sys.argv[1] == "refit":
        print(refit())
    elif sys.argv[1] == "intervals":
        print(intervals())
    else:
        print(*coverage(int(sys.argv[2])))


def pool(seats: int) -> Pool:
    """Return the pool (results that are rated together) to which all simulated results with these seats belong."""
    return Pool.of("cacao", seats, {}, 1, "blitz")


def strengths(rng: Random, entrants: int) -> dict[str, float]:
    """Return a dict from the name of an entrant to its true strength, which is random, in Elo points."""
    return {f"bot-{number:02}": rng.gauss(0, SPREAD) for number in range(entrants)}


def history(true: dict[str, float], seats: int, blocks: int, rng: Random) -> History:
    """Return a simulated history: a list of matches, in blocks of all rotations with randomly drawn entrants.

    The luck of a seat in a game has Gumbel's distribution, so that the odds of a pair are exactly those of the model.
    Games of a block share luck: a deal may favour an entrant at every seat, and it may favour a seat for every entrant.
    """
    played = []
    run = rng.getrandbits(64)  # a block's weights come from its id, so no two histories may share one
    for number in range(blocks):
        seated = rng.sample(sorted(true), seats)
        entrant_luck = {name: rng.gauss(0, 1) for name in seated}
        seat_luck = [rng.gauss(0, 1) for _ in seated]
        for turn in range(seats):
            entrants = tuple(seated[turn:] + seated[:turn])
            shown = []
            for seat, name in enumerate(entrants):
                own = sqrt(1 - 2 * LIKED**2) * rng.gauss(0, 1)
                score = LIKED * (entrant_luck[name] + seat_luck[seat]) + own
                shown.append(true[name] + TERMS[seat] + gumbel(score) * ELO)
            places = tuple(1 + sum(other > mine for other in shown) for mine in shown)
            played.append(Finished(f"{number} of {run}", entrants, places))
    return played


def gumbel(score: float) -> float:
    """Turn a normally distributed value into one with Gumbel's distribution, of the same cumulative probability."""
    return -log(-log(min(max(NormalDist().cdf(score), 1e-12), 1 - 1e-12)))


def summed(played: History, seats: int) -> Sums:
    """Return the sums of these matches from which ratings are fitted: how often entrants met, and their points."""
    return Sums.of((pool(seats), match) for match in played)


def refit() -> float:
    """Return the median seconds to fit ratings to the comparisons of 10,000 four-seat games.

    The fit includes the 200 replicates of the bootstrap, from which intervals are computed.
    """
    rng = Random("refit")
    sums = summed(history(strengths(rng, ENTRANTS), 4, GAMES // 4, rng), 4)
    return timed(partial(fit, sums))


def intervals() -> float:
    """Return the median seconds to compute a ranking of 8 bots with intervals, from sums of their comparisons."""
    rng = Random("intervals")
    sums = summed(history(strengths(rng, 8), 4, BLOCKS, rng), 4)
    return timed(partial(rate, sums))


def timed(task: "partial[object]") -> float:
    """Run a task a few times. Return the median of its seconds."""
    spent = []
    for _ in range(TRIES):
        began = perf_counter()
        task()
        spent.append(perf_counter() - began)
    return median(spent)


def coverage(seats: int) -> tuple[float, float, float, float, float]:
    """Simulate many histories, each of which is a series of matches in one pool, and return five numbers.

    They are the mean share of 95 % intervals that contain the true rating, the lower and the upper bound of this mean,
    the mean error of the ratings, and the mean error of the form (sequential Elo). Errors are in Elo points.
    """
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        done = list(workers.map(partial(repetition, seats), range(REPETITIONS), chunksize=20))
    share = estimate([held for held, _, _ in done])
    assert share.bounds is not None
    return share.mean, *share.bounds, fmean(fit for _, fit, _ in done), fmean(form for _, _, form in done)


def repetition(seats: int, number: int) -> tuple[float, float, float]:
    """Simulate a history of matches. Return the share of intervals that contain the true rating, and two errors.

    The errors, in Elo points, are those of the ratings and of the form (sequential Elo).
    """
    rng = Random(f"{seats} seats, {number}")
    true = strengths(rng, ENTRANTS)
    played = history(true, seats, BLOCKS, rng)
    rows = rate(summed(played, seats)).rows
    # The true rating is the strength against the mean of the pool, weighted by comparisons.
    games = {row.entrant: row.comparisons for row in rows}
    mean = sum(true[name] * games[name] for name in games) / sum(games.values())
    bars = [row.bounds[0] <= true[row.entrant] - mean + 1500 <= row.bounds[1] for row in rows]
    form = Form(pool(seats))
    for match in played:
        form.add(match)
    return fmean(bars), error({row.entrant: row.rating for row in rows}, true), error(form.ratings, true)


def error(found: dict[str, float], true: dict[str, float]) -> float:
    """Return the root mean square error of ratings in Elo points.

    Before they are compared, ratings and true strengths are shifted to the same mean.
    """
    shift = fmean(found.values()) - fmean(true.values())
    return sqrt(fmean((found[name] - true[name] - shift) ** 2 for name in true))


if __name__ == "__main__":
    main()
