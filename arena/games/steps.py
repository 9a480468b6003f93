"""The stack of pending steps that makes up a turn, and its execution.

A step is an immutable value. It says what is legal (`options`) and what an option does (`play`). Clones can share
steps, and steps can be saved and printed, because they hold only numbers. An action that a player may take at any time
is pushed above the waiting step, which is asked again when the steps above it are done.
"""

from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from arena.games.chance import AnyRng, Rng, checked

OVER: Final = -1  # `to_move` when the game is over

S = TypeVar("S")


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One thing that has to happen in a turn. The engine carries it out by itself, or asks a seat.

    `begin` is called when the step is taken from the stack. It either carries out what is forced and returns False, or
    sets `state.to_move` to the seat that is asked and returns True; this seat then has at least two options.
    """

    def begin(self, state: S) -> bool:
        """Begin the step: return True if a seat has to be asked; else carry the whole step out, and return False."""
        raise NotImplementedError

    def options(self, state: S) -> list[int]:
        """Return every legal option once. The order follows from rules and places, never from a hand or a stack."""
        raise NotImplementedError

    def play(self, state: S, option: int) -> None:
        """Carry out an option, and push the steps that follow from it."""
        raise NotImplementedError

    def count(self, state: S) -> int:
        """Return how many options there are. A step overrides this if it can count them without building the list."""
        return len(self.options(state))

    def option(self, state: S, number: int) -> int:
        """Return the option at this place of the list, from 0. A step can override this, as it can override `count`."""
        return self.options(state)[number]

    def sample(self, state: S, rng: Rng) -> int:
        """Return one of the options, all equally likely. A step can override this, as it can override `count`."""
        options = self.options(state)
        return options[rng.below(len(options))]


class GameOver(Step[Any]):
    """The last step: no seat is asked any more."""

    def begin(self, state: Any) -> bool:
        """Return True: the game stays at this step."""
        return True

    def options(self, state: Any) -> list[int]:
        """Return no options."""
        return []


GAME_OVER: Final = GameOver()


@mypyc_attr(allow_interpreted_subclasses=True)
class Stepped:
    """The stack of pending steps, the step that is being asked, and the seat that is asked."""

    def __init__(self) -> None:
        self.to_move: int = OVER
        self.asking: Step[Any] = GAME_OVER
        self.pending: list[Step[Any]] = []

    def push(self, step: Step[Any]) -> None:
        """Put a step on top of the stack. The step that is pushed last happens first."""
        self.pending.append(step)

    def settle(self) -> None:
        """Carry out steps until a seat has a choice of two options or more, or the game is over."""
        pending = self.pending
        while len(pending) > 0:
            step = pending.pop()
            if step.begin(self):
                self.asking = step
                return
        self.asking = GAME_OVER
        self.to_move = OVER

    def options(self) -> list[int]:
        """Return the legal options of the seat to move: at least two, none when the game is over."""
        return self.asking.options(self)

    def option_count(self) -> int:
        """Return how many options the seat to move has, without building their list if the step can count them."""
        return self.asking.count(self)

    def option_at(self, number: int) -> int:
        """Return the option at place `number` of the list, from 0 to `option_count() - 1`; `number` is not checked."""
        return self.asking.option(self, number)

    def apply(self, option: int) -> None:
        """Play an option that comes from `options` or `sample` of this position; it is not checked."""
        self.asking.play(self, option)
        self.settle()

    def sample(self, rng: AnyRng) -> int:
        """Return one of the options, all equally likely."""
        if isinstance(rng, Rng):  # as nearly always: a call less
            return self.asking.sample(self, rng)
        return self.asking.sample(self, checked(rng))
