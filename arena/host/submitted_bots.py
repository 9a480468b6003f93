"""Run submitted bots in sandboxes: the newest version of each bot. The bots connect like any other bots."""

import logging
import shutil
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Final

import trio

from arena.errors import ArenaError
from arena.host.children import FIRST, LONGEST, ending
from arena.host.sandbox_links import SandboxLinks
from arena.host.sandbox_places import OwnMachine, SandboxLostError, SandboxPlace, place_for
from arena.host.sandbox_posts import sandbox_post
from arena.host.sandbox_room import SandboxSettings
from arena.host.sandbox_run import LAST_REPORT, runtime_trouble
from arena.host.worker_posts import keep_posted
from arena.sandbox.bot_manifest import RUNTIMES, Runtime
from arena.sandbox.bot_package import read_package
from arena.sandbox.bounds import SandboxReport
from arena.sandbox.package_cache import PackageCache
from arena.sandbox.sandboxes import read_report, sandbox_trouble
from arena.server.access.accounts import Version, hashed, new_secret
from arena.server.access.door import Holder
from arena.server.access.submissions import BotRun, Submission, Submissions
from arena.server.arena import Arena
from arena.store.db.database import Database
from arena.store.repos.stored_submissions import StoredSubmissions
from arena.tasks.cluster import Cluster

log: Final = logging.getLogger(__name__)

LOOK: Final = 2.0  # seconds between two checks of the bots to run
TRIES: Final = 5  # short runs in a row, after which a version is not restarted
CONNECTING: Final = 120.0  # seconds from its start for which the arena waits for a version that never connected before
SILENT_TRIES: Final = 2  # runs without a connection in this time, after which a version is not restarted
ARRIVING: Final = 15.0  # seconds after its start for which the arena waits for workers, before it uses its own machine
NONE_HERE: Final = "its organiser lets it run none"
ELSEWHERE: Final = "a worker may run them, too, as `arena worker --cluster ADDRESS --sandboxes N` starts it"
UNGROUPED: Final = (
    "sandboxes have no control groups: a submitted bot can hold several times its memory, and take processors from "
    "other bots and from the arena"
)
LOST: Final = "[the machine that ran this bot was lost, and with it what the bot wrote]\n"


@dataclass(frozen=True)
class SandboxWorkers:
    """A cluster with workers that may run submitted bots, the connections to these workers, and their settings."""

    cluster: Cluster
    links: SandboxLinks
    settings: SandboxSettings


@dataclass(eq=False)
class RunningBot:
    """A submitted bot that runs, waits for a free sandbox, or waits for its restart."""

    submission: Submission
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    arrival: trio.CancelScope = field(default_factory=trio.CancelScope)  # of a run: ended if the bot does not connect
    silent: int = 0  # runs that ended because the bot did not connect
    turned_away: str = ""  # why the bot could not connect in its last run
    place: SandboxPlace | None = None  # the machine that runs its process, if it has one
    secret: str = field(default="", repr=False)  # the token of its process
    began: float | None = None  # when its process was started, in seconds since 1970; None if it has none
    last: str = ""  # how its last run ended
    is_arena_to_blame: bool = False  # True if a run could not be started
    trouble: str = ""  # why it does not run

    @property
    def token(self) -> str:
        """The id of the token with which this bot connects. The token is not stored in the database."""
        return f"submitted {self.submission.bot}@{self.submission.version}"

    @property
    def words(self) -> str:
        """The bot's name and version, in words for the log."""
        return f"the submitted bot {self.submission.bot} {self.submission.version}"


