"""The side of the front (`arena serve`): its links to attached processes of the arena, such as referees.

The front makes a secret for each process. The process opens a call with this secret, and names its release in its first
message. The front treats the process as lost when the call breaks, or when no heartbeat arrives for three seconds.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar

import trio

from arena.errors import ProtocolError
from arena.server.access.accounts import hashed, new_secret
from arena.server.access.door import secret_of
from arena.server.arena import Arena
from arena.server.transport.bridge import Arrival, Call, Handler, PeerGoneError, Refused, Status
from arena.server.transport.json_messages import as_bytes

log: Final = logging.getLogger(__name__)

SILENT: Final = 3.0  # seconds without a heartbeat after which a process is lost
LOOK: Final = 0.25  # seconds between two checks of the heartbeats
SHOWN: Final = 60  # characters of a foreign release in the log and in the answer

Message = TypeVar("Message")
Link = TypeVar("Link", bound="ProcessLink[Any]")


class ProcessLink(ABC, Generic[Message]):
    """The link of the front (`arena serve`) to a connected process. `about` names the process in the log."""

    def __init__(self, name: str, process: int, about: str, call: Call) -> None:
        self.name: Final = name
        self.process: Final = process
        self.about: Final = about
        self.heard = trio.current_time()  # when the last heartbeat arrived
        self.lost_why = ""  # why the process is lost; empty if it is not
        self._call: Final = call

    def send(self, message: Message) -> None:
        """Send a message. Do nothing if the process is lost."""
        if not self.lost_why:
            self._call.post(as_bytes(message))

    def lose(self, why: str) -> None:
        """Mark the process as lost, let other processes do its work, and end its call."""
        if not self.lost_why:
            self.lost_why = why
            self.give_up()
            self._call.end(Refused(Status.UNAVAILABLE, why))

    @abstractmethod
    def give_up(self) -> None:
        """Let other processes do the work of this one, which is lost."""


class ProcessLinks(ABC, Generic[Link]):
    """The links to all connected processes of one kind. `kind` is its name in the log, such as "referee"."""

    def __init__(self, arena: Arena, kind: str, method: str) -> None:
        self.arena: Final = arena
        self.kind: Final = kind
        self.links: Final[dict[str, Link]] = {}  # by name
        self._method: Final = method  # of gRPC, which the processes call
        self._names: Final[dict[str, str]] = {}  # of processes that may connect, by the hash of their secret

    @property
    def names(self) -> list[str]:
        """The names of all processes that may connect."""
        return sorted(self._names.values())

    def expect(self, name: str) -> str:
        """Return a new secret with which the process of this name may connect. Its earlier secrets become invalid."""
        secret = new_secret()
        self.forget(name)
        self._names[hashed(secret)] = name
        return secret

    def forget(self, name: str) -> None:
        """Make the secret of the process with this name invalid, and accept no new call of the process."""
        for key in [key for key, known in self._names.items() if known == name]:
            del self._names[key]
        self.links_changed()

    def methods(self) -> Mapping[str, Handler]:
        """Return a mapping with one entry: from the name of the call that the processes open to its gRPC handler."""
        return {self._method: self._attach}

    # What a kind of process adds --------------------------------------------------------------------------------------

    @abstractmethod
    async def link_to(self, name: str, hello: bytes, call: Call) -> Link:
        """Return a link to the process that sent `hello` as its first message. Send the process a welcome message.

        Raise ProtocolError if `hello` is not a valid first message, Refused if the process has another release.
        """

    @abstractmethod
    def received(self, link: Link, arrival: Arrival, nursery: trio.Nursery) -> None:
        """Handle a message of a process. Work that takes time runs in the nursery, which ends with the call."""

    @abstractmethod
    def links_changed(self) -> None:
        """Wake the tasks that wait for processes.

        Called when a process is connected or lost, and when the list `names` of the processes that may connect changes.
        """

    # A call -----------------------------------------------------------------------------------------------------------

    async def _attach(self, call: Call) -> None:
        """Serve the call of a process until it breaks."""
        name = self._names.get(hashed(secret_of(call)))
        if name is None:
            await self._hold(call)
            raise Refused(Status.UNAUTHENTICATED, f"expected the secret of a {self.kind}")
        call.trust()
        try:
            link = await self.link_to(name, (await call.receive()).data, call)
        except ProtocolError as error:
            raise Refused(Status.INVALID_ARGUMENT, str(error)) from None
        if name in self.links:
            self.lose(self.links[name], f"a newer call of this {self.kind} came")
        self.links[name] = link
        log.info("%s %s (process %d) is connected, %s", self.kind, name, link.process, link.about)
        self.links_changed()
        why = "its call ended"
        try:
            await self._listen(link, call)
            why = "its call broke"
        finally:
            self.lose(link, why)
        raise PeerGoneError(why)

    async def _hold(self, call: Call) -> None:
        """Delay the refusal of a caller without a valid secret if its address makes too many such calls."""
        door = self.arena.door
        if wait := door.refusals.take(door.addresses.of(call), trio.current_time()):
            await trio.sleep(min(wait, door.refusal_held))

    def check_release(self, name: str, found: str, expected: str) -> None:
        """Raise Refused if a process has another release than expected."""
        if found != expected:
            words = f"a {self.kind} of {ascii(str(found)[:SHOWN])[1:-1]}: expected {expected}"
            log.error("%s %s is refused: %s", self.kind, name, words)
            raise Refused(Status.FAILED_PRECONDITION, words)

    async def _listen(self, link: Link, call: Call) -> None:
        """Handle the messages of a process until it ends the call."""

        def heard(arrival: Arrival) -> None:
            if not link.lost_why:
                self.received(link, arrival, nursery)

        async with trio.open_nursery() as nursery:
            call.listen(heard)
            with suppress(PeerGoneError):
                await call.left()
            nursery.cancel_scope.cancel()

    def lose(self, link: Link, why: str) -> None:
        """Mark a process as lost, and remove its link."""
        link.lose(why)
        if self.links.get(link.name) is link:
            del self.links[link.name]
        self.links_changed()

    # Heartbeats -------------------------------------------------------------------------------------------------------

    async def look_after(self) -> None:
        """Mark processes without heartbeats as lost, four times a second. Never return.

        The time for which the front itself was delayed does not count.
        """
        while True:
            before = trio.current_time()
            await trio.sleep(LOOK)
            self.look(late=trio.current_time() - before - LOOK)

    def look(self, late: float) -> None:
        """Mark processes without heartbeats as lost.

        This check began `late` seconds later than planned, and this delay does not count.
        """
        for link in list(self.links.values()):
            link.heard += max(0.0, late)
            if trio.current_time() - link.heard > SILENT:
                self.lose(link, f"no heartbeat for {SILENT:g} s")
