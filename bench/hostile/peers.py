"""The parts that all attacks share: target, limit on the actions, HTTP/2 written by hand, and gRPC calls."""

import asyncio
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

import grpc

from arena.games import rules
from arena.protocol.v1 import attend_pb2, common_pb2
from tests.server.raw import (
    ACK,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    INITIAL_WINDOW_SIZE,
    PING,
    PREFACE,
    RESET,
    SETTINGS,
    frame,
    headers,
    message,
)

ARENA: Final = "/arena.protocol.v1.Arena"
ORGANISER: Final = "/arena.protocol.v1.Organiser"
MOST: Final = 1_000_000  # actions of an attack, if no other number is given
AT_ONCE: Final = 100  # streams of a connection
CONNECTIONS: Final = 30
LAST_STREAM: Final = 1 << 30
CACAO: Final = rules("cacao")
LOST: Final = (OSError, EOFError, ssl.SSLError, grpc.RpcError, asyncio.InvalidStateError)


@dataclass(frozen=True)
class Target:
    """The address of the arena, and the token of the hostile bot."""

    host: str
    port: int
    site_host: str
    site_port: int
    ca: str = ""  # the file of the front's authority; empty without a front
    name: str = ""
    token: str = ""

    def tls(self, *protocols: str) -> ssl.SSLContext | None:
        """Return the TLS settings for the target.

        Return None if the target is the arena itself, because only nginx before the arena has TLS.
        """
        if not self.ca:
            return None
        context = ssl.create_default_context(cafile=self.ca)
        context.set_alpn_protocols(list(protocols))
        return context

    @property
    def address(self) -> str:
        """The address as a text in the form of gRPC: HOST:PORT, with brackets around an IPv6 host."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def channel(self) -> grpc.aio.Channel:
        """Return a new gRPC channel to the target. It has its own connection."""
        options = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_send_message_length", -1))
        if not self.ca:
            return grpc.aio.insecure_channel(self.address, options)
        credentials = grpc.ssl_channel_credentials(Path(self.ca).read_bytes())
        return grpc.aio.secure_channel(self.address, credentials, options)


class Times:
    """Counts an attack's actions, and ends the attack at a limit."""

    def __init__(self, most: int = MOST) -> None:
        self.number = 0
        self.most: Final = most
        self.enough: Final = asyncio.Event()

    def add(self, number: int = 1) -> None:
        """Count actions. At the limit, end the attack."""
        self.number += number
        if self.number >= self.most:
            self.enough.set()


Attack = Callable[[Target, Times], Awaitable[None]]


async def again(step: Callable[[], Awaitable[None]], pause: float = 0.0) -> None:
    """Call the function `step` again and again, without end. Ignore errors such as a connection closed by the arena."""
    while True:
        with suppress(*LOST):
            await step()
        await asyncio.sleep(pause)


async def at_once(number: int, step: Callable[[], Awaitable[None]], pause: float = 0.0) -> None:
    """Call the function `step` again and again, without end, in this number of parallel tasks."""
    await asyncio.gather(*(again(step, pause) for _ in range(number)))


# HTTP/2 by hand -----------------------------------------------------------------------------------------------------


class Peer:
    """An HTTP/2 connection that sends given bytes, answers pings, and reads all incoming bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader: Final = reader
        self.writer: Final = writer
        self.free: Final = asyncio.Semaphore(AT_ONCE)  # streams that may be opened
        self.open: Final[set[int]] = set()  # streams that made use of that
        self.end: Final = asyncio.Event()

    @property
    def closed(self) -> bool:
        """True if the connection has ended."""
        return self.end.is_set()

    async def say(self, data: bytes) -> None:
        """Send bytes. Raise EOFError if the connection has ended."""
        self.writer.write(data)
        await self.writer.drain()
        if self.closed:
            raise EOFError

    async def read_on(self) -> None:
        """Read frames until the connection ends. Answer each ping. When a stream ends, no longer count it as open."""
        try:
            while True:
                head = await self.reader.readexactly(9)
                content = await self.reader.readexactly(int.from_bytes(head[:3], "big"))
                kind, flags = head[3], head[4]
                if kind == PING and not flags & ACK:
                    self.writer.write(frame(PING, ACK, 0, content))
                elif kind == RESET or (kind in {HEADERS, DATA} and flags & END_STREAM):
                    self._ended(int.from_bytes(head[5:9], "big"))
                elif kind == GOAWAY:
                    return
        except LOST:
            return
        finally:
            self.end.set()
            self.writer.close()
            self.free.release()  # a task may wait for a stream

    async def turn(self, number: int) -> None:
        """Wait until fewer than `AT_ONCE` streams are open on the connection, then count stream `number` as open."""
        await self.free.acquire()
        self.open.add(number)

    def _ended(self, number: int) -> None:
        if number in self.open:
            self.open.remove(number)
            self.free.release()


@asynccontextmanager
async def connected(target: Target, window: int | None = None) -> AsyncIterator[Peer]:
    """Open an HTTP/2 connection, and close it at the end of the `with` statement.

    The arena may send `window` bytes on each stream.
    """
    reader, writer = await asyncio.open_connection(target.host, target.port, ssl=target.tls("h2"))
    peer = Peer(reader, writer)
    settings = b"" if window is None else struct.pack(">HI", INITIAL_WINDOW_SIZE, window)
    reading = None
    try:
        await peer.say(PREFACE + frame(SETTINGS, 0, 0, settings) + frame(SETTINGS, ACK, 0))
        reading = asyncio.create_task(peer.read_on())
        yield peer
    finally:
        if reading is not None:
            reading.cancel()
        writer.close()


def numbers() -> Iterator[int]:
    """Yield the numbers of streams that a client may open, in ascending order."""
    return count(1, 2)


async def call_on(target: Target, times: Times, path: str, token: str, body: bytes) -> None:
    """Repeat a call on one connection until the connection ends, with as many open streams as the arena allows."""
    head, content = headers(token, path), message(body)
    async with connected(target) as peer:
        for number in numbers():
            await peer.turn(number)
            await peer.say(frame(HEADERS, END_HEADERS, number, head) + frame(DATA, END_STREAM, number, content))
            times.add()
            if number > LAST_STREAM or peer.closed:
                return


def calls(path: str, body: bytes = b"", token: str | None = None, connections: int = 1) -> Attack:
    """Return an attack that repeats one call. By default, the call carries the hostile bot's token."""

    async def attack(target: Target, times: Times) -> None:
        secret = target.token if token is None else token
        await at_once(connections, partial(call_on, target, times, path, secret, body), 0.05)

    return attack


# Through gRPC -------------------------------------------------------------------------------------------------------


def metadata(token: str) -> tuple[tuple[str, str], ...]:
    """Return the metadata of a call with this token."""
    return (("authorization", f"Bearer {token}"),)


def hello(at_once: int = 4) -> bytes:
    """Return the Hello of a bot that plays Cacao."""
    support = common_pb2.GameSupport(game="cacao", rules_version=CACAO.version, seats=[2])
    terms = attend_pb2.Hello(protocol=1, version="1", games=[support], matches_at_once=at_once)
    return attend_pb2.AttendRequest(hello=terms).SerializeToString()


async def messages(call: Any, kind: Any) -> AsyncIterator[Any]:
    """Yield each message that a call receives, decoded as this kind."""
    while (data := await call.read()) is not grpc.aio.EOF:
        yield kind.FromString(data)