class SubmittedBots:
    """Runs the submitted bots of an arena: at most `most` at once on its own machine, and further ones at workers."""

    def __init__(  # noqa: PLR0913 -- what runs them, and where
        self,
        arena: Arena,
        store: Submissions,
        folder: Path,
        most: int,
        links: SandboxLinks | None = None,
        *,
        grouped: bool = True,
    ) -> None:
        self.arena: Final = arena
        self.store: Final = store
        self.most: Final = most
        self.here: Final = OwnMachine(store, PackageCache(folder), grouped=grouped)
        self._links: Final = links
        self._bots: Final[dict[str, RunningBot]] = {}  # by the bot's name
        self._runtimes: Final[dict[str, Runtime]] = {}  # by the digest of a package
        self._submitted = trio.Event()
        self._changed = trio.Event()  # a sandbox may be free
        self._patient_until = 0.0
        self.lost = 0  # runs that ended because a worker was lost, or by another fault of a machine
        self._trying: Final = trio.Lock()
        self._trouble: str | None = None  # why no sandbox can be made here, known after the first attempt

    @property
    def workers(self) -> Sequence[SandboxPlace]:
        """The connected workers that run submitted bots. Without a cluster there are none."""
        return () if self._links is None else list(self._links.links.values())

    @property
    def places(self) -> Sequence[SandboxPlace]:
        """All machines that run submitted bots: the arena's own machine first, then the workers."""
        return (self.here, *self.workers)

    # Calls of the organiser service ---------------------------------------------------------------------------------

    async def trouble(self, runtime: str) -> str:
        """Return a text that says why no machine can run bots of a runtime such as `node`; an empty text if one can."""
        if any(runtime in each.runtimes for each in self.workers):
            return ""
        trouble = await self._trouble_here() or runtime_trouble(runtime)  # type: ignore[arg-type]  # a manifest has it
        return trouble and f"{trouble}; {ELSEWHERE}"

    async def _trouble_here(self) -> str:
        """Return a text that says why this machine cannot run submitted bots; an empty text if it can.

        The first call tries to start a sandbox.
        """
        if self.most == 0:
            return NONE_HERE
        async with self._trying:
            if self._trouble is None:
                self._trouble = await trio.to_thread.run_sync(partial(sandbox_trouble, grouped=self.here.grouped))
                if self._trouble:
                    log.error("submitted bots do not run on this machine: %s", self._trouble)
                else:
                    self.here.sandboxes = self.most
                    self.here.runtimes = [each for each in RUNTIMES if not runtime_trouble(each)]
        return self._trouble

    def submitted(self) -> None:
        """Wake the task that starts bots, because a bot was submitted."""
        self._submitted.set()

    # Calls of the lobby ---------------------------------------------------------------------------------------------

    def connected(self, token: str) -> None:
        """Store that the submitted bot with this token has connected, so that its run is not ended as a failure."""
        for bot in self._bots.values():
            if bot.token == token:
                bot.arrival.deadline = inf
                bot.silent, bot.turned_away = 0, ""

    def turned_away(self, token: str, words: str, retry_after: float) -> None:
        """Store the text `words`: why the arena refused the connection of the submitted bot with this token.

        The arena ends the run of a bot that does not connect in time. If the bot may try again after `retry_after`
        seconds, the arena gives it these seconds, too.
        """
        for bot in self._bots.values():
            if bot.token == token:
                bot.turned_away = words
                if retry_after > 0 and bot.arrival.deadline < inf:
                    bot.arrival.deadline = trio.current_time() + retry_after + CONNECTING

    def running_since(self, bot: str, version: str) -> float | None:
        """Return when the running process of a submitted version was started, in seconds since 1970; None if none."""
        running = self._bots.get(bot)
        return running.began if running is not None and running.submission.version == version else None

    async def output_so_far(self, bot: str, version: str) -> tuple[str, str]:
        """Return what the running process of a submitted version has written to stdout and to stderr, shortened."""
        running = self._bots.get(bot)
        if running is None or running.place is None or running.submission.version != version:
            return "", ""
        report = await running.place.report_so_far(running.secret)
        return ("", "") if report is None else (report.stdout, report.stderr)

    def trouble_of(self, bot: str, version: str) -> str:
        """Return a text that says why a submitted version does not run now; an empty text if it runs."""
        running = self._bots.get(bot)
        if running is None:
            return "it waits until the arena can start it"
        if running.submission.version != version:
            return f"it waits until version {running.submission.version} has played its matches"
        return running.trouble

    # Running bots ---------------------------------------------------------------------------------------------------

    async def run(self, socket: str) -> None:
        """Run the submitted bots until the arena stops. Bots on this machine connect to this abstract Unix socket.

        Packages that an earlier run of the arena has unpacked are removed first, because some may no longer be stored.
        """
        await trio.to_thread.run_sync(partial(shutil.rmtree, self.here.cache.folder, ignore_errors=True))
        self.here.socket = socket
        self._patient_until = trio.current_time() + ARRIVING
        if self._links is not None:
            self._links.changed = self._change
        async with trio.open_nursery() as nursery:
            while True:
                self._submitted = trio.Event()
                try:
                    await self._look(nursery)
                except ArenaError as error:
                    log.error("what is to run in sandboxes is not known: %s", error)  # noqa: TRY400 -- it says all
                with trio.move_on_after(LOOK):
                    await self._submitted.wait()

    def _change(self) -> None:
        """Wake the bots that wait for a free sandbox, and decide again which bots to run."""
        self._changed.set()
        self._changed = trio.Event()
        self._submitted.set()

    async def _look(self, nursery: trio.Nursery) -> None:
        """Stop the bots that should no longer run, and start those that should run now.

        The submissions in the database and the free sandboxes decide this. A bot with a running match plays on, unless
        its submission may no longer run.
        """
        found = await self.store.runnable()
        if found:
            await self._trouble_here()
        playing = {name for name, bot in self._bots.items() if may_play_on(bot.submission, found) and self._plays(bot)}
        wanted = wanted_of(found, playing, self.here.sandboxes + sum(each.sandboxes for each in self.workers))
        for name, bot in list(self._bots.items()):
            if wanted.get(name) == bot.submission or name in playing:
                continue  # matches of a version are played to their end before another bot takes its sandbox
            bot.scope.cancel()
            del self._bots[name]
        for name, submission in wanted.items():
            if name not in self._bots:
                self._bots[name] = RunningBot(submission)
                nursery.start_soon(self._keep, self._bots[name])

    def _plays(self, bot: RunningBot) -> bool:
        """True if the bot has a seat in a match that is offered or played now."""
        token, submission = bot.token, bot.submission
        return any(seat.belongs_to(token, submission.bot, submission.version) for seat in self.arena.matches.seats())

    async def _keep(self, bot: RunningBot) -> None:
        """Run a bot, and restart it each time that it ends.

        Give up after five short runs in a row, or after two runs in which a new version did not connect.
        """
        with bot.scope:
            pause, short = FIRST, 0
            while short < TRIES and bot.silent < SILENT_TRIES:
                bot.turned_away = ""
                began = trio.current_time()
                try:
                    how = await ending(partial(self._attend_once, bot))
                except SandboxLostError as error:
                    log.warning("%s starts again: its machine was lost (%s)", bot.words, error)
                    await trio.sleep(FIRST)
                    continue
                except ArenaError as error:
                    how = f"could not be started: {error}"
                    bot.is_arena_to_blame = True
                short = 0 if trio.current_time() - began > LONGEST else short + 1
                bot.is_arena_to_blame &= short > 0
                log.warning("%s %s", bot.words, how)
                await trio.sleep(pause)
                pause = min(2 * pause, LONGEST) if short else FIRST
            await self._give_up(bot)

    async def _give_up(self, bot: RunningBot) -> None:
        """Log that a bot is not started again, and refuse its version, so that an older version of the bot runs again.

        The version is not refused if the arena could not start it, or if it has proved before that it works.
        """
        words = f"it ended {TRIES} times within {LONGEST:g} s of its start: the last run {bot.last}"
        if bot.silent:
            words = f"it did not connect within {CONNECTING:g} s of its start"
        if bot.turned_away:
            words = f"it could not connect: {bot.turned_away}"
        bot.trouble = f"it is not started again: {words}"
        log.error("%s is not started again: %s", bot.words, words)
        if not bot.is_arena_to_blame:
            try:
                await self._refuse(bot.submission, words)
            except ArenaError as error:  # the database is unavailable, or the bot was renamed a moment ago
                log.error("%s could not be refused: %s", bot.words, error)  # noqa: TRY400 -- it says all

    async def _refuse(self, submission: Submission, words: str) -> None:
        """Store that a version is refused, unless it has proved before that it works.

        The proof is an examination in an arena that examines versions; in any other arena, one connection is enough.
        """
        name, version = submission.bot, submission.version
        known = await self._known(submission)
        if known is not None and not (self.arena.examines and known.admission == "pending"):
            return
        await self.store.refuse(name, version, words)
        log.info("%s: version %s is not admitted: %s", name, version, words, extra={"bot": name, "version": version})
        self.arena.observers.version_refused(name, version, words)
        self._submitted.set()

    async def _known(self, submission: Submission) -> Version | None:
        """Return the Version of a submitted bot; None if no bot of this version has ever connected."""
        account = await self.arena.accounts.bot(submission.bot)
        return next((each for each in account.versions if each.name == submission.version), None)

    async def _attend_once(self, bot: RunningBot) -> int:
        """Run a bot until its sandbox ends. Then let the bot forfeit its running matches, and return the exit code.

        Raise SandboxLostError if the bot's machine was lost. The matches then wait for the bot's next run.
        """
        is_unknown = await self._known(bot.submission) is None
        place = await self._place(bot, await self._runtime(bot.submission.digest))
        secret, began, said = new_secret(), self.arena.wall(), bytearray()
        bot.began, bot.place, bot.secret, is_far = began, place, secret, place is not self.here
        holder = Holder(bot.token, "bot", bot.submission.bot, submitted=bot.submission.version, is_far=is_far)
        self.arena.door.house[hashed(secret)] = holder
        report: SandboxReport | None = None
        bot.arrival = trio.CancelScope(deadline=trio.current_time() + CONNECTING if is_unknown else inf)
        try:
            with bot.arrival:
                await place.run(bot.submission.bot, bot.submission.digest, secret, said)
                report = read_report(bytes(said))
                check_machine(report)
        except SandboxLostError:
            self.arena.displaced(bot.token, bot.submission.bot, bot.submission.version)
            self.lost += 1
            report = lost_report(report)
            raise
        finally:
            bot.began = bot.place = None
            place.taken -= 1
            del self.arena.door.house[hashed(secret)]
            self._change()
            report = report or read_report(bytes(said))
            if bot.arrival.cancelled_caught:
                bot.silent += 1
                report = replace(report, trouble=f"it did not connect within {CONNECTING:g} s")
            else:
                bot.is_arena_to_blame |= bool(report.trouble)
            bot.last = report.words()
            with trio.move_on_after(LAST_REPORT, shield=True):
                await self.store.add_run(bot.submission.bot, run_of(bot.submission.version, began, report))
        if self.arena.stopping:  # it has left because the arena stops
            await trio.sleep_forever()
        self.arena.crashed(bot.submission.bot, f"it {report.words()}", bot.token)
        log.info("%s %s %s", bot.submission.bot, bot.submission.version, report.words())
        return report.exit_code

    async def _place(self, bot: RunningBot, runtime: Runtime) -> SandboxPlace:
        """Wait for a machine with a free sandbox for a bot, and reserve the sandbox. Return the machine.

        After the arena's start, first wait for workers to connect.
        """
        is_said = False
        while True:
            changed = self._changed
            is_early = self._links is not None and self._links.are_coming and self._patience > 0
            found = place_for(runtime, self.workers, self.here)
            if found is not None and not (is_early and found is self.here):
                found.taken += 1
                bot.trouble = ""
                log.info("%s starts at %s", bot.words, found.name)
                return found
            if not (is_early or is_said):
                log.warning("%s waits for a free sandbox with the runtime %s", bot.words, runtime)
                is_said = True
                bot.trouble = "it waits for a free sandbox"
            with trio.move_on_after(self._patience if is_early else inf):
                await changed.wait()

    @property
    def _patience(self) -> float:
        """Return how many seconds are left in which bots wait for workers; negative if that time is over.

        Soon after the arena's start, workers may still be connecting. So bots wait for them before they start on this
        machine.
        """
        return self._patient_until - trio.current_time()

    async def _runtime(self, digest: str) -> Runtime:
        """Return the runtime, such as `python`, that the bot in the package with this digest needs."""
        if digest not in self._runtimes:
            package = await trio.to_thread.run_sync(read_package, await self.store.content(digest))
            self._runtimes[digest] = package.manifest.runtime
        return self._runtimes[digest]


