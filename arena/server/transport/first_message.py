"""Read the first message of a stream, a Hello or a Join, and check its protocol version."""

from typing import Any

from arena.errors import ProtocolError
from arena.protocol.codec import PROTOCOL
from arena.protocol.games.game_codec import parse
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.server.transport.endings import StreamEnded


def read_hello(data: bytes) -> attend_pb2.Hello:
    """Return the Hello message in these bytes. Raise StreamEnded if they are not a Hello that the arena accepts."""
    hello: attend_pb2.Hello = read_first(attend_pb2.AttendRequest, data, "hello")
    if hello.matches_at_once < 1:
        words = f"matches_at_once {hello.matches_at_once}: expected 1 or more"
        raise StreamEnded(common_pb2.ENDING_REASON_BROKEN, words)
    return hello


def read_join(data: bytes) -> play_pb2.Join:
    """Return the Join message in these bytes.

    Raise StreamEnded if they are not a Join, or if it has another protocol version.
    """
    join: play_pb2.Join = read_first(play_pb2.PlayRequest, data, "join")
    return join


def read_first(request: type[attend_pb2.AttendRequest | play_pb2.PlayRequest], data: bytes, wanted: str) -> Any:
    """Return the message of the kind `wanted` in these bytes.

    Raise StreamEnded if they are another kind of message, or if it has another protocol version.
    """
    try:
        message = parse(request, data)
    except ProtocolError as error:
        raise StreamEnded(common_pb2.ENDING_REASON_BROKEN, str(error)) from None
    kind = message.WhichOneof("message")
    if kind != wanted:
        words = f"{kind or 'a message without content'}: expected a {wanted.capitalize()} first"
        raise StreamEnded(common_pb2.ENDING_REASON_BROKEN, words)
    found = getattr(message, wanted)
    if found.protocol != PROTOCOL:
        words = f"protocol {found.protocol}: expected {PROTOCOL}"
        raise StreamEnded(common_pb2.ENDING_REASON_PROTOCOL_VERSION, words)
    return found
