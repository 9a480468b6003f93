"""Checks of the views and positions that a caller gives to the engine: an impossible one raises PositionError."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from arena.errors import ArenaError, PositionError
from arena.games.game import Rules

# What Python raises when a value is of another kind, or out of its range.
STRANGE: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Turn the errors that Python raises for impossible values inside the `with` block into a PositionError."""
    try:
        yield
    except ArenaError:
        raise
    except STRANGE as error:
        raise PositionError(f"{what} cannot be: {str(error) or type(error).__name__}") from error


def check_seats(rules: Rules, view: Any) -> None:
    """Raise PositionError if the game cannot be played with the number of seats in a view."""
    if view.seats not in rules.seats:
        raise PositionError(f"a view with {view.seats!r} seats: expected one of {', '.join(map(str, rules.seats))}")
