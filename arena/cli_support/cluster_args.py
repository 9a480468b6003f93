"""The options of commands that use worker processes, on this machine or in a Dask cluster."""

import argparse
from pathlib import Path
from typing import Final

from arena.cli_support.args import counting
from arena.errors import UsageError
from arena.tasks.cluster import Cluster
from arena.tasks.executors import Crew, default_workers


def add_cluster(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """Add the option `--cluster`, and the options for its TLS, to a parser."""
    group = parser.add_argument_group("a cluster")
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        required=required,
        help="the scheduler of a Dask cluster, as tls://HOST:8786, or tcp://HOST:8786 on this machine",
    )
    group.add_argument("--cluster-ca", type=Path, metavar="FILE", help="the CA of the cluster, as PEM")
    group.add_argument("--cluster-certificate", type=Path, metavar="FILE", help="the certificate shown there, as PEM")
    group.add_argument("--cluster-key", type=Path, metavar="FILE", help="its private key, as PEM")
    group.add_argument(
        "--insecure-cluster",
        action="store_true",
        help="allow tcp:// to other machines: the network can read seeds of blocks, and any machine can send tasks",
    )


PLAYING: Final = "processes that play the matches of house bots without a connection; 0: they play as bots that attend"


def add_workers(parser: argparse.ArgumentParser, what: str = PLAYING) -> None:
    """Add the option `--workers`, and the option `--cluster` as its alternative, to a parser."""
    parser.add_argument(
        "--workers",
        type=counting(0),
        metavar="N",
        help=f"{what} (default: one for each processor but one, at least one)",
    )
    add_cluster(parser)


def cluster_of(args: argparse.Namespace) -> Cluster | None:
    """Return the Cluster that `--cluster` and the options for its TLS describe; None without `--cluster`."""
    files = (args.cluster_ca, args.cluster_certificate, args.cluster_key)
    if args.cluster is None:
        if any(each is not None for each in files) or args.insecure_cluster:
            raise UsageError("a cluster's files without a cluster: expected --cluster tls://HOST:PORT too")
        return None
    return Cluster.of(args.cluster, *files, insecure=args.insecure_cluster)


def crew_of(args: argparse.Namespace, *, nice: int = 0, patient: bool = False) -> Crew | None:
    """Return the worker processes that `--workers` or `--cluster` asks for, as a Crew; None for `--workers 0`."""
    cluster = cluster_of(args)
    if cluster is not None:
        if args.workers is not None:
            raise UsageError("--workers and --cluster: expected one of them")
        return Crew(cluster=cluster, nice=nice, patient=patient)
    count = default_workers() if args.workers is None else args.workers
    return Crew(count, nice=nice, patient=patient) if count else None
