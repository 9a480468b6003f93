"""Reads TOML tables, which are the sections of a TOML text: allowed values of each key, defaults, and errors.

A reader is a function that takes a TOML value and returns the value of the key. It raises UsageError with what it
expected; its caller puts the name of the key before the message.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from datetime import time as clock
from typing import Any, Final

from arena.errors import UsageError, first_faults, nearest, unknown_keys

REQUIRED: Final = object()

Reader = Callable[[Any], Any]


@dataclass(frozen=True)
class Key:
    """A key that a TOML table (a section of a text) may have: its name, the reader of its value, and its default."""

    name: str
    read: Reader
    default: object = None  # REQUIRED: there is no default


class Faults:
    """Collects messages about the faults of a TOML text, so that all of them are reported at once."""

    def __init__(self) -> None:
        self.found: Final[list[str]] = []

    @contextmanager
    def noted(self, before: str = "") -> Iterator[None]:
        """Catch a UsageError that the `with` block raises, and add each line of its message to the faults.

        The text `before` is put in front of each line.
        """
        try:
            yield
        except UsageError as error:
            self.found.extend(f"{before}{line}" for line in str(error).splitlines())

    def check(self) -> None:
        """Raise UsageError, with a line for each of the first 20 collected faults, if there are any."""
        if self.found:
            raise UsageError("\n".join(first_faults(self.found)))


def read_keys(table: Mapping[str, object], keys: Sequence[Key], where: str = "") -> dict[str, Any]:
    """Return the values in a TOML table (a section of a TOML text) by key, with defaults for absent keys.

    The values are in the order of `keys`. `where` is the name of the table for messages. Raise UsageError, with a line
    for each fault, if keys are unknown, missing or wrong.
    """
    faults = Faults()
    found = sound_keys(table, keys, where, faults)
    faults.check()
    return found


def sound_keys(table: Mapping[str, object], keys: Sequence[Key], where: str, faults: Faults) -> dict[str, Any]:
    """Return the values in a TOML table by key, with defaults for absent keys, in the order of `keys`.

    Leave out required keys that are absent, and keys with a wrong value. Add a message for each of these, and for each
    unknown key, to `faults`.
    """
    within = f"[{where}] " if where else ""
    faults.found.extend(f"{within}{fault}" for fault in unknown_keys(table, {key.name for key in keys}))
    missing = [key.name for key in keys if key.default is REQUIRED and key.name not in table]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        faults.found.append(
            f"{within}{', '.join(missing)} {are} missing: expected at least {', '.join(required(keys))}"
        )
    found = {}
    for key in keys:
        if key.name in missing:
            continue
        if key.name not in table:
            found[key.name] = key.default
            continue
        with faults.noted(f"{within}{key.name}: "):
            found[key.name] = key.read(table[key.name])
    return found


def required(keys: Sequence[Key]) -> list[str]:
    """Return the names of the keys that have no default, so that a TOML table must have them."""
    return [key.name for key in keys if key.default is REQUIRED]


def text(value: object) -> str:
    """Return the value if it is a line of text, of at most 100 characters. Raise UsageError for any other value."""
    if not isinstance(value, str) or not value.isprintable() or not value.strip() or len(value) > 100:
        raise UsageError(f"{shown(value)}: expected a line of text of at most 100 characters")
    return value


def switch(value: object) -> bool:
    """Return the value if it is true or false. Raise UsageError for any other value."""
    if not isinstance(value, bool):
        raise UsageError(f"{shown(value)}: expected true or false")
    return value


def whole(least: int, most: int) -> Reader:
    """Return a reader: a function that returns the value it is given if it is a whole number from `least` to `most`.

    It raises UsageError for all other values.
    """

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise UsageError(f"{shown(value)}: expected a whole number from {least} to {most}")
        return value

    return read


def one_of(*values: float | str) -> Reader:
    """Return a reader: a function that returns the value it is given if that is one of `values`.

    It raises UsageError for all other values.
    """

    def read(value: object) -> float | str:
        if isinstance(value, str) and all(isinstance(each, str) for each in values) and value not in values:
            raise UsageError(f"{shown(value)}: {nearest(value, map(str, values))}")
        if isinstance(value, bool) or not isinstance(value, (int, float, str)) or value not in values:
            raise UsageError(f"{shown(value)}: expected one of {', '.join(map(str, values))}")
        return value

    return read


def between(low: float, high: float) -> Reader:
    """Return a reader: a function that returns the number it is given if that lies between `low` and `high`.

    It raises UsageError for the two bounds and for all other values.
    """

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low < value < high:
            raise UsageError(f"{shown(value)}: expected a number between {low} and {high}")
        return float(value)

    return read


def moment(value: object) -> datetime:
    """Return the value if it is a date and time with a UTC offset. Raise UsageError for any other value."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise UsageError(f"{shown(value)}: expected a date and time with its offset, as 2027-03-01T18:00:00Z")
    return value


def listed(read: Reader) -> Reader:
    """Return a function that reads a list with at least one item. The function `read` reads each item."""

    def read_all(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or not value:
            raise UsageError(f'{shown(value)}: expected a list of names, as ["ana", "bea"]')
        faults = Faults()
        found = []
        for item in value:
            with faults.noted():
                found.append(read(item))
        faults.check()
        return tuple(found)

    return read_all


def table(value: object) -> dict[str, object]:
    """Return the value if it is a TOML table (a dictionary). Raise UsageError for any other value."""
    if not isinstance(value, dict):
        raise UsageError(f"{shown(value)}: expected a table of its own")
    return value


def shown(value: object) -> str:
    """Return a value as a text of at most 60 printable characters, for an error message."""
    words = ascii(value) if not isinstance(value, date | clock) else str(value)
    return words if len(words) <= 60 else f"{words[:57]}..."
