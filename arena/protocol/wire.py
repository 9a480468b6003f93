"""Builds protobuf messages by hand, so that the bytes of repeated parts are made only once."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from google.protobuf.message import Message

K = TypeVar("K")


class KeptBytes(dict[K, bytes]):
    """A cache of bytes: `cache[part]` makes the bytes of a part at its first use, and returns them again later."""

    def __init__(self, make: Callable[[K], bytes], most: int) -> None:
        super().__init__()
        self.make: Final = make
        self.most: Final = most

    def __missing__(self, part: K) -> bytes:
        if len(self) >= self.most:
            self.clear()  # needed parts will be made again
        data = self[part] = self.make(part)
        return data


def varint(number: int) -> bytes:
    """Return a number of 0 or more as protobuf writes it: seven bits to a byte, the low ones first."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


@cache
def length_tag(kind: type[Message], field: str) -> bytes:
    """Return the bytes with which protobuf begins a field that holds a message: its tag, without the length.

    `field` is the name of the field, in a message of type `kind`.
    """
    return varint(kind.DESCRIPTOR.fields_by_name[field].number << 3 | 2)


def tagged(tag: bytes, data: bytes) -> bytes:
    """Return the bytes of a field: this tag, the length, and the bytes of the message in the field."""
    return tag + varint(len(data)) + data
