"""One gRPC call. A thread reads incoming messages until the call ends; bytes to send can be added at any time."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Final, TypeVar

import grpc
from google.protobuf.message import Message

from arena.errors import ProtocolError
from arena.protocol.games.game_codec import parse
from arena_sdk.remote import parting
from arena_sdk.remote.access import Access
from arena_sdk.remote.parting import Parting

ATTEND: Final = "/arena.protocol.v1.Arena/Attend"
PLAY: Final = "/arena.protocol.v1.Arena/Play"

M = TypeVar("M", bound=Message)


class Parted(Exception):  # noqa: N818 -- a conversation always ends, and most end well
    """Raised when a call has ended. Its Parting says why, and what the bot does next."""

    def __init__(self, how: Parting) -> None:
        super().__init__(how.words)
        self.how: Final = how


class CallStream:
    """A gRPC call on its own channel. It returns messages as bytes, so the reader can report an invalid one."""

    def __init__(self, access: Access, method: str, patience: float) -> None:
        self._outbox: Final[SimpleQueue[bytes | None]] = SimpleQueue()
        self._channel: Final = access.channel(patience)
        self._call: Final = self._channel.stream_stream(method, None, None)(
            iter(self._outbox.get, None), metadata=access.metadata, compression=grpc.Compression.NoCompression
        )
        self._silent_at = float("inf")
        self._access: Final = access

    def send(self, message: Message) -> None:
        """Send a message. If the call has ended, the message is dropped."""
        self._outbox.put(message.SerializeToString())

    def messages(self) -> Iterator[bytes]:
        """Yield the messages of the call as bytes. Raise Parted at the end of the call."""
        with suppress(grpc.RpcError):  # the call itself has the status of its end
            yield from self._call
        status, details = self._call.code(), self._call.details() or ""
        if status == grpc.StatusCode.UNAVAILABLE and (missing := self._access.missing_tls()):
            raise Parted(parting.of_setting(missing))
        raise Parted(parting.of_status(status, details, retry_after(self._call.trailing_metadata())))

    def converse(self, kind: type[M], hear: Callable[[M], None]) -> Parting:
        """Read each message of the call as a message of type `kind`, and pass it to `hear`.

        At the end, close the call. Return a Parting, which says why the call ended and what the bot does next.
        """
        try:
            for data in self.messages():
                hear(parse(kind, data))
        except Parted as parted:
            return parted.how
        except ProtocolError as error:
            return parting.of_garbage(str(error))
        finally:
            self.close()
        raise AssertionError("a call always says how it ended")

    def expect(self, seconds: float | None) -> None:
        """Set the seconds within which the next message must come; None if there is no limit."""
        self._silent_at = float("inf") if seconds is None else time.monotonic() + seconds

    def look(self) -> None:
        """Cancel the call if no message has come in time. The thread that reads messages then gets Parted."""
        if time.monotonic() > self._silent_at:
            self.cancel()

    def cancel(self) -> None:
        """Cancel the call."""
        self._call.cancel()  # type: ignore[no-untyped-call]  # the stubs give it no type

    def close(self) -> None:
        """Close the call, the connection and the queue of messages to send."""
        self.cancel()
        self._outbox.put(None)
        self._channel.close()


def retry_after(metadata: Iterable[tuple[str, str | bytes]] | None) -> float | None:
    """Return the seconds that the arena asks to wait, from the trailing metadata; None if it does not ask."""
    for key, value in metadata or ():
        if key == "retry-after" and str(value).isdecimal():
            return float(value)
    return None
