"""Tests of a bot's calls that are forwarded to several servers: real gRPC at both ends, real sockets, TLS."""

import hashlib
import selectors
import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import grpc
import pytest

from arena.protocol.v1 import attend_pb2, play_pb2
from arena.sandbox import routed_calls
from arena.sandbox.call_route import CallRoute
from arena.sandbox.first_call import (
    FOREIGN,
    HEAD,
    LARGEST,
    OPENING,
    PREFACE,
    BrokenCallError,
    FirstCall,
    field_in,
    last_call,
    ticket_in,
)
from arena.sandbox.routed_calls import CallRoutes
from tests.certificates import make_authority, make_server, needs_openssl
from tests.server.wire import eventually

METHOD = "/arena.protocol.v1.Arena/Play"
WITHIN = 60.0


def first_message(ticket):
    return play_pb2.PlayRequest(join=play_pb2.Join(ticket=ticket, last_seen=3, protocol=1)).SerializeToString()


def hashed(ticket):
    return hashlib.sha256(ticket.encode()).hexdigest()


class Answering(grpc.GenericRpcHandler):
    """A server that answers each message with its own name."""

    def __init__(self, name):
        self.name, self.peers = name.encode(), Counter()

    def service(self, _details):
        def answer(requests, context):
            self.peers[context.peer()] += 1
            for each in requests:
                yield self.name + b" " + each

        return grpc.stream_stream_rpc_method_handler(answer)


@contextmanager
def server(name, credentials=None):
    """Run a server. Yield its handler and its port."""
    handler = Answering(name)
    made = grpc.server(ThreadPoolExecutor(8), handlers=[handler])
    if credentials is None:
        port = made.add_insecure_port("127.0.0.1:0")
    else:
        port = made.add_secure_port("127.0.0.1:0", credentials)
    made.start()
    try:
        yield handler, port
    finally:
        made.stop(None).wait()


class Sandbox:
    """The socket of a sandbox, to which a test connects as a bot, and a thread that forwards as a supervisor does."""

    def __init__(self, folder, port):
        self.address = f"unix:{folder}/arena.sock"
        self.selector, self.calls, self.is_over = selectors.DefaultSelector(), set(), threading.Event()
        line = SimpleNamespace(dial=lambda: socket.create_connection(("127.0.0.1", port)))
        self.routes = CallRoutes(
            self.selector, self.calls, line, SimpleNamespace(is_left=lambda: True, read=lambda _: None)
        )
        self.orders = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.address.removeprefix("unix:"))
        self.listener.listen(16)
        self.selector.register(self.listener, selectors.EVENT_READ, self.accept)
        self.thread = threading.Thread(target=self.work)
        self.thread.start()

    def accept(self):
        near, _ = self.listener.accept()
        self.routes.accept(near)

    def lead(self, ticket, port=0, **fields):
        address = f"127.0.0.1:{port}" if port else ""
        route = CallRoute(hashed(ticket), address, hosts=("127.0.0.1",) if port else (), **fields)
        self.orders.append(CallRoute.read(route.line().encode()))

    def work(self):
        while not self.is_over.is_set():
            for key, _ in self.selector.select(0.01):
                if self.selector.get_map().get(key.fd) is key:
                    key.data()
            while self.orders:
                self.routes.lead(self.orders.pop(0))
            self.routes.look()
        for each in [*self.calls, *self.routes.waiting]:
            each.close()
        self.listener.close()
        self.selector.close()

    def dial(self):
        return grpc.insecure_channel(self.address, [("grpc.use_local_subchannel_pool", 1)])

    def close(self):
        self.is_over.set()
        self.thread.join(WITHIN)


@pytest.fixture
def arena():
    with server("arena") as made:
        yield made


@pytest.fixture
def sandbox(tmp_path, arena):
    made = Sandbox(tmp_path, arena[1])
    yield made
    made.close()
    assert (made.calls, made.routes.waiting) == (set(), set())


def said(channel, *messages):
    """Send messages in one call. Return a list with the name of the server that has answered each message."""
    answers = channel.stream_stream(METHOD)(iter(messages), timeout=WITHIN)
    return [each.split(b" ")[0].decode() for each in answers]


