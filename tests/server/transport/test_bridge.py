"""Tests of the bridge between trio and gRPC, with one test for each known problem."""

import gc
import logging
import queue
import socket
import threading
from contextlib import suppress
from pathlib import Path

import grpc
import pytest
import trio
from grpc._cython import cygrpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arena.errors import UsageError
from arena.server.transport import bridge
from arena.server.transport.bridge import OPTIONS, FloodError, PeerGoneError, Refused, Status, Transport
from arena.tasks.heap import COLLECT, collect_seldom
from tests.server.wire import WITHIN

ECHO = "tests.Bridge/Echo"


class Client:
    """A gRPC call to a bridge. Its messages are sent from another thread."""

    def __init__(self, port, method=ECHO, **options):
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}", [("grpc.use_local_subchannel_pool", 1)])
        self.outbox = queue.Queue()
        self.call = self.channel.stream_stream(f"/{method}")(iter(self.outbox.get, None), timeout=WITHIN, **options)

    def say(self, *messages):
        for message in messages:
            self.outbox.put(message)

    def hear(self):
        return next(self.call)

    def end(self):
        """Read to the end of the call. Return the remaining messages, and the status code."""
        heard = []
        with suppress(grpc.RpcError):
            heard.extend(self.call)
        return heard, self.call.code()

    def close(self):
        self.outbox.put(None)
        self.call.cancel()
        self.channel.close()


async def all_of(call):
    while True:
        await call.receive()


async def in_thread(work, *arguments):
    return await trio.to_thread.run_sync(work, *arguments, limiter=trio.CapacityLimiter(1))


async def echo(call):
    while True:
        call.post((await call.receive()).data)


def served(handler=echo, **how):
    return bridge.serve({ECHO: handler}, "127.0.0.1:0", transport=Transport(**how))


async def test_messages_come_back_in_their_order():
    async with served() as server:

        def talk():
            client = Client(server.port)
            client.say(*(b"%d" % number for number in range(1, 100)))
            heard = [client.hear() for _ in range(1, 100)]
            client.close()
            return heard

        assert await in_thread(talk) == [b"%d" % number for number in range(1, 100)]


async def test_an_arrival_is_stamped_by_trios_own_clock():
    seen = []

    async def note(call):
        arrival = await call.receive()
        seen.append((began, arrival.at, trio.current_time()))

    async with served(note) as server:
        began = trio.current_time()

        def talk():
            client = Client(server.port)
            client.say(b"now")
            return client.end()

        assert (await in_thread(talk))[1] is Status.OK
    [(before, at, after)] = seen
    assert before <= at <= after


async def test_a_cancelled_receive_leaves_the_stream_usable():
    async def impatient(call):
        with trio.move_on_after(0.01):
            await call.receive()
        call.post(b"still here")
        call.post((await call.receive()).data)

    async with served(impatient) as server:

        def talk():
            client = Client(server.port)
            first = client.hear()
            client.say(b"late")
            rest, code = client.end()
            return first, rest, code

        assert await in_thread(talk) == (b"still here", [b"late"], Status.OK)


async def test_a_handler_is_notified_at_once_when_its_peer_disconnects():
    gone = trio.Event()

    async def wait(call):
        call.post(b"ready")
        try:
            await call.left()
        except PeerGoneError:
            gone.set()
            raise

    async with served(wait) as server:

        def talk():
            client = Client(server.port)
            client.hear()
            client.close()

        await in_thread(talk)
        with trio.fail_after(WITHIN):
            await gone.wait()


async def test_the_loop_outlives_a_handler_that_takes_its_time_to_end():
    ended = []

    async def slow(call):
        call.post(b"ready")
        try:
            await call.left()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(0.2)
            call.post(b"into the void")
            ended.append(True)

    async with served(slow) as server:

        def talk():
            client = Client(server.port)
            client.hear()
            client.close()

        await in_thread(talk)
    assert ended == [True]


async def test_a_stop_waits_for_handlers_and_tells_their_peers():
    heard = []
    ready = trio.Event()

    async def wait(call):
        call.post(b"ready")
        ready.set()
        await trio.sleep_forever()

    def talk(port):
        heard.append(Client(port).end()[1])

    async with trio.open_nursery() as nursery, served(wait, grace=0.1) as server:
        nursery.start_soon(in_thread, talk, server.port)
        with trio.fail_after(WITHIN):
            await ready.wait()
    assert heard[0] in {Status.UNAVAILABLE, Status.CANCELLED}


