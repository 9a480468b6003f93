"""`arena worker`: start worker processes of a cluster on this machine."""

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from arena.cli_support.args import Commands, command, counting
from arena.cli_support.cluster_args import add_cluster, cluster_of
from arena.cli_support.output import note
from arena.errors import UsageError, counted, how_to_install
from arena.tasks.cluster import SANDBOX, Cluster, check_newcomer, connect
from arena.tasks.executors import NICE, default_workers
from arena.tasks.release import release
from arena.tasks.sandbox_offer import SandboxOffer

AWAY: Final = 300  # seconds after which a worker ends if its scheduler is gone

TLS: Final = "--cluster-ca ca.pem --cluster-certificate worker.pem --cluster-key worker.key"

ABOUT: Final = """\
Work for an arena elsewhere: processes of this machine join a Dask cluster, play the blocks that they are sent, and
replay those of other workers. Needs the same release as the arena, tlachtli[cluster], and nothing else: no database.
A process that needs more than its memory is started again. Ctrl-C lets running tasks end. With --sandboxes the worker
runs submitted bots in place of blocks.

A worker learns the seeds of the blocks that it plays, and what it answers is believed if it replays: run workers on
machines that you trust.
"""


def add(commands: Commands) -> None:
    """Add the command `arena worker` with its arguments to the command line."""
    parser = command(
        commands,
        "worker",
        run,
        about=ABOUT,
        examples=[
            "arena worker --cluster tcp://127.0.0.1:8786",
            f"arena worker --cluster tls://arena.example:8786 {TLS} --processes 8",
            f"arena worker --cluster tls://arena.example:8786 {TLS} --sandboxes 8",
        ],
    )
    add_cluster(parser, required=True)
    add_sandboxes(parser)
    parser.add_argument(
        "--ca", type=Path, metavar="FILE", help="the CA of the arena's certificate (default: the public ones)"
    )
    parser.add_argument(
        "--processes",
        type=counting(1),
        metavar="N",
        help="how many (default: one for each processor but one, at least one)",
    )
    parser.add_argument(
        "--memory", default="1GB", metavar="SIZE", help="of each process, as 500MB (default: %(default)s)"
    )
    parser.add_argument(
        "--nice",
        type=counting(0),
        metavar="N",
        help=f"how far they stand back (default: {NICE}; 0 for submitted bots)",
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", help="the address at which other machines of the cluster reach this one"
    )


def add_sandboxes(parser: argparse.ArgumentParser) -> None:
    """Add the options for a worker that runs submitted bots."""
    group = parser.add_argument_group("sandboxes for submitted bots, in place of blocks")
    group.add_argument(
        "--sandboxes", type=counting(1), metavar="N", help="run up to N submitted bots at once; needs bubblewrap"
    )
    group.add_argument(
        "--cache",
        type=Path,
        metavar="FOLDER",
        help="store the packages of these bots here; each arena needs a folder of its own (default: tlachtli/packages "
        "in the user's folder for caches)",
    )
    group.add_argument(
        "--without-control-groups",
        action="store_true",
        help="run submitted bots also without control groups; such a bot can take all memory and processors",
    )


def read_sandboxes(args: argparse.Namespace) -> SandboxOffer | None:
    """Return the settings of a worker that runs submitted bots, as a SandboxOffer; None without `--sandboxes`.

    Raise UsageError if this machine cannot run submitted bots.
    """
    if args.sandboxes is None:
        given = {
            "--cache": args.cache,
            "--ca": args.ca,
            "--without-control-groups": args.without_control_groups or None,
        }
        for option, value in given.items():
            if value is not None:
                raise UsageError(f"{option} is for submitted bots: expected --sandboxes N too")
        return None
    try:
        from arena.host import sandbox_posts  # noqa: F401, PLC0415 -- what the worker needs
        from arena.sandbox.package_cache import PackageCache  # noqa: PLC0415
        from arena.sandbox.sandboxes import sandbox_trouble  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        words = f"submitted bots need {missing.name}, which is not installed: {how_to_install('cluster,server')}"
        raise UsageError(words) from None
    if args.processes not in {None, 1}:
        raise UsageError(f"--processes {args.processes} with --sandboxes: expected one process, which runs all bots")
    cache = (args.cache or default_cache()).resolve()
    PackageCache(cache).open()
    if trouble := sandbox_trouble(grouped=not args.without_control_groups):
        raise UsageError(f"submitted bots cannot run on this machine: {trouble}")
    return SandboxOffer(
        args.sandboxes,
        str(cache),
        "" if args.ca is None else str(args.ca.resolve()),
        "yes" * args.without_control_groups,
    )


def default_cache() -> Path:
    """Return the folder where a worker stores the packages of submitted bots unless `--cache` names another folder."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(given) if given else Path.home() / ".cache") / "tlachtli" / "packages"


def run(args: argparse.Namespace) -> int:
    """Replace this process by Dask's worker command. Raise an error if the cluster has another release of the arena."""
    cluster = cluster_of(args)
    assert cluster is not None
    sandboxes = read_sandboxes(args)
    with closing(connect(cluster)) as client:
        check_newcomer(client, cluster.address)
    processes = args.processes or (default_workers() if sandboxes is None else 1)
    note(f"{counted(processes, 'process', 'processes')} of release {release()} for {cluster.address}")
    sys.stdout.flush()
    sys.stderr.flush()
    os.nice(args.nice if args.nice is not None else NICE if sandboxes is None else 0)
    # Dask's own command is the program from here on: signals, restarts and limits are its own.
    os.execve(sys.executable, words_for_dask(cluster, args, processes), settings_for_dask(cluster, sandboxes))  # noqa: S606


def words_for_dask(cluster: Cluster, args: argparse.Namespace, processes: int) -> list[str]:
    """Return the command that starts the worker processes with Dask, as a list of words."""
    words = [sys.executable, "-m", "distributed.cli.dask_worker", cluster.address, "--no-dashboard"]
    words += ["--nworkers", str(processes), "--nthreads", "1", "--memory-limit", args.memory]
    words += ["--preload", "arena.tasks.block_task", "--preload", "arena.tasks.worker_news"]
    words += ["--death-timeout", str(AWAY)]
    if args.sandboxes is not None:
        words += ["--resources", f"{SANDBOX}={args.sandboxes}"]
    if args.host is not None:
        words += ["--host", args.host]
    if cluster.ca is not None:
        words += ["--tls-ca-file", str(cluster.ca), "--tls-cert", str(cluster.certificate)]
        words += ["--tls-key", str(cluster.key)]
    return words


def settings_for_dask(cluster: Cluster, sandboxes: SandboxOffer | None) -> dict[str, str]:
    """Return the environment variables, as a dict, for the Dask command that starts the worker processes."""
    settings = {
        "DASK_DISTRIBUTED__WORKER__DAEMON": "False",  # a worker may have children of its own
        "DASK_LOGGING__DISTRIBUTED": "warning",
    }
    if cluster.ca is not None:
        settings["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] = "True"
    return {**os.environ, **settings, **(sandboxes or SandboxOffer()).variables}
