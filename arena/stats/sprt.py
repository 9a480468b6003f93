"""The sequential probability ratio test. It decides whether an entrant is stronger by `elo1`, or only by `elo0`.

A block is one deal, played in all rotations of the seats by the same entrants. Its score is the share of comparisons
that the tested entrant won; a tie counts half. In matches with two seats a score has one of five values: 0, 1/4, 1/2,
3/4 or 1. With three seats there are 13 values, with four seats 25.

The probabilities of these values are unknown. A hypothesis fixes only their mean. For each of the two hypotheses the
test finds the probabilities with this mean that make the scores most likely; the likelihood ratio compares the two. The
test assumes nothing about draws, and nothing about how the games of a deal or the opponents in a match depend on each
other. If a test takes some dozens of blocks or more, the error rates differ from the promised ones by at most one
percentage point.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from arena.errors import UsageError

Floats = NDArray[np.float64]
Verdict = Literal["accepted", "rejected", "open"]

UNSEEN: Final = 1e-3  # the weight of a score that has not occurred: with 0, some means would be impossible
HALVINGS: Final = 60  # halvings of an interval until a double has no further digits


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two hypotheses about the difference in strength.

    If `elo0` is true, it accepts `elo1` with probability `alpha`. If `elo1` is true, it accepts `elo0` with probability
    `beta`. Raise UsageError if `elo0` is not below `elo1`, or a probability is not between 0 and 0.5.

    >>> from arena.stats.sprt import Sprt
    >>> test = Sprt(elo0=0.0, elo1=20.0)
    >>> test.verdict(test.ratios([1.0] * 200)[-1]), test.verdict(0.0)
    ('accepted', 'open')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise UsageError(f"elo0 {self.elo0:g} and elo1 {self.elo1:g}: expected elo0 to be the smaller one")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise UsageError(f"{name} {error:g}: expected a probability above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the two logarithms of the likelihood ratio between which the test continues."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Floats) -> Floats:
        """Return the logarithm of the likelihood ratio of the test's two hypotheses, for these counts of blocks.

        The last axis of `counts` has the number of blocks with each score. The scores are in even steps from 0 to 1.
        """
        points = np.linspace(0.0, 1.0, counts.shape[-1])
        padded = np.where(counts > 0, counts, UNSEEN)
        observed = padded / padded.sum(axis=-1, keepdims=True)
        one, other = (log_weights(observed, points - expected_score(elo)) for elo in (self.elo1, self.elo0))
        found: Floats = (padded * (other - one)).sum(axis=-1)
        return found

    def ratios(self, scores: Sequence[float], matches: int = 2, seats: int = 2) -> list[float]:
        """Return the list of logarithms of the likelihood ratio after no block, after one block, after two and so on.

        `scores` are the blocks' scores. A block has `matches` matches.
        """
        each = np.array([counted([score], matches, seats) for score in scores]).reshape(-1, kinds(matches, seats))
        return [0.0, *map(float, self.ratio(each.cumsum(axis=0)))]  # without blocks there is no evidence

    def verdict(self, ratio: float) -> Verdict:
        """Return the decision: `accepted` for `elo1`, `rejected` for `elo0`, or `open`.

        `ratio` is the logarithm of the likelihood ratio.
        """
        low, high = self.bounds
        if ratio >= high:
            return "accepted"
        return "rejected" if ratio <= low else "open"


def expected_score(elo: float) -> float:
    """Return the mean score of an entrant that is stronger by this number of Elo points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_weights(observed: Floats, offsets: Floats) -> Floats:
    """Return log(o / p) for each score: o is the observed share of blocks with this score, p its likeliest probability.

    A hypothesis fixes the mean score. Among all probabilities with this mean, p are those that make the shares in
    `observed` most likely. An offset is a score minus this mean.

    The likelihood is greatest where the gradient of sum(o * log(p)) is a combination of the gradients of the
    constraints: o / p = 1 + t * offset, with one t for all scores. The mean offset is 0, so t solves sum(o * offset /
    (1 + t * offset)) = 0. This sum falls with t between the two values at which a p would be infinite. So bisection
    finds t.
    """
    low = np.full(observed.shape[:-1], -1 / offsets.max())
    high = np.full(observed.shape[:-1], -1 / offsets.min())
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        slope = (observed * offsets / (1 + middle[..., None] * offsets)).sum(axis=-1)
        low, high = np.where(slope > 0, middle, low), np.where(slope > 0, high, middle)
    found: Floats = np.log1p(((low + high) / 2)[..., None] * offsets)
    return found


def kinds(matches: int, seats: int) -> int:
    """Return how many different scores a block with this number of matches and seats can have."""
    return 2 * matches * (seats - 1) + 1


def counted(scores: Iterable[float], matches: int = 2, seats: int = 2) -> Floats:
    """Return how many blocks have each score, as an array over the possible scores from 0 to 1.

    A tie is half a win, so two neighbouring scores differ by half a comparison. If some comparisons of a block do not
    count, its score is rounded to the nearest possible one.
    """
    counts = np.zeros(kinds(matches, seats))
    for score in scores:
        counts[round(score * (len(counts) - 1))] += 1
    return counts
