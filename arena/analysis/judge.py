"""The cost of a decision: the value of the best option less that of the chosen one.

The cost is computed twice: from the seat's view, and with open stacks. Each decision is searched twice, with different
random numbers. If one of these searches prefers another option than the chosen one, then the chosen option and each
preferred one get two further searches of their own, and only these give the cost. They did not choose the preferred
option, so their result is not biased in its favour. The noise is computed from the difference between the two further
searches, and from how much the rewards of both options vary.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final

from arena.analysis.luck import chance_of
from arena.bots.learned import Learned
from arena.bots.mcts import Mcts, grow
from arena.bots.search import Node, Search
from arena.errors import UsageError
from arena.games.chance import AnyRng, Rng, named_rng
from arena.games.game import State

Searcher = Mcts | Learned

DEFAULT: Final = "mcts-800"
NAMED: Final = re.compile(r"(mcts|learned)-([1-9]\d{0,6})")
SEARCHERS: Final[dict[str, Searcher]] = {"mcts": Mcts(), "learned": Learned()}
COMPARERS: Final[dict[str, Searcher]] = {"mcts": Mcts(glance=0), "learned": Learned()}
TWICE: Final = ("first", "second")
ERRORS: Final = 2.0  # the noise is this number of standard errors
DIGITS: Final = 4  # digits of fractions in plain values
LEAST: Final = 8  # simulations for each option that is compared


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision of a seat: the option that it chose, the option that the search prefers, and their values to the seat.

    `value` is the probability of finishing ahead with the chosen option, `best_value` the probability with the best
    one. Both are computed from the seat's view alone. `cost` is their difference, and `noise` is the error that the
    cost may have. `open_cost` is the cost with open stacks and hands; None if that was not searched.
    """

    answers: int
    seat: int
    turn: int
    options: int
    option: str
    best: str
    value: float
    best_value: float
    cost: float
    noise: float
    open_cost: float | None = None
    open_best: str = ""
    chapter: str = ""  # the chapter of docs/rules that has the step that asks

    @property
    def hidden(self) -> float:
        """Return the cost that only a player with knowledge of hidden tiles could avoid.

        It is the cost with open stacks, less the cost that the seat's own view shows.
        """
        return max(0.0, (self.open_cost or 0.0) - max(0.0, self.cost))

    @property
    def is_blunder(self) -> bool:
        """True if the cost of the decision is larger than its noise, the error that the cost may have."""
        return self.cost > self.noise


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of the searches of a decision: the best option, and the mean rewards of the chosen and the best one.

    A reward is a value of a position to a seat, which the search maximises.
    """

    best: int
    value: float
    best_value: float
    error: float  # the standard error of their difference


class OpenState(State):
    """A position with open stacks and hands. A search that asks for an imagined position gets the true position."""

    def __init__(self, state: State) -> None:
        super().__init__(state.rules, state.seats, state.settings)
        self.state: Final = state
        self.to_move = state.to_move
        self.turn = state.turn

    def options(self) -> list[int]:
        """Return the options of the position."""
        return self.state.options()

    def clone(self) -> State:
        """Return a copy of the position."""
        return self.state.clone()

    def imagine(self, seat: int, rng: AnyRng) -> State:
        """Return a copy of the true position, although the caller asks for an imagined one."""
        return self.state.clone()


class Judge:
    """Searches decisions with `mcts-N` or `learned-N` (N simulations); with `open_too` also with all stacks open."""

    def __init__(self, by: str = DEFAULT, *, open_too: bool = True) -> None:
        named = NAMED.fullmatch(by)
        if named is None:
            raise UsageError(f"search {by!r}: expected mcts-N or learned-N with N simulations, as {DEFAULT}")
        self.by: Final = by
        self.searcher: Final = SEARCHERS[named[1]]
        self.comparer: Final = COMPARERS[named[1]]
        self.simulations: Final = int(named[2])
        self.open_too: Final = open_too

    def judge(self, state: State, option: int, answers: int, seed: bytes) -> Judgement:
        """Return the judgement of an option: its cost to the seat to move, and the option that the search prefers."""
        rules, seat = state.rules, state.to_move
        at_hand = self.compared(state, option, seed, self.simulations)
        chance = chance_of(rules.name)
        chance_at = chance.outlook.chance
        value, best_value = chance_at(state, at_hand.value), chance_at(state, at_hand.best_value)
        off = chance_at(state, at_hand.value + at_hand.error) - chance_at(state, at_hand.value - at_hand.error)
        judged = Judgement(
            answers=answers,
            seat=seat,
            turn=state.turn,
            options=len(state.options()),
            option=rules.spell(state, option),
            best=rules.spell(state, at_hand.best),
            value=value,
            best_value=best_value,
            cost=best_value - value,
            noise=off / 2,
            chapter=chance.chapter(state),
        )
        if not self.open_too:
            return judged
        lying = self.compared(OpenState(state), option, seed + b" open", max(1, self.simulations // 2))
        cost = chance_at(state, lying.best_value) - chance_at(state, lying.value)
        return replace(judged, open_cost=max(0.0, cost), open_best=rules.spell(state, lying.best))

    def compared(self, state: State, option: int, seed: bytes, simulations: int) -> Compared:
        """Return the best option, with the mean rewards that the search gives to it and to the chosen option."""
        searches = [searched(self.searcher, state, named_rng(seed, name), simulations) for name in TWICE]
        rivals = sorted({option, *(search.best() for search in searches)})
        if rivals == [option]:
            value = sum(found_in(search)[option].value() for search in searches) / len(searches)
            return Compared(option, value, value, 0.0)
        duels = [duel(self.comparer, state, named_rng(seed, f"{name} duel"), simulations, rivals) for name in TWICE]
        means = {each: sum(nodes[each].value() for nodes in duels) / len(duels) for each in rivals}
        best = max((each for each in rivals if each != option), key=lambda each: means[each])
        error = error_of_gap([nodes[best] for nodes in duels], [nodes[option] for nodes in duels])
        if means[best] <= means[option]:  # the searches preferred another option, but it is not better
            return Compared(option, means[option], means[option], error)
        return Compared(best, means[option], means[best], error)


def searched(searcher: Searcher, state: State, rng: Rng, simulations: int) -> Search:
    """Return a finished search of a position, with this number of simulations."""
    search = searcher.search(state, rng)
    grow(search, simulations)
    return search


def duel(searcher: Searcher, state: State, rng: Rng, simulations: int, rivals: Sequence[int]) -> dict[int, Node]:
    """Return a dict from each of the options `rivals` to its node, which has the mean reward.

    Each option gets a separate search; all use the same random numbers.
    """
    share = max(LEAST, simulations // 2)
    nodes: dict[int, Node] = {}
    for option in rivals:
        search = searcher.search(state, rng.clone())
        search.options[:] = [option]
        search.grow(share)
        nodes[option] = found_in(search)[option]
    return nodes


def error_of_gap(best: Sequence[Node], chosen: Sequence[Node]) -> float:
    """Return the standard error of the difference between two options; each has one node of each of two searches.

    It is at least half of what the two searches disagree about.
    """
    first, second = [one.value() - other.value() for one, other in zip(best, chosen, strict=True)]
    spread = sqrt(sum(node.error() ** 2 for node in (*best, *chosen))) / len(best)
    return max(abs(first - second) / 2, spread)


def found_in(search: Search) -> dict[int, Node]:
    """Return a dict from each option that a search tried to its node."""
    return {node.option: node for node in search.found() if node.visits}


def with_noise(judgements: Iterable[Judgement]) -> list[Judgement]:
    """Return the judgements, each with its final noise: two standard errors, and at least the usual noise.

    The usual noise is computed from all these judgements, because the searches of one decision say little about its
    noise.
    """
    all_of_them = list(judgements)
    halves = [each.noise for each in all_of_them if each.noise > 0]
    usual = sqrt(sum(half * half for half in halves) / len(halves)) if halves else 0.0
    return [replace(each, noise=ERRORS * max(each.noise, usual)) for each in all_of_them]


def dearest(judgements: Iterable[Judgement], count: int) -> list[Judgement]:
    """Return the `count` decisions with the highest costs, the highest first.

    Decisions with a cost within the noise are left out: they may have cost nothing.
    """
    cost = [each for each in judgements if each.is_blunder]
    return sorted(cost, key=lambda each: (-each.cost, each.answers))[:count]


def judgement_values(judgement: Judgement) -> dict[str, Any]:
    """Return the fields of a Judgement (a searched decision) as a dict, with fractions rounded to 4 digits."""
    found = {name: getattr(judgement, name) for name in Judgement.__slots__}
    return {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in found.items()}
