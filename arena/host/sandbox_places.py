"""The machines that run submitted bots in sandboxes: the arena's own machine, and workers on other machines."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

import trio

from arena.errors import ArenaError
from arena.host.sandbox_run import run_sandbox
from arena.sandbox.bot_manifest import BotManifest
from arena.sandbox.bounds import SandboxBounds, SandboxReport
from arena.sandbox.package_cache import PackageCache
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.sandboxes import read_report
from arena.server.access.accounts import hashed
from arena.server.access.submissions import Submissions


class SandboxLostError(ArenaError):
    """Raised if the machine that runs a bot was lost."""


class SandboxPlace(Protocol):
    """A machine that runs submitted bots."""

    @property
    def name(self) -> str:
        """The machine's name in the log."""

    @property
    def sandboxes(self) -> int:
        """The number of bots that the machine may run at once."""

    @property
    def runtimes(self) -> Collection[str]:
        """The runtimes on the machine. The package of a bot names the one that it needs, such as `python`."""

    taken: int  # sandboxes that run a bot, or that are about to

    async def run(self, bot: str, digest: str, token: str, said: bytearray) -> None:
        """Run the bot of this name in a package until its sandbox ends. Append the report about the run to `said`.

        Raise SandboxLostError if the machine was lost.
        """

    async def report_so_far(self, token: str) -> SandboxReport | None:
        """Return the report so far about the running bot that connects with this token; None if there is none yet."""


def place_for(runtime: str, workers: Sequence[SandboxPlace], here: SandboxPlace) -> SandboxPlace | None:
    """Return a machine with a free sandbox and the runtime of a bot, such as `node`; None if there is none.

    The worker with the most free sandboxes is taken; the arena's own machine only if no worker fits.
    """
    free = [each for each in workers if each.taken < each.sandboxes and runtime in each.runtimes]
    if free:
        return max(free, key=lambda each: (each.sandboxes - each.taken, each.name))
    return here if here.taken < here.sandboxes and runtime in here.runtimes else None


class OwnMachine:
    """The arena's own machine, with sandboxes for submitted bots. Bots in them connect to the arena's Unix socket."""

    name: Final = "the arena's machine"

    def __init__(self, store: Submissions, cache: PackageCache, *, grouped: bool = True) -> None:
        self.grouped: Final = grouped
        self.store: Final = store
        self.cache: Final = cache
        self.socket = ""
        self.sandboxes = 0
        self.runtimes: Collection[str] = ()
        self.taken = 0

    async def run(self, bot: str, digest: str, token: str, said: bytearray) -> None:
        """Run the bot of this name in a package until its sandbox ends. Append the report about the run to `said`."""
        manifest = await trio.to_thread.run_sync(self.cache.find, digest)
        if manifest is None:
            data = await self.store.content(digest)
            manifest = await trio.to_thread.run_sync(partial(self.cache.add, digest, data))
        order = order_for(manifest, str(self.cache.at(digest)), bot, token, self.socket)
        with self.cache.report_file(hashed(token)) as report:
            await run_sandbox(replace(order, report=str(report), grouped=self.grouped), said)

    async def report_so_far(self, token: str) -> SandboxReport | None:
        """Return the report so far about the running bot that connects with this token; None if there is none yet."""
        return stored_report(await trio.to_thread.run_sync(self.cache.stored_report, hashed(token)))


def order_for(manifest: BotManifest, package: str, bot: str, token: str, arena: str) -> SandboxOrder:
    """Return the settings with which a supervisor process runs a bot in a sandbox.

    `package` is the folder of the unpacked package. The bot connects to `arena`, the name of an abstract Unix socket.
    """
    bounds = SandboxBounds(memory=manifest.memory)
    return SandboxOrder(package, manifest.entry, manifest.runtime, bounds, bot, token, arena)


def stored_report(data: bytes) -> SandboxReport | None:
    """Return the report that a supervisor has written while its bot runs; None if it has written none."""
    return read_report(data) if data else None
