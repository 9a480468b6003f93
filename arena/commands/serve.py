"""`arena serve`: serve an arena that bots connect to."""

import argparse
import os
from pathlib import Path
from typing import Final

from arena.analysis.judge import DEFAULT, Judge
from arena.bots import HOUSE
from arena.cli_support.args import DATA, Commands, add_database, command, counting
from arena.cli_support.cluster_args import add_workers
from arena.errors import UsageError, how_to_install, nearest

PORT: Final = 7420
SITE: Final = 7421
ADMIN: Final = 7422
GRACE: Final = 30.0
SUBMITTED: Final = 8


def add(commands: Commands) -> None:
    """Add the command `arena serve` with its arguments to the command line."""
    parser = command(
        commands,
        "serve",
        run,
        about="Serve an arena: bots connect, take seats and play; house bots are child processes. "
        "Listens on this machine alone unless there is a certificate. Ctrl-C lets running matches finish first.",
        examples=[
            "arena serve",
            "arena serve --database postgresql://arena@db.example/arena",
            "arena serve --front 127.0.0.1 --front ::1",
            "arena serve --admin --log json",
            "arena serve --ladder --ladder-pool cacao:2 --ladder-reach 40",
            "arena match ana bob --arena 127.0.0.1:7420 --token-file arena-data/organiser.token",
        ],
    )
    add_addresses(parser)
    add_bots(parser)
    add_rules(parser)
    add_ladder(parser)
    add_operations(parser)


def add_addresses(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say where the arena listens, with which certificate, and where its data is."""
    parser.add_argument(
        "--listen", default=f"127.0.0.1:{PORT}", metavar="HOST:PORT", help="where (default: %(default)s)"
    )
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="the data folder (default: %(default)s)")
    add_database(parser)
    parser.add_argument(
        "--durable",
        action="store_true",
        help="lose nothing in a power cut either, at the price of slower answers (SQLite; a server decides itself)",
    )
    parser.add_argument(
        "--site",
        default=f"127.0.0.1:{SITE}",
        metavar="HOST:PORT",
        help="where the pages are, or none (default: %(default)s)",
    )
    tls = parser.add_argument_group("TLS")
    tls.add_argument("--tls-certificate", type=Path, metavar="FILE", help="the certificate and its chain, as PEM")
    tls.add_argument("--tls-key", type=Path, metavar="FILE", help="its private key, as PEM")
    tls.add_argument(
        "--insecure-listen",
        action="store_true",
        help="listen to other machines without TLS, so that machines on the way can read the tokens, or without a "
        "front, so that any machine can stop all play",
    )
    parser.add_argument(
        "--referee", default="", metavar="HOST:PORT", help="the address in offers (default: the one that a bot used)"
    )
    parser.add_argument(
        "--front",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe the client addresses that calls from this address name, as docs/front.md says; may be given "
        "several times",
    )


def add_bots(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the processes beside the arena: bots, workers and analyses."""
    parser.add_argument(
        "--house",
        default=",".join(HOUSE),
        metavar="BOTS",
        help="house bots that attend, or none (default: %(default)s)",
    )
    parser.add_argument(
        "--house-matches", type=counting(1), default=4, metavar="N", help="at once, of each (default: %(default)s)"
    )
    add_workers(parser)
    parser.add_argument(
        "--submitted",
        type=counting(0),
        default=SUBMITTED,
        metavar="N",
        help="submitted bots that run at once on this machine, each in a sandbox; workers with --sandboxes of the "
        "cluster run more (default: %(default)s)",
    )
    parser.add_argument(
        "--without-control-groups",
        action="store_true",
        help="run submitted bots also without control groups; such a bot can take all memory and processors",
    )
    parser.add_argument(
        "--analyse",
        choices=["rated", "all", "none"],
        default="rated",
        help="analyse finished matches by a process of the lowest priority, for their pages (default: %(default)s)",
    )
    parser.add_argument(
        "--analyse-by",
        default=DEFAULT,
        metavar="SEARCH",
        help="the search that judges decisions there, as mcts-3200 or learned-200 (default: %(default)s)",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for what bots and their authors may do."""
    parser.add_argument(
        "--open-registration", action="store_true", help="let every author register a bot, without an invite"
    )
    parser.add_argument(
        "--admission",
        choices=["examined", "open"],
        default="examined",
        help="new versions enter rated tournaments after an examination, or at once (default: %(default)s)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="another limit than docs/operations.md says, as matches_per_bot=8; may be given several times",
    )
    parser.add_argument(
        "--grace",
        type=float,
        default=GRACE,
        metavar="S",
        help="seconds that running matches have when the arena stops (default: %(default)g)",
    )


def add_ladder(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the standing ladder, which the arena plays while it is idle."""
    group = parser.add_argument_group("the standing ladder")
    group.add_argument(
        "--ladder",
        action="store_true",
        help="play rated matches of all connected bots on what is idle, until their ratings are certain; matches that "
        "are asked for, and tournaments, go first (docs/tournaments.md)",
    )
    group.add_argument(
        "--ladder-pool",
        action="append",
        default=[],
        metavar="GAME:SEATS",
        help="only this game with this number of seats, as cacao:2; may be given several times (default: each game "
        "with 2, 3 and 4 seats)",
    )
    group.add_argument("--ladder-clock", default="", metavar="CLOCK", help="the clock of its matches (default: 10+0.1)")
    group.add_argument(
        "--ladder-reach",
        type=counting(1),
        metavar="POINTS",
        help="a bot is settled when its 95%% interval is at most ± this wide (default: 60)",
    )
    group.add_argument(
        "--ladder-games",
        type=counting(1),
        metavar="N",
        help="a bot that has played this number of games in a pool is settled, too (default: 500)",
    )


def add_operations(parser: argparse.ArgumentParser) -> None:
    """Add the arguments about logs, metrics and other means to watch an arena."""
    group = parser.add_argument_group("operations")
    group.add_argument(
        "--admin",
        nargs="?",
        default="",
        const=f"127.0.0.1:{ADMIN}",
        metavar="HOST:PORT",
        help="answer /metrics (Prometheus), /healthz and /cluster (workers) there, without TLS or a "
        "password (default: nowhere; without an address: %(const)s)",
    )
    group.add_argument("--insecure-admin", action="store_true", help="let other machines reach --admin")
    group.add_argument(
        "--log",
        choices=["text", "json"],
        default="text",
        help="the log on stderr: plain lines, or one JSON object on each line (default: %(default)s)",
    )
    group.add_argument(
        "--webhook",
        default="",
        metavar="URL",
        help="post results, ends of tournaments, bots that fail, starts and stops there, signed: https://, or http:// "
        "on this machine",
    )
    group.add_argument(
        "--webhook-secret",
        type=Path,
        metavar="FILE",
        help="the secret that signs them (default: the variable ARENA_WEBHOOK_SECRET)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM."""
    house = read_house(args.house)
    Judge(args.analyse_by)
    if args.log == "json":
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # its C library writes plain lines to stderr
    # The modules of a server are imported only here: the other commands do not need them.
    try:
        from arena.host import serving  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        words = f"a server needs {missing.name}, which is not installed: {how_to_install('server')}"
        raise UsageError(words) from None
    return serving.run(args, house)


def read_house(text: str) -> tuple[str, ...]:
    """Return the house bots that a text such as `greedy,random` names; an empty tuple for the text `none`.

    Raise UsageError for an unknown name.
    """
    names = () if text in {"", "none"} else tuple(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in HOUSE:
            raise UsageError(f"unknown house bot {name!r}: {nearest(name, HOUSE)}, or none")
    return names
