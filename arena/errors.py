"""The errors of the arena. Each class stands for one kind of failure, and has an exit code.

An error's message is one line that says what was expected. The docstring of the class says what failed. The command
line prints the message and ends with `exit_code`. It never shows a stack trace of these errors.
"""

from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

GUESSED: Final = 1000  # an unknown name is compared with this many names of a database
GUESSED_LETTERS: Final = 100  # of an unknown name are compared
FAULTS_SHOWN: Final = 20  # of one text
KEY_SHOWN: Final = 40  # characters of an unknown key


class ArenaError(Exception):
    """Base class: a failure that the arena can explain."""

    exit_code: ClassVar[int] = 1


class UsageError(ArenaError):
    """The caller gave a wrong argument or asked for something that does not exist, such as an unknown game or file."""

    exit_code = 2


class BotError(ArenaError):
    """A bot could not be started, or failed before its first decision."""

    exit_code = 3


class VerificationError(ArenaError):
    """A record was cut or changed, so it does not show the match that was played."""

    exit_code = 5


class CannotVerifyError(ArenaError):
    """This release cannot check a record: it has another schema, rules version or game."""


class NotationError(ArenaError, ValueError):
    """A text cannot be read as an option of this game."""

    exit_code = 2


class IllegalOptionError(ArenaError, ValueError):
    """An option was not among the options of the position. The position has not changed."""


class ProtocolError(ArenaError, ValueError):
    """Bytes from the other side are no message of the protocol, or the message breaks the protocol's rules."""


class PositionError(ArenaError, ValueError):
    """A position is impossible or cannot be read: it breaks an invariant, which the message names."""

    exit_code = 2


class LawError(ArenaError, AssertionError):
    """A game broke one of the laws, such as invariants, that all games must obey.

    The message names law and position.
    """


def how_to_install(extra: str) -> str:
    """Return the end of an error message: the commands that install this package with the optional part `extra`."""
    return f"expected pip install '.[{extra}]' in a clone, or 'WHEEL[{extra}]' with a wheel of scripts/build"


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: `1 bot`, `2 bots`; or `2 matches` if `several` is given."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def alternatives(numbers: "Sequence[int]") -> str:
    """Return a text that lists the allowed numbers: `2`, `2 or 3`, `2, 3 or 4`."""
    *first, last = [str(number) for number in numbers]
    return f"{', '.join(first)} or {last}" if first else last


def nearest(word: str, known: "Iterable[str]") -> str:
    """Return a hint for an unknown word: a text with all known words, and the most similar one if any is similar."""
    words = sorted(known)
    return f"expected one of {', '.join(words)}{guess(word, words)}"


def first_faults(faults: "Sequence[str]") -> "list[str]":
    """Return the first 20 messages about a text, and a line with the number of the others."""
    rest = len(faults) - FAULTS_SHOWN
    return [*faults[:FAULTS_SHOWN], *([f"and {rest:,} more"] if rest > 0 else [])]


def unknown_keys(given: "Iterable[str]", known: "Collection[str]") -> "list[str]":
    """Return a message for each key that is not among the known ones. Only the first 20 messages have a hint."""
    unknown = [key for key in given if key not in known]
    said = [f"{ascii(key)[1:-1][:KEY_SHOWN]}: unknown key: {nearest(key, known)}" for key in unknown[:FAULTS_SHOWN]]
    return said + [f"{ascii(key)[1:-1][:KEY_SHOWN]}: unknown key" for key in unknown[FAULTS_SHOWN:]]


def guess(word: str, known: "Iterable[str]") -> str:
    """Return a hint for an unknown word, such as ` (did you mean 'greedy'?)`; an empty text if no word is similar."""
    spelled = {each.casefold(): each for each in known}
    close = get_close_matches(word.casefold()[:GUESSED_LETTERS], spelled, n=1)
    return f" (did you mean {spelled[close[0]]!r}?)" if close else ""
