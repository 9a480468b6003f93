"""Tests with extreme values in every field of every request: no call fails by the arena's fault."""

from itertools import count
from threading import Thread

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor as Field
from google.protobuf.message_factory import GetMessageClass

from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2
from tests.server.tournaments.test_tournaments import cup
from tests.server.wire import WITHIN, Gone, bring

SERVICES = {
    each.full_name: each for file in (organiser_pb2, attend_pb2) for each in file.DESCRIPTOR.services_by_name.values()
}
ORGANISER = SERVICES["arena.protocol.v1.Organiser"]
EXTREMES = {
    Field.CPPTYPE_INT32: (-(1 << 31), -1, (1 << 31) - 1),
    Field.CPPTYPE_INT64: (-(1 << 63), -1, (1 << 62) + 1, (1 << 63) - 1),
    Field.CPPTYPE_UINT32: ((1 << 32) - 1,),
    Field.CPPTYPE_UINT64: ((1 << 64) - 1,),
    Field.CPPTYPE_ENUM: (-1, 99, (1 << 31) - 1),
    Field.CPPTYPE_DOUBLE: (float("nan"), float("inf"), -1e308),
    Field.CPPTYPE_FLOAT: (float("nan"), float("inf")),
    Field.CPPTYPE_BOOL: (True,),
    Field.CPPTYPE_STRING: ("\x00", "\x1b]0;x\x07\u202e", 30_000 * "é", str(1 << 64), "-1", "٣", "9" * 5000),
}
BYTES = (b"", 30_000 * b"\xff")
LAST = ("Rename", "Withdraw", "Suspend", "Delete", "Cancel", "Void", "Adjudicate")  # they spoil what others name
OURS = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DEADLINE_EXCEEDED}


def extremes(base):
    """Yield copies of a message, one for each extreme value of each field, also of fields of inner messages."""
    for field in base.DESCRIPTOR.fields:
        if field.cpp_type == Field.CPPTYPE_MESSAGE:
            values = extremes(GetMessageClass(field.message_type)())
        elif field.type == Field.TYPE_BYTES:
            values = BYTES
        else:
            values = EXTREMES[field.cpp_type]
        for value in values:
            yield changed(base, field, value)


def changed(base, field, value):
    """Return a copy of a message with another value in one field."""
    copy = type(base)()
    copy.CopyFrom(base)
    held = getattr(copy, field.name)
    if field.cpp_type == Field.CPPTYPE_MESSAGE:
        (held.add() if field.is_repeated else held).CopyFrom(value)
    elif field.is_repeated:
        held[:] = [value]
    else:
        setattr(copy, field.name, value)
    return copy


class Caller:
    """An organiser that makes all calls on one connection. It knows the names of existing things."""

    def __init__(self, server, names):
        self.server = server
        self.channel = grpc.insecure_channel(server.address)
        self.numbers = count()
        begun = server.ask("RunTournament", file=cup("Known", *names[:2])).tournament.id
        self.known = {"bot": names[2], "version": "1", "entrants": names[:2], "tournament": begun, "uses": 1}
        self.known |= {"game": "cacao", "clock": "60+1", "blocks": 1, "cron": "0 3 1 1 *", "placements": [1, 2]}
        self.known |= {"scope": common_pb2.SCOPE_READ, "file": cup("Other", *names[:2])}
        self.known["match"] = server.match(*names[:2])[0]

    def request(self, method):
        """Return a request for a method. Its fields have existing names and valid values if they are known."""
        kind = GetMessageClass(method.input_type)
        fields = {field.name: self.known[field.name] for field in method.input_type.fields if field.name in self.known}
        if "name" in method.input_type.fields_by_name:
            fields["name"] = f"new-{next(self.numbers)}"
        return kind(**fields)

    def code(self, service, method, request, token):
        """Make a call, and return its gRPC status code."""
        path = f"/{service.full_name}/{method.name}"
        call = self.channel.stream_stream(path, request_serializer=type(request).SerializeToString)
        try:
            list(call(iter([request]), timeout=WITHIN, metadata=[("authorization", f"Bearer {token}")]))
        except grpc.RpcError as error:
            return error.code()
        return grpc.StatusCode.OK


def sits_down_and_leaves(bot):
    """Join each seat that a bot is offered, and leave it at once, so that no examination waits for the bot."""
    for message in iter(bot.inbox.get, None):
        if message.WhichOneof("message") == "offer":
            try:
                bot.seat(message.offer).close()
            except Gone:  # the examination is over
                continue


@pytest.fixture
def caller(serve, names, streams):
    limits = [f"{name}=1000000" for name in ("attends_per_minute", "joins_per_minute", "versions_per_day")]
    server = serve("--limit", "join_within=3600", *(word for each in limits for word in ("--limit", each)))
    streams += bring(server, *names[:3])
    examined = Thread(target=sits_down_and_leaves, args=[streams[-1]])
    examined.start()
    caller = Caller(server, names)
    yield caller
    caller.channel.close()
    streams[-1].close()
    examined.join(WITHIN)


def lists(caller):
    for method in ORGANISER.methods:
        if method.name.startswith("List"):
            yield caller.code(ORGANISER, method, GetMessageClass(method.input_type)(), caller.server.organiser)


def test_no_extreme_of_any_field_of_any_request_is_the_arenas_fault(caller):
    token = caller.server.bot("extreme")
    asked = 0
    for service in SERVICES.values():
        for method in sorted(service.methods, key=lambda each: each.name.startswith(LAST)):
            if method.name == "WatchTournament":  # the stream ends with its tournament
                continue
            secret = caller.server.organiser if service is ORGANISER else token
            for request in extremes(caller.request(method)):
                code = caller.code(service, method, request, secret)
                assert code not in OURS, (method.name, code, str(request)[:200])
                asked += 1
    assert asked > 300
    assert set(lists(caller)) == {grpc.StatusCode.OK}


@pytest.mark.parametrize("seconds", [-(1 << 63), -62_135_596_801, 253_402_300_800, (1 << 62) + 1, (1 << 63) - 1])
def test_an_invite_cannot_end_at_a_time_that_does_not_exist(shared, seconds):
    with pytest.raises(grpc.RpcError) as error:
        shared.ask("CreateInvite", label="x", uses=1, expire_time={"seconds": seconds})
    assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert error.value.details() == "expire_time: expected a time from the year 1 to the year 9999"
    assert shared.ask("ListInvites") is not None
