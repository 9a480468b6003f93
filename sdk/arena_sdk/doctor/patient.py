"""Whoever is examined, as the doctor talks to it: it attends, takes seats, and can be killed and started again.

What it says goes through a Talk, which puts everything on tape and names what is wrong with it.
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

BREATH: Final = 0.1  # seconds between two looks whether the bot is still alive
LOOKS: Final = 5  # after it has ended a call


class Fault(Exception):  # noqa: N818 -- the bot's, and what the doctor is for
    """The bot did what it must not, or did not what it must."""


class Gone(Fault):
    """The bot is no more, so nothing else can be tried."""


class Talk:
    """One call with the bot, on tape."""

    def __init__(self, line: ListenerLine, tape: Tape, alive: Callable[[], None] = lambda: None) -> None:
        self.line: Final = line
        self._tape: Final = tape
        self._alive: Final = alive  # raises Gone where the bot is no more

    def send(self, message: Message | bytes) -> float:
        """Say something; when that was."""
        data = message if isinstance(message, bytes) else message.SerializeToString()
        self._tape.said(self.line.method, data, from_bot=False)
        return self.line.send(data)

    def hear(self, kind: type[M], seconds: float, what: str) -> tuple[M, float]:
        """The next message, and when it came."""
        data, at = self.hear_bytes(seconds, what)
        if data is None:
            self._last_look()
            raise Fault(f"it ended the call: expected {what}")
        try:
            return parse(kind, data), at
        except ProtocolError as error:
            raise Fault(f"{error}, with {what} in it") from None

    def hear_bytes(self, seconds: float, what: str) -> tuple[bytes | None, float]:
        """What comes next, and when; None is the end of the call."""
        until = time.monotonic() + seconds
        while True:
            try:
                heard = self.line.hear(min(BREATH, max(0.0, until - time.monotonic())))
            except SilentError:
                self._alive()
                if time.monotonic() >= until:
                    raise Fault(f"nothing came within {seconds:g} s: expected {what}") from None
            else:
                self._tape.said(self.line.method, heard.data, from_bot=True)
                return heard.data, heard.at

    def _last_look(self) -> None:
        """A call that ends may be the first that is seen of the end of a process."""
        for _ in range(LOOKS):
            self._alive()
            time.sleep(BREATH)

    def end(self, status: grpc.StatusCode = grpc.StatusCode.OK, details: str = "") -> None:
        """End the call."""
        self._tape.note(f"the arena ends {self.line.method} with {status.name}")
        self.line.end(status, details)


class Patient(Protocol):
    """A bot under examination."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def tape(self) -> Tape:
        """What is said."""

    def attend(self, seconds: float) -> attend_pb2.Hello:
        """Its Hello, after which it has been let in; Fault if it does not come in time, or is none."""

    def tell(self, message: attend_pb2.AttendResponse) -> None:
        """Say something on its Attend."""

    def ping(self, seconds: float) -> float:
        """How many seconds a Pong took; Fault if none came."""

    def seat(self, ticket: str, seconds: float) -> tuple[Talk, play_pb2.Join]:
        """The next Play that joins with this ticket; Fault if none comes in time."""

    def murmur(self) -> str:
        """What its process has written for its author since this was last asked; empty where nobody can know."""

    def memory(self) -> int | None:
        """How many bytes its processes hold; None where nobody can know."""

    def restart(self) -> bool:
        """Kill it and start it again; False where that cannot be done."""

    def dismiss(self, seconds: float) -> str | None:
        """Ask it to leave; what was wrong with how it left, empty if nothing, None where it cannot be asked."""
