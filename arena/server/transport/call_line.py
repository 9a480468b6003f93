"""A call as a stream of protocol messages. The last message on it says why the call ends."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from arena.errors import ArenaError
from arena.protocol.v1 import common_pb2
from arena.server.transport.bridge import Arrival, Call, FloodError, PeerGoneError, Refused, Status, Written
from arena.server.transport.endings import Say, StreamEnded
from arena.server.transport.limits import Limits

log: Final = logging.getLogger(__name__)


class CallLine:
    """The arena's side of a stream. Its last message says why the stream ends."""

    def __init__(self, call: Call, say: Say) -> None:
        self.call: Final = call
        self.ended = False
        self._say: Final = say

    def post(self, data: bytes, written: Written | None = None, *, asks: bool = False) -> None:
        """Send a message. If `asks` is true, the peer has to answer it."""
        if not self.ended:
            self.call.post(data, written, asks=asks)

    def finish(self, ended: StreamEnded) -> None:
        """Send the last message, which says why the stream ends, and end the stream."""
        if not self.ended:
            self.call.post(self._say(ended.message()))
            self.ended = True
            self.call.end(ended.refusal())

    def cut(self) -> None:
        """End the stream without a last message, as a broken connection would."""
        if not self.ended:
            self.ended = True
            self.call.end(Refused(Status.UNAVAILABLE, "the connection is closed"))

    async def first(self, limits: Limits) -> Arrival:
        """Return the first message of the stream. Raise StreamEnded if it is late or too large."""
        with trio.move_on_after(limits.first_message) as late:
            arrival = await self.call.receive()
        if late.cancelled_caught:
            words = f"no message came within {limits.first_message:g} s: expected a first one"
            raise StreamEnded(common_pb2.ENDING_REASON_SILENT, words)
        fits(arrival.data, limits)
        return arrival


def fits(data: bytes, limits: Limits) -> None:
    """Raise StreamEnded if a message is too large."""
    if len(data) > limits.max_message_bytes:
        words = f"a message of {len(data)} bytes: expected at most {limits.max_message_bytes}"
        raise StreamEnded(common_pb2.ENDING_REASON_TOO_LARGE, words)


def conversation(say: Say, talk: Callable[[CallLine], Awaitable[None]]) -> Callable[[Call], Awaitable[None]]:
    """Return a gRPC handler that runs `talk`, and then ends the stream with a last message.

    `say` converts the reason for the end, a StreamEnded, to the bytes of this message.
    """

    async def handler(call: Call) -> None:
        line = CallLine(call, say)
        try:
            await talk(line)
        except StreamEnded as ended:
            line.finish(ended)
        except FloodError as flood:
            line.finish(StreamEnded(common_pb2.ENDING_REASON_FLOOD, str(flood)))
        except PeerGoneError:
            raise
        except ArenaError as error:
            log.error("a conversation cannot go on: %s", error)  # noqa: TRY400 -- it says all
            line.finish(StreamEnded(common_pb2.ENDING_REASON_INTERNAL, "the arena's own fault; it is noted there"))
        except Exception:
            line.finish(StreamEnded(common_pb2.ENDING_REASON_INTERNAL, "the arena's own fault; it is noted there"))
            raise

    return handler
