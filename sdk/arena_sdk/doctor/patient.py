"""The bot under examination, as the doctor uses it: it connects, takes seats, and can be killed and restarted.

The messages to and from the bot go through a Talk, which records them on a tape. If a message is wrong, the Talk raises
Fault with the reason.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import grpc
from google.protobuf.message import Message

from arena.errors import ProtocolError
from arena.protocol.games.game_codec import parse
from arena.protocol.v1 import attend_pb2, play_pb2
from arena_sdk.doctor.listener import ListenerLine, SilentError
from arena_sdk.doctor.tape import Tape

M = TypeVar("M", bound=Message)

BREATH: Final = 0.1  # seconds between two checks if the bot's process still runs
LOOKS: Final = 5  # checks of the bot's process after the end of a call


class Fault(Exception):  # noqa: N818 -- the bot's, and what the doctor is for
    """Raised if the bot breaks the protocol."""


class Silent(Fault):
    """Raised if a message or a call of the bot does not come in time."""


class Gone(Fault):
    """Raised if the bot's process has ended, so that no further step can be run."""


class Talk:
    """A call between the doctor and the bot. All its messages are recorded for the report."""

    def __init__(self, line: ListenerLine, tape: Tape, alive: Callable[[], None] = lambda: None) -> None:
        self.line: Final = line
        self._tape: Final = tape
        self._alive: Final = alive  # raises Gone if the bot's process has ended

    def send(self, message: Message | bytes) -> float:
        """Send a message to the bot. Return the time at which it was sent."""
        data = message if isinstance(message, bytes) else message.SerializeToString()
        self._tape.said(self.line.method, data, from_bot=False)
        return self.line.send(data)

    def hear(self, kind: type[M], seconds: float, what: str) -> tuple[M, float]:
        """Return the bot's next message and the time of its arrival. Raise Fault if it is missing or invalid.

        `what` names the expected message in the error.
        """
        data, at = self.hear_bytes(seconds, what)
        if data is None:
            self._last_look()
            raise Fault(f"it ended the call: expected {what}")
        try:
            return parse(kind, data), at
        except ProtocolError as error:
            raise Fault(f"{error}, with {what} in it") from None

    def hear_bytes(self, seconds: float, what: str) -> tuple[bytes | None, float]:
        """Return the bytes of the bot's next message and their time; None instead of bytes at the end of the call.

        Raise Silent if none comes within `seconds`.
        """
        until = time.monotonic() + seconds
        while True:
            try:
                heard = self.line.hear(min(BREATH, max(0.0, until - time.monotonic())))
            except SilentError:
                self._alive()
                if time.monotonic() >= until:
                    raise Silent(f"nothing came within {seconds:.3g} s: expected {what}") from None
            else:
                self._tape.said(self.line.method, heard.data, from_bot=True)
                return heard.data, heard.at

    def _last_look(self) -> None:
        """Wait half a second after the end of a call. Raise Gone if the bot's process ends in this time."""
        for _ in range(LOOKS):
            self._alive()
            time.sleep(BREATH)

    def end(self, status: grpc.StatusCode = grpc.StatusCode.OK, details: str = "") -> None:
        """End the call."""
        self._tape.note(f"the arena ends {self.line.method} with {status.name}")
        self.line.end(status, details)


class Patient(Protocol):
    """A bot under examination: the methods with which the doctor's steps connect, seat, ping and restart it."""

    @property
    def name(self) -> str:
        """Return the bot's name."""

    @property
    def tape(self) -> Tape:
        """Return the tape that records all messages to and from the bot."""

    def attend(self, seconds: float) -> attend_pb2.Hello:
        """Wait for the bot's Hello, admit the bot, and return the Hello.

        Raise Fault if its first message is wrong, Silent if none comes in time.
        """

    def tell(self, message: attend_pb2.AttendResponse) -> None:
        """Send a message on the bot's Attend stream."""

    def ping(self, seconds: float) -> float:
        """Send a Ping. Return the seconds until the Pong came. Raise Silent if none came."""

    def seat(self, ticket: str, seconds: float) -> tuple[Talk, play_pb2.Join]:
        """Wait for a Play call with this ticket (the secret of an offer). Return the call and its Join message.

        Raise Silent if none comes within `seconds`.
        """

    def murmur(self) -> str:
        """Return the output of the bot's process on stderr since the last call; empty if the output is unknown."""

    def memory(self) -> int | None:
        """Return the memory of the bot's processes in bytes; None if that is unknown."""

    def restart(self) -> bool:
        """Kill the bot's process and start it again. Return False if that is impossible."""

    def dismiss(self, seconds: float) -> str | None:
        """Ask the bot to leave within `seconds`.

        Return an error message if it leaves in a wrong way, an empty text if all is well, None if it cannot be asked.
        """
