"""The connections of the front (`arena serve`) to the workers that run submitted bots for it.

If a worker is lost, the front starts the worker's bots on other machines.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import trio

from arena.errors import ArenaError, ProtocolError
from arena.host.sandbox_messages import (
    METHOD,
    TO_WORKER,
    PackagePart,
    ReportPart,
    SandboxMessage,
    StartBot,
    StopBot,
    WantPackage,
    WantReport,
    WelcomeWorker,
    WorkerHello,
    WorkerPulse,
    decoded,
    part_of,
    parts,
)
from arena.host.sandbox_places import SandboxLostError, stored_report
from arena.host.sandbox_run import LAST_REPORT
from arena.sandbox.bounds import SandboxReport
from arena.server.access.submissions import Submissions
from arena.server.arena import Arena
from arena.server.attached.process_links import ProcessLink, ProcessLinks
from arena.server.transport.bridge import Arrival, Call, Refused, Status
from arena.tasks.release import release

log: Final = logging.getLogger(__name__)

LIKE_A_FRONT: Final = (
    "a worker with an address of --front: expected one on another machine, or --referee with the front's address"
)
ANSWER_WITHIN: Final = 5.0  # seconds for the report so far about a run
REPORT_LIMIT: Final = 4 << 20  # bytes of a report


@dataclass(eq=False)
class FarRun:
    """A run of a bot at a worker. `said` has the parts of the report about the run that have arrived."""

    said: bytearray
    token: str = field(default="", repr=False)
    over: trio.Event = field(default_factory=trio.Event)
    is_reported: bool = False
    asking: trio.Lock = field(default_factory=trio.Lock)  # one report at a time
    so_far: bytearray = field(default_factory=bytearray)  # the parts of a report while the bot runs
    answered: trio.Event = field(default_factory=trio.Event)  # set when all parts of that report are there


class SandboxLink(ProcessLink[SandboxMessage]):
    """The connection of the front (`arena serve`) to one worker that runs submitted bots."""

    def __init__(self, name: str, hello: WorkerHello, call: Call) -> None:
        super().__init__(name, hello.process, f"with {hello.sandboxes} sandboxes", call)
        self.sandboxes: Final = hello.sandboxes
        self.runtimes: Final = frozenset(hello.runtimes)
        self.taken = 0
        self.digests: Final[set[str]] = set()  # the digests of packages that the worker was asked to run
        self._begun = 0  # runs
        self._runs: Final[dict[str, FarRun]] = {}

    async def run(self, bot: str, digest: str, token: str, said: bytearray) -> None:
        """Let the worker run a bot until its sandbox ends. Append the report about the run to `said`.

        `bot` is the bot's name, `digest` names its package. Raise SandboxLostError if the worker was lost.
        """
        self._begun += 1
        name = str(self._begun)
        run = self._runs[name] = FarRun(said, token)
        self.digests.add(digest)
        self.send(StartBot(name, bot, digest, token))
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
        """Add a part to the report about a run. Raise ProtocolError if the report is too long or cannot be read."""
        run = self._runs.get(part.run)
        if run is None:
            return
        report = run.said if part.has_ended else run.so_far
        report += part_of(part.data)
        if len(report) > REPORT_LIMIT:
            raise ProtocolError(f"a report of more than {REPORT_LIMIT:,} bytes")
        if not part.is_last:
            return
        if report or part.has_ended:
            check_report(report)
        if part.has_ended:
            run.is_reported = True
            run.over.set()
        else:
            run.answered.set()

    async def report_so_far(self, token: str) -> SandboxReport | None:
        """Return the report so far about the running bot that connects with this token; None if there is none yet."""
        found = next(((name, run) for name, run in self._runs.items() if run.token == token), None)
        if found is None:
            return None
        name, run = found
        async with run.asking:
            run.so_far.clear()
            run.answered = trio.Event()
            self.send(WantReport(name))
            with trio.move_on_after(ANSWER_WITHIN):
                await run.answered.wait()
            return stored_report(bytes(run.so_far)) if run.answered.is_set() else None

    def give_up(self) -> None:
        """End all runs of this lost worker, so that the front (`arena serve`) starts their bots on other machines."""
        if self._runs:
            words = "worker %s is lost (%s): %d submitted bots start elsewhere"
            log.warning(words, self.name, self.lost_why, len(self._runs))
        for run in self._runs.values():
            run.over.set()


def check_report(data: bytearray) -> None:
    """Raise ProtocolError unless these bytes are a report."""
    try:
        SandboxReport.read(bytes(data))
    except ValueError as error:
        raise ProtocolError(f"a report cannot be read: {error}") from None


class SandboxLinks(ProcessLinks[SandboxLink]):
    """The connections to all workers that run submitted bots. `changed` is called when a worker connects or is lost."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena, "worker", METHOD)
        self.changed: Callable[[], None] = lambda: None
        self.store: Submissions | None = None  # of the packages, once the arena takes submissions
        self._looked = False  # True when the workers of the cluster are known

    @property
    def are_coming(self) -> bool:
        """True if more workers may connect soon: one is expected, or the workers of the cluster are not known yet."""
        return not self._looked or bool(set(self.names) - set(self.links))

    def looked(self) -> None:
        """Store that the names of the cluster's workers are known, or that the cluster cannot be reached.

        Bots that need a sandbox no longer wait for these names then.
        """
        if not self._looked:
            self._looked = True
            self.changed()

    def links_changed(self) -> None:
        """Call `changed`, because a worker has connected or was lost: waiting bots look for a free sandbox again."""
        self.changed()

    # A worker --------------------------------------------------------------------------------------------------------

    async def link_to(self, name: str, hello: bytes, call: Call) -> SandboxLink:
        """Check the first message of a worker, send it a welcome, and return the new SandboxLink.

        Raise Refused if calls of the worker's bots would be taken for calls that a front forwards.
        """
        if self.arena.door.addresses.is_like_a_front(call):
            log.error("worker %s is refused: %s", name, LIKE_A_FRONT)
            raise Refused(Status.FAILED_PRECONDITION, LIKE_A_FRONT)
        message = decoded(hello)
        if not isinstance(message, WorkerHello):
            raise ProtocolError(f"{type(message).__name__}: expected a WorkerHello first")
        self.check_release(name, message.release, release())
        assert self.store is not None  # no worker has a secret before
        runnable = await self.store.runnable()
        link = SandboxLink(name, message, call)
        link.send(WelcomeWorker([each.digest for each in runnable]))
        return link

    def received(self, link: SandboxLink, arrival: Arrival, nursery: trio.Nursery) -> None:
        """Handle a message from a worker: a part of a report, a request for a package, or a heartbeat.

        A worker that sends anything else is lost.
        """
        link.heard = max(link.heard, arrival.at)
        try:
            message = decoded(arrival.data)
            if isinstance(message, ReportPart):
                link.reported(message)
            elif isinstance(message, WantPackage):
                nursery.start_soon(self._send_package, link, message.digest)
            elif not isinstance(message, WorkerPulse):
                raise ProtocolError(f"{type(message).__name__}: expected a message of a worker")  # noqa: TRY301
        except ProtocolError as error:
            log.error("worker %s is refused: %s", link.name, error)  # noqa: TRY400 -- it says all
            self.lose(link, f"it sent a wrong message: {error}")

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
