"""Evaluations: the value of a position to each seat. A search chooses the option with the best value to its seat."""

from functools import lru_cache
from math import tanh
from typing import Final

from mypy_extensions import mypyc_attr

from arena.games.game import State

FARTHEST: Final = 400  # points; a larger margin is worth no more
DIGITS: Final = 9  # rewards are rounded, so that a search makes the same choices on every machine


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """Base class of evaluations: `rewards` returns the value of a position to each seat. A search maximises this value.

    >>> from arena.bots import Evaluation, Mcts
    >>> from arena.games import rules
    >>> from arena.games.chance import Deal, Rng
    >>> class Lead(Evaluation):
    ...     def rewards(self, state):
    ...         return [1.0 if place == 1 else -1.0 for place in state.placements()]
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> Mcts(10, evaluate=Lead()).choose(state, Rng(1)) in state.options()
    True
    """

    def rewards(self, state: State) -> list[float]:
        """Return the value of a position to each seat, a number from -1 to 1."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Margin(Evaluation):
    """Rewards each seat for its margin, its lead in points over the best other seat now: tanh(margin / scale).

    A margin says more than the winner alone: a win by many points is safer than a win by one point. To count more than
    the score, override `worth`. It returns a whole number for each seat, in which one point counts `unit`: with a unit
    of 100, the number is in hundredths of a point. `scale` is in points.

    >>> from arena.bots import Margin
    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> Margin(20).rewards(rules("cacao").new({}, 2, Deal.of(7)))
    [0.0, 0.0]
    """

    def __init__(self, scale: float, unit: int = 1) -> None:
        self.scale: Final = scale
        self.unit: Final = unit
        self.table: Final[list[float]] = rewards_by_margin(scale, unit)

    def worth(self, state: State) -> list[int]:
        """Return a list with a whole number for each seat: the value of what it has. A point has the value `unit`.

        This class returns the scores, so it needs a `unit` of 1. A subclass may count more than the score.
        """
        return state.scores()

    def rewards(self, state: State) -> list[float]:
        """Return the reward of each seat for its margin, its lead in points over the best other seat.

        If the game has a single seat, return the reward for the value of its possessions.
        """
        return self.compared(self.worth(state))

    def compared(self, worth: list[int]) -> list[float]:
        """Return a list with the reward of each seat for its margin, its lead over the best other seat.

        `worth` is a list as the method `worth` returns it. A single seat has no margin: it is rewarded for its value.
        """
        if len(worth) == 1:
            return [self.of(worth[0])]
        leader = 0
        second = -1
        for seat in range(1, len(worth)):
            if worth[seat] > worth[leader]:
                second = leader
                leader = seat
            elif second < 0 or worth[seat] > worth[second]:
                second = seat
        best = worth[leader]
        rewards: list[float] = []
        for seat in range(len(worth)):
            rewards.append(self.of(worth[seat] - (worth[second] if seat == leader else best)))
        return rewards

    def of(self, margin: int) -> float:
        """Return the reward, from -1 to 1, for a lead over the best other seat. A lead of one point is `unit`."""
        if margin < 0:
            return -self.of(-margin)
        return self.table[min(margin, FARTHEST * self.unit)]


@lru_cache(maxsize=16)  # to work out the rewards for hundredths of a point takes 30 ms
def rewards_by_margin(scale: float, unit: int) -> list[float]:
    """Return a list with the rewards for margins from 0 to FARTHEST points.

    A margin is a lead over the best other seat. The number at index n is the reward for n / `unit` points.
    """
    return [round(tanh(n / (unit * scale)), DIGITS) for n in range(FARTHEST * unit + 1)]
