"""Tests of the transcripts for authors in other languages: they equal the real messages of today."""

import base64
import json
import re

import grpc
import pytest
from google.protobuf.json_format import ParseDict

from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena_sdk.doctor.listener import Listener
from tests.sdk.remote.host import SOON, attending, wait_for
from tests.server.wire import Server
from tests.transcripts.conversations import CONVERSATIONS, QUICK, held
from tests.transcripts.recorder import KINDS
from tests.transcripts.write import FOLDER

KEPT = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def message_of(event):
    return KINDS[event["method"]][event["who"]].FromString(base64.b64decode(event["bytes"]))


def messages(transcript):
    return [message_of(each) for each in transcript["events"] if "bytes" in each and "broken" not in each]


def course(events):
    """Return the words that describe each call of a transcript, one for each message, without pings.

    Successive decisions with their choices are one word, `answered`. Texts of messages have no effect.
    """
    calls = {}
    for each in events:
        words = calls.setdefault(each["call"], [each["method"]])
        if "bytes" not in each:
            words.append(each.get("ends") or ("opens" if "opens" in each else "breaks"))
            continue
        word = "broken" if "broken" in each else worded(message_of(each))
        if word == "choice" and words[-1] == "decision":
            words.pop()
            word = "answered"
        if word not in {"ping", "pong"} and not word == words[-1] == "answered":
            words.append(word)
    return calls


def worded(message):
    arm = message.WhichOneof("message")
    if arm in {"ending", "forfeited", "over"}:
        return f"{arm} {getattr(message, arm).reason}"
    return arm


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("arena"), *QUICK)
    yield server
    server.stop()


def test_every_conversation_has_its_transcript_and_every_transcript_its_conversation():
    assert set(KEPT) == set(CONVERSATIONS)
    for name, kept in KEPT.items():
        known = CONVERSATIONS[name]
        assert (kept["schema"], kept["conversation"], kept["about"], kept["chapter"]) == (
            *(1, name, known.about),
            known.chapter,
        )


@pytest.mark.parametrize("name", KEPT)
def test_bytes_and_messages_of_a_transcript_are_equal(name):
    for event in KEPT[name]["events"]:
        if "message" in event:
            message = message_of(event)
            assert ParseDict(event["message"], type(message)()) == message


def test_every_kind_of_message_occurs_in_a_transcript():
    said = {(type(message), message.WhichOneof("message")) for kept in KEPT.values() for message in messages(kept)}
    kinds = (attend_pb2.AttendRequest, attend_pb2.AttendResponse, play_pb2.PlayRequest, play_pb2.PlayResponse)
    all_of_it = {(kind, arm.name) for kind in kinds for arm in kind.DESCRIPTOR.oneofs_by_name["message"].fields}
    assert said >= all_of_it


def test_every_reason_to_end_a_conversation_is_shown():
    shown = {
        common_pb2.EndingReason.Name(message.ending.reason).removeprefix("ENDING_REASON_")
        for kept in KEPT.values()
        for message in messages(kept)
        if message.WhichOneof("message") == "ending"
    }
    known = {name.removeprefix("ENDING_REASON_") for name in common_pb2.EndingReason.DESCRIPTOR.values_by_name}
    assert known - shown == {"UNSPECIFIED"}


def test_no_transcript_holds_a_token_or_a_ticket():
    for kept in KEPT.values():
        for event in kept["events"]:
            assert event.get("metadata", {}).get("authorization") in {None, "Bearer TOKEN"}
        for message in messages(kept):
            arm = message.WhichOneof("message")
            if arm in {"offer", "join"}:
                assert re.fullmatch(r"TICKET-\d+", getattr(message, arm).ticket)


@pytest.mark.parametrize("name", KEPT)
def test_a_conversation_with_the_arena_of_today_equals_its_transcript(server, name):
    assert course(held(server, name).events) == course(KEPT[name]["events"])


@pytest.mark.parametrize("name", ["attend-and-play", "return-to-a-match"])
def test_the_sdk_sends_in_each_match_what_the_transcript_contains(name):
    """The arena's messages come from the transcript. The SDK's bot takes the first option, too."""
    listener = Listener()
    lines = {}
    with attending(listener.address) as guest:
        for event in KEPT[name]["events"]:
            call, method = event["call"], event["method"]
            if "opens" in event:
                lines[call] = listener.take(method, SOON)
            elif "breaks" in event:
                lines[call].end(grpc.StatusCode.UNAVAILABLE, "the cable was pulled")
            elif "ends" in event:
                lines[call].end(grpc.StatusCode[event["ends"]], event["details"])
            elif event["who"] == "arena":
                lines[call].send(base64.b64decode(event["bytes"]))
            elif event["method"] == "Play":
                assert KINDS["Play"]["bot"].FromString(lines[call].hear(SOON).data) == message_of(event)
            elif message_of(event).WhichOneof("message") == "drain":
                guest.attendance.drain()
            else:
                heard = KINDS["Attend"]["bot"].FromString(lines[call].hear(SOON).data)
                assert heard.WhichOneof("message") == message_of(event).WhichOneof("message")
        matches = {message.over.head for message in messages(KEPT[name]) if message.WhichOneof("message") == "over"}
        wait_for(lambda: guest.out.getvalue().count(", place ") == len(matches))
    listener.close()
