"""A score and its 95 % interval over blocks.

A block is one deal, played with every rotation of the seats. Its games share their luck, so they are not independent
evidence. Different blocks are independent, so this module counts blocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, fsum, pi, sin, sqrt, tan
from typing import Final

from arena.errors import UsageError

CONFIDENCE: Final = 0.95
ROUNDING: Final = 1e-9  # a spread below this comes from rounding alone


@dataclass(frozen=True)
class Estimate:
    """A mean score from 0 to 1, and its bounds with 95 % confidence; one block gives no bounds.

    >>> from arena.stats.intervals import Estimate
    >>> print(Estimate(0.5, 10, (0.25, 0.75)))
    50.0% [25.0%, 75.0%]
    """

    mean: float
    blocks: int
    bounds: tuple[float, float] | None

    def __str__(self) -> str:
        if self.bounds is None:
            return f"{self.mean:.1%} (one block gives no interval)"
        low, high = self.bounds
        return f"{self.mean:.1%} [{low:.1%}, {high:.1%}]"


def estimate(scores: Sequence[float]) -> Estimate:
    """Return the mean of block scores and its interval: Student's t, limited to 0 and 1.

    One block says nothing about the spread between blocks, so it gives no interval. If all blocks have the same score,
    there is no spread, and Student's interval would be a single point: see `unseen`. Raise UsageError if there is no
    score, or a score outside of 0 to 1.

    >>> from arena.stats.intervals import estimate
    >>> print(estimate([1.0, 0.5, 1.0, 0.5]))
    75.0% [29.1%, 100.0%]
    """
    if not scores:
        raise UsageError("no blocks to estimate a score from: expected at least one")
    if min(scores) < 0 or max(scores) > 1:
        raise UsageError(f"block scores from {min(scores)} to {max(scores)}: expected them from 0 to 1")
    blocks = len(scores)
    mean = fsum(scores) / blocks
    if blocks == 1:
        return Estimate(mean, blocks, None)
    if max(scores) - min(scores) < ROUNDING:
        return Estimate(mean, blocks, unseen(mean, blocks))
    variance = fsum((score - mean) ** 2 for score in scores) / (blocks - 1)
    reach = student(blocks - 1) * sqrt(variance / blocks)
    return Estimate(mean, blocks, (max(0.0, mean - reach), min(1.0, mean + reach)))


def unseen(score: float, blocks: int) -> tuple[float, float]:
    """Return the two bounds of the interval of the mean score, if all blocks have had the same score.

    Other scores may still come. If a share p of all blocks has another score, none of n blocks has one with probability
    (1 - p)**n. The code takes the p at which this probability is 2.5 %. In the worst cases, the blocks with another
    score all score 0, or all 1. For a bot that won everything this is the exact binomial bound on blocks (Clopper and
    Pearson's), the two-sided form of the "rule of three".
    """
    others = 1 - ((1 - CONFIDENCE) / 2) ** (1 / blocks)
    return score * (1 - others), score * (1 - others) + others


def student(freedom: int) -> float:
    """Return the number of standard errors within which 95 % of Student's t lies with these degrees of freedom."""
    low, high = 0.0, pi / 2
    for _ in range(64):  # halvings of the angle's range until a double has no further digits
        middle = (low + high) / 2
        if within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return tan(low) * sqrt(freedom)


def within(angle: float, freedom: int) -> float:
    """Return the probability that |t| is at most tan(angle) * sqrt(freedom). It is a finite sum, so it is exact.

    Integrating the density by parts removes two degrees of freedom at a time, down to the Cauchy distribution when they
    are odd, and to t / sqrt(2 + t * t) when they are even.
    """
    odd = freedom % 2 == 1
    c = cos(angle)
    term, total = (c, 0.0) if odd else (1.0, 0.0)
    for power in range(2 + odd, freedom + 1, 2):
        total += term
        term *= c * c * (power - 1) / power
    return (2 / pi) * (angle + sin(angle) * total) if odd else sin(angle) * total
