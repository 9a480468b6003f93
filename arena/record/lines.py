"""One line of a record: a JSON object in the only spelling that the format allows.

Keys have a fixed order, separators are compact, text is UTF-8. A line with the same values in another spelling is
refused, so equal records are equal bytes. Every error is one sentence that names the record's line.
"""

import json
from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring
from typing import Any, Final

from arena.errors import VerificationError, nearest

LINE_LIMIT: Final = 1 << 18  # bytes: ten times the largest position
DEPTH_LIMIT: Final = 32
NUMBER_LIMIT: Final = 1 << 63
SHOWN: Final = 60  # characters of a record that a message quotes

Json = Any  # what a JSON text can hold; it turns into a typed field one call later

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def fault(line: int, message: str) -> VerificationError:
    """Return the VerificationError for a line, numbered from 1, with a text that says what is wrong with it."""
    return VerificationError(f"line {line}: {message}")


def quoted(value: Json) -> str:
    """Return a value of a record as text that is short enough for a message and harmless in a terminal."""
    text = ascii(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def write(values: Mapping[str, Json]) -> bytes:
    """Return these values as a line of a record: JSON bytes in the canonical spelling, without a newline."""
    return _encoder.encode(values).encode()


def spelled(text: str) -> str:
    """Return a text as a JSON string in the canonical spelling, with quotes."""
    return encode_basestring(text)


def read(line: bytes, number: int) -> "LineFields":
    """Return the fields of a line as LineFields, which check each field.

    Raise VerificationError if the line is no valid JSON object. `number` is the line's number for error messages.
    """
    if len(line) > LINE_LIMIT:
        raise fault(number, f"{len(line)} bytes long, expected at most {LINE_LIMIT}")
    values = _parsed(line, number)
    if not isinstance(values, dict):
        raise fault(number, f"expected a JSON object, found {quoted(values)}")
    if line.count(b"{") + line.count(b"[") > DEPTH_LIMIT and _too_deep(values):
        raise fault(number, f"nested deeper than {DEPTH_LIMIT} levels")
    if rb"\ud" in line.lower() and not _is_unicode(values):
        raise fault(number, "half a surrogate pair, which UTF-8 cannot carry")
    return LineFields(values, line, number)


def _parsed(line: bytes, number: int) -> Json:
    try:
        return _decoder.decode(line.decode())
    except UnicodeDecodeError as error:
        raise fault(number, f"not UTF-8 at byte {error.start + 1} of the line") from None
    except json.JSONDecodeError as error:
        found = quoted(error.doc[error.pos : error.pos + 10]) if error.pos < len(error.doc) else "the end of the line"
        raise fault(number, f"not JSON at column {error.colno}: {found}") from None
    except RecursionError:
        raise fault(number, f"nested deeper than {DEPTH_LIMIT} levels") from None
    except ValueError as error:  # a constant that JSON does not have, or thousands of digits
        raise fault(number, f"not a number that a record can hold: {error}") from None


def _no_constant(name: str) -> None:
    raise ValueError(name)


_decoder: Final = json.JSONDecoder(parse_constant=_no_constant)


def _is_unicode(values: Json) -> bool:
    try:
        write(values)
    except UnicodeEncodeError:
        return False
    return True


def _too_deep(value: Json) -> bool:
    """True if a value is nested deeper than any record needs.

    The check goes level by level, because this needs little stack.
    """
    level = [value]
    for _ in range(DEPTH_LIMIT):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


class LineFields:
    """The fields of one line. Each field is read once, and its type is checked. Unknown fields may follow them."""

    def __init__(self, values: dict[str, Json], line: bytes, number: int) -> None:
        self.line: Final = line
        self.number: Final = number
        self._values: Final = values
        self._taken: set[str] = set()

    def fault(self, message: str) -> VerificationError:
        """Return the VerificationError for this line, with a text that says what is wrong."""
        return fault(self.number, message)

    def has(self, name: str) -> bool:
        """True if the line has this field."""
        return name in self._values

    def take(self, name: str) -> Json:
        """Read and return a field of any type. Raise VerificationError if it is missing."""
        if name not in self._values:
            raise self.fault(f"expected a field {name!r}")
        self._taken.add(name)
        return self._values[name]

    def text(self, name: str) -> str:
        """Read and return a field that is a text and not empty."""
        value = self.take(name)
        if not isinstance(value, str) or not value:
            raise self._expected(name, "a text", value)
        return value

    def choice(self, name: str, among: Iterable[str]) -> str:
        """Read and return a field that is one of the words in `among`. Raise VerificationError if it is not."""
        words = tuple(among)
        value = self.take(name)
        if value not in words:
            raise self._expected(name, f"one of {', '.join(words)}", value)
        return str(value)

    def count(self, name: str) -> int:
        """Read and return a field that is a whole number from 0."""
        value = self.take(name)
        if not _is_number(value) or value < 0:
            raise self._expected(name, "a whole number from 0", value)
        return int(value)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Read and return a field that is a list of whole numbers."""
        value = self.take(name)
        if not _are_numbers(value):
            raise self._expected(name, "a list of whole numbers", value)
        return tuple(value)

    def hex(self, name: str, size: int) -> str:
        """Read and return a field that is `size` bytes as lower-case hexadecimal digits."""
        value = self.take(name)
        if not isinstance(value, str) or len(value) != 2 * size or not set(value) <= set("0123456789abcdef"):
            raise self._expected(name, f"{2 * size} hexadecimal digits", value)
        return value

    def table(self, name: str) -> dict[str, Json]:
        """Read and return a field that is an object."""
        value = self.take(name)
        if not isinstance(value, dict):
            raise self._expected(name, "an object", value)
        return value

    def scalars(self, name: str) -> dict[str, bool | int | str]:
        """Read and return a field that is an object of flags, whole numbers and texts."""
        table = self.table(name)
        for key, value in table.items():
            if not isinstance(value, bool | str) and not _is_number(value):
                raise self._expected(f"{name}.{key}", "a flag, a whole number or a text", value)
        return table

    def ledger(self, name: str) -> dict[str, tuple[tuple[int, ...], ...]]:
        """Read and return a field that has, for each category, one list of whole numbers per seat."""
        table = self.table(name)
        for category, seats in table.items():
            if not isinstance(seats, list) or not all(_are_numbers(rounds) for rounds in seats):
                raise self._expected(f"{name}.{category}", "a list of whole numbers per seat", seats)
        return {category: tuple(tuple(rounds) for rounds in seats) for category, seats in table.items()}

    def rows(self, name: str) -> "list[LineFields]":
        """Read a field that has a list of at least one object. Return a list with a LineFields for each object.

        `refuse_unknown` of these LineFields refuses an object with unknown fields.
        """
        value = self.take(name)
        if not isinstance(value, list) or not value or not all(isinstance(row, dict) for row in value):
            raise self._expected(name, "a list of objects", value)
        return [LineFields(row, self.line, self.number) for row in value]

    def refuse_unknown(self) -> None:
        """Raise VerificationError if there is a field that no call has read, because such a field is unknown."""
        for name in self._values:
            if name not in self._taken:
                raise self.fault(f"unknown field {quoted(name)}: {nearest(name, self._taken)}")

    def optional_count(self, name: str) -> int:
        """Read and return an optional field that is a whole number from 1. Return 0 if it is missing."""
        return self.count(name) if self.has(name) else 0

    def optional_hex(self, name: str, size: int) -> str:
        """Read and return an optional field: `size` bytes as lower-case hexadecimal digits.

        Return an empty text if it is missing.
        """
        return self.hex(name, size) if self.has(name) else ""

    def spelled(self, line: bytes) -> None:
        """Raise VerificationError unless the line that was read is equal to `line`, its canonical spelling.

        If the line that was read has unknown fields, this method first adds them at the end of `line`.
        """
        if line == self.line:
            return
        skipped = {name: value for name, value in self._values.items() if name not in self._taken}
        if skipped:
            line = line[:-1] + b"," + write(skipped)[1:]
        if line != self.line:
            place = next((i for i, (a, b) in enumerate(zip(line, self.line, strict=False)) if a != b), None)
            column = 1 + (min(len(line), len(self.line)) if place is None else place)
            expected = quoted(line[column - 1 : column + 19].decode(errors="replace"))
            raise self.fault(f"spelled differently from byte {column} on: expected {expected} there")

    def _expected(self, name: str, what: str, value: Json) -> VerificationError:
        return self.fault(f"{quoted(name)}: expected {what}, found {quoted(value)}")


def _is_number(value: Json) -> bool:
    return type(value) is int and -NUMBER_LIMIT < value < NUMBER_LIMIT  # True is an int, but no number


def _are_numbers(value: Json) -> bool:
    return isinstance(value, list) and all(_is_number(number) for number in value)
