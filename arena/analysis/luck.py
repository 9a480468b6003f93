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
    """An event of chance in one step: a `LuckEvent` without turn and number of answers, which the caller adds."""

    kind: str
    what: str
    luck: tuple[float, ...]
    probability: float
    outcomes: int


class GameChance:
    """The chance events of a game, and the chapter of the rules to which each of its decisions belongs."""

    outlook: Outlook
    chapters: Mapping[str, str] = {}  # the number of a chapter in docs/rules, by the class of the step that asks

    def chapter(self, state: State) -> str:
        """Return the number of the rules chapter to which a position's decision belongs, as text; empty if to none."""
        return self.chapters.get(type(state.asking).__name__, "")

    def carry_out(self, state: State, step: Step[Any], shown: list[Revealed]) -> bool:
        """Carry out a step of the engine's play, and add to `shown` the events of chance that it causes.

        Return the result of `step.begin`: True if the step asks a seat.
        """
        raise NotImplementedError


def chance_of(game: str) -> GameChance:
    """Return the GameChance, which finds the chance events of a game. Raise UsageError if the game has none."""
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
    """Return an event of chance with its luck: the value of the outcome `came` minus the mean over all `outcomes`."""
    total = sum(weight for weight, _ in outcomes)
    seats = range(len(came[1]))
    means = [sum(weight * values[seat] for weight, values in outcomes) / total for seat in seats]
    luck = tuple(came[1][seat] - means[seat] for seat in seats)
    return Revealed(kind, what, luck, came[0] / total, len(outcomes))


def kinds_left(stack: Iterable[int]) -> list[tuple[int, int]]:
    """Return pairs for the tiles left in a stack: the kind of tile, and how many there are.

    The pairs are in ascending order, so they do not reveal the order of the stack.
    """
    return sorted(Counter(stack).items())


def luck_of(game: str, state: State, options: Iterable[int]) -> Iterator[list[Revealed]]:
    """Play these options on `state`, one after the other. Yield a list of the events of chance after each option."""
    chance = chance_of(game)
    for option in options:
        yield play_watched(chance, state, option)