async def test_a_listener_that_raises_ends_its_own_call_and_no_other(caplog):
    async def listen(call):
        call.listen(lambda arrival: 1 / int(arrival.data))
        await call.left()

    async with bridge.serve({ECHO: echo, "tests.Bridge/Listen": listen}, "127.0.0.1:0") as server:

        def talk():
            bad, good = Client(server.port, "tests.Bridge/Listen"), Client(server.port)
            bad.say(b"0")
            code = bad.end()[1]
            good.say(b"well?")
            heard = good.hear()
            good.close()
            return code, heard

        assert await in_thread(talk) == (Status.INTERNAL, b"well?")
    assert "a listener failed" in caplog.text


async def test_a_disconnect_as_a_call_ends_is_not_reported_and_other_grpc_errors_are(caplog):
    async def handler(call):
        with suppress(PeerGoneError):
            await call.receive()

    async with bridge.serve({ECHO: handler}, "127.0.0.1:0"):
        told = logging.getLogger(bridge.GRPC)
        for kind in (cygrpc.ExecuteBatchError, cygrpc.InternalError):
            told.error("Unexpected [%s]", kind.__name__, exc_info=kind("send the status"))
    assert [record.message for record in caplog.records] == ["Unexpected [InternalError]"]


async def test_a_handler_that_raises_is_the_arenas_own_fault(caplog):
    async def fail(_):
        raise RuntimeError("a secret detail")

    async with served(fail) as server:

        def talk():
            client = Client(server.port)
            code = client.end()[1]
            return code, client.call.details()

        code, details = await in_thread(talk)
    assert code is Status.INTERNAL
    assert "secret" not in details
    assert "a handler failed" in caplog.text


async def test_a_refusal_says_how_long_to_wait():
    async def refuse(_):
        raise Refused(Status.RESOURCE_EXHAUSTED, "later", 2.5)

    async with served(refuse) as server:

        def talk():
            client = Client(server.port)
            _, code = client.end()
            return code, client.call.details(), dict(client.call.trailing_metadata())["retry-after"]

        assert await in_thread(talk) == (Status.RESOURCE_EXHAUSTED, "later", "3")


async def test_a_refusal_of_any_length_and_with_any_letters_arrives():
    async def refuse(_):
        raise Refused(Status.INVALID_ARGUMENT, "é" * 30_000 + "\ud800")

    async with served(refuse) as server:

        def talk():
            client = Client(server.port)
            _, code = client.end()
            return code, client.call.details()

        assert await in_thread(talk) == (Status.INVALID_ARGUMENT, "é" * 1000 + "...")


async def test_a_flood_is_read_no_further_and_ends_its_stream():
    seen = []

    async def count(call):
        call.listen(lambda arrival: seen.append(arrival.at))
        await call.left()

    async with served(count) as server:

        def talk():
            client = Client(server.port)
            client.say(*[b"!"] * 20_000)
            return client.end()[1]

        assert await in_thread(talk) is Status.RESOURCE_EXHAUSTED
    assert len(seen) < 2_000


async def test_messages_that_cannot_be_read_yet_are_bounded():
    async def busy(call):
        with pytest.raises(FloodError):
            await call.left()
        with pytest.raises(FloodError):
            await all_of(call)

    async with served(busy) as server:

        def talk():
            client = Client(server.port)
            client.say(*[b"!"] * 5_000)
            return client.end()[1]

        assert await in_thread(talk) is Status.OK


async def test_a_peer_that_reads_nothing_is_disconnected():
    ended = trio.Event()

    async def pour(call):
        try:
            while True:
                call.post(bytes(30_000))
                await trio.lowlevel.checkpoint()
        finally:
            ended.set()

    async with served(pour, grace=0.1) as server:
        client = Client(server.port)  # its window fills, because no code calls hear()
        with trio.fail_after(WITHIN):
            await ended.wait()
        await in_thread(client.close)


