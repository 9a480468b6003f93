"""Submitted bots. The arena runs the newest version of each in a sandbox, and it connects like any other bot."""

import logging
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import trio

from arena.errors import ArenaError, UsageError
from arena.host.children import FIRST, LONGEST, ending, run_child
from arena.sandbox.bot_manifest import Runtime
from arena.sandbox.bot_package import read_package, unpack
from arena.sandbox.bounds import SandboxBounds, SandboxReport
from arena.sandbox.bubblewrap import command_of
from arena.sandbox.sandboxes import SUPERVISOR, read_report, sandbox_trouble
from arena.sandbox.supervisor import SandboxOrder
from arena.server.access.accounts import hashed, new_secret
from arena.server.access.door import Holder
from arena.server.access.submissions import BotRun, Submission, Submissions
from arena.server.arena import Arena
from arena.store.db.database import Database
from arena.store.repos.stored_submissions import StoredSubmissions

log: Final = logging.getLogger(__name__)

LOOK: Final = 2.0  # seconds between two checks of the bots to run
TRIES: Final = 5  # short runs in a row, after which a version is not restarted
LAST_REPORT: Final = 5.0  # seconds that a supervisor has to report when its bot is no longer wanted


@dataclass(eq=False)
class RunningBot:
    """A submitted bot with a process that runs, or that waits for its restart."""

    submission: Submission
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    @property
    def token(self) -> str:
        """The token name under which the arena knows the seats of this bot. No account has this name."""
        return f"submitted {self.submission.bot}@{self.submission.version}"


class SubmittedBots:
    """Runs the submitted bots of an arena, at most `most` at once. Each package is unpacked once, in a folder."""

    def __init__(self, arena: Arena, store: Submissions, folder: Path, most: int) -> None:
        self.arena: Final = arena
        self.store: Final = store
        self.folder: Final = folder
        self.most: Final = most
        self._bots: Final[dict[str, RunningBot]] = {}  # by the bot's name
        self._handed_in = trio.Event()
        self._trying: Final = trio.Lock()
        self._trouble: str | None = None  # why no sandbox can be made, known after the first attempt

    # Calls of the organiser service ---------------------------------------------------------------------------------

    async def trouble(self, runtime: str) -> str:
        """Return why this machine cannot run bots of a runtime; empty if it can. The first call tries a sandbox."""
        if self.most == 0:
            return "its organiser lets it run none"
        async with self._trying:
            if self._trouble is None:
                self._trouble = await trio.to_thread.run_sync(sandbox_trouble)
                if self._trouble:
                    log.error("submitted bots do not run: %s", self._trouble)
        return self._trouble or runtime_trouble(runtime)

    def handed_in(self) -> None:
        """Start the bot of a new submission."""
        self._handed_in.set()

    # Running bots ---------------------------------------------------------------------------------------------------

    async def run(self, port: int) -> None:
        """Run the submitted bots until the arena stops. They connect to a port of this machine.

        Packages that an earlier run of the arena has unpacked are removed first, because some may no longer be stored.
        """
        await trio.to_thread.run_sync(partial(shutil.rmtree, self.folder, ignore_errors=True))
        async with trio.open_nursery() as nursery:
            while True:
                self._handed_in = trio.Event()
                try:
                    await self._look(port, nursery)
                except ArenaError as error:
                    log.error("what is to run in sandboxes is not known: %s", error)  # noqa: TRY400 -- it says all
                with trio.move_on_after(LOOK):
                    await self._handed_in.wait()

    async def _look(self, port: int, nursery: trio.Nursery) -> None:
        """Stop bots that should no longer run, and start those that should."""
        found = await self.store.runnable()
        wanted = {each.bot: each for each in found[-self.most :]} if self.most else {}
        if wanted and await self.trouble("python"):
            wanted = {}
        for name, bot in list(self._bots.items()):
            newer = wanted.get(name)
            if newer == bot.submission or (newer is not None and self._plays(bot)):
                continue  # matches of a version are played to their end before the next one attends
            bot.scope.cancel()
            del self._bots[name]
        for name, submission in wanted.items():
            if name not in self._bots:
                self._bots[name] = RunningBot(submission)
                nursery.start_soon(self._keep, self._bots[name], port)

    def _plays(self, bot: RunningBot) -> bool:
        """True if the bot has a seat in a match."""
        return any(seat.token == bot.token for seat in self.arena.matches.seats())

    async def _keep(self, bot: RunningBot, port: int) -> None:
        """Run a bot, and restart it each time that it ends. Give up after several short runs."""
        what = f"the submitted bot {bot.submission.bot} {bot.submission.version}"
        with bot.scope:
            pause, short = FIRST, 0
            while short < TRIES:
                began = trio.current_time()
                try:
                    how = await ending(partial(self._attend_once, bot, port))
                except ArenaError as error:
                    how = f"could not be started: {error}"
                short = 0 if trio.current_time() - began > LONGEST else short + 1
                log.warning("%s %s", what, how)
                await trio.sleep(pause)
                pause = min(2 * pause, LONGEST) if short else FIRST
            log.error("%s is not started again: it ended %d times within %g s", what, TRIES, LONGEST)

    async def _attend_once(self, bot: RunningBot, port: int) -> int:
        """Run a bot until its sandbox ends. Its running matches are then forfeited. Return its exit code."""
        package, runtime, memory, entry = await self._unpacked(bot.submission)
        secret, began, said = new_secret(), self.arena.wall(), bytearray()
        order = SandboxOrder(str(package), entry, runtime, SandboxBounds(memory=memory), secret, port)
        holder = Holder(bot.token, "bot", bot.submission.bot, submitted=bot.submission.version)
        self.arena.door.house[hashed(secret)] = holder
        try:
            options = {"stdout": subprocess.PIPE, "start_new_session": True}
            await run_child(SUPERVISOR, partial(converse, order, said), **options)
        finally:
            del self.arena.door.house[hashed(secret)]
            report = read_report(bytes(said))
            with trio.move_on_after(LAST_REPORT, shield=True):
                await self.store.add_run(bot.submission.bot, run_of(bot.submission.version, began, report))
        if self.arena.stopping:  # it has left because the arena stops
            await trio.sleep_forever()
        self.arena.crashed(bot.submission.bot, f"it {report.words()}", bot.token)
        log.info("%s %s %s", bot.submission.bot, bot.submission.version, report.words())
        return report.exit_code

    async def _unpacked(self, submission: Submission) -> tuple[Path, Runtime, int, tuple[str, ...]]:
        """Return the folder and the manifest of a package. Unpack it at the first call."""
        data = await self.store.content(submission.digest)
        return await trio.to_thread.run_sync(unpacked, data, self.folder)


