"""The stack of pending steps that makes up a turn, and its execution.

A step is an immutable value. Its method `options` returns the legal options, and `play` carries one of them out. Clones
can share steps, and steps can be saved and printed, because they contain only numbers. An action that a player may take
at any time is pushed on top of the step that asks now; this step asks again when the steps above it are done.
"""

from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from arena.games.chance import AnyRng, Rng, checked

OVER: Final = -1  # `to_move` when the game is over

S = TypeVar("S")


def blank_list() -> list[int]:
    """Return an empty list, which the caller fills with options or other numbers."""
    return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One step of a turn. The engine carries it out by itself, or asks a seat.

    The engine calls `begin` when it takes the step from the stack. If no seat has a choice, `begin` carries the step
    out and returns False. If a seat has a choice of two options or more, `begin` sets `state.to_move` to this seat and
    returns True.
    """

    def begin(self, state: S) -> bool:
        """Begin this step of a turn. Return True if a seat is asked and must answer; False if the step is done."""
        raise NotImplementedError

    def options(self, state: S) -> list[int]:
        """Return a list with every legal option once.

        The order follows from the rules and from where tiles lie on the table, never from the order of a hand or a
        stack.
        """
        raise NotImplementedError

    def play(self, state: S, option: int) -> None:
        """Carry out an option, and push the steps that follow from it onto the stack of pending steps."""
        raise NotImplementedError

    def count(self, state: S) -> int:
        """Return the number of options. A step overrides this method if it can count them without `options`."""
        return len(self.options(state))

    def option(self, state: S, number: int) -> int:
        """Return the option at index `number` of `options`.

        A step overrides this method if it can do so without building the list.
        """
        return self.options(state)[number]

    def sample(self, state: S, rng: Rng) -> int:
        """Return one of the options, all equally likely. A step may override this method for speed."""
        options = self.options(state)
        return options[rng.below(len(options))]


class GameOver(Step[Any]):
    """The last step, at which no seat is asked any more."""

    def begin(self, state: Any) -> bool:
        """Return True, so that the engine begins no other step. Only for this step, True does not mean a question."""
        return True

    def options(self, state: Any) -> list[int]:
        """Return an empty list: after the end of the game, no seat has an option."""
        return []


GAME_OVER: Final = GameOver()


@mypyc_attr(allow_interpreted_subclasses=True)
class Stepped:
    """Base class of a position: it has a stack of pending steps, the step that asks now, and the seat that is asked."""

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
        """Return a list with the legal options of the seat to move: at least two, or none after the end of the game."""
        return self.asking.options(self)

    def option_count(self) -> int:
        """Return the number of options of the seat to move. If the step can count them, no list is built."""
        return self.asking.count(self)

    def option_at(self, number: int) -> int:
        """Return the option at index `number` of `options`. `number` is not checked, and must be in the range."""
        return self.asking.option(self, number)

    def apply(self, option: int) -> None:
        """Play an option from `options` or `sample` of this position. The option is not checked."""
        self.asking.play(self, option)
        self.settle()

    def sample(self, rng: AnyRng) -> int:
        """Return one of the options, all equally likely."""
        if isinstance(rng, Rng):  # as nearly always: a call less
            return self.asking.sample(self, rng)
        return self.asking.sample(self, checked(rng))
