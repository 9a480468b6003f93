"""Luck-adjusted scores: the score of a block, minus each of its terms of luck times a factor from other blocks.

There are two terms of luck: that of the stacks and dice (`arena.analysis.luck`), and that of the turns of house bots
(`arena.analysis.turns`), which is called `choices`. Both have the mean zero. So `score - c * luck` has the same mean as
the score for every `c` that does not depend on the block itself, and it varies less if `c` is near to
cov(score, luck) / var(luck).

After a series, the factors of a block are fitted on the other blocks (cross-fitting). During a series, they come from
the blocks before it and are never fitted again. Adjusted scores are not bounded by 0 and 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt
from typing import Any, Final, NamedTuple

from arena.stats.intervals import CONFIDENCE, Estimate, student

FOLDS: Final = 10
FEWEST: Final = 20  # blocks: with fewer, no score is adjusted
GIVE: Final = 0.5  # the likely distance of a factor from its usual value, before any block
UNKNOWN: Final = 0.25  # the variance of a score without any block
TIGHTEST: Final = 100  # blocks after which the interval is about the shortest


class BlockLuck(NamedTuple):
    """The score of an entrant in a block, from 0 to 1, and how much of it was luck.

    `luck` comes from stacks and dice, `choices` from the turns of house bots.
    """

    score: float
    luck: float
    choices: float = 0.0


class Factors(NamedTuple):
    """Two numbers by which luck is multiplied before it is subtracted from a score.

    `luck` is for the luck in stacks and dice. `choices` is for turns of house bots: these choose well or badly by
    chance.
    """

    luck: float
    choices: float

    def adjust(self, block: BlockLuck) -> float:
        """Return the luck-adjusted score of a block: its score, minus both kinds of luck, each times its own factor.

        The kinds are the luck in stacks and dice (`luck`), and that in the turns of house bots (`choices`).
        """
        return block.score - self.luck * block.luck - self.choices * block.choices


USUAL: Final = Factors(1.0, 0.8)  # a turn is compared with the mean of a few others, so a part of its luck is noise


@dataclass(frozen=True)
class Adjusted:
    """A luck-adjusted score with its interval.

    With plain scores, `factor` times as many blocks would be needed for an interval of this width. `reach` is half the
    width of the interval, before the interval is limited to 0 and 1.
    """

    estimate: Estimate
    factor: float
    reach: float

    def values(self) -> dict[str, Any]:
        """Return the score, its interval and the factor as plain values, for JSON."""
        bounds = self.estimate.bounds
        return {
            "score": self.estimate.mean,
            "interval": None if bounds is None else list(bounds),
            "factor": round(self.factor, 3),
        }


class LuckSums:
    """Running sums, over blocks, of an entrant's scores and luck, of their squares, and of their products.

    The factors with which luck is subtracted from a score are computed from these sums.
    """

    def __init__(self) -> None:
        self.blocks = 0
        self.score = 0.0
        self.scores = 0.0  # squared
        self.luck = 0.0
        self.squares = 0.0  # of luck
        self.products = 0.0  # of luck and score
        self.choices = 0.0
        self.choice_squares = 0.0
        self.choice_products = 0.0  # of choices and score
        self.both = 0.0  # products of luck and choices

    def add(self, block: BlockLuck) -> None:
        """Add the score and the luck of a block to the sums."""
        self.blocks += 1
        self.score += block.score
        self.scores += block.score**2
        self.luck += block.luck
        self.squares += block.luck**2
        self.products += block.score * block.luck
        self.choices += block.choices
        self.choice_squares += block.choices**2
        self.choice_products += block.score * block.choices
        self.both += block.luck * block.choices

    @property
    def factors(self) -> Factors:
        """The factors by which both kinds of luck are multiplied, before they are subtracted from a score.

        They are the slopes of a regression of the score on luck. While there are few blocks, each slope is pulled
        towards a usual value: 0.8 for the turns of house bots, and 1 for stacks and dice, because this luck is measured
        as a score. The pull assumes that a slope differs from its usual value by about 0.5 (`GIVE`).
        """
        weight = self.spread / GIVE**2
        count = max(1, self.blocks)
        first = self.products - self.score * self.luck / count + weight * USUAL.luck
        second = self.choice_products - self.score * self.choices / count + weight * USUAL.choices
        one, other = self.squares + weight, self.choice_squares + weight
        whole = one * other - self.both**2  # above zero: the sum of squares of two columns, and a positive diagonal
        return Factors((first * other - second * self.both) / whole, (second * one - first * self.both) / whole)

    @property
    def spread(self) -> float:
        """Return the estimated variance of block scores.

        To be useful after few blocks, it counts one more block, with the squared deviation 0.25.
        """
        return (UNKNOWN + max(0.0, self.scores - self.score**2 / max(1, self.blocks))) / (self.blocks + 1)


def cross_fitted(blocks: Sequence[BlockLuck]) -> list[float]:
    """Return the luck-adjusted score of each block, in the blocks' order.

    The blocks are divided into 10 groups. The factors of a block are fitted on the blocks of the other groups.
    """
    whole = LuckSums()
    folds = [LuckSums() for _ in range(FOLDS)]
    for at, block in enumerate(blocks):
        whole.add(block)
        folds[at % FOLDS].add(block)
    factors = [less(whole, fold).factors for fold in folds]
    return [factors[at % FOLDS].adjust(block) for at, block in enumerate(blocks)]


def less(whole: LuckSums, part: LuckSums) -> LuckSums:
    """Return the difference of two LuckSums: the sums over all blocks, minus the sums over some of them."""
    rest = LuckSums()
    for name, value in vars(whole).items():
        setattr(rest, name, value - getattr(part, name))
    return rest


def one_after_the_other(blocks: Iterable[BlockLuck]) -> list[float]:
    """Return the luck-adjusted score of each block, in the blocks' order.

    From each score its luck is subtracted, multiplied by factors. These are fitted on the blocks before this block.
    """
    fit, found = LuckSums(), []
    for block in blocks:
        found.append(fit.factors.adjust(block))
        fit.add(block)
    return found


def adjusted(blocks: Sequence[BlockLuck]) -> Adjusted | None:
    """Return the luck-adjusted score of these blocks; None if there are fewer than 20, or if the scores do not vary."""
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
    """Return the mean and the variance of these scores, as two numbers."""
    mean = fsum(scores) / len(scores)
    return mean, fsum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)


def sequence_of(scores: Sequence[float]) -> tuple[float, float]:
    """Return an interval for the mean luck-adjusted score. It stays valid if a reader looks at it after every block.

    The interval is asymptotic, by the central limit theorem: it needs some dozens of blocks. The method is a normal
    mixture of likelihood ratios with the estimated variance. With fewer than 20 blocks the interval is from 0 to 1.
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
    """Return the value of `width` with which the interval of `sequence_of` is about the shortest after `blocks` blocks.

    It is the variance of the normal mixture. With another variance the interval is valid, too, but about there it is
    wider.
    """
    alpha = 1 - CONFIDENCE
    return (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / blocks