@asynccontextmanager
async def taking_submissions(
    arena: Arena, database: Database, folder: Path, most: int, port: int
) -> AsyncIterator[SubmittedBots]:
    """Accept submitted bots, and run at most `most` of them, until the block ends."""
    bots = SubmittedBots(arena, StoredSubmissions(database), folder, most)
    arena.submitted_bots = bots
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bots.run, port)
        yield bots
        nursery.cancel_scope.cancel()


def unpacked(data: bytes, folder: Path) -> tuple[Path, Runtime, int, tuple[str, ...]]:
    """Unpack a package into a folder named by its digest, if it is new. Return the folder and the manifest."""
    package = read_package(data)
    target = folder / package.digest
    if not target.exists():
        folder.mkdir(mode=0o755, exist_ok=True)
        fresh = folder / f"new-{package.digest}"
        shutil.rmtree(fresh, ignore_errors=True)
        unpack(package, fresh)
        fresh.rename(target)
    manifest = package.manifest
    return target, manifest.runtime, manifest.memory, manifest.entry


def runtime_trouble(runtime: str) -> str:
    """Return which parts of a runtime this machine lacks; empty if it has all of them."""
    try:
        command_of(("program", "file"), runtime)  # type: ignore[arg-type]  # a manifest has checked it
    except UsageError as error:
        return str(error)
    return ""


async def converse(order: SandboxOrder, said: bytearray, process: trio.Process) -> None:
    """Send a supervisor its order. Append its report to `said`, also after a cancellation."""
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdin.send_all(order.line().encode())
    try:
        async for piece in process.stdout:
            said += piece
    except trio.Cancelled:
        with trio.move_on_after(LAST_REPORT, shield=True):
            await process.stdin.aclose()  # the end of the bot
            async for piece in process.stdout:
                said += piece
        raise


def run_of(version: str, began: float, report: SandboxReport) -> BotRun:
    """Return the stored form of a supervisor's report."""
    return BotRun(version=version, began=began, **asdict(report))
