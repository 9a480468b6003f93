"""`mcts`: Monte Carlo tree search for games with hidden stacks and hands.

Single-observer information-set search: one tree of what the searching seat can tell apart, and in every simulation a
position imagined anew. The tree is open loop: a node stands for the options that led to it, so which options it has
depends on the imagined position, and each option counts how often it was available. With three and four seats every
seat goes for its own reward.
"""

from math import log, sqrt, tanh
from typing import Final

from mypy_extensions import mypyc_attr

from arena.bots.player import Player
from arena.games.chance import Rng
from arena.games.game import State
from arena.games.steps import OVER

# Logarithms and rewards are rounded, so that a search goes the same way on every machine's arithmetic.
LOGS: Final[list[float]] = [0.0] + [round(log(n), 9) for n in range(1, 1 << 15)]
FARTHEST: Final = 400  # points; a larger margin is worth no more


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """What a position is worth to each seat, from -1 to 1: asked at the end of every playout."""

    def rewards(self, state: State) -> list[float]:
        """One reward for each seat."""
        raise NotImplementedError


class Margin(Evaluation):
    """tanh(margin / scale): the margin of a seat is its lead over the best of the others, as the score stands.

    A margin tells the search more than who won: a narrow win is hardly better than a narrow loss, and easier to find.
    """

    def __init__(self, scale: float) -> None:
        self.scale: Final = scale
        self.table: Final[list[float]] = [round(tanh(n / scale), 9) for n in range(FARTHEST + 1)]

    def rewards(self, state: State) -> list[float]:
        """The reward of every seat's margin."""
        scores = state.scores()
        best = -1_000_000
        second = best
        leader = -1
        for seat in range(len(scores)):
            points = scores[seat]
            if points > best:
                second = best
                best = points
                leader = seat
            elif points > second:
                second = points
        rewards: list[float] = []
        for seat in range(len(scores)):
            rewards.append(self.of(scores[seat] - (second if seat == leader else best)))
        return rewards

    def of(self, margin: int) -> float:
        """The reward of one margin."""
        table = self.table
        if margin >= 0:
            return table[margin if margin < FARTHEST else FARTHEST]
        return -table[-margin if -margin < FARTHEST else FARTHEST]


class Node:
    """What is known of one option: how often it was there to choose, was chosen, and what that brought its seat."""

    def __init__(self, mover: int) -> None:
        self.mover: Final = mover  # the seat that chose this option
        self.available: int = 1
        self.visits: int = 0
        self.total: float = 0.0
        self.children: dict[int, Node] = {}

    def value(self) -> float:
        """The mean reward of the seat that chose this option."""
        return self.total / self.visits if self.visits > 0 else 0.0


class Search:
    """A tree that grows from one position, simulation by simulation."""

    def __init__(self, state: State, rng: Rng, evaluation: Evaluation, exploration: float, cutoff: int) -> None:
        self.state: Final = state
        self.seat: Final = state.to_move
        self.rng: Final = rng
        self.evaluation: Final = evaluation
        self.exploration: Final = exploration
        self.cutoff: Final = cutoff  # decisions of a playout after which it is evaluated; 0 plays to the end
        self.root: Final = Node(OVER)
        self.simulations: int = 0

    def grow(self, simulations: int) -> None:
        """So many simulations more."""
        for _ in range(simulations):
            self.simulate()
        self.simulations += simulations

    def simulate(self) -> None:
        """Imagine a position, walk down the tree, add a node, play out, and tell all nodes on the way."""
        state = self.state.imagine(self.seat, self.rng)
        path = [self.root]
        node = self.root
        while state.to_move != OVER:
            mover = state.to_move
            option = self.select(node, state.options())
            state.apply(option)
            child = node.children.get(option)
            if child is None:
                child = Node(mover)
                node.children[option] = child
                path.append(child)
                break
            node = child
            path.append(node)
        self.play_out(state)
        rewards = self.evaluation.rewards(state)
        for node in path:
            node.visits += 1
            if node.mover != OVER:
                node.total += rewards[node.mover]

    def select(self, node: Node, options: list[int]) -> int:
        """An option that was never tried, any of them alike; else the one with the highest upper bound."""
        children = node.children
        untried = 0
        best = 0.0
        chosen = -1
        for option in options:
            child = children.get(option)
            if child is None:
                untried += 1
                if self.rng.below(untried) == 0:
                    chosen = option
                continue
            child.available += 1
            if untried == 0:
                bound = self.bound(child)
                if chosen < 0 or bound > best:
                    best = bound
                    chosen = option
        return chosen

    def bound(self, child: Node) -> float:
        """UCB1 with the times the option was available in place of the times its parent was visited."""
        visits = child.visits
        available = child.available
        spread = LOGS[available] if available < len(LOGS) else log(available)
        return child.total / visits + self.exploration * sqrt(spread / visits)

    def play_out(self, state: State) -> None:
        """Random play to the end, or up to the cutoff."""
        left = self.cutoff if self.cutoff > 0 else 1_000_000
        while state.to_move != OVER and left > 0:
            state.apply(state.sample(self.rng))
            left -= 1

    def best(self) -> int:
        """The option that was chosen most; among equals the one that brought more, then the first."""
        chosen = -1
        best: Node | None = None
        for option in self.state.options():
            child = self.root.children.get(option)
            if child is None:
                continue
            if best is None or (child.visits, child.value()) > (best.visits, best.value()):
                best = child
                chosen = option
        return chosen if best is not None else self.state.options()[0]

    def lead(self) -> int:
        """By how many visits the best option leads the next: when no more simulations are left than this, it stays."""
        first = 0
        second = 0
        for child in self.root.children.values():
            if child.visits > first:
                second = first
                first = child.visits
            elif child.visits > second:
                second = child.visits
        return first - second


EXPLORATION: Final = 0.7
SCALE: Final = 20.0
CHUNK: Final = 16


class Mcts(Player):
    """Searches with a number of simulations for each decision."""

    def __init__(
        self,
        simulations: int,
        evaluation: Evaluation | None = None,
        exploration: float = EXPLORATION,
        cutoff: int = 0,
    ) -> None:
        self.simulations: Final = simulations
        self.evaluation: Final = Margin(SCALE) if evaluation is None else evaluation
        self.exploration: Final = exploration
        self.cutoff: Final = cutoff

    def search(self, state: State, rng: Rng) -> Search:
        """A search from a position that has not grown yet."""
        return Search(state, rng, self.evaluation, self.exploration, self.cutoff)

    def choose(self, state: State, rng: Rng) -> int:
        """The option that was searched most; no more simulations than could still change which."""
        search = self.search(state, rng)
        left = self.simulations
        while left > 0 and search.lead() <= left:
            chunk = min(CHUNK, left)
            search.grow(chunk)
            left -= chunk
        return search.best()
