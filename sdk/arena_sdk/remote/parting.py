"""The end of a stream, and the bot's next action: chapter 8 of docs/protocol.md as a table."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import grpc

from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import common_pb2

MICROSECONDS: Final = 1_000_000


class Then(Enum):
    """What a bot does after a stream has ended: nothing, try again, or end."""

    DONE = auto()  # nothing: the conversation is complete
    AGAIN = auto()  # try again
    NEVER = auto()  # end: a retry cannot help


@dataclass(frozen=True)
class Parting:
    """How a stream ended: what the bot does next, the reason, and the seconds that the arena asked it to wait."""

    then: Then
    words: str
    wait: float = 0.0
    is_setting: bool = False  # True if a setting of the bot's process is wrong, unless a connection worked before


DONE, AGAIN, NEVER = Then.DONE, Then.AGAIN, Then.NEVER

# Per reason of an Ending: what a bot does on Attend, what on Play, and what its author reads.
ENDINGS: Final[dict[int, tuple[Then, Then, str]]] = {
    common_pb2.ENDING_REASON_DONE: (DONE, DONE, "all is said"),
    common_pb2.ENDING_REASON_REPLACED: (AGAIN, DONE, "another process of this bot has taken the seat"),
    common_pb2.ENDING_REASON_BROKEN: (NEVER, NEVER, "the arena could not read what this client sent"),
    common_pb2.ENDING_REASON_PROTOCOL_VERSION: (
        NEVER,
        NEVER,
        "arena and SDK speak different protocols: update the SDK",
    ),
    common_pb2.ENDING_REASON_RULES_VERSION: (NEVER, NEVER, "arena and SDK play different rules: update the SDK"),
    common_pb2.ENDING_REASON_TOKEN: (NEVER, NEVER, "the arena does not accept the token"),
    common_pb2.ENDING_REASON_FORBIDDEN: (NEVER, NEVER, "the arena knows the token, but lets it not do this"),
    common_pb2.ENDING_REASON_TICKET: (NEVER, NEVER, "the ticket does not open a seat for this token"),
    common_pb2.ENDING_REASON_TOO_LATE: (AGAIN, DONE, "the match went on without this seat, or is over"),
    common_pb2.ENDING_REASON_LIMIT: (AGAIN, AGAIN, "more than the arena allows at once"),
    common_pb2.ENDING_REASON_FLOOD: (AGAIN, NEVER, "too many messages in too short a time"),
    common_pb2.ENDING_REASON_TOO_LARGE: (NEVER, NEVER, "a message was too large"),
    common_pb2.ENDING_REASON_SILENT: (AGAIN, AGAIN, "the arena heard nothing from this bot for too long"),
    common_pb2.ENDING_REASON_FORFEITED: (AGAIN, DONE, "the seat has forfeited"),
    common_pb2.ENDING_REASON_SHUTDOWN: (AGAIN, AGAIN, "the arena is stopping"),
    common_pb2.ENDING_REASON_INTERNAL: (AGAIN, AGAIN, "the arena has a fault of its own"),
}

# A reason that is newer than this program is tried again: the wait grows, and the text says more.
UNKNOWN: Final = (AGAIN, AGAIN, "the arena ended the conversation")

Status = grpc.StatusCode

# Per gRPC status without an Ending. All others are tried again.
STATUSES: Final[dict[grpc.StatusCode, tuple[Then, str]]] = {
    Status.OK: (AGAIN, "the conversation broke off"),
    Status.UNAVAILABLE: (AGAIN, "the arena cannot be reached"),
    Status.UNAUTHENTICATED: (NEVER, "the arena does not accept the token"),
    Status.PERMISSION_DENIED: (NEVER, "the arena knows the token, but lets it not do this"),
    Status.UNIMPLEMENTED: (
        NEVER,
        "what answers there is no arena (its site has another port), or an arena of another age",
    ),
    Status.INVALID_ARGUMENT: (NEVER, "the arena could not read what this client sent"),
    Status.FAILED_PRECONDITION: (NEVER, "the arena does not serve this client"),
}

# The texts of gRPC for a connection that fails before the first message, and the cause of each failure.
SETTINGS: Final = (
    ("CERTIFICATE_VERIFY_FAILED", "its certificate is not one that this bot trusts: expected --ca FILE with its CA"),
    ("WRONG_VERSION_NUMBER", "it does not speak TLS there; --plaintext does without, and sends the token in the clear"),
    ("Hostname Verification Check failed", "its certificate is for another host name"),
    ("http1.x", "a web server answers there, no arena"),
)


def of_ending(ending: common_pb2.Ending, *, playing: bool) -> Parting:
    """Return the Parting (what the bot does next) for the arena's last message on a stream."""
    attend, play, words = ENDINGS.get(ending.reason, UNKNOWN)
    said = ending.text.strip()
    if ending.reason == common_pb2.ENDING_REASON_PROTOCOL_VERSION:
        said = f"{said} (the arena speaks {ending.protocol}, this SDK {PROTOCOL})"
    if ending.reason == common_pb2.ENDING_REASON_RULES_VERSION:
        rules = ", ".join(f"{each.game} {each.version}" for each in ending.rules)
        said = f"{said} (the arena plays {rules or 'nothing'})"
    whole = f"{words}: {said}" if said else words
    return Parting(play if playing else attend, whole, max(0, ending.retry_after_us) / MICROSECONDS)


def of_setting(words: str) -> Parting:
    """Return the Parting (what the bot does next) of a call that failed because of a wrong address or TLS setting."""
    return Parting(AGAIN, f"the arena cannot be reached: {words}", is_setting=True)


def of_status(status: grpc.StatusCode, details: str, retry_after: float | None) -> Parting:
    """Return the Parting (what the bot does next) for a gRPC status that came without a last message."""
    for sign, words in SETTINGS:
        if status == Status.UNAVAILABLE and sign in details:
            return of_setting(words)
    if status == Status.RESOURCE_EXHAUSTED:
        if retry_after is None:
            return Parting(AGAIN, f"more than gRPC or the arena lets in: {details}")
        return Parting(AGAIN, f"more than the arena allows at once: {details}", retry_after)
    then, words = STATUSES.get(status, (AGAIN, f"the conversation ended with {status.name}"))
    return Parting(then, f"{words}: {details}" if details else words, retry_after or 0.0)


def of_garbage(what: str) -> Parting:
    """Return the Parting (what the bot does next) of a stream with invalid data.

    The network is broken, or the server is not an arena.
    """
    return Parting(AGAIN, f"what answers there does not keep to the protocol: {what}")
