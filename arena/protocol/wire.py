"""Messages put together by hand: the bytes of a field, for parts whose own bytes are known already."""

from functools import cache

from google.protobuf.message import Message


def varint(number: int) -> bytes:
    """A number of 0 or more as protobuf writes it: seven bits to a byte, the low ones first."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


@cache
def length_tag(kind: type[Message], field: str) -> bytes:
    """What stands before the length of a field that holds a message."""
    return varint(kind.DESCRIPTOR.fields_by_name[field].number << 3 | 2)


def tagged(tag: bytes, data: bytes) -> bytes:
    """A field with this tag that holds the message of these bytes."""
    return tag + varint(len(data)) + data
