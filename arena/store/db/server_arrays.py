"""Arrays in the binary format of a PostgreSQL server, as parameters of a statement."""

from collections.abc import Sequence
from struct import pack
from typing import Final

INTEGER: Final = 23  # the server's numbers for types
BYTES: Final = 17


def integers(values: Sequence[int]) -> bytes:
    """Return integers of 32 bits as an array."""
    return array(INTEGER, [pack("!i", each) for each in values])


def byte_strings(values: Sequence[bytes]) -> bytes:
    """Return byte strings as an array."""
    return array(BYTES, values)


def array(kind: int, values: Sequence[bytes]) -> bytes:
    """Return encoded values of one type as an array with one dimension."""
    head = pack("!iiIii", 1, 0, kind, len(values), 1)
    return head + b"".join([pack("!i", len(each)) + each for each in values])
