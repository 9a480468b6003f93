"""The machines that run submitted bots: the arena's own one and workers, each with a number of sandboxes."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final, Protocol

import trio

from arena.errors import ArenaError
from arena.host.sandbox_run import run_sandbox
from arena.sandbox.bot_manifest import BotManifest
from arena.sandbox.bounds import SandboxBounds
from arena.sandbox.package_cache import PackageCache
from arena.sandbox.sandbox_order import SandboxOrder
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
        """The runtimes that are installed on the machine."""

    taken: int  # sandboxes that run a bot, or that are about to

    async def run(self, digest: str, token: str, said: bytearray) -> None:
        """Run the bot in a package until its sandbox ends. Append the supervisor's report to `said`.

        Raise SandboxLostError if the machine was lost.
        """


def place_for(runtime: str, workers: Sequence[SandboxPlace], here: SandboxPlace) -> SandboxPlace | None:
    """Return a machine with a free sandbox for a bot with this runtime; None if there is none.

    The worker with the most free sandboxes is preferred to the arena's own machine.
    """
    free = [each for each in workers if each.taken < each.sandboxes and runtime in each.runtimes]
    if free:
        return max(free, key=lambda each: (each.sandboxes - each.taken, each.name))
    return here if here.taken < here.sandboxes and runtime in here.runtimes else None


class OwnMachine:
    """The sandboxes of the arena's own machine, where bots connect to a port of the machine."""

    name: Final = "the arena's machine"

    def __init__(self, store: Submissions, cache: PackageCache) -> None:
        self.store: Final = store
        self.cache: Final = cache
        self.port = 0
        self.sandboxes = 0
        self.runtimes: Collection[str] = ()
        self.taken = 0

    async def run(self, digest: str, token: str, said: bytearray) -> None:
        """Run the bot in a package until its sandbox ends. Append the supervisor's report to `said`."""
        manifest = await trio.to_thread.run_sync(self.cache.find, digest)
        if manifest is None:
            data = await self.store.content(digest)
            manifest = await trio.to_thread.run_sync(partial(self.cache.add, digest, data))
        await run_sandbox(order_for(manifest, self.cache, digest, token, self.port), said)


def order_for(manifest: BotManifest, cache: PackageCache, digest: str, token: str, port: int) -> SandboxOrder:
    """Return the order to the supervisor of a bot. `port` is the port of this machine to which the bot connects."""
    bounds = SandboxBounds(memory=manifest.memory)
    return SandboxOrder(str(cache.at(digest)), manifest.entry, manifest.runtime, bounds, token, port)
