"""How well the ratings and sequential Elo predicted results before these were known.

The log-loss of a comparison is the negative logarithm of the probability that was predicted for its result; a tie
counts as half a win and half a loss. Less is better. A prediction of 50 % loses log 2, which is 0.693. Ratings and form
predict the same comparisons: the ratings of the last fit, the form before the match.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from arena.stats.form import Form, expected
from arena.stats.pools import ANCHOR_RATING, Pool
from arena.stats.standings import Finished
from arena.stats.sums import comparisons

COIN: Final = log(2)
LEAST: Final = 1e-6  # the lowest probability that a prediction gives


@dataclass(frozen=True)
class Foretold:
    """How well results were predicted: the number of predicted comparisons, and the sums of the log-losses.

    There is one sum for the ratings, and one for the form (sequential Elo).
    """

    comparisons: int = 0
    by_ratings: float = 0.0
    by_form: float = 0.0

    def __add__(self, other: "Foretold") -> "Foretold":
        return Foretold(
            self.comparisons + other.comparisons, self.by_ratings + other.by_ratings, self.by_form + other.by_form
        )


def loss(chance: float, halves: int) -> float:
    """Return the log-loss of a comparison: `chance` is the expected score, `halves` the actual score in half points."""
    chance = min(max(chance, LEAST), 1 - LEAST)
    return -(halves * log(chance) + (2 - halves) * log(1 - chance)) / 2


def foretold(
    pool: Pool, match: Finished, strengths: Mapping[str, float], seats: Mapping[int, float], form: Form
) -> Foretold:
    """Return how well ratings and form (sequential Elo) predicted a match: the sums of log-losses over its comparisons.

    Call it before the form gets the result. Comparisons with an entrant without a strength are left out.
    """
    found = Foretold()
    for (_, entrant, seat, opponent, other), halves in comparisons(pool, match):
        if entrant in strengths and opponent in strengths:
            apart = strengths[entrant] + seats.get(seat, 0.0) - strengths[opponent] - seats.get(other, 0.0)
            by_ratings = loss(expected(ANCHOR_RATING + apart, ANCHOR_RATING), halves)
            found += Foretold(1, by_ratings, loss(expected(form.rating(entrant), form.rating(opponent)), halves))
    return found
