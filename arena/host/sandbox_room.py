"""Run submitted bots on a worker, for the front (`arena serve`), to which the worker is connected.

Bots connect to a Unix socket of this machine. The worker forwards their connections to the front, with TLS if the front
uses TLS. If the connection to the front breaks, all bots of this worker end, because the front starts them on other
machines.
"""

import logging
import os
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import Final

import trio

from arena.errors import ArenaError, ProtocolError
from arena.host.children import first_of
from arena.host.sandbox_messages import (
    METHOD,
    TO_FRONT,
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
from arena.host.sandbox_places import order_for
from arena.host.sandbox_run import run_sandbox, runtime_trouble
from arena.sandbox.bot_manifest import RUNTIMES, BotManifest
from arena.sandbox.bot_package import ZIP_LIMIT
from arena.sandbox.bounds import SandboxReport
from arena.sandbox.package_cache import PackageCache
from arena.server.attached.attached_room import AttachedRoom, FrontAddress
from arena.server.transport.bridge import PeerGoneError
from arena.server.transport.hosted_loop import hosted
from arena.tasks.jobs import TALLY
from arena.tasks.release import release
from arena.tasks.sandbox_offer import SandboxOffer

log: Final = logging.getLogger(__name__)

DIAL_WITHIN: Final = 5.0  # seconds for a connection to the front, with TLS
READ: Final = 64 << 10  # bytes at once
BACKLOG: Final = 128  # connections that may wait


@dataclass(frozen=True)
class SandboxSettings:
    """The settings for a worker that runs bots: the address of the front (`arena serve`), and the worker's secret."""

    front: str
    front_tls: bool
    secret: str = field(default="", repr=False)


class FrontRelay:
    """Forwards each connection from a bot on this machine to the front (`arena serve`), over a separate connection."""

    def __init__(self, front: str, context: ssl.SSLContext | None) -> None:
        host, _, port = front.rpartition(":")
        self.host: Final = host.strip("[]")
        self.port: Final = int(port)
        self._context: Final = context

    async def serve(self, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
        """Accept connections at an abstract Unix socket until the task is cancelled.

        Report the socket's name with `task_status`.
        """
        name = f"tlachtli-relay-{os.getpid()}-{token_hex(4)}"
        listener = trio.socket.socket(socket.AF_UNIX)
        await listener.bind(f"\0{name}")
        listener.listen(BACKLOG)
        task_status.started(name)
        await trio.serve_listeners(self._forward, [trio.SocketListener(listener)])

    async def _forward(self, near: trio.SocketStream) -> None:
        """Forward one connection until either side closes it."""
        try:
            with trio.fail_after(DIAL_WITHIN):
                far = await self._dial()
        except (OSError, trio.TooSlowError, trio.BrokenResourceError) as error:
            log.warning("the front cannot be reached at %s:%d: %s", self.host, self.port, error)
            return
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(pump, near, far, nursery.cancel_scope)
                nursery.start_soon(pump, far, near, nursery.cancel_scope)
        finally:
            await trio.aclose_forcefully(far)

    async def _dial(self) -> trio.abc.Stream:
        """Return a new connection to the front (`arena serve`). Raise OSError or BrokenResourceError if that fails."""
        plain = await trio.open_tcp_stream(self.host, self.port)
        if self._context is None:
            return plain
        secure = trio.SSLStream(plain, self._context, server_hostname=self.host, https_compatible=True)
        try:
            await secure.do_handshake()
        except BaseException:
            await trio.aclose_forcefully(plain)
            raise
        return secure


async def pump(source: trio.abc.Stream, target: trio.abc.Stream, scope: trio.CancelScope) -> None:
    """Copy bytes from one stream to another until either stream is closed.

    Then cancel `scope`, which ends both directions.
    """
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        while data := await source.receive_some(READ):
            await target.send_all(data)
    scope.cancel()


def context_for(settings: SandboxSettings, ca: str) -> ssl.SSLContext | None:
    """Return the TLS settings for connections to the front (`arena serve`); None for a front without TLS."""
    if not settings.front_tls:
        return None
    context = ssl.create_default_context(cafile=ca or None)
    context.set_alpn_protocols(["h2"])
    return context


@dataclass(eq=False)
class PackageFetch:
    """A request of this worker for a package, with the bytes that have arrived so far."""

    data: bytearray = field(default_factory=bytearray)
    fault: str = ""
    over: trio.Event = field(default_factory=trio.Event)


class SandboxRoom(AttachedRoom[SandboxMessage]):
    """Runs the submitted bots of one worker, as the messages of the front (`arena serve`) demand."""

    def __init__(self, cache: PackageCache, socket: str, *, grouped: bool = True) -> None:
        super().__init__()
        self.grouped: Final = grouped
        self.cache: Final = cache
        self.socket: Final = socket  # the name of an abstract Unix socket that leads to the front
        self._runs: Final[dict[str, trio.CancelScope]] = {}
        self._fetches: Final[dict[str, PackageFetch]] = {}  # by digest
        self._locks: Final[dict[str, trio.Lock]] = {}  # by digest: a package is fetched once

    def cut_off(self) -> None:
        """Forget the requests for packages: the connection to the front (`arena serve`) broke, and all bots ended."""
        self._fetches.clear()

    def pulse(self) -> WorkerPulse:
        """Return the next heartbeat message for the front (`arena serve`)."""
        return WorkerPulse()

    async def take(self, data: bytes, nursery: trio.Nursery) -> None:
        """Handle a message from the front (`arena serve`). Raise PeerGoneError if it cannot be read."""
        try:
            message = decoded(data)
        except ProtocolError as error:
            raise PeerGoneError(str(error)) from None
        if isinstance(message, WelcomeWorker):
            await trio.to_thread.run_sync(self.cache.keep, frozenset(message.digests))
        elif isinstance(message, StartBot):
            self._runs[message.run] = trio.CancelScope()
            nursery.start_soon(self._run, message)
        elif isinstance(message, StopBot):
            if message.run in self._runs:
                self._runs[message.run].cancel()
        elif isinstance(message, WantReport):
            nursery.start_soon(self._report_so_far, message.run)
        elif isinstance(message, PackagePart):
            self._arrived(message)

    # One bot ---------------------------------------------------------------------------------------------------------

    async def _run(self, start: StartBot) -> None:
        """Run a bot until its sandbox ends, and send the report about the run to the front (`arena serve`)."""
        said = bytearray()
        TALLY.bots += 1
        try:
            with self._runs[start.run]:
                manifest = await self._manifest(start.digest)
                package = str(self.cache.at(start.digest))
                order = order_for(manifest, package, start.bot, start.token, self.socket)
                with self.cache.report_file(self._report_of(start.run)) as report:
                    await run_sandbox(replace(order, report=str(report), grouped=self.grouped), said)
        except* (ArenaError, OSError) as errors:
            said[:] = SandboxReport(exit_code=1, trouble=" ".join(str(first_of(errors)).split())).data()
        finally:
            TALLY.bots -= 1
            del self._runs[start.run]
        if not said:  # it was stopped before its sandbox began
            said[:] = SandboxReport(exit_code=0, dismissed=True).data()
        for text, is_last in parts(bytes(said), TO_FRONT):
            self.send(ReportPart(start.run, text, is_last))

    def _report_of(self, run: str) -> str:
        """Return the name under which the cache has the report so far about a run."""
        return f"{os.getpid()}-{run}"

    async def _report_so_far(self, run: str) -> None:
        """Send the report so far about a run to the front (`arena serve`); no bytes if there is none."""
        data = await trio.to_thread.run_sync(self.cache.stored_report, self._report_of(run))
        if run in self._runs:
            for text, is_last in parts(data, TO_FRONT):
                self.send(ReportPart(run, text, is_last, has_ended=False))

    # Packages --------------------------------------------------------------------------------------------------------

    async def _manifest(self, digest: str) -> BotManifest:
        """Return the manifest of the package with this digest, which says how to start the bot.

        Fetch the package from the front if it is missing in the cache or damaged.
        """
        async with self._locks.setdefault(digest, trio.Lock()):
            found = await trio.to_thread.run_sync(self.cache.find, digest)
            if found is None:
                data = await self._fetched(digest)
                found = await trio.to_thread.run_sync(partial(self.cache.add, digest, data))
        return found

    async def _fetched(self, digest: str) -> bytes:
        """Download the zip of a package from the front (`arena serve`), and return it.

        Raise ArenaError if that fails.
        """
        fetch = self._fetches.get(digest)  # of a run that was stopped meanwhile
        if fetch is None:
            fetch = self._fetches[digest] = PackageFetch()
            self.send(WantPackage(digest))
        await fetch.over.wait()
        if fetch.fault:
            raise ArenaError(f"its package could not be fetched: {fetch.fault}")
        return bytes(fetch.data)

    def _arrived(self, part: PackagePart) -> None:
        """Add a part to a package that this worker has asked for.

        After the last part, wake the run that waits for it.
        """
        fetch = self._fetches.get(part.digest)
        if fetch is None:
            return
        fetch.data += part_of(part.data)
        fetch.fault = part.fault
        if len(fetch.data) > ZIP_LIMIT:
            fetch.fault = f"it has more than {ZIP_LIMIT:,} bytes"
        if part.is_last or fetch.fault:
            del self._fetches[part.digest]
            fetch.over.set()


def roots_of(offer: SandboxOffer) -> bytes | None:
    """Return the CA certificate for the check of the front's certificate; None if public authorities are trusted."""
    return Path(offer.ca).read_bytes() if offer.ca else None


async def run_bots(settings: SandboxSettings, offer: SandboxOffer, alone: float = inf) -> None:
    """Run the bots that the front (`arena serve`) assigns. Return after the front was unreachable for `alone` seconds.

    Raise ArenaError if the front was never reached.
    """
    runtimes = [each for each in RUNTIMES if not runtime_trouble(each)]
    hello = WorkerHello(release(), offer.count, runtimes, os.getpid())
    front = FrontAddress(settings.front, settings.secret, settings.front_tls, roots_of(offer))
    cache = PackageCache(Path(offer.cache))
    cache.open()
    relay = FrontRelay(settings.front, context_for(settings, offer.ca))
    async with hosted() as host, trio.open_nursery() as nursery:
        room = SandboxRoom(cache, await nursery.start(relay.serve), grouped=not offer.ungrouped)
        await room.stay_attached(host, front, METHOD, lambda: hello, alone)
        nursery.cancel_scope.cancel()
