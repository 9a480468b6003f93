"""Monte Carlo tree search with a guide, which estimates the value of a position and how promising each option is.

One call of the guide assesses many positions, so a search calls a network once for many leaves. While a leaf waits for
its assessment it counts as a loss. So the simulations that share one call take different paths. A node is chosen by
PUCT: its mean reward, plus a term that grows with its odds and shrinks with its visits. In all other respects the tree
is that of `arena.bots.search`.
"""

import warnings
from math import sqrt
from typing import Any, Final

from mypy_extensions import mypyc_attr

from arena.bots.evaluation import Margin
from arena.bots.mcts import MOST, WITHOUT_A_CLOCK, grow, grow_by_the_clock
from arena.bots.player import Player, Thought
from arena.bots.search import TO_THE_END, Node, Search, Tuning, tried
from arena.bots.thinking import UNTIMED, Time
from arena.errors import UsageError
from arena.games.chance import AnyRng, Rng, checked
from arena.games.game import State
from arena.games.steps import OVER

UNTRIED: Final = 0.1  # an untried option is valued by this much below the mean of its siblings


class Assessment:
    """A guide's answer about a position: a reward for each seat, and the odds of each option, in the options' order.

    Odds are not negative, and need not add up to 1. If a guide leaves the odds out, the search asks `Guide.weigh` for
    them when it visits the position again.

    >>> from arena.bots import Assessment
    >>> Assessment([0.25, -0.25], [3, 1]).odds
    [3.0, 1.0]
    """

    def __init__(self, rewards: Any, odds: Any = ()) -> None:
        self.rewards: Final[list[float]] = [float(reward) for reward in rewards]
        self.odds: Final[list[float]] = [float(each) for each in odds]


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Base class of guides, which give a search the values of positions and the odds of options.

    Override `evaluate_many`. It gets many positions at once, so a network can evaluate them all in one call.

    >>> from arena.bots import Guide, Guided, Assessment
    >>> from arena.games import rules
    >>> from arena.games.chance import Deal, Rng
    >>> class Level(Guide):
    ...     def evaluate_many(self, states):
    ...         return [Assessment([0.0] * state.seats, [1.0] * state.option_count()) for state in states]
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> Guided(Level(), simulations=40, leaves=8).choose(state, Rng(1)) in state.options()
    True
    """

    def evaluate_many(self, states: list[State]) -> list[Assessment]:
        """Return an Assessment of each position, in which a seat has to decide. The method may change the positions.

        An Assessment has a reward for each seat, and odds for each option, which say how promising it is. If it has no
        odds, the search asks `weigh` for them.
        """
        raise NotImplementedError

    def weigh(self, state: State, options: list[int]) -> list[float]:
        """Return the odds of the options: for each option a number that says how promising it is.

        Return an empty list if only `evaluate_many` gives odds.
        """
        return []

    def outcome(self, state: State) -> list[float]:
        """Return each seat's reward for a finished game: a number from 1 to -1.

        It is the share of opponents that the seat beat, less the share of opponents that beat the seat.
        """
        places = state.placements()
        if state.seats == 1:
            return [0.0]
        rewards: list[float] = []
        for seat in range(state.seats):
            beaten = 0
            for place in places:
                beaten += 1 if places[seat] < place else (-1 if places[seat] > place else 0)
            rewards.append(beaten / (state.seats - 1))
        return rewards


# Attributes that a Search needs, but that a search with a guide does not use.
UNUSED: Final = Tuning(Margin(20), exploration=0.0, cutoff=TO_THE_END)


class GuidedSearch(Search):
    """A search tree in which a guide, such as a network, gives the values of positions and the odds of options.

    One call of the guide evaluates at most `leaves` positions.
    """

    def __init__(self, state: State, rng: Rng, guide: Guide, exploration: float, leaves: int = 1) -> None:
        super().__init__(state, rng, UNUSED)
        self.guide: Final = guide
        self.curiosity: Final = exploration
        self.leaves: Final = leaves
        self.chunk = max(self.chunk, leaves)
        self.present: list[Node] = []  # the children that the imagined position offers

    def grow(self, simulations: int) -> None:
        """Run this number of simulations. Each call of the guide evaluates the positions of up to `leaves` of them."""
        if not self.root.expanded:
            self.open_root()
        left = simulations
        while left > 0:
            now = min(left, self.leaves)
            self.grow_together(now)
            left -= now
        self.simulations += simulations

    def open_root(self) -> None:
        """Ask the guide how promising each option of the first decision is. Add a child to the root for each option."""
        imagined = self.state.imagine(self.seat, self.rng)
        odds = self.guide.weigh(imagined, self.options)
        if len(odds) == 0:
            odds = self.judged([imagined], [self.options])[0].odds
        self.expand(self.root, self.options, self.seat, odds)

    def grow_together(self, count: int) -> None:
        """Walk down the tree `count` times. Then let one call of the guide evaluate all positions that were reached."""
        paths: list[list[Node]] = []
        states: list[State] = []
        offered: list[list[int]] = []
        for _ in range(count):
            state = self.state.imagine(self.seat, self.rng)
            path = self.descend(state)
            if state.to_move == OVER:
                self.tell(path, self.guide.outcome(state))
            else:
                paths.append(path)
                states.append(state)
                offered.append(state.options())
        if len(states) == 0:
            return
        movers = [state.to_move for state in states]
        assessments = self.judged(states, offered)
        for number in range(len(paths)):
            node = paths[number][-1]
            self.tell(paths[number], assessments[number].rewards)
            if not node.expanded and len(assessments[number].odds) > 0:
                self.expand(node, offered[number], movers[number], assessments[number].odds)

    def judged(self, states: list[State], offered: list[list[int]]) -> list[Assessment]:
        """Return the guide's answer about each position: a reward for each seat, and odds for each option, if any.

        `offered` has the options of each position. Raise UsageError if there are too few or too many answers, or if the
        rewards or the odds of an answer are invalid.
        """
        assessments = self.guide.evaluate_many(states)
        if len(assessments) != len(states):
            raise UsageError(f"evaluate_many returned {len(assessments)} assessments: expected {len(states)}")
        for number in range(len(assessments)):
            check_rewards(assessments[number].rewards, self.state.seats)
            check_odds(assessments[number].odds, len(offered[number]))
        return assessments

    def descend(self, state: State) -> list[Node]:
        """Walk down to a node that was never evaluated, or to the end of the game. Play the options on the way.

        Return the nodes on the way. Each of them counts one more simulation that waits for its evaluation.
        """
        node = self.root
        path = [node]
        node.waiting += 1
        while state.to_move != OVER and (node.expanded or node.visits > 0):
            node = self.promising(node, state)
            path.append(node)
            node.waiting += 1
            state.apply(node.option)
        return path

    def tell(self, path: list[Node], rewards: list[float]) -> None:
        """Add a finished simulation to each node of its path: one visit, and a reward.

        The reward is that of the seat that chose the node's option.
        """
        for node in path:
            node.visits += 1
            node.waiting -= 1
            if node.mover != OVER:
                node.total += rewards[node.mover]
        path[1].squares += rewards[self.seat] * rewards[self.seat]

    def expand(self, node: Node, options: list[int], mover: int, odds: list[float]) -> None:
        """Add a child to a node for each of these options that has none yet."""
        node.expanded = True
        children = node.children
        known = len(children)
        usual = 1.0
        if known > 0:
            usual = sum([child.odds for child in children]) / known
        for number in range(len(options)):
            option = options[number]
            place = len(children)
            while place > 0 and children[place - 1].option > option:
                place -= 1
            if place == 0 or children[place - 1].option != option:
                child = Node(option, mover)
                child.odds = odds[number] if len(odds) > 0 else usual
                tried(node, place, child)
                children = node.children

    def find(self, node: Node, options: list[int]) -> bool:
        """Store in the list `present` the child of a node for each of these options.

        Return True if each option has a child; False if one has none, and `present` is then not complete.
        """
        present = self.present
        present.clear()
        children = node.children
        known = len(children)
        at = 0
        before = -1
        for option in options:
            if option < before:
                at = 0
            before = option
            while at < known and children[at].option < option:
                at += 1
            if at == known or children[at].option != option:
                return False
            present.append(children[at])
        return True

    def promising(self, node: Node, state: State) -> Node:
        """Return the child of a node to visit next, by the formula PUCT, among the options of this position."""
        options = self.options if node is self.root else state.options()
        if not self.find(node, options):
            odds = self.guide.weigh(state, options)
            check_odds(odds, len(options))
            self.expand(node, options, state.to_move, odds)
            self.find(node, options)
        visits = 0
        waiting = 0
        total = 0.0
        odds_of_all = 0.0
        for child in self.present:
            child.available += 1
            visits += child.visits
            waiting += child.waiting
            total += child.total
            odds_of_all += child.odds
        mean = total / visits if visits > 0 else 0.0
        interest = self.curiosity * sqrt(visits + waiting + 1.0) / odds_of_all if odds_of_all > 0.0 else 0.0
        chosen = node
        highest = 0.0
        for child in self.present:
            seen = child.visits + child.waiting
            worth = (child.total - child.waiting) / seen if seen > 0 else mean - UNTRIED
            bound = worth + interest * child.odds / (1 + seen)
            if chosen is node or bound > highest:
                highest = bound
                chosen = child
        return chosen


def check_rewards(rewards: list[float], seats: int) -> None:
    """Raise UsageError unless `rewards` has a number from -1 to 1 for each seat."""
    if len(rewards) != seats:
        raise UsageError(f"an assessment has {len(rewards)} rewards: expected {seats}, one for each seat")
    for reward in rewards:
        if not -1.0 <= reward <= 1.0:
            raise UsageError(f"an assessment has the reward {reward}: expected a number from -1 to 1")


def check_odds(odds: list[float], options: int) -> None:
    """Raise UsageError unless `odds` is empty, or has one number for each option and no negative number."""
    if len(odds) == 0:
        return
    if len(odds) != options:
        raise UsageError(f"a position has {len(odds)} odds: expected {options}, one for each option")
    for each in odds:
        if not 0.0 <= each <= 1e300:
            raise UsageError(f"an option has the odds {each}: expected a number that is not negative")


@mypyc_attr(allow_interpreted_subclasses=True)
class Guided(Player):
    """Searches with a guide, such as a network, until all simulations are made or the time is used up.

    One call of `Guide.evaluate_many` evaluates at most `leaves` positions. With a higher `exploration`, the guide's
    odds have more weight, compared with the rewards found so far.

    >>> from arena.bots import Guide, Guided, Assessment
    >>> class Level(Guide):
    ...     def evaluate_many(self, states):
    ...         return [Assessment([0.0] * state.seats, [1.0] * state.option_count()) for state in states]
    >>> Guided(Level(), simulations=200, leaves=32).leaves
    32
    """

    def __init__(self, guide: Guide, simulations: int | None = None, exploration: float = 0.5, leaves: int = 1) -> None:
        if leaves < 1:
            raise UsageError(f"leaves is {leaves}: expected 1 or more")
        self.guide: Final = guide
        self.simulations: Final = simulations
        self.exploration: Final = exploration
        self.leaves: Final = leaves

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option that the search visited most."""
        return self.think(state, rng, UNTIMED).option

    def search(self, state: State, rng: AnyRng) -> Search:
        """Return a new search of the seat to move, before its first simulation."""
        return GuidedSearch(state, checked(rng), self.guide, self.exploration, self.leaves)

    def think(self, state: State, rng: AnyRng, time: Time) -> Thought:
        """Return a Thought: the option that the search visited most, and how many simulations it made within `time`."""
        search = self.search(state, rng)
        found = thought(search, self.simulations, time)
        if time.runs():
            warn_if_late(search, time)
        return found


def thought(search: Search, simulations: int | None, time: Time) -> Thought:
    """Let a search run until `simulations` or `time` is used up.

    Return a Thought: the option that the search chooses, and the number of its simulations.
    """
    if time.runs():
        grow_by_the_clock(search, MOST if simulations is None else simulations, time)
    else:
        grow(search, WITHOUT_A_CLOCK if simulations is None else simulations)
    return Thought(search.best(), search.simulations)


def warn_if_late(search: Search, time: Time) -> None:
    """Warn the author if the first call of the guide took longer than the time for the decision."""
    limit = time.share(1)
    passed = time.passed()
    if search.simulations <= search.chunk and passed > limit:
        told = f"the guide took {passed:.2f} s for {search.simulations} leaves, and the decision had {limit:.2f} s"
        warnings.warn(f"{told}: expected a faster evaluate_many, or fewer leaves", RuntimeWarning, stacklevel=2)
