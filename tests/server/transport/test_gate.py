"""Tests of the gate, which spreads the calls of one connection over time."""

from contextlib import ExitStack, closing

import grpc
import pytest

from arena.server.access.addresses import Addresses
from arena.server.transport import gate
from arena.server.transport.bridge import Status
from arena.server.transport.gate import Gate
from arena.server.transport.hosted_loop import hosted
from tests.server.transport.test_bridge import ECHO, in_thread, served
from tests.server.wire import WITHIN

MOST = 3  # calls at once


@pytest.fixture
def narrow(monkeypatch):
    """Return a class of gate that accepts three calls of a connection, and the next one only after a long time."""
    monkeypatch.setattr(gate, "AT_ONCE", MOST - 1)  # before the first that waits
    monkeypatch.setattr(gate, "PER_SECOND", 0.001)
    monkeypatch.setattr(gate, "TURN", 0.01)
    return Gate


def statuses(channel, count):
    """Make some calls one after another. Return the status of each."""
    echo = channel.stream_stream(f"/{ECHO}")
    found = []
    for _ in range(count):
        call = echo(iter([b"hello"]), timeout=WITHIN)
        try:
            assert list(call) == [b"hello"]
        except grpc.RpcError:
            assert call.code() is not Status.OK
        found.append(call.code())
    return found


def dialled(port):
    return grpc.insecure_channel(f"127.0.0.1:{port}", [("grpc.use_local_subchannel_pool", 1)])


async def once(call):
    call.post((await call.receive()).data)


async def test_a_connection_that_opens_too_many_calls_is_refused_and_another_one_is_not(narrow):
    async with served(once, gate=narrow()) as server:

        def talk():
            with ExitStack() as stack:
                one, other = (stack.enter_context(closing(dialled(server.port))) for _ in range(2))
                return statuses(one, MOST + 2), statuses(other, MOST)

        greedy, modest = await in_thread(talk)
    assert greedy == [Status.OK] * MOST + [Status.RESOURCE_EXHAUSTED] * 2
    assert modest == [Status.OK] * MOST


async def test_a_refusal_says_the_limit_and_when_to_try_again(narrow):
    async with served(once, gate=narrow()) as server:

        def talk():
            with closing(dialled(server.port)) as channel:
                statuses(channel, MOST)
                call = channel.stream_stream(f"/{ECHO}")(iter([b"hello"]), timeout=WITHIN)
                with pytest.raises(grpc.RpcError):
                    list(call)
                return call.details(), dict(call.trailing_metadata())

        details, trailing = await in_thread(talk)
    assert "calls a second of one connection" in details
    assert trailing["retry-after"] == "1"


async def test_a_front_brings_the_calls_of_many_clients(narrow):
    fronts = Addresses(["127.0.0.1"])
    async with served(once, gate=narrow(fronts.is_front)) as server:

        def talk():
            with closing(dialled(server.port)) as channel:
                return statuses(channel, 3 * MOST)

        assert await in_thread(talk) == [Status.OK] * 3 * MOST


async def test_calls_that_wait_are_accepted_in_turn(narrow, monkeypatch):
    monkeypatch.setattr(gate, "PER_SECOND", 100.0)
    monkeypatch.setattr(gate, "TURN", 5.0)
    async with served(once, gate=narrow()) as server:

        def talk():
            with closing(dialled(server.port)) as channel:
                return statuses(channel, 4 * MOST)

        assert await in_thread(talk) == [Status.OK] * 4 * MOST


async def test_a_connection_that_continues_to_flood_is_closed_and_no_other_one(narrow, monkeypatch):
    monkeypatch.setattr(gate, "REFUSALS", 2)
    told = []
    async with served(once, gate=narrow(closed=lambda *what: told.append(what))) as server:

        def talk():
            with ExitStack() as stack:
                one, other = (stack.enter_context(closing(dialled(server.port))) for _ in range(2))
                return statuses(other, 1), statuses(one, MOST + 3), statuses(other, 1)

        first, greedy, last = await in_thread(talk)
    assert greedy == [Status.OK] * MOST + [Status.RESOURCE_EXHAUSTED] * 2 + [Status.UNAVAILABLE]
    assert first == last == [Status.OK]
    assert told == [("ipv4:127.0.0.1", "")]


async def test_new_connections_of_the_same_host_have_lower_limits_after_a_flood(narrow, monkeypatch):
    monkeypatch.setattr(gate, "REFUSALS", 1)
    monkeypatch.setattr(gate, "STRICT_AT_ONCE", MOST - 2)
    monkeypatch.setattr(gate, "STRICT_TURN", 0.01)
    async with served(once, gate=narrow()) as server:

        def talk():
            with closing(dialled(server.port)) as greedy, closing(dialled(server.port)) as modest:
                return statuses(greedy, MOST + 2)[-1], statuses(modest, MOST)

        closed, modest = await in_thread(talk)
    assert closed is Status.UNAVAILABLE
    assert modest == [Status.OK] * (MOST - 1) + [Status.RESOURCE_EXHAUSTED]


class Caller:
    """A stand-in for a call of gRPC. It stores the status with which the gate refuses the call."""

    def __init__(self, peer):
        self.peer, self.status = lambda: peer, Status.OK

    async def abort(self, status, *_):
        self.status = status


async def test_the_connections_of_a_sandbox_are_limited_together(narrow):
    limits = narrow()

    async def talk(name):
        calls = [Caller(f"unix-abstract:tlachtli-bot-{name}:{number}") for number in range(MOST + 1)]
        for each in calls:
            await limits.lets_in(each)
        return [each.status for each in calls]

    async with hosted() as host:
        greedy, modest = [await host.outcome(talk(name)) for name in ("ana-7", "bob-8")]
    assert greedy == modest == [Status.OK] * MOST + [Status.RESOURCE_EXHAUSTED]
