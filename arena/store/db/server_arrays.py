"""Encode arrays in the binary format of a PostgreSQL server, as parameters of a statement."""

from collections.abc import Sequence
from struct import pack
from typing import Final

INTEGER: Final = 23  # the server's numbers for types
BYTES: Final = 17


def integers(values: Sequence[int]) -> bytes:
    """Return the bytes of an array of 32-bit integers, in PostgreSQL's binary format."""
    return array(INTEGER, [pack("!i", each) for each in values])


def byte_strings(values: Sequence[bytes]) -> bytes:
    """Return the bytes of an array of byte strings, in PostgreSQL's binary format."""
    return array(BYTES, values)


def array(kind: int, values: Sequence[bytes]) -> bytes:
    """Return the bytes of an array, in PostgreSQL's binary format. It has one dimension.

    Each value is already encoded. `kind` is the number by which PostgreSQL identifies the type of the values.
    """
    head = pack("!iiIii", 1, 0, kind, len(values), 1)
    return head + b"".join([pack("!i", len(each)) + each for each in values])
