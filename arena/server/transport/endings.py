"""The end of a stream: a last message with a reason and a text, and the matching gRPC status."""

from collections.abc import Callable, Iterable
from typing import Final

from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import common_pb2
from arena.server.transport.bridge import Refused, Status

Reason = common_pb2.EndingReason

RETURN: Final = 5.0  # seconds after which bots may reconnect when the arena stops

STATUSES: Final = {
    common_pb2.ENDING_REASON_REPLACED: Status.ABORTED,
    common_pb2.ENDING_REASON_BROKEN: Status.INVALID_ARGUMENT,
    common_pb2.ENDING_REASON_PROTOCOL_VERSION: Status.FAILED_PRECONDITION,
    common_pb2.ENDING_REASON_RULES_VERSION: Status.FAILED_PRECONDITION,
    common_pb2.ENDING_REASON_TOKEN: Status.UNAUTHENTICATED,
    common_pb2.ENDING_REASON_FORBIDDEN: Status.PERMISSION_DENIED,
    common_pb2.ENDING_REASON_TICKET: Status.PERMISSION_DENIED,
    common_pb2.ENDING_REASON_TOO_LATE: Status.FAILED_PRECONDITION,
    common_pb2.ENDING_REASON_LIMIT: Status.RESOURCE_EXHAUSTED,
    common_pb2.ENDING_REASON_FLOOD: Status.RESOURCE_EXHAUSTED,
    common_pb2.ENDING_REASON_TOO_LARGE: Status.RESOURCE_EXHAUSTED,
    common_pb2.ENDING_REASON_SILENT: Status.DEADLINE_EXCEEDED,
    common_pb2.ENDING_REASON_FORFEITED: Status.FAILED_PRECONDITION,
    common_pb2.ENDING_REASON_SHUTDOWN: Status.UNAVAILABLE,
    common_pb2.ENDING_REASON_INTERNAL: Status.INTERNAL,
}


class StreamEnded(Exception):  # noqa: N818 -- an ending is not an error of the arena
    """Raised to end a stream for one of the protocol's reasons."""

    def __init__(
        self,
        reason: Reason,
        text: str,
        retry_after: float = 0.0,
        rules: Iterable[common_pb2.RulesVersion] = (),
    ) -> None:
        super().__init__(text)
        self.reason: Final = reason
        self.text: Final = text
        self.retry_after: Final = retry_after
        self.rules: Final = tuple(rules)

    def message(self) -> common_pb2.Ending:
        """Return the last message of the stream, which says why the stream ends."""
        wrong_protocol = self.reason == common_pb2.ENDING_REASON_PROTOCOL_VERSION
        return common_pb2.Ending(
            reason=self.reason,
            text=self.text,
            retry_after_us=round(self.retry_after * 1_000_000),
            protocol=PROTOCOL if wrong_protocol else 0,
            rules=self.rules,
        )

    def refusal(self) -> Refused | None:
        """Return the gRPC status that ends the call; None for OK."""
        status = STATUSES.get(self.reason)
        return Refused(status, self.text, self.retry_after) if status else None


Say = Callable[[common_pb2.Ending], bytes]


def done(text: str = "all is said") -> StreamEnded:
    """Return the StreamEnded of a stream that ends as planned, without an error."""
    return StreamEnded(common_pb2.ENDING_REASON_DONE, text)
