"""JSON messages between processes of the arena, on a call that one of them has opened."""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from arena.errors import ProtocolError

T = TypeVar("T")


def as_bytes(message: Any) -> bytes:
    """Return a message as JSON bytes that name its class. The message is a dataclass without nested dataclasses."""
    return json.dumps({"kind": type(message).__name__, **vars(message)}).encode()


def from_bytes(kinds: Mapping[str, type[T]], data: bytes) -> T:
    """Return the message in these JSON bytes. `kinds` is a mapping from class name to class for all possible messages.

    Raise ProtocolError if the bytes are not a message of one of these classes.
    """
    try:
        fields = json.loads(data)
        return kinds[fields.pop("kind")](**fields)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ProtocolError(f"a message between processes of the arena cannot be read: {error}") from None
