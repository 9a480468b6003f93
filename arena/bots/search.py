"""Monte Carlo tree search for games with hidden stacks and hands.

One tree of what the searching seat can tell apart, and in every simulation a position imagined anew. The tree is open
loop: a node stands for the options that led to it, so which options it has depends on the imagined position, and each
counts how often it was available. With three and four seats every seat goes for its own reward.
"""

from math import log, sqrt
from typing import Final

from arena.bots.evaluation import DIGITS, Evaluation
from arena.games.chance import Rng
from arena.games.game import State
from arena.games.steps import OVER

TO_THE_END: Final = 1_000_000  # decisions: the cutoff of playouts that have none

# Rounded, as rewards are. What is beyond the table is rare enough to be worked out.
LOGS: Final[list[float]] = [0.0] + [round(log(n), DIGITS) for n in range(1, 1 << 15)]


class Node:
    """What is known of one option: how often it was there to choose, was chosen, and what that brought its seat."""

    def __init__(self, option: int, mover: int) -> None:
        self.option: Final = option
        self.mover: Final = mover  # the seat that chose it
        self.available: int = 1
        self.visits: int = 0
        self.total: float = 0.0
        self.children: list[Node] = NOTHING_TRIED  # by option

    def value(self) -> float:
        """The mean reward of the seat that chose this option."""
        return self.total / self.visits if self.visits > 0 else 0.0


# Most nodes never get a child: they share one empty list.
NOTHING_TRIED: Final[list[Node]] = []


class Search:
    """A tree that grows from one position, simulation by simulation. At any time `best` is what it would choose.

    Of the position it starts from it uses what the seat to move knows, and nothing else: any other that looks the same
    to that seat is the same search.
    """

    def __init__(self, state: State, rng: Rng, evaluation: Evaluation, exploration: float, cutoff: int) -> None:
        self.state: Final = state
        self.seat: Final = state.to_move
        self.options: Final[list[int]] = state.options()  # the same in every position that the seat can imagine
        self.rng: Final = rng
        self.evaluation: Final = evaluation
        self.exploration: Final = exploration
        self.cutoff: Final = cutoff  # decisions of a playout, whose last turn is finished before it is evaluated
        self.root: Final = Node(OVER, OVER)
        self.simulations: int = 0
        self.path: list[Node] = []  # of the simulation that runs

    def grow(self, simulations: int) -> None:
        """So many simulations more."""
        for _ in range(simulations):
            self.simulate()
        self.simulations += simulations

    def simulate(self) -> None:
        """Imagine a position, walk down the tree to a new node, play out, and tell all nodes on the way."""
        state = self.state.imagine(self.seat, self.rng)
        self.path = [self.root]
        self.play_out(state, self.walk(state))
        rewards = self.evaluation.rewards(state)
        for node in self.path:
            node.visits += 1
            if node.mover != OVER:
                node.total += rewards[node.mover]

    def walk(self, state: State) -> int:
        """Down to an option that was never tried here, or to the end of the game; the turn of the last decision."""
        path = self.path
        node = self.choice(self.root, self.seat, self.options)
        path.append(node)
        turn = state.turn
        state.apply(node.option)
        while node.visits > 0 and state.to_move != OVER:
            mover = state.to_move
            if len(node.children) == 0:
                # Nothing was tried yet, so any option is as good as any other, and no list of them is needed.
                child = Node(state.sample(self.rng), mover)
                node.children = [child]
                node = child
            else:
                node = self.choice(node, mover, state.options())
            path.append(node)
            turn = state.turn
            state.apply(node.option)
        return turn

    def choice(self, node: Node, mover: int, options: list[int]) -> Node:
        """The child of an option that was never tried, any of them alike; else the one with the highest upper bound."""
        children = node.children
        known = len(children)
        at = 0
        before = -1
        untried = 0
        drawn = -1
        place = 0
        highest = 0.0
        chosen = node
        for option in options:
            # Options mostly come in the order of their numbers, as children do: then one walk finds them all.
            if option < before:
                at = 0
            before = option
            while at < known and children[at].option < option:
                at += 1
            if at == known or children[at].option != option:
                untried += 1
                if self.rng.below(untried) == 0:
                    drawn = option
                    place = at
                continue
            child = children[at]
            child.available += 1
            if untried == 0:
                bound = self.bound(child)
                if chosen is node or bound > highest:
                    highest = bound
                    chosen = child
        return chosen if untried == 0 else tried(node, place, Node(drawn, mover))

    def bound(self, child: Node) -> float:
        """UCB1 with the times the option was available in place of the times its parent was visited."""
        visits = child.visits
        available = child.available
        spread = LOGS[available] if available < len(LOGS) else round(log(available), DIGITS)
        return child.total / visits + self.exploration * sqrt(spread / visits)

    def play_out(self, state: State, turn: int) -> None:
        """Random play to the end, or up to the cutoff and to the end of that turn: half a turn tells little.

        `turn` is the one of the last decision.
        """
        rng = self.rng
        left = self.cutoff
        while state.to_move != OVER and (left > 0 or state.turn == turn):
            turn = state.turn
            state.apply(state.sample(rng))
            left -= 1

    # What was found ------------------------------------------------------------------------------------------------

    def best(self) -> int:
        """The option that was chosen most; among equals the one that brought more, then the one with the least number.

        A search that has not grown has no opinion: the first option.
        """
        children = self.root.children
        if len(children) == 0:
            return self.options[0]
        best = children[0]
        for child in children:
            if child.visits > best.visits or (child.visits == best.visits and child.value() > best.value()):
                best = child
        return best.option

    def lead(self) -> int:
        """By how many visits the best option leads the next: when fewer simulations than this are left, it stays."""
        first = 0
        second = 0
        for child in self.root.children:
            if child.visits > first:
                second = first
                first = child.visits
            elif child.visits > second:
                second = child.visits
        return first - second

    def found(self) -> list[Node]:
        """The options with what was found about them, in the order of `options`; untried ones have no visits."""
        by_option = {child.option: child for child in self.root.children}
        return [by_option.get(option, Node(option, self.seat)) for option in self.options]


def tried(node: Node, place: int, child: Node) -> Node:
    """A new child, in its place among its node's."""
    if len(node.children) == 0:
        node.children = [child]
    else:
        node.children.insert(place, child)
    return child
