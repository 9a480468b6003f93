"""Reads JSON values key by key, for the positions of all games.

An error says where the wrong value is, and which value was expected.
"""

import json
from collections.abc import Callable, Sequence
from typing import Self, TypeVar

from arena.errors import PositionError, nearest

T = TypeVar("T")


def parsed(text: str) -> object:
    """Return the value of a JSON text; raise PositionError if it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise PositionError(f"the position is no JSON: {reason}") from None


def integer(what: str, value: object) -> int:
    """Return `value` if it is a whole number.

    If not, raise PositionError with a message that begins with the text `what`.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise PositionError(f"{what}: {json.dumps(value)}; expected a whole number")
    return value


class Fields:
    """Reads the values of a JSON object. Each key can be read only once."""

    def __init__(self, what: str, value: object) -> None:
        if not isinstance(value, dict):
            raise PositionError(f"{what}: expected a JSON object")
        self.what = what
        self.left: dict[str, object] = dict(value)

    def has(self, key: str) -> bool:
        """True if the object has this key and it has not been read."""
        return key in self.left

    def take(self, key: str) -> object:
        """Read a key, and return its value of any type. Raise PositionError if the key is missing or already read."""
        if key not in self.left:
            raise PositionError(f"{self.what}: {key!r} is missing")
        return self.left.pop(key)

    def end(self) -> None:
        """Raise PositionError if the object has a key that has not been read."""
        for key in self.left:
            raise PositionError(f"{self.what}: {key!r} means nothing there")

    def number(self, key: str, low: int | None = None, high: int | None = None) -> int:
        """Read a key, and return its value, a whole number.

        Raise PositionError if the value is not a whole number, or if it is outside `low` to `high`.
        """
        value = integer(f"{self.what}, {key!r}", self.take(key))
        if low is not None and high is not None and not low <= value <= high:
            raise PositionError(f"{self.what}, {key!r}: {value}; expected {low} to {high}")
        return value

    def choice(self, key: str, allowed: Sequence[str | int]) -> str | int:
        """Read a key, and return its value. Raise PositionError if the value is not one of the allowed values."""
        value = self.take(key)
        for each in allowed:
            if type(value) is type(each) and value == each:
                return each
        expected = nearest(str(value), [json.dumps(each).strip('"') for each in allowed])
        raise PositionError(f"{self.what}, {key!r}: {json.dumps(value)}; {expected}")

    def items(self, key: str) -> list[object]:
        """Read a key, and return its value, a list. Raise PositionError if the value is not a list."""
        value = self.take(key)
        if not isinstance(value, list):
            raise PositionError(f"{self.what}, {key!r}: expected a list")
        return value

    def each(self, key: str, read_one: Callable[[Self], T]) -> list[T]:
        """Read a key with a list of JSON objects, and return a list with the result of `read_one` for each object.

        `read_one` gets the object as Fields. Raise PositionError if the value is not such a list, or if an object has
        keys that `read_one` did not read.
        """
        values = []
        for number, item in enumerate(self.items(key)):
            fields = type(self)(f"{key}[{number}]", item)
            values.append(read_one(fields))
            fields.end()
        return values

    def tiles(self, key: str, names: Sequence[str]) -> list[str]:
        """Read a key, and return its value, a list of tile ids. Raise PositionError if one of the ids is unknown."""
        found = [str(item) for item in self.items(key)]
        for name in found:
            if name not in names:
                raise PositionError(f"{self.what}, {key!r}: no tile {name!r}; {nearest(name, names)}")
        return found
