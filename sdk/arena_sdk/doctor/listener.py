"""A gRPC server without an arena. It queues incoming calls, and the doctor's steps read and answer each call.

Messages are bytes, so that the doctor can also send invalid ones. Each call has one thread.
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final

import grpc
from google.protobuf.message import Message

SERVICE: Final = "/arena.protocol.v1.Arena/"
CALLS: Final = 256  # at once


class SilentError(Exception):
    """Raised if the bot has sent no message in time."""


@dataclass(frozen=True)
class Heard:
    """A message that came on a call, and the time of its arrival by `time.perf_counter`.

    A message of None means the end of the call.
    """

    data: bytes | None
    at: float


@dataclass(frozen=True)
class End:
    """The gRPC status with which a call ends."""

    status: grpc.StatusCode
    details: str
    trailing: tuple[tuple[str, str], ...]


class ListenerLine:
    """One call from the bot, with a queue of received messages and a queue of messages to send."""

    def __init__(self, method: str, metadata: dict[str, str]) -> None:
        self.method: Final = method
        self.metadata: Final = metadata
        self.inbox: Final[SimpleQueue[Heard]] = SimpleQueue()
        self.outbox: Final[SimpleQueue[bytes | End | None]] = SimpleQueue()

    def send(self, message: Message | bytes) -> float:
        """Send a message on the call. Return the time at which it was queued."""
        self.outbox.put(message if isinstance(message, bytes) else message.SerializeToString())
        return time.perf_counter()

    def hear(self, seconds: float) -> Heard:
        """Return the next message of the call. Raise SilentError if none comes within `seconds`."""
        try:
            return self.inbox.get(timeout=max(0.0, seconds))
        except Empty:
            raise SilentError(f"nothing came within {seconds:g} s") from None

    def end(
        self,
        status: grpc.StatusCode = grpc.StatusCode.OK,
        details: str = "",
        trailing: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """End the call with this status."""
        self.outbox.put(End(status, details, trailing))


class Listener:
    """A gRPC server on this machine that puts incoming calls into a queue."""

    def __init__(self, port: int = 0, certificate: tuple[bytes, bytes] | None = None) -> None:
        self._waiting: Final[dict[str, SimpleQueue[ListenerLine]]] = {"Attend": SimpleQueue(), "Play": SimpleQueue()}
        self._lines: Final[set[ListenerLine]] = set()
        self._lock: Final = threading.Lock()
        self._threads: Final = ThreadPoolExecutor(CALLS, thread_name_prefix="listener")
        self._server: Final = grpc.server(self._threads, options=(("grpc.so_reuseport", 0),))
        handlers = {method: grpc.stream_stream_rpc_method_handler(self._answer(method)) for method in self._waiting}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE.strip("/"), handlers),))
        self.port: Final = self._listen(f"127.0.0.1:{port}", certificate)
        self._server.start()

    def _listen(self, address: str, certificate: tuple[bytes, bytes] | None) -> int:
        """Open an address, with TLS if a key and its certificate are given. Return the port."""
        if certificate is None:
            return self._server.add_insecure_port(address)
        return self._server.add_secure_port(address, grpc.ssl_server_credentials([certificate]))

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return f"127.0.0.1:{self.port}"

    def take(self, method: str, seconds: float) -> ListenerLine:
        """Return the bot's next call of this gRPC method. Raise SilentError if none comes within `seconds`."""
        try:
            return self._waiting[method].get(timeout=max(0.0, seconds))
        except Empty:
            raise SilentError(f"no call of {method} within {seconds:g} s") from None

    def close(self) -> None:
        """Cancel all calls and stop listening."""
        with self._lock:
            lines = list(self._lines)
        stopped = self._server.stop(0)
        for line in lines:
            line.outbox.put(None)
        stopped.wait()
        self._threads.shutdown(wait=False)

    def _answer(self, method: str) -> Any:
        """Return the gRPC handler of a method. It queues the call, and sends the messages that the doctor gives it."""

        def serve(requests: Iterator[bytes], context: Any) -> Iterator[bytes]:
            line = ListenerLine(method, {each.key: str(each.value) for each in context.invocation_metadata()})
            with self._lock:
                self._lines.add(line)
            context.add_callback(lambda: line.outbox.put(None))
            threading.Thread(target=listen, args=(requests, line), daemon=True).start()
            self._waiting[method].put(line)
            try:
                yield from speak(line, context)
            finally:
                with self._lock:
                    self._lines.discard(line)

        return serve


def speak(line: ListenerLine, context: Any) -> Iterator[bytes]:
    """Yield the messages that the doctor queued for a call, until it ends or the bot has disconnected."""
    while True:
        match line.outbox.get():
            case bytes(data):
                yield data
            case End(status, details, trailing):
                context.set_trailing_metadata(trailing)
                if status != grpc.StatusCode.OK:
                    context.abort(status, details)
                return
            case None:
                return


def listen(requests: Iterator[bytes], line: ListenerLine) -> None:
    """Queue each message that the bot sends on a call, and None after the last one."""
    try:
        for data in requests:
            line.inbox.put(Heard(data, time.perf_counter()))
    except Exception:  # noqa: BLE001 -- gRPC raises an exception without a public name for a call that was cut
        line.inbox.put(Heard(None, time.perf_counter()))
        return
    line.inbox.put(Heard(None, time.perf_counter()))