def test_calls_on_one_channel_go_where_their_tickets_belong(sandbox):
    with server("one") as (one, at_one), server("two") as (_, at_two), sandbox.dial() as channel:
        sandbox.lead("ticket 1", at_one)
        sandbox.lead("ticket 2", at_two)
        sandbox.lead("ticket 3")
        attend = attend_pb2.AttendRequest(hello=attend_pb2.Hello(protocol=1, version="1")).SerializeToString()
        kept = channel.stream_stream(METHOD)(iter([attend]), timeout=WITHIN)
        assert next(kept).startswith(b"arena ")
        for ticket, expected in [("ticket 1", "one"), ("ticket 2", "two"), ("ticket 3", "arena")] * 2:
            large = b"x" * 200_000
            assert said(channel, first_message(ticket), large) == [expected] * 2
        with ThreadPoolExecutor(4) as beside:
            found = list(beside.map(lambda ticket: said(channel, first_message(ticket)), ["ticket 1", "ticket 2"] * 4))
        assert found == [["one"], ["two"]] * 4
    assert set(one.peers.values()) == {1}, "each call is a peer of its own"


def test_a_route_that_comes_after_its_call_is_followed(sandbox):
    with server("one") as (_, at_one), sandbox.dial() as channel:
        answers = channel.stream_stream(METHOD)(iter([first_message("late")]), timeout=WITHIN)
        eventually(lambda: any(each.ticket == hashed("late") for each in list(sandbox.routes.waiting)))
        sandbox.lead("late", at_one)
        assert [each.split(b" ")[0] for each in answers] == [b"one"]


def test_a_ticket_without_a_route_reaches_the_arena_alone(sandbox, monkeypatch):
    monkeypatch.setattr(routed_calls, "LED_WITHIN", 0.0)
    with server("one") as (one, at_one), sandbox.dial() as channel:
        sandbox.lead("ticket 1", at_one)
        assert said(channel, first_message("another bot's")) == ["arena"]
        metadata = [("referee", f"127.0.0.1:{at_one}"), ("host", f"127.0.0.1:{at_one}")]
        call = channel.stream_stream(METHOD)
        [answer] = call(iter([first_message("a guess")]), timeout=WITHIN, metadata=metadata)
        assert answer.startswith(b"arena ")
        assert one.peers == {}


def test_a_call_is_cut_when_its_ticket_is_led_elsewhere(sandbox):
    with server("one") as (_, at_one), server("two") as (_, at_two), sandbox.dial() as channel:
        sandbox.lead("ticket", at_one)
        open_end = threading.Event()

        def messages():
            yield first_message("ticket")
            open_end.wait(WITHIN)

        call = channel.stream_stream(METHOD)(messages(), timeout=WITHIN)
        assert next(call).startswith(b"one ")
        sandbox.lead("ticket", is_held=True)
        with pytest.raises(grpc.RpcError) as broken:
            next(call)
        open_end.set()
        assert broken.value.code() is grpc.StatusCode.UNAVAILABLE
        again = channel.stream_stream(METHOD)(iter([first_message("ticket")]), timeout=WITHIN)
        eventually(lambda: any(each.ticket == hashed("ticket") for each in list(sandbox.routes.waiting)))
        sandbox.lead("ticket", at_two)
        assert [each.split(b" ")[0] for each in again] == [b"two"]


@needs_openssl
def test_a_referee_with_tls_needs_its_own_certificate(sandbox, tmp_path):
    make_authority(tmp_path)
    key, certificate = make_server(tmp_path)
    own, other = certificate.read_text(), (tmp_path / "other").mkdir() or tmp_path / "other"
    make_authority(other)
    stranger = make_server(other)[1].read_text()
    credentials = grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())])
    with server("one", credentials) as (one, at_one), sandbox.dial() as channel:
        sandbox.orders.append(CallRoute(hashed("good"), f"127.0.0.1:{at_one}", own, ("127.0.0.2", "127.0.0.1")))
        sandbox.orders.append(CallRoute(hashed("bad"), f"127.0.0.1:{at_one}", stranger, ("127.0.0.1",)))
        assert said(channel, first_message("good"), b"x" * 200_000) == ["one"] * 2
        before = dict(one.peers)
        with pytest.raises(grpc.RpcError) as refused:
            said(channel, first_message("bad"))
        assert (refused.value.code(), one.peers) == (grpc.StatusCode.UNAVAILABLE, before)


