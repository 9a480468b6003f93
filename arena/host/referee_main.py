"""The process of a referee: `python -m arena.host.referee_main`, started by the arena.

The first line of stdin has its settings. The process ends when stdin is closed, even if the arena was killed.
"""

import json
import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final

import trio

from arena.bots import HOUSE
from arena.errors import ArenaError, UsageError
from arena.host.children import first_of
from arena.host.log_style import begin_log
from arena.host.tls_files import read_tls
from arena.server.access.addresses import Addresses
from arena.server.arena import Arena, opened
from arena.server.attached.attached_room import FrontAddress
from arena.server.endpoint import SERVICE
from arena.server.matches import play_call
from arena.server.matches.referee_messages import METHOD, RefereeHello
from arena.server.referees.referee_room import RefereeRoom
from arena.server.transport.bridge import CONNECTIONS, OPTIONS, Handler, Served, Tls, Transport, serve
from arena.server.transport.call_line import conversation
from arena.server.transport.descriptors import Room, connections_of, raise_limit
from arena.server.transport.gate import Gate
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.tasks.heap import collect_seldom, share_heap
from arena.tasks.release import release

log: Final = logging.getLogger(__name__)

GRACE: Final = 1.0  # seconds that streams have to end when the process does
PAUSED: Final = 2.0  # seconds after which the database frees what this process has locked, if this process is paused
BELIEVES: Final = 0.5  # seconds for which a token needs no further query: the front checks those of all seats
BEGIN: Final = "-----BEGIN CERTIFICATE-----"
END: Final = "-----END CERTIFICATE-----"
GONE: Final = 0
FAILED: Final = 1


@dataclass(frozen=True)
class RefereeSettings:
    """The settings with which a referee starts: its addresses, the address of `arena serve`, and the arena's limits."""

    database: str = field(repr=False)
    front: str
    secret: str = field(repr=False)
    listen: str
    advertised: str  # where bots reach it: HOST, or HOST:PORT
    is_inside: bool  # True on the machine of the front: its house bots reach this referee
    front_tls: bool = False
    front_roots: str = ""  # PEM; empty for the public authorities
    certificate: str | None = None
    key: str | None = None
    limits: Mapping[str, Any] = field(default_factory=dict)
    fronts: tuple[str, ...] = ()
    durable: bool = False

    def address(self, port: int) -> str:
        """Return the address at which bots reach this referee. `port` is where it listens."""
        _, colon, given = self.advertised.rpartition(":")
        return self.advertised if colon and given.isdigit() else f"{self.advertised}:{port}"

    @property
    def front_address(self) -> FrontAddress:
        """The address of the front (`arena serve`), and the secret with which this referee connects."""
        return FrontAddress(self.front, self.secret, self.front_tls, self.front_roots.encode() or None)


async def referee(settings: RefereeSettings, alone: float = inf) -> None:
    """Referee the matches that the front (`arena serve`) assigns. Raise UsageError if the port is taken.

    Return after the front was unreachable for `alone` seconds.
    """
    database = Database(settings.database, durable=settings.durable, create=False, idle=PAUSED)
    database.patience = inf
    limits = Limits(**settings.limits)
    try:
        async with opened(
            StoredAccounts(database, frozenset(HOUSE), limits.versions_per_day),
            StoredResults(database),
            limits,
            asks_accounts=False,
        ) as arena:
            await serve_seats(settings, arena, alone)
    finally:
        database.close()


async def serve_seats(settings: RefereeSettings, arena: Arena, alone: float) -> None:
    """Let bots play their matches over gRPC, and stay connected to the front (`arena serve`), which assigns matches.

    Return after the front was unreachable for `alone` seconds.
    """
    arena.door.addresses = Addresses(settings.fronts)
    arena.door.believes = BELIEVES
    methods: dict[str, Handler] = {f"{SERVICE}/Play": conversation(play_call.say, partial(play_call.play, arena))}
    connections = connections_of(raise_limit())
    gate = Gate(arena.door.addresses.is_front)
    transport = Transport(GRACE, {**OPTIONS, CONNECTIONS: connections}, gate)
    files = [None if each is None else Path(each) for each in (settings.certificate, settings.key)]
    tls = read_tls(*files)
    async with serve(methods, settings.listen, tls, transport) as server:
        arena.room = Room(connections)
        shown = ShownCertificate(server, files, certificate_of(tls))
        room = RefereeRoom(arena, shown.renew, server.drain)
        hello = partial(hello_of, settings, server, shown)
        await room.stay_attached(server.host, settings.front_address, METHOD, hello, alone)


@dataclass
class ShownCertificate:
    """The certificate that a referee presents to bots, as PEM. It is empty without TLS."""

    server: Served
    files: Sequence[Path | None]
    pem: str

    def renew(self) -> str:
        """Read the certificate again from its file, and return it as PEM.

        If the new one is invalid, return the old one.
        """
        try:
            if (tls := read_tls(*self.files)) is not None:
                self.server.renew(tls)
                self.pem = certificate_of(tls)
        except UsageError as error:
            log.error("the certificate could not be read again, the old one stays: %s", error)  # noqa: TRY400 -- it says all
        return self.pem


def certificate_of(tls: Tls | None) -> str:
    """Return the referee's own certificate as PEM, the first of its certificate chain; an empty text without TLS."""
    if tls is None:
        return ""
    chain = tls.certificate.decode("ascii", "replace")
    own, end, _ = chain[max(0, chain.find(BEGIN)) :].partition(END)
    return f"{own}{end}\n"


def hello_of(settings: RefereeSettings, server: Served, shown: ShownCertificate) -> RefereeHello:
    """Return the first message of a referee to the front (`arena serve`): its release, addresses and certificate."""
    inside = f"127.0.0.1:{server.inside}" if settings.is_inside else ""
    return RefereeHello(release(), settings.address(server.port), inside, os.getpid(), shown.pem)


async def until_told(settings: RefereeSettings) -> None:
    """Run a referee until SIGTERM arrives or stdin is closed."""
    with trio.open_signal_receiver(signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(referee, settings)
            nursery.start_soon(end_with_parent)
            collect_seldom()
            await anext(signals)
            nursery.cancel_scope.cancel()


async def end_with_parent() -> None:
    """End this process immediately when stdin is closed, because the arena has ended.

    A new arena resumes the matches.
    """
    stdin = sys.stdin.fileno()
    await trio.lowlevel.wait_readable(stdin)
    os._exit(GONE)


def main() -> int:
    """Read the settings from stdin, and run the referee. Return the exit code."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # these are for the arena, which says what they mean
    begin_log(logging.INFO, "%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as stdin:
        line = stdin.readline()
    if not line:
        return GONE
    share_heap()
    settings = RefereeSettings(**json.loads(line))
    failed: BaseException | None = None
    try:
        trio.run(until_told, settings)
    except* ArenaError as errors:
        failed = first_of(errors)
        log.error("a referee cannot work: %s", failed)  # noqa: TRY400 -- it says all
    return GONE if failed is None else FAILED


if __name__ == "__main__":
    sys.exit(main())
