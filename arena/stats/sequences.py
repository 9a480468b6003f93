"""Intervals that may be read after every block: with probability 95 %, all of them together contain the truth.

A fixed interval (`arena.stats.intervals`) is right with 95 % only at one moment that was chosen beforehand. If a reader
looks after every block, and stops as soon as the interval suits, it is wrong more often. A sequence stays valid: the
probability that any of its intervals, from the first block on without end, excludes the truth is at most 5 %.

Take scores x from 0 to 1 with expectations m, and a guess g of each score from the scores before it. The product of
exp(t * (x - m) - (-log(1 - t) - t) * (x - g)**2) has a mean of at most 1, for every t from 0 to 1. So does a weighted
mean of such products over several t. By Ville's inequality, the probability that this mean of products ever exceeds a
number L is at most 1 / L. The scores may have any distribution. If expectations change, the interval is about their
mean.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log
from typing import Final

from arena.errors import UsageError
from arena.stats.intervals import CONFIDENCE

RATES: Final = tuple(0.8 * 0.6**power for power in range(8))  # the values of t, for some ten to 100,000 blocks
COSTS: Final = tuple(-log(1 - rate) - rate for rate in RATES)
LIMIT: Final = len(RATES) * 2 / (1 - CONFIDENCE)  # the sum of products exceeds it with 2.5 % on each side
HALVINGS: Final = 50


@dataclass
class AnyTime:
    """The sums of block scores so far, and the interval of their mean that is valid after every block."""

    blocks: int = 0
    total: float = 0.0
    variation: float = 0.0  # the sum of the squared errors of the guesses

    def add(self, score: float) -> None:
        """Add the score of the next block, after which the interval may be read."""
        if not 0 <= score <= 1:
            raise UsageError(f"a block score of {score}: expected one from 0 to 1")
        guess = (0.5 + self.total) / (1 + self.blocks)
        self.variation += (score - guess) ** 2
        self.total += score
        self.blocks += 1

    @property
    def mean(self) -> float:
        """Return the mean score so far; 0.5 before the first block."""
        return self.total / self.blocks if self.blocks else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of the expected score after the last block; from 0 to 1 before the first block."""
        if self.blocks == 0:
            return 0.0, 1.0
        reach = excess(self.variation) / self.blocks
        return max(0.0, self.mean - reach), min(1.0, self.mean + reach)


def excess(variation: float) -> float:
    """Return by how much a sum of scores can exceed the sum of their expectations without leaving the interval.

    `variation` is the sum of the squared errors with which each score was guessed from the scores before it.

    For each t in `RATES`, the code takes exp(t * excess - (-log(1 - t) - t) * variation). The sum of these numbers
    rises with the excess. Bisection finds the excess at which it reaches `LIMIT`.
    """
    low, high = 0.0, (log(LIMIT) + COSTS[0] * variation) / RATES[0]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if (
            sum(exp(min(rate * middle - cost * variation, 700.0)) for rate, cost in zip(RATES, COSTS, strict=True))
            < LIMIT
        ):
            low = middle
        else:
            high = middle
    return high


def at_any_time(scores: Iterable[float]) -> tuple[float, float]:
    """Return an interval of the mean that stays valid if a reader looks at it after every block.

    `scores` are the scores of the blocks so far, from 0 to 1.

    >>> from arena.stats.sequences import at_any_time
    >>> low, high = at_any_time([1.0, 0.5, 1.0, 0.5])
    >>> 0 <= low < 0.75 < high <= 1
    True
    """
    sequence = AnyTime()
    for score in scores:
        sequence.add(score)
    return sequence.interval
