"""Luck: the value of a position after an event of chance, less the average over all possible outcomes of the event.

When a tile is drawn or a die is rolled, every order of the unseen tiles is equally likely. So the average value of the
position is a finite sum over the kinds of tile that are left, or over the faces of the dice. The luck of an event is
the value after it minus this average. Its mean is zero for any valuation.

Each game has a subclass of `GameChance` for its events. It examines each step before the step is carried out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.analysis.outlook import Outlook
from arena.errors import UsageError
from arena.games import DESCRIPTORS
from arena.games.chance import Rng
from arena.games.descriptor import resolve
from arena.games.game import State
from arena.games.steps import GAME_OVER, OVER, Step

Outcome = tuple[float, list[float]]  # the weight of an outcome, and the value of each seat after it


@dataclass(frozen=True, slots=True)
class LuckEvent:
    """An event of chance: the number of answers before it, the turn, the outcome, and its luck for each seat.

    `probability` is the probability of this outcome. `outcomes` is the number of different possible outcomes.
    """

    answers: int
    turn: int
    kind: str
    what: str
    luck: tuple[float, ...]
    probability: float
    outcomes: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The outcome of chance in one step: a `LuckEvent` without its turn and number, which the caller adds."""

    kind: str
    what: str
    luck: tuple[float, ...]
    probability: float
    outcomes: int


class GameChance:
    """The chance events of a game, and the chapter of the game's rules to which each decision belongs."""

    outlook: Outlook
    turns_ahead: int = 0  # that are played after the turn with a choice, before the position is valued
    chapters: Mapping[str, str] = {}  # by the class of the step that asks: the number of the chapter in docs/rules

    def chapter(self, state: State) -> str:
        """Return the number of the chapter to which the decision of a position belongs; empty if it belongs to none."""
        return self.chapters.get(type(state.asking).__name__, "")

    def carry_out(self, state: State, step: Step[Any], shown: list[Revealed]) -> bool:
        """Carry out a step as `step.begin` does, and add the step's events to `shown`.

        Return the result of `step.begin`.
        """
        raise NotImplementedError

    def deal_anew(self, state: State, rng: Rng) -> None:
        """Deal everything anew, in place, that no seat has seen: the stacks and the coming dice. Hands stay.

        All orders are equally likely, and the old order has no influence.
        """
        raise NotImplementedError


def chance_of(game: str) -> GameChance:
    """Return the GameChance of a game. Raise UsageError if it has none."""
    if game not in DESCRIPTORS or not DESCRIPTORS[game].luck:
        known = " or ".join(name for name, described in DESCRIPTORS.items() if described.luck)
        raise UsageError(f"{game} cannot be analysed: expected {known}")
    found = resolve(DESCRIPTORS[game].luck)
    assert isinstance(found, GameChance)
    return found


def play_watched(chance: GameChance, state: State, option: int) -> list[Revealed]:
    """Play a legal option, as `State.apply` does, and return the events of chance that it caused."""
    shown: list[Revealed] = []
    state.asking.play(state, option)
    while state.pending:
        step = state.pending.pop()
        if chance.carry_out(state, step, shown):
            state.asking = step
            return shown
    state.asking = GAME_OVER
    state.to_move = OVER
    return shown


def weighed(kind: str, what: str, came: Outcome, outcomes: Sequence[Outcome]) -> Revealed:
    """Return the event with the outcome `came`, which is one of the possible `outcomes`."""
    total = sum(weight for weight, _ in outcomes)
    seats = range(len(came[1]))
    means = [sum(weight * values[seat] for weight, values in outcomes) / total for seat in seats]
    luck = tuple(came[1][seat] - means[seat] for seat in seats)
    return Revealed(kind, what, luck, came[0] / total, len(outcomes))


def kinds_left(stack: Iterable[int]) -> list[tuple[int, int]]:
    """Return the kinds of tile left in a stack, in ascending order, each with its number. The order is not revealed."""
    return sorted(Counter(stack).items())


def luck_of(game: str, state: State, options: Iterable[int]) -> Iterator[list[Revealed]]:
    """Play these options one after the other on the state, and yield the events of chance after each option."""
    chance = chance_of(game)
    for option in options:
        yield play_watched(chance, state, option)
