"""Checks of the views and positions that a caller gives to the engine: an impossible one raises PositionError."""

from typing import Any, Final

from arena.errors import ArenaError, PositionError
from arena.games.game import Rules

# What Python raises when a value is of another kind, or out of its range.
STRANGE: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class refusing:  # noqa: N801 -- it is used like a function, as `contextlib.suppress`
    """Turn the errors that Python raises for impossible values inside the `with` block into a PositionError.

    `what` names the values in its message. It is a class because bots make a position for each decision, and a
    generator with `contextmanager` takes longer.
    """

    __slots__ = ("what",)

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        """Begin the `with` block."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raise a PositionError if one of these errors ended the `with` block."""
        if isinstance(error, STRANGE) and not isinstance(error, ArenaError):
            raise PositionError(f"{self.what} cannot be: {str(error) or type(error).__name__}") from error


def check_seats(rules: Rules, view: Any) -> None:
    """Raise PositionError if the game cannot be played with the number of seats in a view."""
    if view.seats not in rules.seats:
        raise PositionError(f"a view with {view.seats!r} seats: expected one of {', '.join(map(str, rules.seats))}")
