"""Run gRPC calls as trio tasks. grpc.aio runs in an asyncio loop inside trio; each handler is a task of a nursery.

Every method is served as a stream of bytes in both directions. On the wire, a unary call looks the same. Handlers
decode the messages themselves, so each handler decides how to answer an invalid message.
"""

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Final, NamedTuple

import grpc
import trio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.errors import UsageError
from arena.server.transport.gate import Gate
from arena.server.transport.hosted_loop import Hosted, hosted

log: Final = logging.getLogger(__name__)

Status = grpc.StatusCode

GRPC: Final = "grpc._cython.cygrpc"  # the name under which grpc.aio logs

END: Final[Any] = grpc.aio.EOF  # type: ignore[attr-defined]  # the stubs do not know it

LET_IN: Final = 64 << 10  # bytes of a message; gRPC itself rejects larger ones
AHEAD: Final = 1 << 10  # bytes that a peer may send before the arena reads them
UNREAD: Final = 256  # messages that may wait for a handler
BACKLOG: Final = 2048  # messages that may wait for a peer
FLUSH: Final = 2.0  # seconds that a peer has to read the last message
STATUS_TEXT: Final = 2_000  # bytes of the words with which a call ends
HANDSHAKE: Final = 10  # seconds that a connection may take to say that it speaks HTTP/2
TRUSTED: Final = 1 << 62  # messages of a peer that is a part of the arena
BURST: Final = 200  # messages a second beyond the answers; Welcome.max_messages_per_second

CONNECTIONS: Final = "grpc.max_allowed_incoming_connections"

OPTIONS: Final[Mapping[str, int]] = {
    "grpc.so_reuseport": 0,  # without it two servers can share a port without an error
    "grpc.max_receive_message_length": LET_IN,
    "grpc.max_metadata_size": 8 << 10,
    "grpc.max_concurrent_streams": 100,  # of one connection: a bot has up to 8 of Attend and 64 of Play
    # Bytes that a peer may send on a stream before the arena reads them, always the same: many small packets cost more
    # than a large message, so that a flood stops at its source. A longer message gets more room as it is read.
    "grpc.http2.lookahead_bytes": AHEAD,
    "grpc.http2.bdp_probe": 0,
    "grpc.server_handshake_timeout_ms": HANDSHAKE * 1000,
    "grpc.keepalive_time_ms": 20_000,
    "grpc.keepalive_timeout_ms": 10_000,
    "grpc.http2.ping_timeout_ms": 10_000,  # the other limit alone would leave a silent peer connected for 61 s
    "grpc.keepalive_permit_without_calls": 1,
    "grpc.http2.min_ping_interval_without_data_ms": 5_000,
    "grpc.max_connection_idle_ms": 60_000,  # without a call: a bot that waits has its Attend open
    "grpc.compression_enabled_algorithms_bitset": 1,  # no compression: no small message may become a large one
}


def sendable(text: str) -> str:
    """Return a text that a gRPC status can carry: at most 2,000 bytes, and no half of a surrogate pair.

    gRPC writes each byte of it as up to three, and clients accept 8 KiB of metadata.
    """
    data = text.encode("utf-8", "backslashreplace")
    return data.decode() if len(data) <= STATUS_TEXT else data[:STATUS_TEXT].decode("utf-8", "ignore") + "..."


class Refused(Exception):  # noqa: N818 -- an answer to the caller, no fault of ours
    """Raised by a handler to end its call with a status, a text, and the seconds until a retry."""

    def __init__(self, status: Status, text: str, retry_after: float = 0.0) -> None:
        super().__init__(text)
        self.status: Final = status
        self.text: Final = sendable(text)
        self.retry_after: Final = retry_after


class PeerGoneError(Exception):
    """Raised if the peer has ended the call."""


class FloodError(Exception):
    """Raised if the peer has sent too many messages, or does not read the messages sent to it."""


class Arrival(NamedTuple):
    """A message and its time of arrival (`trio.current_time()`), measured before the message waited in a queue."""

    data: bytes
    at: float


Listener = Callable[[Arrival], None]
Written = Callable[[float], None]  # called when the write has returned


