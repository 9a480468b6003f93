"""Functions that all calls of the service Organiser share: scopes, answers, and pages of lists.

A call has one request and one or several answers. An error ends the call with a status and a sentence.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

import trio
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from arena.errors import ArenaError, ProtocolError, UsageError
from arena.protocol.games.game_codec import parse
from arena.server.access.accounts import DeniedError, NotFoundError, Scope, TakenError, TooManyError
from arena.server.access.door import Holder
from arena.server.arena import Arena
from arena.server.transport.bridge import Call, Handler, Refused, Status
from arena.server.transport.endings import StreamEnded

PAGE: Final = 1000  # rows of a list at most
PIECE: Final = 32 << 10  # bytes of a file in one message
REQUEST_WITHIN: Final = 10.0  # seconds
EARLIEST: Final = -62_135_596_800  # seconds since 1970: the first second of the year 1
LATEST: Final = 253_402_300_799  # the last second of the year 9999
NANOS: Final = 1_000_000_000  # in a second

READING: Final = ("organiser", "read")
CHANGING: Final = ("organiser",)
OWN: Final = ("organiser", "bot")  # a bot may make such a call only for itself

STATUSES: Final = {
    NotFoundError: Status.NOT_FOUND,
    TakenError: Status.ALREADY_EXISTS,
    DeniedError: Status.PERMISSION_DENIED,
    TooManyError: Status.RESOURCE_EXHAUSTED,
    ProtocolError: Status.INVALID_ARGUMENT,
    UsageError: Status.INVALID_ARGUMENT,
}

M = TypeVar("M", bound=Message)
R = TypeVar("R")
Answers = Message | Iterable[Message]  # one answer, or several


# Callers and answers -----------------------------------------------------------------------------------------------


def scoped(
    arena: Arena, kind: type[M], scopes: Sequence[Scope], answer: Callable[[Holder, M], Awaitable[Answers]]
) -> Handler:
    """Return a gRPC handler that refuses callers unless their token has one of these scopes, such as "organiser"."""

    async def answered(call: Call, request: M) -> Answers:
        return await answer(await let_in(arena, call, scopes), request)

    return answering(kind, answered)


async def let_in(arena: Arena, call: Call, scopes: Sequence[Scope]) -> Holder:
    """Return the bot, organiser or reader that makes a call.

    Raise Refused if its token has none of these scopes, or belongs to a house bot or a submitted bot.
    """
    holder = await arena.door.caller(call)
    if holder.scope not in scopes or holder.is_house or holder.submitted:
        words = f"a token of the scope {holder.scope}: expected a token of the scope {' or '.join(scopes)}"
        raise Refused(Status.PERMISSION_DENIED, words)
    return holder


def answering(kind: type[M], answer: Callable[[Call, M], Awaitable[Answers]]) -> Handler:
    """Return a gRPC handler that reads one request, passes it to `answer`, and sends every answer."""

    async def handler(call: Call) -> None:
        try:
            with trio.fail_after(REQUEST_WITHIN):
                request = parse(kind, (await call.receive()).data)
            answers = await answer(call, request)
        except StreamEnded as ended:
            raise (ended.refusal() or Refused(Status.INTERNAL, ended.text)) from None
        except trio.TooSlowError:
            words = f"no request came within {REQUEST_WITHIN:g} s: expected one"
            raise Refused(Status.DEADLINE_EXCEEDED, words) from None
        except TooManyError as error:
            raise Refused(Status.RESOURCE_EXHAUSTED, str(error), error.retry_after) from None
        except ArenaError as error:
            raise Refused(status_of(error), str(error)) from None
        for message in [answers] if isinstance(answers, Message) else answers:
            call.post(message.SerializeToString())

    return handler


def status_of(error: ArenaError) -> Status:
    """Return the gRPC status code for an error of the arena."""
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), Status.INVALID_ARGUMENT)


# Lists and files ---------------------------------------------------------------------------------------------------


def paged(rows: Sequence[R], size: int, token: str) -> tuple[Sequence[R], str]:
    """Return one page of the rows, and the token of the next page; the token is empty after the last page.

    Raise UsageError if `size` or `token` is not valid.
    """
    if token and not (token.isascii() and token.isdigit() and len(token) < 10):
        raise UsageError(f"page_token {ascii(token)[:40]}: expected the next_page_token of the page before")
    begin = int(token or 0)
    end = begin + size_of_page(size)
    return rows[begin:end], str(end) if end < len(rows) else ""


def size_of_page(size: int) -> int:
    """Return the number of rows on a page for the `page_size` of a request; 0 means the default of 1,000."""
    if size < 0:
        raise UsageError(f"page_size {size}: expected 0 or more")
    return min(size or PAGE, PAGE)


def pieces(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of a file in parts that are small enough for one message each."""
    return (data[at : at + PIECE] for at in range(0, len(data), PIECE))


# Names and times ---------------------------------------------------------------------------------------------------


def is_same(name: str, other: str) -> bool:
    """True if two names differ only in letter case, or not at all."""
    return name.casefold() == other.casefold()


def time_of(moment: Timestamp, field: str) -> float:
    """Return the time in a request's field, in seconds since 1970. Raise UsageError if it is not a valid Timestamp."""
    if not (EARLIEST <= moment.seconds <= LATEST and 0 <= moment.nanos < NANOS):
        raise UsageError(f"{field}: expected a time from the year 1 to the year 9999")
    return moment.seconds + moment.nanos / NANOS


def moment(seconds: float) -> Timestamp:
    """Return a time, given in seconds since 1970, as a Timestamp.

    A time that a Timestamp cannot hold becomes the first or the last time that it can hold.
    """
    whole = int(min(max(seconds, EARLIEST), LATEST))
    if whole != int(seconds):
        return Timestamp(seconds=whole)
    return Timestamp(seconds=whole, nanos=int((seconds - whole) * 1e9))


def maybe(seconds: float | None) -> Timestamp | None:
    """Return a time, given in seconds since 1970, as a Timestamp; None for None."""
    return None if seconds is None else moment(seconds)
