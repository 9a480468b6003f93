"""Monte Carlo tree search for games with hidden stacks and hands.

One tree of what the searching seat can tell apart, and in every simulation a position imagined anew. The tree is open
loop: a node stands for the options that led to it, so which options it has depends on the imagined position, and each
counts how often it was available. With three and four seats every seat goes for its own reward.

A search may begin with a glance at each of its options: what the seat could make of its turn with it. Few simulations
then go to the options that look well, where without they would see each of them about once.
"""

from math import log, sqrt
from typing import Final

from arena.bots.evaluation import DIGITS, Evaluation
from arena.bots.greedy import finish_turn
from arena.games.chance import Rng
from arena.games.game import State
from arena.games.steps import OVER

TO_THE_END: Final = 1_000_000  # decisions: the cutoff of playouts that have none
CHUNK: Final = 4  # simulations, or positions glanced at, between two looks at the clock
FINISHES: Final = 2  # ways to finish the turn that a glance tries

# Rounded, as rewards are. What is beyond the table is rare enough to be worked out.
LOGS: Final[list[float]] = [0.0] + [round(log(n), DIGITS) for n in range(1, 1 << 15)]


class Tuning:
    """How a game is searched.

    `evaluation` is what a position is worth, `exploration` how curious the search is, and `cutoff` for how many
    decisions a playout goes on; its last turn is finished before it is evaluated. `glance` is as how many visits of an
    option a first glance at it counts. Without one (0) all options are tried before any is tried again; with one, those
    that look well: it suits games in which a good turn shows at once.

    >>> from arena.bots import Margin, Tuning
    >>> Tuning(Margin(20), exploration=0.7, cutoff=10).glance
    0
    """

    def __init__(self, evaluation: Evaluation, exploration: float, cutoff: int, glance: int = 0) -> None:
        self.evaluation: Final = evaluation
        self.exploration: Final = exploration
        self.cutoff: Final = cutoff
        self.glance: Final = glance


class Node:
    """What is known of one option: how often it was there to choose, was chosen, and what that brought its seat."""

    def __init__(self, option: int, mover: int, glance: float = 0.0, weight: int = 0) -> None:
        self.option: Final = option
        self.mover: Final = mover  # the seat that chose it
        self.weight: Final = weight  # the glance at it counts as so many visits
        self.available: int = 1
        self.visits: int = 0
        self.total: float = weight * glance
        self.children: list[Node] = NOTHING_TRIED  # by option
        # What a search with a guide notes; arena.bots.guided says what for.
        self.odds: float = 1.0
        self.waiting: int = 0
        self.expanded: bool = False

    def value(self) -> float:
        """The mean reward of the seat that chose this option, with what a glance at it showed."""
        known = self.weight + self.visits
        return self.total / known if known > 0 else 0.0


# Most nodes never get a child: they share one empty list.
NOTHING_TRIED: Final[list[Node]] = []


class Search:
    """A tree that grows from one position, simulation by simulation. At any time `best` is what it would choose.

    Of the position it starts from it uses what the seat to move knows, and nothing else: any other that looks the same
    to that seat is the same search.
    """

    def __init__(self, state: State, rng: Rng, tuning: Tuning) -> None:
        self.state: Final = state
        self.seat: Final = state.to_move
        self.options: Final[list[int]] = state.options()  # the same in every position that the seat can imagine
        self.rng: Final = rng
        self.evaluation: Final = tuning.evaluation
        self.exploration: Final = tuning.exploration
        self.cutoff: Final = tuning.cutoff
        self.glance: Final = tuning.glance
        self.unseen: Final[list[int]] = sorted(self.options, reverse=True) if tuning.glance > 0 else []
        self.root: Final = Node(OVER, OVER)
        self.simulations: int = 0
        self.path: list[Node] = []  # of the simulation that runs
        self.chunk: int = CHUNK

    def look(self, options: int) -> bool:
        """Glance at so many options more; whether there are any left."""
        for _ in range(min(options, len(self.unseen))):
            option = self.unseen.pop()
            child = Node(option, self.seat, self.promise(option), self.glance)
            tried(self.root, len(self.root.children), child)
        return len(self.unseen) > 0

    def look_no_more(self) -> None:
        """Leave the other options without a glance: each is tried once before any that is known."""
        self.unseen.clear()

    def promise(self, option: int) -> float:
        """What the seat could make of its turn with an option: the best of a few ways to finish it, at random."""
        imagined = self.state.imagine(self.seat, self.rng)
        imagined.apply(option)
        best = -1.0
        for _ in range(FINISHES):
            after = imagined.clone()
            finish_turn(after, self.seat, self.state.turn, self.rng)
            best = max(best, self.evaluation.rewards(after)[self.seat])
        return best

    def grow(self, simulations: int) -> None:
        """So many simulations more, after a glance at all options."""
        self.look(len(self.unseen))
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
        visits = child.weight + child.visits
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

        A search that has neither grown nor glanced has no opinion: the first option.
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