class Call:
    """One gRPC call, as its handler uses it. If `receive` is cancelled, no message is lost."""

    def __init__(self, context: Any, host: Hosted) -> None:
        self.metadata: Final[dict[str, str]] = {
            key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)
        }
        self.peer: Final[str] = context.peer()
        self.scope: Final = trio.CancelScope()
        self.status: Refused | None = Refused(Status.UNAVAILABLE, "the arena is stopping")
        self._context: Final = context
        self._host: Final = host
        self._outbox: Final[deque[tuple[bytes, Written | None, bool]]] = deque()
        self._idle: asyncio.Future[None] | None = None  # for which the writer waits when it has nothing to write
        self._closed = False  # nothing more will be written
        self._feed, self._inbox = trio.open_memory_channel[Arrival](UNREAD)
        self._listener: Listener | None = None
        self._left: Final = trio.Event()
        self._broken: Exception | None = None
        self._over: Final = asyncio.Event()
        self._posted = 0
        self._written = 0
        self._earned = 1  # messages that the peer may send beyond its allowance: one to begin with
        self._allowance = float(BURST)

    # For the handler ---------------------------------------------------------------------------------------------

    def post(self, data: bytes, written: Written | None = None, *, asks: bool = False) -> None:
        """Queue a message for the peer. End the call if the peer has not read for too long.

        If `asks` is true, the peer has to answer the message. For each such message the peer may send one more message.
        """
        if self.backlog >= BACKLOG:
            self.end(Refused(Status.DEADLINE_EXCEEDED, f"{BACKLOG} messages were not read: expected a peer that reads"))
            return
        self._posted += 1
        self._outbox.append((data, written, asks))
        self._wake_writer()
        self._host.rouse()

    @property
    def backlog(self) -> int:
        """The number of queued messages that are not written to the peer yet."""
        return self._posted - self._written

    def trust(self) -> None:
        """From now on, accept any number of messages on this call, because the peer is a part of the arena."""
        self._earned = TRUSTED

    async def receive(self) -> Arrival:
        """Return the next message. Raise PeerGoneError after the last one, FloodError if there were too many."""
        try:
            return await self._inbox.receive()
        except trio.EndOfChannel:
            raise self._broken or PeerGoneError("the peer hung up") from None

    def listen(self, listener: Listener) -> None:
        """Call the listener with each message on arrival, and with the waiting messages now.

        The listener must not wait.
        """
        self._listener = listener
        while True:
            try:
                arrival = self._inbox.receive_nowait()
            except (trio.WouldBlock, trio.EndOfChannel):
                return
            self._deliver(arrival)

    async def left(self) -> None:
        """Wait until the peer ends the call. Then raise PeerGoneError, or FloodError if it sent too many messages."""
        await self._left.wait()
        raise self._broken or PeerGoneError("the peer hung up")

    def end(self, why: Refused | None) -> None:
        """Cancel the handler, and end the call with the status in `why`; with None, the status is OK."""
        self.status = why
        self.scope.cancel()

    # For the bridge, in trio -------------------------------------------------------------------------------------

    async def run(self, handler: "Handler") -> None:
        """Run the handler, and set the status with which the call ends."""
        try:
            with self.scope:
                await handler(self)
                if not self.scope.cancel_called:
                    self.status = None
        except Refused as refused:
            self.status = refused
        except PeerGoneError:
            self.status = Refused(Status.CANCELLED, "the peer hung up")
        except FloodError as flood:
            self.status = Refused(Status.RESOURCE_EXHAUSTED, str(flood))
        except Exception:
            log.exception("a handler failed")
            self.status = Refused(Status.INTERNAL, "the arena's own fault; it is noted there")
        finally:
            self._inbox.close()
            self._listener = None  # it knows the call
            self._over.set()
            self._host.rouse()

    def _deliver(self, arrival: Arrival) -> None:
        if self._listener is not None:
            try:
                self._listener(arrival)
            except Exception:
                log.exception("a listener failed")
                self.end(Refused(Status.INTERNAL, "the arena's own fault; it is noted there"))
            return
        try:
            self._feed.send_nowait(arrival)
        except trio.WouldBlock:
            self._leave(FloodError(f"{UNREAD} messages wait to be read: expected fewer at once"))
        except trio.BrokenResourceError:
            pass  # the handler is over
        except trio.ClosedResourceError:
            pass  # it has left before

    def _leave(self, why: Exception | None) -> None:
        self._broken = self._broken or why
        self._left.set()
        self._feed.close()

    # In asyncio --------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Carry messages in both directions until the handler is over, even if the peer disconnects earlier."""
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        try:
            await self._over.wait()
        except BaseException:  # the peer has hung up, its deadline is over, or the server stops
            self.scope.cancel()
            await _outlast(self._over)
            writer.cancel()
            reader.cancel()
            raise
        # Pending operations are never cancelled while the call lives; a peer that reads no more gets its status later.
        self._closed = True
        self._wake_writer()
        await asyncio.wait({writer}, timeout=FLUSH)
        if self.status is not None:
            seconds = -(-self.status.retry_after // 1)
            trailing = (("retry-after", f"{seconds:.0f}"),) if seconds else ()
            abort = asyncio.ensure_future(self._context.abort(self.status.status, self.status.text, trailing))
            abort.add_done_callback(_heard)
            await asyncio.wait({abort}, timeout=FLUSH)

    async def _read(self) -> None:
        """Queue incoming messages. Stop if there are too many: more than the arena has asked for, plus a burst."""
        refilled = trio.current_time()
        seen = 0
        why: Exception | None = None
        try:
            while (data := await self._context.read()) is not END:
                now = trio.current_time()
                self._allowance = min(float(BURST), self._allowance + (now - refilled) * BURST)
                refilled = now
                # Every message of ours that wants an answer may get one; further messages count against the allowance.
                seen += 1
                if seen > self._earned:
                    seen -= 1
                    self._allowance -= 1
                    if self._allowance < 0:
                        why = FloodError(f"more than {BURST} messages in a second without a question: expected fewer")
                        break
                self._host.arrivals += 1
                self._deliver(Arrival(data, now))
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 -- gRPC raises many different errors for a disconnected peer
            log.debug("a read ended: %r", error)
        finally:
            self._leave(why)

    async def _write(self) -> None:
        """Write the queued messages until the queue is empty and the call has ended."""
        try:
            while True:
                while self._outbox:
                    data, written, asks = self._outbox.popleft()
                    await self._context.write(data)
                    self._written += 1
                    self._earned += asks
                    if written is not None:
                        written(trio.current_time())
                if self._closed:
                    return
                self._idle = self._host.loop.create_future()
                await self._idle
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 -- the read ends as well, and says so
            log.debug("a write ended: %r", error)

    def _wake_writer(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)


Handler = Callable[[Call], Awaitable[None]]


def _heard(task: "asyncio.Future[Any]") -> None:
    """Read the error of a finished asyncio task, so that asyncio does not log it.

    A task of an aborted call ends with an error.
    """
    if not task.cancelled():
        task.exception()


async def _outlast(event: asyncio.Event) -> None:
    """Wait for an event. Continue to wait even if the waiting task is cancelled."""
    while not event.is_set():
        try:
            await event.wait()
        except asyncio.CancelledError:
            continue


# The server ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tls:
    """A server's certificate chain and its private key, as PEM."""

    certificate: bytes
    key: bytes = field(repr=False)


class Certificate:
    """The certificate of a running server. It can be replaced while connections stay open."""

    def __init__(self, tls: Tls) -> None:
        self._next: grpc.ServerCertificateConfiguration | None = None
        self.credentials: Final = grpc.dynamic_ssl_server_credentials(configured(tls), self._renewed)  # type: ignore[arg-type]  # None: no other one

    def renew(self, tls: Tls) -> None:
        """Use another certificate for all later handshakes."""
        self._next = configured(tls)

    def _renewed(self) -> grpc.ServerCertificateConfiguration | None:
        """Return a new certificate once, then None. gRPC calls this in a thread of its own at each handshake."""
        renewed, self._next = self._next, None
        return renewed


def configured(tls: Tls) -> grpc.ServerCertificateConfiguration:
    """Return a certificate and its key as the configuration that gRPC asks for at a handshake."""
    return grpc.ssl_server_certificate_configuration([(tls.key, tls.certificate)])


@dataclass(slots=True)
class Served:
    """A running server: its public port, its port without TLS for clients on the same machine, and `sandboxes`.

    `sandboxes` is the name of an abstract Unix socket for the calls of submitted bots; empty if the system is not
    Linux. The peer of a call through it is `unix-abstract:` and the name of the caller's own socket. So no such call
    can be taken for one that a front forwards.
    """

    port: int
    inside: int
    sandboxes: str
    _host: Hosted
    _health: Any
    _services: tuple[str, ...]
    _certificate: "Certificate | None" = None

    @property
    def host(self) -> Hosted:
        """The asyncio loop that carries the server's calls."""
        return self._host

    def renew(self, tls: Tls) -> None:
        """Present another certificate to clients that connect from now on."""
        if self._certificate is not None:
            self._certificate.renew(tls)

    def drain(self) -> None:
        """Report through health checks that the server takes no new calls."""

        async def not_serving() -> None:
            for service in ("", *self._services):
                await self._health.set(service, health_pb2.HealthCheckResponse.NOT_SERVING)

        self._host.nursery.start_soon(self._host.outcome, not_serving())


@dataclass(frozen=True)
class Transport:
    """The settings of a gRPC server: its gRPC options, its gate (a rate limit), and its grace period at a stop."""

    grace: float = 5.0  # seconds that calls have to end when the server stops
    options: Mapping[str, int] = field(default_factory=lambda: OPTIONS)
    gate: Gate = field(default_factory=Gate)


def method(handler: Handler, host: Hosted, gate: Gate) -> Any:
    """Return a gRPC method that runs `handler` as a trio task, if the gate (a rate limit) allows the call."""

    async def serve_call(_requests: object, context: Any) -> None:
        if not await gate.lets_in(context):
            return
        call = Call(context, host)
        host.nursery.start_soon(call.run, handler)
        await call.serve()

    return grpc.stream_stream_rpc_method_handler(serve_call)


def services_of(methods: Mapping[str, Handler]) -> dict[str, list[str]]:
    """Return a dict from service name to a list of its method names.

    The keys of `methods` are full names such as `package.Service/Method`.
    """
    found: dict[str, list[str]] = {}
    for name in methods:
        service, _, short = name.partition("/")
        found.setdefault(service, []).append(short)
    return found


@asynccontextmanager
async def serve(
    methods: Mapping[str, Handler],
    address: str,
    tls: Tls | None = None,
    transport: Transport | None = None,
) -> AsyncIterator[Served]:
    """Serve the methods at `HOST:PORT` while the `with` block runs. Port 0 means any free port.

    Raise UsageError if the server cannot listen there.
    """
    failure: UsageError | None = None
    transport = transport or Transport()
    logging.getLogger(GRPC).addFilter(_is_news)
    async with hosted() as host:
        with trio.CancelScope(shield=True):
            server = await host.outcome(_empty(transport.options))
        try:
            checks = await host.outcome(_register(server, methods, host, transport.gate))
            certificate = None if tls is None else Certificate(tls)
            port, inside, sandboxes = await host.outcome(_listen(server, address, certificate))
            yield Served(port, inside, sandboxes, host, checks, tuple(services_of(methods)), certificate)
        except UsageError as error:
            failure = error
        finally:
            with trio.CancelScope(shield=True):
                await host.outcome(_stopped(server, transport.grace))
    if failure is not None:
        raise failure


def _is_news(record: logging.LogRecord) -> bool:
    """True if a log record of gRPC is worth logging; False if it only reports that a peer disconnected early."""
    return record.exc_info is None or type(record.exc_info[1]).__name__ != "ExecuteBatchError"


async def _empty(options: Mapping[str, int]) -> grpc.aio.Server:
    """Return a server without services. grpc.aio requires that its objects are made in the running loop."""
    return grpc.aio.server(options=list(options.items()), compression=grpc.Compression.NoCompression)


async def _stopped(server: grpc.aio.Server, grace: float) -> None:
    """Accept no more calls. Give the running calls `grace` seconds to end, then cancel them."""
    await server.stop(grace)
    # Left-over tasks are waited for, not cancelled: gRPC would log an error for each.
    if rest := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(rest)


async def _register(server: grpc.aio.Server, methods: Mapping[str, Handler], host: Hosted, gate: Gate) -> Any:
    """Register all services. Return the servicer that answers health checks."""
    services = services_of(methods)
    for service, names in services.items():
        handlers = {name: method(methods[f"{service}/{name}"], host, gate) for name in names}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    checks: Any = health.aio.HealthServicer()  # type: ignore[attr-defined]  # made only where grpc.aio is there
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    for service in ("", *services):
        await checks.set(service, health_pb2.HealthCheckResponse.SERVING)
    shown: Sequence[str] = (*services, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(shown, server)
    return checks


async def _listen(server: grpc.aio.Server, address: str, certificate: Certificate | None) -> tuple[int, int, str]:
    """Start the server. Return its public port, its port for clients on the same machine, and its socket for sandboxes.

    Raise UsageError if it cannot listen at the address.
    """
    try:
        if certificate is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, certificate.credentials)
        if port == 0:
            raise RuntimeError("no port")  # noqa: TRY301 -- older releases of gRPC return it
    except RuntimeError:
        raise UsageError(
            f"cannot listen at {address}: expected a free HOST:PORT of this machine"
            + (", and a certificate with its key" if certificate else "")
        ) from None
    inside = server.add_insecure_port("127.0.0.1:0")
    sandboxes = ""
    if sys.platform == "linux":  # no other system has abstract sockets
        sandboxes = f"tlachtli-arena-{os.getpid()}-{token_hex(4)}"
        server.add_insecure_port(f"unix-abstract:{sandboxes}")
    await server.start()
    return port, inside, sandboxes