@asynccontextmanager
async def taking_submissions(  # noqa: PLR0913, PLR0917 -- what runs them, and where
    arena: Arena,
    database: Database,
    folder: Path,
    most: int,
    socket: str,
    workers: SandboxWorkers | None = None,
    *,
    grouped: bool = True,
) -> AsyncIterator[SubmittedBots]:
    """Accept submitted bots, and run them while the `with` block runs. Yield the SubmittedBots.

    At most `most` bots run on this machine at once, and further ones at workers. `grouped` is false if the organiser
    insists on sandboxes without control groups.
    """
    if not grouped:
        log.warning(UNGROUPED)
    store = StoredSubmissions(database)
    bots = SubmittedBots(arena, store, folder, most, None if workers is None else workers.links, grouped=grouped)
    arena.submitted_bots = bots
    async with trio.open_nursery() as nursery:
        if workers is not None:
            workers.links.store = store
            nursery.start_soon(workers.links.look_after)
            nursery.start_soon(keep_posted, workers.cluster, sandbox_post(workers.links, workers.settings))
        nursery.start_soon(bots.run, socket)
        yield bots
        nursery.cancel_scope.cancel()


def may_play_on(submission: Submission, found: Sequence[Submission]) -> bool:
    """True if the bot of a submission may play on, because one of the submissions `found` is of the same bot.

    It has the same bot name, or it differs only in the bot name, because the bot was renamed.
    """
    return any(each.bot == submission.bot or replace(each, bot=submission.bot) == submission for each in found)


def wanted_of(found: Sequence[Submission], playing: Collection[str], most: int) -> dict[str, Submission]:
    """Return the submissions to run, at most `most`, as a dict from bot to submission.

    Bots in a match have priority, because their match may wait for them; after them, the newest submissions. In `found`
    the newest is last.
    """
    ordered = sorted(found, key=lambda each: each.bot in playing)
    return {each.bot: each for each in ordered[-most:]} if most else {}


def check_machine(report: SandboxReport) -> None:
    """Raise SandboxLostError if the machine ended the run that this report is about."""
    if report.lost or report.dismissed:
        raise SandboxLostError(report.lost or "its supervisor was stopped")


def lost_report(report: SandboxReport | None) -> SandboxReport:
    """Return the report to store about a run that its machine ended; `report` is None if there is none."""
    if report is None:
        return SandboxReport(exit_code=1, dismissed=True, stderr=LOST)
    return replace(report, dismissed=True, stderr=f"{report.stderr}[{report.words()}]\n")


def run_of(version: str, began: float, report: SandboxReport) -> BotRun:
    """Return the report about a run of a bot in the form that the database stores."""
    values = asdict(report)
    del values["lost"]  # the stored stderr says it
    return BotRun(version=version, began=began, **values)
