"""The transcript of one step of the doctor's examination of a bot.

Each message between the doctor and the bot is a short line for the author, with secrets hidden.
"""

import time
from collections import deque
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import DecodeError, Message
from google.protobuf.text_format import MessageToString

from arena.protocol.v1 import attend_pb2, play_pb2

KEPT: Final = 40  # lines of a step at most: the last ones
WIDTH: Final = 220  # characters of a message
BLOTTED: Final = "[secret]"

TO_BOT: Final[dict[str, type[Message]]] = {
    "Attend": attend_pb2.AttendResponse,
    "Play": play_pb2.PlayResponse,
}
FROM_BOT: Final[dict[str, type[Message]]] = {
    "Attend": attend_pb2.AttendRequest,
    "Play": play_pb2.PlayRequest,
}


@dataclass(frozen=True)
class Said:
    """A line of a transcript: a message, its direction and its time, or the end of a call."""

    at: float  # seconds since the tape began
    method: str
    from_bot: bool
    text: str

    def __str__(self) -> str:
        who = "bot   ->" if self.from_bot else "arena ->"
        return f"{self.at:9.3f}  {self.method:6}  {who}  {self.text}"


class Tape:
    """Records messages between the doctor and the bot. The report of a step that fails includes the messages."""

    def __init__(self) -> None:
        self._began: Final = time.perf_counter()
        self._lines: Final[deque[Said]] = deque(maxlen=KEPT)
        self._secrets: Final[set[str]] = set()

    def keep_secret(self, secret: str) -> None:
        """Hide this secret in all recorded lines."""
        self._secrets.add(secret)

    def cut(self) -> None:
        """Delete the recorded lines, because a new step or a new match begins."""
        self._lines.clear()

    def said(self, method: str, data: bytes | None, *, from_bot: bool) -> None:
        """Record a message of the call `method`. `data` of None records the end of the call."""
        kinds = FROM_BOT if from_bot else TO_BOT
        text = "(ends the call)" if data is None else spelled(kinds[method], data)
        for secret in self._secrets:
            text = text.replace(secret, BLOTTED)
        self._lines.append(Said(time.perf_counter() - self._began, method, from_bot, text))

    def note(self, text: str) -> None:
        """Record an event that is not a message."""
        for secret in self._secrets:
            text = text.replace(secret, BLOTTED)
        self._lines.append(Said(time.perf_counter() - self._began, "", False, text))

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the recorded lines, each as a text."""
        return tuple(str(line) for line in self._lines)


def spelled(kind: type[Message], data: bytes) -> str:
    """Return a message as text on one line. Show data that is not a valid message as bytes."""
    try:
        message: Any = kind.FromString(data)
    except DecodeError:
        return shortened(f"{len(data)} bytes that are no {kind.DESCRIPTOR.name}: {data[:40]!r}")
    if message.WhichOneof("message") == "decision":
        decision = message.decision
        return f"decision {{ number: {decision.number}, {len(decision.options)} options, again: {decision.again} }}"
    return shortened(MessageToString(message, as_one_line=True) or f"an empty {kind.DESCRIPTOR.name}")


def shortened(text: str) -> str:
    """Return the text, cut at the end if it is too long for one line of a transcript."""
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 3]}..."
