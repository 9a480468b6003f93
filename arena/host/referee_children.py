"""Run referees as child processes of an arena. Each one connects to the arena, and is restarted when it ends."""

import argparse
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Final

import trio

from arena.cli_support.args import database_of
from arena.cli_support.cluster_args import cluster_of
from arena.errors import UsageError
from arena.host.children import keep_running, run_child
from arena.host.referee_main import RefereeSettings
from arena.host.referee_posts import referee_post
from arena.host.worker_posts import keep_posted
from arena.server.endpoint import Serving
from arena.server.referees.referee_links import RefereeLinks
from arena.store.db.database import Database, is_server
from arena.tasks.cluster import Cluster

REFEREEING: Final = "arena.host.referee_main"
PAUSE: Final = 4.0  # seconds before a referee is restarted, at most: matches wait for it
EVERYWHERE: Final = ("0.0.0.0", "[::]", "::", "")  # noqa: S104 -- addresses that no bot can connect to


@dataclass(frozen=True)
class RefereeCrew:
    """The settings for referees: how many processes the arena starts, at which addresses bots reach them, a cluster."""

    count: int  # child processes; 0 if the arena itself referees the matches that no worker of a cluster does
    host: str = ""
    first_port: int = 0  # the ports of the others follow; 0 for free ones
    cluster: Cluster | None = None  # its workers may referee, too
    front: str = ""  # where these workers connect to the arena; empty for the address at which the arena listens

    @property
    def is_wanted(self) -> bool:
        """True if matches may be refereed in other processes."""
        return self.count > 0 or self.cluster is not None

    def listen(self, host: str, number: int) -> str:
        """Return HOST:PORT at which the referee with this number, from 0, listens.

        Port 0 lets the system choose the port.
        """
        return f"{host}:{self.first_port + number if self.first_port else 0}"


def read_crew(args: argparse.Namespace) -> RefereeCrew:
    """Return the settings for referees from the command line, as a RefereeCrew.

    Raise UsageError if they are invalid.
    """
    cluster = cluster_of(args) if is_server(database_of(args)) else None
    if args.referees == 1:
        if args.referee_port:
            raise UsageError("--referee-port is for several referees: expected --referees N, with N above 1")
        return RefereeCrew(0, cluster=cluster, front=args.referee)
    if not is_server(database_of(args)):
        raise UsageError(
            f"--referees {args.referees} needs PostgreSQL, where several processes write at the same time: expected "
            "--database postgresql://USER:PASSWORD@HOST:PORT/NAME"
        )
    if args.referee_port and not 0 < args.referee_port <= (1 << 16) - args.referees:
        raise UsageError(f"--referee-port {args.referee_port}: expected a port with {args.referees - 1} more after it")
    host = (args.referee or args.listen).rpartition(":")[0]
    if host in EVERYWHERE:
        raise UsageError(
            f"--referees {args.referees} with --listen {args.listen}: offers name the address of a referee; expected "
            "--referee HOST:PORT, with the host that bots connect to"
        )
    return RefereeCrew(args.referees, host, args.referee_port, cluster, args.referee)


@asynccontextmanager
async def refereed(
    crew: RefereeCrew, links: RefereeLinks | None, base: RefereeSettings, port: int
) -> AsyncIterator[None]:
    """Run the referee processes of an arena while the `with` block runs. `base` has the settings that they share.

    Referees on a cluster connect to the arena at `port`.
    """
    if links is None:
        yield
        return
    links.begin()
    host = base.listen.rpartition(":")[0]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(links.look_after)
        for number in range(crew.count):
            settings = replace(base, listen=crew.listen(host, number), advertised=crew.host)
            nursery.start_soon(keep_refereeing, f"{number + 1}", settings, links)
        if crew.cluster is not None:
            tls = base.certificate is not None
            front = crew.front or f"{host}:{port}"
            away = replace(base, front=front, front_tls=tls, is_inside=False, certificate=None, key=None)
            nursery.start_soon(keep_posted, crew.cluster, referee_post(links, away))
        yield
        await links.settle()
        nursery.cancel_scope.cancel()


def settings_of(how: Serving, args: argparse.Namespace, database: Database, inside: int) -> RefereeSettings:
    """Return the settings that all referee processes share; the secret is added for each process.

    `inside` is the arena's port for callers on this machine.
    """
    paths = [None if each is None else str(each) for each in (args.tls_certificate, args.tls_key)]
    return RefereeSettings(
        database=database.address,
        front=f"127.0.0.1:{inside}",
        secret="",
        listen=how.address,
        advertised="",
        is_inside=True,
        certificate=paths[0],
        key=paths[1],
        limits=asdict(how.limits),
        fronts=how.fronts,
        durable=database.durable,
    )


async def keep_refereeing(name: str, settings: RefereeSettings, links: RefereeLinks) -> None:
    """Run a referee process, and restart it each time that it ends. Each run gets a new secret. Never return."""
    await keep_running(f"referee {name}", partial(referee_once, name, settings, links), PAUSE)


async def referee_once(name: str, settings: RefereeSettings, links: RefereeLinks) -> int:
    """Start a referee process, wait until it ends, and return its exit code.

    If this process ends, the referee ends, too.
    """
    told = asdict(replace(settings, secret=links.expect(name)))

    async def tell(process: trio.Process) -> None:
        assert process.stdin is not None
        await process.stdin.send_all(json.dumps(told).encode() + b"\n")
        await process.wait()

    return await run_child(["-m", REFEREEING], tell, env=dict(os.environ))
