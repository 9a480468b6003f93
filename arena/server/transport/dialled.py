"""A call that this process opens to another process of the arena, with bytes in both directions."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from math import inf
from typing import Any, Final

import grpc
import trio

from arena.server.transport.bridge import END, PeerGoneError
from arena.server.transport.hosted_loop import Hosted

OPTIONS: Final[Mapping[str, int]] = {
    "grpc.use_local_subchannel_pool": 1,  # a channel of its own: one that has failed would keep a delay
    "grpc.keepalive_time_ms": 10_000,
    "grpc.keepalive_timeout_ms": 5_000,
    "grpc.http2.ping_timeout_ms": 5_000,
    "grpc.enable_retries": 0,
}


class DialledCall:
    """A gRPC call that this process has opened to another process of the arena."""

    def __init__(self, host: Hosted) -> None:
        self._host: Final = host
        self._outbox: Final[deque[bytes]] = deque()
        self._idle: asyncio.Future[None] | None = None  # for which the writer waits when it has nothing to write
        self._feed, self._inbox = trio.open_memory_channel[bytes](inf)
        self._why = "the call has ended"

    def post(self, data: bytes) -> None:
        """Send a message. Drop it if the call is broken."""
        self._outbox.append(data)
        self._wake_writer()
        self._host.rouse()

    async def receive(self) -> bytes:
        """Return the next message. Raise PeerGoneError if the call is broken."""
        try:
            return await self._inbox.receive()
        except trio.EndOfChannel:
            raise PeerGoneError(self._why) from None

    # In asyncio --------------------------------------------------------------------------------------------------

    async def carry(self, channel: grpc.aio.Channel, method: str, metadata: grpc.aio.Metadata) -> None:
        """Send the posted messages to the other process, and receive its messages, until the call is broken."""
        call: Any = channel.stream_stream(method, None, None)(None, metadata=metadata)
        writer = asyncio.ensure_future(self._write(call))
        try:
            while (data := await call.read()) is not END:
                self._feed.send_nowait(data)
            self._why = (await call.details()) or self._why
        except grpc.aio.AioRpcError as error:
            self._why = error.details() or self._why
        finally:
            call.cancel()
            writer.cancel()
            self._feed.close()

    async def _write(self, call: Any) -> None:
        """Write the queued messages until the call is broken."""
        try:
            while True:
                while self._outbox:
                    await call.write(self._outbox.popleft())
                self._idle = asyncio.get_running_loop().create_future()
                await self._idle
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return  # the read ends as well, and says so

    def _wake_writer(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)


async def _channel(address: str, roots: bytes | None, *, tls: bool) -> grpc.aio.Channel:
    """Return a new gRPC channel. grpc.aio requires that its objects are made in the running loop."""
    options = list(OPTIONS.items())
    if not tls:
        return grpc.aio.insecure_channel(address, options)
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(roots), options)


@asynccontextmanager
async def dialled(  # noqa: PLR0913 -- what a call is made of
    host: Hosted, address: str, method: str, secret: str, *, tls: bool = False, roots: bytes | None = None
) -> AsyncIterator[DialledCall]:
    """Open the call `/package.Service/Method` at an address while the `with` block runs.

    The secret is the call's token.
    """
    channel = await host.outcome(_channel(address, roots, tls=tls))
    call = DialledCall(host)
    metadata = grpc.aio.Metadata(("authorization", f"Bearer {secret}"))

    async def carry() -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(call.carry(channel, method, metadata))

    task = await host.outcome(carry())

    async def close() -> None:
        task.cancel()
        await asyncio.wait({task})
        await channel.close(None)

    try:
        yield call
    finally:
        with trio.CancelScope(shield=True):
            await host.outcome(close())
