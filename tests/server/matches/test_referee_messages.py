"""Tests of the messages between a front and its referees: encoding and decoding do not change them."""

import pytest

from arena.errors import ProtocolError
from arena.protocol.v1 import common_pb2
from arena.record import ForfeitReason, ResultLine, Seated
from arena.referee import MatchTerms, TimeControl
from arena.server.matches.far_seat import ending_of, spelled
from arena.server.matches.referee_messages import (
    KINDS,
    Assign,
    Begin,
    Drain,
    Ended,
    FailSeat,
    HouseTokens,
    Pulse,
    decoded,
    end_from,
    planned_from,
    spelled_end,
    spelled_plan,
)
from arena.server.matches.results import Loss, MatchEnd, MatchSummary, PlannedMatch
from arena.server.transport.endings import StreamEnded
from arena.server.transport.json_messages import as_bytes
from tests.games.tiny import TINY


@pytest.mark.parametrize(
    "message",
    [
        Assign("m-1", "r-1", 3, 2),
        Assign("m-1", "r-1", 3, 2, {"place": 1, "salt": "00"}),
        Ended("m-1", "", {"scores": [1, 2]}),
        Begin("m-1"),
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
def test_bytes_that_are_no_message_are_refused(data):
    with pytest.raises(ProtocolError, match="a message between processes of the arena cannot be read"):
        decoded(data)


def test_a_message_never_shows_a_secret():
    secrets = {"Assign": "planned", "OpenTicket": "ticket", "CloseTicket": "ticket"}
    for kind, name in {**secrets, "HouseTokens": "holders"}.items():
        assert not KINDS[kind].__dataclass_fields__[name].repr


def test_the_end_of_a_match_is_read_back_as_it_was():
    result = ResultLine((1, 2), (30, -4), {"huts": ((1, 2), (3, 4)), "gold": ((0,), (5,))}, 12, "forfeits")
    end = MatchEnd(result, (Loss(1, ForfeitReason.TIME, 7),), "ab" * 32)
    assert end_from(decoded(as_bytes(Ended("m-1", "", spelled_end(end)))).end) == end


@pytest.mark.parametrize("bot_seeds", [(), (1 << 63, 7)])
def test_a_planned_match_is_read_back_as_it_was(bot_seeds):
    terms = MatchTerms(
        rules=TINY, options=TINY.complete({}), clock=TimeControl.read("60+1"), seed="s" * bool(bot_seeds)
    )
    entry = MatchSummary(
        match="m-1",
        game=TINY.name,
        rules_version=TINY.version,
        options=terms.options,
        seats=(Seated("ana", "1", "bot"), Seated("greedy", "2", "house")),
        clock="60+1",
        fairness=terms.fairness,
        created=1000.5,
        round="r-1",
        block=3,
        instead_of=1,
        place=1,
        rated=terms.rated,
        epoch=2,
    )
    kept = PlannedMatch(entry, bytes(range(32)), bot_seeds)
    task = decoded(as_bytes(Assign("m-1", "r-1", 3, 2, spelled_plan(kept))))
    assert planned_from(task, terms) == kept


def test_the_end_of_a_stream_is_read_back_as_it_was():
    ended = ending_of(spelled(StreamEnded(common_pb2.ENDING_REASON_TOKEN, "revoked", 2.0)))
    assert (ended.reason, ended.text, ended.retry_after) == (common_pb2.ENDING_REASON_TOKEN, "revoked", 2.0)
