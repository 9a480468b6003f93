"""The front's side of submitted bots: its links to the workers that run them.

A worker opens a call to the front. The front treats the worker as lost when this call breaks, or when no heartbeat
arrives for three seconds. The front then starts the worker's bots at other places.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import trio

from arena.errors import ArenaError, ProtocolError
from arena.host.sandbox_messages import (
    TO_WORKER,
    PackagePart,
    ReportPart,
    SandboxMessage,
    StartBot,
    StopBot,
    WantPackage,
    WelcomeWorker,
    WorkerHello,
    WorkerPulse,
    decoded,
    encoded,
    part_of,
    parts,
)
from arena.host.sandbox_places import SandboxLostError
from arena.host.sandbox_run import LAST_REPORT
from arena.server.access.accounts import hashed, new_secret
from arena.server.access.door import secret_of
from arena.server.access.submissions import Submissions
from arena.server.arena import Arena
from arena.server.transport.bridge import Arrival, Call, Handler, PeerGoneError, Refused, Status
from arena.tasks.release import release

log: Final = logging.getLogger(__name__)

METHOD: Final = "arena.sandboxes.v1.Sandboxes/Attach"
SILENT: Final = 3.0  # seconds without a heartbeat after which a worker is lost
LOOK: Final = 0.25  # seconds between two looks at the heartbeats
REPORT_LIMIT: Final = 4 << 20  # bytes of a report


@dataclass(eq=False)
class FarRun:
    """A run of a bot at a worker, and the parts of its report that have arrived."""

    said: bytearray
    over: trio.Event = field(default_factory=trio.Event)
    is_reported: bool = False


class SandboxLink:
    """The link to a connected worker that runs submitted bots."""

    def __init__(self, name: str, hello: WorkerHello, call: Call) -> None:
        self.name: Final = name
        self.sandboxes: Final = hello.sandboxes
        self.runtimes: Final = frozenset(hello.runtimes)
        self.taken = 0
        self.digests: Final[set[str]] = set()  # of the packages that the worker was asked to run
        self.heard = trio.current_time()  # when the last heartbeat came
        self.lost_why = ""  # why the worker is lost; empty if it is not
        self._call: Final = call
        self._begun = 0  # runs
        self._runs: Final[dict[str, FarRun]] = {}

    def send(self, message: SandboxMessage) -> None:
        """Send a message. Do nothing if the worker is lost."""
        if not self.lost_why:
            self._call.post(encoded(message))

    async def run(self, digest: str, token: str, said: bytearray) -> None:
        """Run the bot of a package until its sandbox ends. Append the supervisor's report to `said`.

        Raise SandboxLostError if the worker was lost.
        """
        self._begun += 1
        name = str(self._begun)
        run = self._runs[name] = FarRun(said)
        self.digests.add(digest)
        self.send(StartBot(name, digest, token))
        if self.lost_why:
            run.over.set()
        try:
            await run.over.wait()
        except trio.Cancelled:
            self.send(StopBot(name))
            with trio.move_on_after(LAST_REPORT, shield=True):
                await run.over.wait()
            raise
        finally:
            del self._runs[name]
        if not run.is_reported:
            raise SandboxLostError(self.lost_why)

    def reported(self, part: ReportPart) -> None:
        """Add a part to the report of a run."""
        run = self._runs.get(part.run)
        if run is None:
            return
        run.said += part_of(part.data)
        if len(run.said) > REPORT_LIMIT:
            raise ProtocolError(f"a report of more than {REPORT_LIMIT:,} bytes")
        if part.is_last:
            run.is_reported = True
            run.over.set()

    def lose(self, why: str) -> None:
        """Mark the worker as lost, so that the front starts each of its bots elsewhere."""
        if self.lost_why:
            return
        self.lost_why = why
        if self._runs:
            log.warning("worker %s is lost (%s): %d submitted bots start elsewhere", self.name, why, len(self._runs))
        for run in self._runs.values():
            run.over.set()
        self._call.end(Refused(Status.UNAVAILABLE, why))


class SandboxLinks:
    """The links to all workers that run submitted bots. `changed` is called when a worker connects or is lost."""

    def __init__(self, arena: Arena) -> None:
        self.arena: Final = arena
        self.changed: Callable[[], None] = lambda: None
        self.store: Submissions | None = None  # of the packages, once the arena takes submissions
        self._links: Final[dict[str, SandboxLink]] = {}  # those that are connected, by name
        self._names: Final[dict[str, str]] = {}  # of workers that may connect, by the hash of their secret
        self._looked = False  # True when the workers of the cluster are known

    @property
    def links(self) -> Sequence[SandboxLink]:
        """The links to all connected workers."""
        return list(self._links.values())

    @property
    def are_coming(self) -> bool:
        """True if a worker is about to connect, or if the workers of the cluster are not known yet."""
        return not self._looked or bool(set(self._names.values()) - set(self._links))

    def looked(self) -> None:
        """Note that the workers of the cluster are now known."""
        if not self._looked:
            self._looked = True
            self.changed()

    def expect(self, name: str) -> str:
        """Return a new secret with which the worker of this name may connect. Its earlier secrets become invalid."""
        secret = new_secret()
        self.forget(name)
        self._names[hashed(secret)] = name
        return secret

    def forget(self, name: str) -> None:
        """Accept no worker of this name any more, because the worker has left the cluster."""
        for key in [key for key, known in self._names.items() if known == name]:
            del self._names[key]
        self.changed()

    def methods(self) -> Mapping[str, Handler]:
        """Return the handler of the call that workers open."""
        return {METHOD: self._attach}

    # A worker --------------------------------------------------------------------------------------------------------

    async def _attach(self, call: Call) -> None:
        """Serve the call of a worker until it breaks."""
        name = self._names.get(hashed(secret_of(call)))
        if name is None or self.store is None:
            door = self.arena.door
            if wait := door.refusals.take(door.addresses.of(call), trio.current_time()):
                await trio.sleep(min(wait, door.refusal_held))
            raise Refused(Status.UNAUTHENTICATED, "expected the secret of a worker that runs submitted bots")
        call.trust()
        hello = await greeting(name, call)
        runnable = await self.store.runnable()
        if name in self._links:
            self._lose(self._links[name], "a newer call of this worker came")
        link = self._links[name] = SandboxLink(name, hello, call)
        link.send(WelcomeWorker([each.digest for each in runnable]))
        words = "worker %s (process %d) is connected, with %d sandboxes"
        log.info(words, name, hello.process, hello.sandboxes)
        self.changed()
        why = ""
        try:
            async with trio.open_nursery() as nursery:
                call.listen(lambda arrival: self._received(link, arrival, nursery))
                await call.left()
        except* PeerGoneError:
            why = "its call broke"
        finally:
            self._lose(link, why or "its call ended")
        raise PeerGoneError(why)

    def _received(self, link: SandboxLink, arrival: Arrival, nursery: trio.Nursery) -> None:
        """Handle a worker's message."""
        message = decoded(arrival.data)
        link.heard = max(link.heard, arrival.at)
        if isinstance(message, ReportPart):
            link.reported(message)
        elif isinstance(message, WantPackage):
            nursery.start_soon(self._send_package, link, message.digest)
        elif not isinstance(message, WorkerPulse):
            raise ProtocolError(f"{type(message).__name__}: expected a message of a worker")

    async def _send_package(self, link: SandboxLink, digest: str) -> None:
        """Send a worker the zip of a package that it has to run."""
        assert self.store is not None
        if digest not in link.digests:
            link.send(PackagePart(digest, fault="this worker was not asked to run the package"))
            return
        try:
            data = await self.store.content(digest)
        except ArenaError as error:
            link.send(PackagePart(digest, fault=str(error)))
            return
        log.info("worker %s fetches the package %s", link.name, digest[:16])
        for text, is_last in parts(data, TO_WORKER):
            link.send(PackagePart(digest, text, is_last))

    def _lose(self, link: SandboxLink, why: str) -> None:
        link.lose(why)
        if self._links.get(link.name) is link:
            del self._links[link.name]
        self.changed()

    async def look_after(self) -> None:
        """While the arena runs, mark workers without heartbeats as lost.

        The time of a delay of the front does not count.
        """
        while True:
            before = trio.current_time()
            await trio.sleep(LOOK)
            late = trio.current_time() - before - LOOK
            for link in self.links:
                link.heard += max(0.0, late)
                if trio.current_time() - link.heard > SILENT:
                    self._lose(link, f"no heartbeat for {SILENT:g} s")


async def greeting(name: str, call: Call) -> WorkerHello:
    """Return the first message of a worker. Raise Refused if the worker has another release."""
    try:
        hello = decoded((await call.receive()).data)
    except ProtocolError as error:
        raise Refused(Status.INVALID_ARGUMENT, str(error)) from None
    if isinstance(hello, WorkerHello) and hello.release == release():
        return hello
    found = ascii(hello.release)[1:60] if isinstance(hello, WorkerHello) else "no release"
    words = f"a worker of {found}: expected {release()}"
    log.error("worker %s is refused: %s", name, words)
    raise Refused(Status.FAILED_PRECONDITION, words)