def test_a_referee_that_cannot_be_reached_breaks_the_call(sandbox):
    with socket.socket() as unused, sandbox.dial() as channel:
        unused.bind(("127.0.0.1", 0))
        sandbox.lead("ticket", unused.getsockname()[1])
        with pytest.raises(grpc.RpcError) as refused:
            said(channel, first_message("ticket"))
        assert refused.value.code() is grpc.StatusCode.UNAVAILABLE


def test_a_connection_that_is_no_http_2_is_closed(sandbox):
    with socket.socket(socket.AF_UNIX) as bot:
        bot.connect(sandbox.address.removeprefix("unix:"))
        bot.sendall(b"GET / HTTP/1.1\r\n\r\n")
        came = b""
        with suppress(ConnectionResetError):
            while data := bot.recv(100):
                came += data
        assert came in {b"", OPENING}


# Frames ---------------------------------------------------------------------------------------------------------------


def frame(kind, stream, content=b"", flags=0):
    return len(content).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + content


def in_grpc(message):
    return bytes(1) + len(message).to_bytes(4, "big") + message


def test_one_call_passes_and_its_message_is_read_in_any_pieces():
    message = first_message("a ticket")
    head, tail = in_grpc(message)[:7], in_grpc(message)[7:]
    own = [
        PREFACE,
        frame(4, 0, bytes(6)),
        frame(1, 1, b"headers"),
        frame(0, 1, bytes([3]) + head + bytes(3), 8),
        frame(0, 1, tail),
        frame(6, 0, bytes(8)),
    ]
    foreign = [frame(4, 0, flags=1), frame(1, 3, b"more"), frame(0, 3, in_grpc(b"x")), frame(2, 5, bytes(5))]
    sent = b"".join([*own[:3], foreign[0], *own[3:5], *foreign[1:], own[5], frame(4, 0, flags=1)])
    expected = b"".join([*own, frame(4, 0, flags=1)])
    for size in (1, 7, len(sent)):
        call = FirstCall()
        passed = b"".join(call.pass_on(sent[start : start + size]) for start in range(0, len(sent), size))
        assert (passed, call.stream, call.message) == (expected, 1, message)
    assert ticket_in(message) == hashed("a ticket")


@pytest.mark.parametrize(
    "frames",
    [
        [frame(1, 1, b"h", 1)],
        [frame(1, 1, b"h"), frame(0, 1, b"", 1)],
        [frame(1, 1, b"h"), frame(0, 1, bytes([1, 0, 0, 0, 1, 7]))],
        [frame(1, 1, b"h"), frame(0, 1, bytes([0, 1, 0, 0, 0]))],
    ],
    ids=["no message", "an early end", "a compressed message", "a large message"],
)
def test_a_call_without_a_message_that_can_be_read_has_no_ticket(frames):
    call = FirstCall()
    call.pass_on(PREFACE + b"".join(frames))
    assert call.message == b""


def test_what_is_no_http_2_or_has_endless_frames_is_refused():
    with pytest.raises(BrokenCallError, match="expected HTTP/2"):
        FirstCall().pass_on(b"PRI * HTTP/1")
    with pytest.raises(BrokenCallError, match="frames of further calls"):
        FirstCall().pass_on(PREFACE + frame(1, 1) + frame(0, 3) * (FOREIGN + 1))
    with pytest.raises(BrokenCallError, match="a frame of"):
        FirstCall().pass_on(PREFACE + (LARGEST + 1).to_bytes(3, "big") + bytes(HEAD - 3))


def test_a_field_is_found_in_any_message_and_broken_ones_have_none():
    hello = attend_pb2.AttendRequest(hello=attend_pb2.Hello(protocol=1, version="1")).SerializeToString()
    assert ticket_in(hello) == ""
    message = play_pb2.Join(ticket="t", last_seen=2**40, protocol=1).SerializeToString()
    assert field_in(b"\x19" + bytes(8) + b"\x25" + bytes(4) + message, 1) == b"t"
    for broken in (b"\x0a", b"\x0a\x05ab", b"\xff" * 20, b"\x0b", b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"):
        assert field_in(broken, 1) == b""


def test_a_frame_says_which_call_is_the_last():
    assert last_call(7) == frame(7, 0, (7).to_bytes(4, "big") + bytes(4))
