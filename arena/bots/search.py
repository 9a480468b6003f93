"""Monte Carlo tree search for games with hidden stacks and hands.

Every simulation imagines a new position that the searching seat cannot tell from the true one. All simulations share
one open-loop tree: a node is a sequence of options, not a position. So the options of a node depend on the imagined
position, and each child counts how often it was available. With three and four seats each seat maximises its own
reward.

A search may begin with a glance at each option: an estimate of the seat's gain in its turn after this option. A search
with few simulations can then spend them on the options that look good, instead of trying each option about once.
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

# The logarithms are rounded, as rewards are. The first search fills the table, which takes 15 ms. Larger numbers are so
# rare that their logarithms are computed when they are needed.
LOGS: Final[list[float]] = []
LOGGED: Final = 1 << 15


class Tuning:
    """Settings of the search for a game.

    `evaluation` gives the value of a position. With a higher `exploration` the search tries rarely tried options more
    often. `cutoff` is the number of decisions after which a playout ends, though it always finishes its last turn.
    A glance is a first estimate of an option: the reward of the seat at the end of its turn. The search counts the
    estimate like the result of `glance` visits. With 0 there are no glances: the search tries every option once before
    it tries any option twice. Glances suit games in which a good turn scores immediately.

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
    """A node of the search tree: an option, how often it was offered and chosen, and the rewards.

    The rewards are those of the seat that chose the option.
    """

    def __init__(self, option: int, mover: int, glance: float = 0.0, weight: int = 0) -> None:
        self.option: Final = option
        self.mover: Final = mover  # the seat that chose it
        self.weight: Final = weight  # how many visits the glance at it counts as
        self.available: int = 1
        self.visits: int = 0
        self.total: float = weight * glance
        self.squares: float = weight * glance * glance  # of the rewards, for an option of the first decision
        self.children: list[Node] = NOTHING_TRIED  # by option
        # Values for a search with a guide; arena.bots.guided explains them.
        self.odds: float = 1.0
        self.waiting: int = 0
        self.expanded: bool = False

    def value(self) -> float:
        """Return the mean reward, in the simulations so far, of the seat that chose this node's option.

        A first estimate of the option (a glance) counts as `weight` simulations. With neither simulations nor an
        estimate, return 0.
        """
        known = self.weight + self.visits
        return self.total / known if known > 0 else 0.0

    def error(self) -> float:
        """Return the standard error of `value`, for an option of the first decision.

        It counts one reward more, which is 1 off: a few equal rewards prove little.
        """
        known = self.weight + self.visits
        return sqrt(max(0.0, self.squares - self.total * self.total / known) + 1.0) / known if known > 0 else 1.0


# Most nodes never get a child: they share one empty list.
NOTHING_TRIED: Final[list[Node]] = []


class Search:
    """A tree that grows from one position, simulation by simulation. `best` returns the choice so far at any time.

    The search uses only the knowledge of the seat to move. Positions that look the same to this seat give the same
    search.
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
        fill_logs()

    def look(self, options: int) -> bool:
        """Glance at up to `options` further options: estimate the seat's gain in this turn after each of them.

        Return True if some options still have no glance.
        """
        for _ in range(min(options, len(self.unseen))):
            option = self.unseen.pop()
            child = Node(option, self.seat, self.promise(option), self.glance)
            tried(self.root, len(self.root.children), child)
        return len(self.unseen) > 0

    def look_no_more(self) -> None:
        """Make no more first estimates of options (glances).

        The search then tries each option without an estimate once, before it repeats any option.
        """
        self.unseen.clear()

    def promise(self, option: int) -> float:
        """Return the reward that a seat can expect in this turn after an option.

        The option is played in an imagined position, and the turn is finished at random a few times. The best result
        counts.
        """
        imagined = self.state.imagine(self.seat, self.rng)
        imagined.apply(option)
        best = -1.0
        for _ in range(FINISHES):
            after = imagined.clone()
            finish_turn(after, self.seat, self.state.turn, self.rng)
            best = max(best, self.evaluation.rewards(after)[self.seat])
        return best

    def grow(self, simulations: int) -> None:
        """Run this number of simulations. Before that, estimate (glance at) each option that has no estimate yet."""
        self.look(len(self.unseen))
        for _ in range(simulations):
            self.simulate()
        self.simulations += simulations

    def simulate(self) -> None:
        """Run one simulation in a newly imagined position, and add its rewards to the nodes on its path."""
        state = self.state.imagine(self.seat, self.rng)
        self.path = [self.root]
        self.play_out(state, self.walk(state))
        rewards = self.evaluation.rewards(state)
        for node in self.path:
            node.visits += 1
            if node.mover != OVER:
                node.total += rewards[node.mover]
        self.path[1].squares += rewards[self.seat] * rewards[self.seat]

    def walk(self, state: State) -> int:
        """Play from the root of the tree to an option that was never tried, or to the end of the game.

        Return the number of the turn in which the last decision on this way was made.
        """
        path = self.path
        node = self.choice(self.root, self.seat, self.options)
        path.append(node)
        turn = state.turn
        state.apply(node.option)
        while node.visits > 0 and state.to_move != OVER:
            mover = state.to_move
            if len(node.children) == 0:
                # No option was tried yet, so all are equally good, and no list of them is needed.
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
        """Return the child of a node to visit next.

        This is a new child for a random untried option. If all were tried, it is the child with the highest bound.
        """
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
        """Return the UCB1 bound of a child, by which the search chooses the child to visit next.

        The number of times that the child was available takes the place of its parent's visits.
        """
        visits = child.weight + child.visits
        available = child.available
        spread = LOGS[available] if available < len(LOGS) else round(log(available), DIGITS)
        return child.total / visits + self.exploration * sqrt(spread / visits)

    def play_out(self, state: State, turn: int) -> None:
        """Play at random to the end of the game, or for `cutoff` decisions and then to the end of the running turn.

        `turn` is the number of the turn in which the last decision in the tree was made.
        """
        rng = self.rng
        left = self.cutoff
        while state.to_move != OVER and (left > 0 or state.turn == turn):
            turn = state.turn
            state.apply(state.sample(rng))
            left -= 1

    # What was found ------------------------------------------------------------------------------------------------

    def best(self) -> int:
        """Return the option of the searched decision that the simulations chose most often.

        Of options chosen equally often, return the one with the higher mean reward, then the one with the lower number.
        Return the first of all options if no option was tried yet.
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
        """Return how many more visits the most visited option of the first decision has than the second one."""
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
        """Return a list with the node of each option of the first decision.

        The node of an untried option has no visits.
        """
        by_option = {child.option: child for child in self.root.children}
        return [by_option.get(option, Node(option, self.seat)) for option in self.options]


def tried(node: Node, place: int, child: Node) -> Node:
    """Insert a new child into a node's children at index `place`, and return the child."""
    if len(node.children) == 0:
        node.children = [child]
    else:
        node.children.insert(place, child)
    return child


def fill_logs() -> None:
    """Fill the list `LOGS` with the rounded logarithms of the first whole numbers, if it is still empty."""
    if len(LOGS) == 0:
        LOGS[:] = [0.0] + [round(log(n), DIGITS) for n in range(1, LOGGED)]  # one step, as two threads may do it
