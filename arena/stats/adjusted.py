"""Luck-adjusted scores: the score of a block minus its luck times a factor, which comes from other blocks.

Luck has the mean zero (`arena.analysis.luck`), so `score - c * luck` has the mean of the score for every `c` that does
not depend on the block itself, and varies less if `c` is near to cov(score, luck) / var(luck). After the fact `c` is
fitted on the other blocks (cross-fitting). While a series runs, `c` of a block comes from the blocks before it and is
never fitted again. Adjusted scores are not bounded by 0 and 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt
from typing import Final, NamedTuple

from arena.stats.intervals import CONFIDENCE, Estimate, student

FOLDS: Final = 10
FEWEST: Final = 20  # blocks: with fewer, no score is adjusted
GIVE: Final = 0.5  # how far the factor of luck is from 1, without any block
UNKNOWN: Final = 0.25  # the variance of a score without any block
TIGHTEST: Final = 100  # blocks after which the sequence is tightest


class BlockLuck(NamedTuple):
    """The score of an entrant in a block, from 0 to 1, and what chance gave it there."""

    score: float
    luck: float


@dataclass(frozen=True)
class Adjusted:
    """A luck-adjusted score with its interval, and the factor by which it needs fewer blocks than the plain score.

    `reach` is half the width of the interval before it is cut off at 0 and 1.
    """

    estimate: Estimate
    factor: float
    reach: float


class LuckSums:
    """Running sums over blocks, from which the factor of luck follows."""

    def __init__(self) -> None:
        self.blocks = 0
        self.score = 0.0
        self.luck = 0.0
        self.scores = 0.0  # squared
        self.squares = 0.0  # of luck
        self.products = 0.0

    def add(self, block: BlockLuck, sign: int = 1) -> None:
        """Add a block, or remove one."""
        self.blocks += sign
        self.score += sign * block.score
        self.luck += sign * block.luck
        self.scores += sign * block.score**2
        self.squares += sign * block.luck**2
        self.products += sign * block.score * block.luck

    @property
    def factor(self) -> float:
        """Return the factor c: the slope of the score over luck, pulled towards 1 while there are few blocks.

        Luck is measured as a score, so the slope is 1 if the valuation is right, give or take `GIVE`.
        """
        weight = self.spread / GIVE**2
        slope = self.products - self.score * self.luck / max(1, self.blocks)
        return (slope + weight) / (self.squares + weight)

    @property
    def spread(self) -> float:
        """Return the variance of a score. While there are few blocks it is not less than a plausible minimum."""
        return (UNKNOWN + max(0.0, self.scores - self.score**2 / max(1, self.blocks))) / (self.blocks + 1)


def cross_fitted(blocks: Sequence[BlockLuck]) -> list[float]:
    """Return the adjusted scores. Each one's factor comes from the blocks of the other folds."""
    whole = LuckSums()
    folds = [LuckSums() for _ in range(FOLDS)]
    for at, block in enumerate(blocks):
        whole.add(block)
        folds[at % FOLDS].add(block)
    factors = [less(whole, fold).factor for fold in folds]
    return [block.score - factors[at % FOLDS] * block.luck for at, block in enumerate(blocks)]


def less(whole: LuckSums, part: LuckSums) -> LuckSums:
    """Return the sums of all blocks without those of one part."""
    rest = LuckSums()
    rest.blocks = whole.blocks - part.blocks
    rest.score = whole.score - part.score
    rest.luck = whole.luck - part.luck
    rest.scores = whole.scores - part.scores
    rest.squares = whole.squares - part.squares
    rest.products = whole.products - part.products
    return rest


def one_after_the_other(blocks: Iterable[BlockLuck]) -> list[float]:
    """Return the adjusted scores. Each one's factor comes from the blocks before it."""
    fit, found = LuckSums(), []
    for block in blocks:
        found.append(block.score - fit.factor * block.luck)
        fit.add(block)
    return found


def adjusted(blocks: Sequence[BlockLuck]) -> Adjusted | None:
    """Return the luck-adjusted score of these blocks; None if there are too few, or if the scores do not vary."""
    if len(blocks) < FEWEST:
        return None
    scores = cross_fitted(blocks)
    mean, spread = moments(scores)
    _, plain = moments([block.score for block in blocks])
    if spread <= 0:
        return None
    reach = student(len(scores) - 1) * sqrt(spread / len(scores))
    bounds = max(0.0, mean - reach), min(1.0, mean + reach)
    return Adjusted(Estimate(mean, len(scores), bounds), plain / spread, reach)


def moments(scores: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of scores."""
    mean = fsum(scores) / len(scores)
    return mean, fsum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)


def sequence_of(scores: Sequence[float]) -> tuple[float, float]:
    """Return an interval that may be looked at after every block, for scores without bounds.

    It is asymptotic, by the central limit theorem: it needs some dozens of blocks. The method is a normal mixture of
    likelihood ratios with the estimated variance. With fewer than `FEWEST` blocks the interval has no bounds.
    """
    count = len(scores)
    if count < FEWEST:
        return 0.0, 1.0
    mean, spread = moments(scores)
    width = width_at(TIGHTEST)
    grown = count * width + 1
    reach = sqrt(spread) * sqrt(2 * grown / (count**2 * width) * log(sqrt(grown) / (1 - CONFIDENCE)))
    return max(0.0, mean - reach), min(1.0, mean + reach)


def width_at(blocks: int) -> float:
    """Return the squared width of the mixture: nearly the best one for an interval after this number of blocks."""
    alpha = 1 - CONFIDENCE
    return (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / blocks
