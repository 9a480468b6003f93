"""The news that a worker of a cluster sends with its heartbeats, and how an arena reads them.

Dask sends the news to the scheduler, so no reader has to ask a worker. A paused worker delays no reader.
"""

import functools
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.tasks.cluster import number_in, table_in, text_in
from arena.tasks.executors import ClusterLane, Lane, processors
from arena.tasks.jobs import MINUTE, TALLY
from arena.tasks.release import release

NEWS: Final = "tlachtli"  # the name of the news among the metrics of a worker


@dataclass(frozen=True)
class WorkerNews:
    """A worker of a cluster, as the scheduler knows it."""

    address: str
    machine: str
    processors: int  # of its machine
    memory: int  # bytes that it uses
    memory_limit: int  # bytes after which it is restarted; 0 without a limit
    release: str
    runs: str  # in words
    jobs: int  # how many jobs the worker has done
    games: float  # a second, in the last minute
    age: float  # seconds since its last heartbeat


def dask_setup(worker: Any) -> None:
    """Let a worker of Dask send `news` with each heartbeat. Dask calls this when the worker starts."""
    worker.metrics[NEWS] = news


def news(_: object) -> dict[str, Any]:
    """Return this worker's counts of jobs and games, its present job, release and machine, for a heartbeat."""
    counts = {"jobs": TALLY.jobs, "games": TALLY.games_last_minute, "runs": TALLY.runs}
    return {**counts, **fixed_news()}


@functools.cache
def fixed_news() -> dict[str, Any]:
    """Return the news that stays the same while the worker runs: release, machine, processors."""
    return {"release": release(), "machine": socket.gethostname(), "processors": processors()}


def read_news(address: str, known: Mapping[str, Any], now: float) -> WorkerNews:
    """Return the state of a worker, from the scheduler's data about it.

    The release is unknown if the worker sends no news. A value of a wrong type counts as missing: the worker sent it.
    """
    metrics = table_in(known, "metrics")
    own = table_in(metrics, NEWS)
    return WorkerNews(
        address=address,
        machine=text_in(own, "machine") or text_in(known, "host"),
        processors=int(number_in(own, "processors")),
        memory=int(number_in(metrics, "memory")),
        memory_limit=int(number_in(known, "memory_limit")),
        release=text_in(own, "release") or "unknown",
        runs=in_words(own, known),
        jobs=int(number_in(own, "jobs")),
        games=number_in(own, "games") / MINUTE,
        age=max(0.0, now - (number_in(known, "last_seen") or now)),
    )


def in_words(own: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    """Return what a worker does now as text: the resources that it offers, or the kind of its running job."""
    resources = table_in(known, "resources")
    if resources:
        return ", ".join(f"offers {name}" for name in sorted(resources))
    return text_in(own, "runs") or "nothing"


def news_of(lanes: Sequence[Lane]) -> list[WorkerNews]:
    """Return the state of each worker of a cluster, sorted by address; an empty list without a cluster.

    Raise ClusterError if the scheduler does not answer.
    """
    found: dict[str, dict[str, Any]] = {}
    for lane in lanes:
        if isinstance(lane, ClusterLane):
            found |= lane.known()
    return [read_news(address, known, time.time()) for address, known in sorted(found.items())]
