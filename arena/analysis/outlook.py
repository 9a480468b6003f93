"""The value of a position to each seat: the share of the other seats that it is expected to finish ahead of.

The valuation is static. It is the sum of the points so far, the evaluation that the search uses, and the value of the
open tiles on the table. It uses every tile that some seat has seen, including hands, but never the order of a stack.
"""

from collections.abc import Sequence
from math import atanh, exp
from typing import Final

from arena.bots.evaluation import Margin
from arena.games.game import State
from arena.games.steps import OVER

VALUATION: Final = "static 1"  # its name and version: a change of any value gets a new version
SURE: Final = 0.999999  # a reward beyond this gives no more points
STEEPEST: Final = 500.0  # the largest exponent that a double can hold


class Outlook:
    """Computes the expected score of each seat in a position. Each game has its own subclass.

    The spread is the usual distance, in points, between the current lead and the final lead. `spread` has two values:
    at the start, and just before the end. With a higher `bend` the spread falls later in the game.
    """

    def __init__(self, evaluation: Margin, spread: tuple[float, float], bend: int) -> None:
        self.evaluation: Final = evaluation
        self.spread: Final = spread
        self.bend: Final = bend

    def progress(self, state: State) -> float:
        """Return the share of the game that is over, from 0 to 1."""
        raise NotImplementedError

    def open_points(self, state: State) -> list[float]:
        """Return for each seat the worth, in points, of open tiles and workers that `evaluation` does not count."""
        return [0.0] * state.seats

    def points(self, state: State) -> list[float]:
        """Return a list of points, one number for each seat. The difference of two seats is the expected lead.

        The numbers are not the expected final points: points that all seats will get alike may be missing.
        """
        unit = self.evaluation.unit
        lying = self.open_points(state)
        return [worth / unit + more for worth, more in zip(self.evaluation.worth(state), lying, strict=True)]

    def spread_at(self, state: State) -> float:
        """Return by how many points the final lead typically differs from the lead in this position."""
        early, late = self.spread
        return early + (late - early) * float(self.progress(state) ** self.bend)

    def values(self, state: State) -> list[float]:
        """Return the expected score of each seat. The sum of the scores is half of the number of seats."""
        if state.to_move == OVER:
            return final_values(state.placements())
        points, spread = self.points(state), self.spread_at(state)
        return [
            sum(logistic((mine - other) / spread) for at, other in enumerate(points) if at != seat) / (len(points) - 1)
            for seat, mine in enumerate(points)
        ]

    def chance(self, state: State, reward: float) -> float:
        """Return the probability that a seat finishes ahead of the best other seat, from the reward of a search."""
        bound = max(-SURE, min(SURE, reward))
        return logistic(atanh(bound) * self.evaluation.scale / self.spread_at(state))


def logistic(lead: float) -> float:
    """Return the probability of finishing ahead, from a logit such as a lead in points divided by the spread."""
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, lead))))


def final_values(placements: Sequence[int]) -> list[float]:
    """Return the final score of each seat: the share of other seats behind the seat. A tie counts half."""
    others = len(placements) - 1
    return [
        (sum(mine < place for place in placements) + (placements.count(mine) - 1) / 2) / others for mine in placements
    ]
