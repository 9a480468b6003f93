"""The errors of the arena: each class says which side is at fault, and has an exit code.

Each error's message is one line that says what was expected. The docstring names the side at fault. The command line
prints the message and ends with `exit_code`; nothing here is ever shown as a stack trace.
"""

from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class ArenaError(Exception):
    """Something went wrong that the arena can explain."""

    exit_code: ClassVar[int] = 1


class UsageError(ArenaError):
    """The caller asked for something that does not exist: a game, an option, a seat count, a time control, a file."""

    exit_code = 2


class BotError(ArenaError):
    """A bot could not be started, or failed before its first decision."""

    exit_code = 3


class VerificationError(ArenaError):
    """A record was cut or changed: it is not what was played."""

    exit_code = 5


class CannotVerifyError(ArenaError):
    """A record cannot be checked here: another schema, rules version or game."""


class NotationError(ArenaError, ValueError):
    """A text is no option of this game at all: it cannot be read."""

    exit_code = 2


class IllegalOptionError(ArenaError, ValueError):
    """An option was not among those offered; nothing was changed."""


class ProtocolError(ArenaError, ValueError):
    """What came over the wire is no message of the protocol, or one that breaks its rules."""


class PositionError(ArenaError, ValueError):
    """A position cannot be: it cannot be read, or it breaks an invariant, which the message names."""

    exit_code = 2


class LawError(ArenaError, AssertionError):
    """A game broke a law that all games keep; the message names the law and the position."""


def how_to_install(extra: str) -> str:
    """Return what to type to install an extra of this package, which is on no package index."""
    return f"expected pip install '.[{extra}]' in a clone, or 'WHEEL[{extra}]' with a wheel of scripts/build"


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: `1 bot`, `2 bots`, or `2 matches` if the plural is given."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def alternatives(numbers: "Sequence[int]") -> str:
    """Return the numbers that are allowed, in words: `2`, `2 or 3`, `2, 3 or 4`."""
    *first, last = [str(number) for number in numbers]
    return f"{', '.join(first)} or {last}" if first else last


def nearest(word: str, known: "Iterable[str]") -> str:
    """Return a hint for an unknown word: the nearest known one, and all of them."""
    words = sorted(known)
    close = get_close_matches(word, words, n=1)
    guess = f" (did you mean {close[0]!r}?)" if close else ""
    return f"expected one of {', '.join(words)}{guess}"