async def test_a_silent_peer_is_noticed_by_pings():
    gone = trio.Event()

    async def wait(call):
        call.post(b"ready")
        try:
            await call.left()
        finally:
            gone.set()

    quick = {**OPTIONS, "grpc.keepalive_time_ms": 300, "grpc.http2.ping_timeout_ms": 300}
    async with served(wait, options=quick) as server:
        with Swallowing(server.port) as road:
            client = Client(road.port)
            await in_thread(client.hear)
            road.swallow.set()
            with trio.fail_after(WITHIN):
                await gone.wait()
            await in_thread(client.close)


def test_grpc_uses_the_ping_timeout_of_the_arena():
    assert OPTIONS["grpc.http2.ping_timeout_ms"] <= 20_000


class Swallowing:
    """A proxy to a port. After its event `swallow` is set, it loses all bytes in both directions."""

    def __init__(self, to):
        self.to, self.swallow = to, threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.sockets = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        try:
            near, _ = self.listener.accept()
        except OSError:
            return
        far = socket.create_connection(("127.0.0.1", self.to))
        self.sockets += [near, far]
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source, sink):
        try:
            while data := source.recv(65536):
                if not self.swallow.is_set():
                    sink.sendall(data)
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        for each in self.sockets:
            each.close()


async def test_two_servers_never_share_a_port():
    async with served() as server:
        with pytest.raises(UsageError, match="cannot listen"):
            async with bridge.serve({ECHO: echo}, f"127.0.0.1:{server.port}"):
                raise AssertionError("it listens")


async def test_a_message_beyond_the_limit_ends_only_its_own_stream():
    async with served() as server:

        def talk():
            large, small = Client(server.port), Client(server.port)
            large.say(bytes(bridge.LET_IN + 1))
            code = large.end()[1]
            small.say(b"fits")
            heard = small.hear()
            small.close()
            return code, heard

        assert await in_thread(talk) == (Status.RESOURCE_EXHAUSTED, b"fits")


async def test_the_loop_takes_none_of_the_threads_that_the_database_needs():
    async with served():
        assert trio.to_thread.current_default_thread_limiter().borrowed_tokens == 0


async def test_compressed_messages_are_refused():
    async with served() as server:

        def talk():
            client = Client(server.port, compression=grpc.Compression.Gzip)
            client.say(bytes(10_000))
            return client.end()[1]

        assert await in_thread(talk) in {Status.UNIMPLEMENTED, Status.INTERNAL}


async def test_health_names_the_services_and_reports_a_stopping_server():
    async with served() as server:

        def ask():
            with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
                stub = health_pb2_grpc.HealthStub(channel)
                return stub.Check(health_pb2.HealthCheckRequest(service="tests.Bridge"), timeout=WITHIN).status

        assert await in_thread(ask) == health_pb2.HealthCheckResponse.SERVING
        server.drain()
        with trio.fail_after(WITHIN):
            while await in_thread(ask) != health_pb2.HealthCheckResponse.NOT_SERVING:
                await trio.lowlevel.checkpoint()


async def test_reflection_names_the_services():
    async with served() as server:

        def ask():
            with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
                stub = reflection_pb2_grpc.ServerReflectionStub(channel)
                request = reflection_pb2.ServerReflectionRequest(list_services="")
                [answer] = stub.ServerReflectionInfo(iter([request]), timeout=WITHIN)
                return {each.name for each in answer.list_services_response.service}

        assert {"tests.Bridge", "grpc.health.v1.Health"} <= await in_thread(ask)


def open_descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_servers_that_come_and_go_leave_nothing_behind():
    async def once():
        async with served() as server:

            def talk():
                client = Client(server.port)
                client.say(b"x")
                client.hear()
                client.close()

            await in_thread(talk)

    for _ in range(3):
        await once()
    gc.collect()
    before = open_descriptors(), threading.active_count()
    for _ in range(5):
        await once()
    gc.collect()
    assert open_descriptors() <= before[0] + 2  # gRPC's own, which it closes when it likes
    assert threading.active_count() <= before[1] + 1


def test_objects_from_the_start_of_the_arena_are_not_collected_again():
    threshold = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_freeze_count() > 1000
        assert gc.get_threshold()[0] == COLLECT
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)


async def test_a_message_without_content_is_a_message():
    async with served() as server:

        def talk():
            client = Client(server.port)
            client.say(b"", b"after it")
            heard = [client.hear(), client.hear()]
            client.close()
            return heard

        assert await in_thread(talk) == [b"", b"after it"]
