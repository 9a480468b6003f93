"""`arena cluster`: list the workers of a cluster, with the work that each of them does."""

import argparse
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from arena.cli_support.args import Commands, add_json, command
from arena.cli_support.cluster_args import add_cluster, cluster_of
from arena.cli_support.output import note, say, say_json, table
from arena.errors import counted
from arena.tasks.cluster import SANDBOX, connect, figures_by_worker, offered, workers_of
from arena.tasks.jobs import MINUTE

if TYPE_CHECKING:
    from distributed import Client

COLUMNS: Final = ("worker", "release", "running", "tasks", "games/s", "memory MB", "bots", "sandboxes")


def add(commands: Commands) -> None:
    """Add the command `arena cluster` with its arguments to the command line."""
    parser = command(
        commands,
        "cluster",
        run,
        about="Show the workers of a cluster: the release of each, the tasks that it runs and has carried out, the "
        "games that it played each second in the last minute, its memory, and the submitted bots that it runs and "
        "its sandboxes.",
        examples=[
            "arena cluster --cluster tcp://127.0.0.1:8786",
            "arena cluster --cluster tcp://127.0.0.1:8786 --json",
        ],
    )
    add_cluster(parser, required=True)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a table of the cluster's workers, or the same values as JSON."""
    cluster = cluster_of(args)
    assert cluster is not None
    with closing(connect(cluster)) as client:
        rows = workers(client)
    if args.json:
        say_json(rows)
        return 0
    say(table(COLUMNS, [[shown(row[column]) for column in COLUMNS] for row in rows], left=2))
    games = sum(row["games/s"] for row in rows)
    note(f"{cluster.address}: {counted(len(rows), 'worker')}, {games:.1f} games/s in the last minute")
    return 0


def workers(client: "Client") -> list[dict[str, Any]]:
    """Return the rows of the table: a dict for each worker of the cluster, in the order of their addresses."""
    figures, rows = figures_by_worker(client), []
    for address, known in sorted(workers_of(client).items()):
        own, metrics = figures.get(address, {}), known.get("metrics", {})
        rows.append(
            {
                "worker": address,
                "release": own.get("release", "unknown"),
                "running": metrics.get("executing", 0),
                "tasks": own.get("jobs", 0),
                "games/s": round(own.get("games", 0) / MINUTE, 2),
                "memory MB": round(metrics.get("memory", 0) / 1e6),
                "bots": own.get("bots", 0),
                "sandboxes": offered(known, SANDBOX),
            }
        )
    return rows


def shown(value: Any) -> str:
    """Return the value of a table cell as text; floats get one decimal."""
    return f"{value:.1f}" if isinstance(value, float) else str(value)
