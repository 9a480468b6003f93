"""`Player`, the base class of objects that choose a house bot's options, in a position made from its seat's view."""

from typing import Final

from mypy_extensions import mypyc_attr

from arena.bots.thinking import Time
from arena.games.chance import AnyRng, Rng
from arena.games.game import State


class Thought:
    """A player's choice, and the number of simulations made for it (0 for a player without a search)."""

    def __init__(self, option: int, simulations: int) -> None:
        self.option: Final = option
        self.simulations: Final = simulations


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Base class of players, such as `Mcts` and `Greedy`, which choose an option for the seat to move.

    It stores nothing between decisions, so one Player can play many games at once. It never changes a given position.

    >>> from arena.bots import Greedy
    >>> from arena.games import rules
    >>> from arena.games.chance import Deal, Rng
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> Greedy(2).choose(state, Rng(1)) in state.options()
    True
    """

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return one of `state.options()`. Equal positions and equal generators give the same choice."""
        raise NotImplementedError

    def think(self, state: State, rng: AnyRng, time: Time) -> Thought:
        """Return a Thought: the option that was chosen within `time`, and the number of simulations made for it."""
        return Thought(self.choose(state, rng), 0)


class BestOption:
    """The option with the most points among those compared so far. Of equal ones, it is a random one."""

    def __init__(self, rng: Rng) -> None:
        self.rng: Final = rng
        self.option: int = -1
        self.points: int = 0
        self.equals: int = 0

    def weigh(self, option: int, points: int) -> None:
        """Compare an option with the best one so far, and store it if it has more points.

        If several options have the most points, each has the same chance to be stored.
        """
        if self.equals == 0 or points > self.points:
            self.option = option
            self.points = points
            self.equals = 1
        elif points == self.points:
            self.equals += 1
            if self.rng.below(self.equals) == 0:
                self.option = option


def margin(state: State, seat: int) -> int:
    """Return the points of a seat now less those of the best other seat; the seat's own points if it plays alone."""
    scores = state.scores()
    own = scores[seat]
    if len(scores) == 1:
        return own
    best = scores[0] if seat != 0 else scores[1]
    for other in range(len(scores)):
        if other != seat and scores[other] > best:
            best = scores[other]
    return own - best


def imagined(state: State, count: int, rng: Rng) -> list[State]:
    """Return `count` imagined positions that the seat to move cannot distinguish from this position."""
    return [state.imagine(state.to_move, rng) for _ in range(count)]
