"""The messages between a front and its referees: encoding does not change them, and other bytes are refused."""

import pytest

from arena.errors import ProtocolError
from arena.protocol.v1 import common_pb2
from arena.server.matches.far_seat import ending_of, spelled
from arena.server.matches.referee_messages import (
    KINDS,
    Assign,
    Begin,
    Drain,
    FailSeat,
    HouseTokens,
    Pulse,
    decoded,
)
from arena.server.transport.endings import StreamEnded
from arena.server.transport.json_messages import as_bytes


@pytest.mark.parametrize(
    "message",
    [
        Assign("m-1", "r-1", 3, 2),
        Begin("m-1", 1001.5, ["a", "b"]),
        FailSeat("m-1", 0, "left", "it went", [common_pb2.ENDING_REASON_FORBIDDEN, "no", 1.5], at_once=True),
        FailSeat("m-1", 1, "time", "too slow", None, at_once=False),
        HouseTokens([["hash", "house greedy", "greedy"]]),
        Pulse(2, 10, [[1, 2, 3]]),
        Drain(),
    ],
)
def test_a_message_is_read_back_as_it_was(message):
    assert decoded(as_bytes(message)) == message


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"kind": "None"}', b'{"kind": "Assign"}', b'{"kind": "Drain", "x": 1}']
)
def test_what_is_no_message_is_refused(data):
    with pytest.raises(ProtocolError, match="a message between processes of the arena cannot be read"):
        decoded(data)


def test_a_message_never_shows_a_secret():
    secrets = {"Begin": "tickets", "OpenTicket": "ticket", "CloseTicket": "ticket", "HouseTokens": "holders"}
    for kind, name in secrets.items():
        assert not KINDS[kind].__dataclass_fields__[name].repr


def test_the_end_of_a_stream_is_read_back_as_it_was():
    ended = ending_of(spelled(StreamEnded(common_pb2.ENDING_REASON_TOKEN, "revoked", 2.0)))
    assert (ended.reason, ended.text, ended.retry_after) == (common_pb2.ENDING_REASON_TOKEN, "revoked", 2.0)
