"""A process that works for the front, such as a referee, and its call to the front. A broken call is opened again."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Final, Generic, TypeVar

import trio

from arena.errors import ArenaError
from arena.server.transport.bridge import PeerGoneError
from arena.server.transport.dialled import DialledCall, dialled
from arena.server.transport.hosted_loop import Hosted
from arena.server.transport.json_messages import as_bytes

log: Final = logging.getLogger(__name__)

PULSE: Final = 0.5  # seconds between two heartbeats
AGAIN: Final = 0.2  # seconds until the next call to the front

Message = TypeVar("Message")


@dataclass(frozen=True)
class FrontAddress:
    """The address of the front (`arena serve`), and the secret with which a process connects."""

    address: str
    secret: str = field(repr=False)
    tls: bool = False
    roots: bytes | None = None  # the file of the CA that signed the front's certificate; None for a public authority


class AttachedRoom(ABC, Generic[Message]):
    """A process, such as a referee, that works for the front (`arena serve`) while its call to the front is open."""

    def __init__(self) -> None:
        self.alone_since = trio.current_time()  # the time at which the last call to the front broke
        self.is_welcome = False  # True when a call has reached the front
        self._call: DialledCall | None = None

    def send(self, message: Message) -> None:
        """Send the front (`arena serve`) a message. Do nothing if there is no call."""
        if self._call is not None:
            self._call.post(as_bytes(message))

    # What a kind of process adds --------------------------------------------------------------------------------------

    @abstractmethod
    async def take(self, data: bytes, nursery: trio.Nursery) -> None:
        """Handle a message from the front (`arena serve`). Long work runs in the nursery, which ends with the call."""

    @abstractmethod
    def pulse(self) -> Message:
        """Return the next heartbeat message for the front (`arena serve`)."""

    @abstractmethod
    def cut_off(self) -> None:
        """Drop all work, because the call to the front (`arena serve`) broke. Other processes get the work."""

    # The call ---------------------------------------------------------------------------------------------------------

    async def stay_attached(
        self, host: Hosted, front: FrontAddress, method: str, hello: Callable[[], Message], alone: float = inf
    ) -> None:
        """Keep a call to the front (`arena serve`) open, and work for the front.

        `hello` returns the first message of a call. Return if the front was unreachable for `alone` seconds; raise
        ArenaError if it was never reached.
        """
        why = ""
        while trio.current_time() - self.alone_since < alone:
            call = dialled(host, front.address, f"/{method}", front.secret, tls=front.tls, roots=front.roots)
            async with call as opened:
                before, why = why, await self.talk(opened, hello())
            if why != before:
                log.warning("the call to the front broke: %s", why)
            await trio.sleep(AGAIN)
        if not self.is_welcome:
            raise ArenaError(
                f"no arena can be reached at {front.address} from this machine ({why or 'no answer'}): expected "
                "`arena serve --referee HOST:PORT`, with an address that all machines reach"
            )

    async def talk(self, call: DialledCall, hello: Message) -> str:
        """Work for the front (`arena serve`) until the call breaks. Return a text that says why it broke."""
        call.post(as_bytes(hello))
        why, is_answered = "", False
        try:
            async with trio.open_nursery() as nursery:
                self._call = call
                try:
                    data = await call.receive()
                    self.is_welcome = is_answered = True
                    nursery.start_soon(self._beat)
                    while True:
                        await self.take(data, nursery)
                        data = await call.receive()
                except PeerGoneError as gone:
                    why = str(gone)
                nursery.cancel_scope.cancel()
        finally:
            self._call = None
            if is_answered:
                self.alone_since = trio.current_time()
            self.cut_off()
        return why

    async def _beat(self) -> None:
        """Send heartbeats to the front (`arena serve`) regularly."""
        while True:
            self.send(self.pulse())
            await trio.sleep(PULSE)
