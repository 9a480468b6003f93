"""Encode arrays in the binary format of a PostgreSQL server, as parameters of a statement."""

from collections.abc import Sequence
from struct import pack
from typing import Final

INTEGER: Final = 23  # the server's numbers for types
BYTES: Final = 17


def integers(values: Sequence[int]) -> bytes:
    """Return 32-bit integers as an array parameter for PostgreSQL."""
    return array(INTEGER, [pack("!i", each) for each in values])


def byte_strings(values: Sequence[bytes]) -> bytes:
    """Return byte strings as an array parameter for PostgreSQL."""
    return array(BYTES, values)


def array(kind: int, values: Sequence[bytes]) -> bytes:
    """Return encoded values as an array with one dimension. `kind` is the server's number for their type."""
    head = pack("!iiIii", 1, 0, kind, len(values), 1)
    return head + b"".join([pack("!i", len(each)) + each for each in values])
