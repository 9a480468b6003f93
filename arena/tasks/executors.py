"""The executors of jobs: processes of this machine, or a cluster. Other modules do not know which of them is used.

Each lane is a `concurrent.futures.Executor` that takes a limited number of bundles at once. Each process of this
machine has a separate lane, so the arena knows which bundle a process had when it died. A Dask cluster is one lane; its
scheduler chooses the worker.
"""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from arena.errors import ArenaError
from arena.tasks.cluster import (
    Cluster,
    ClusterError,
    addresses_but,
    agree,
    connect,
    distributed,
    plays_blocks,
    wait_for_workers,
)
from arena.tasks.cluster import workers_of as workers_known_to
from arena.tasks.heap import collect_seldom
from arena.tasks.jobs import Answer, Job, carry_out

log: Final = logging.getLogger(__name__)

NICE: Final = 10  # the niceness of workers beside a served arena
FRESH: Final = 2.0  # seconds for which the number of a cluster's workers is reused
RETRIES: Final = 2  # how often Dask itself sends a bundle again
ARRIVING: Final = 10.0  # seconds that a command waits for the first worker


@dataclass(frozen=True)
class Crew:
    """The workers that an arena uses: a number of processes of this machine, or the workers of a cluster.

    `nice` is the niceness of these processes. With `patient`, the arena waits for a lost cluster.
    """

    workers: int = 1
    cluster: Cluster | None = None
    nice: int = 0
    patient: bool = False  # True if the crew waits for a lost cluster


class Lane(Protocol):
    """The interface to workers that get bundles (lists of jobs): one process of this machine, or a whole cluster."""

    @property
    def name(self) -> str:
        """The name of the worker process; an empty text for a cluster."""

    @property
    def generation(self) -> int:
        """How often `mend` has replaced the worker process; 0 for a cluster. All bundles of a process die with it."""

    def room(self) -> int:
        """Return how many bundles (lists of jobs) the workers of this lane can run at the same time."""

    def workers(self) -> int:
        """Return the number of workers: 1 for a process of this machine."""

    def submit(self, bundle: Sequence[Job]) -> "Future[list[Answer]]":
        """Send a bundle (a list of jobs) to a worker. Return a future of the answers, one for each job.

        Raise BrokenExecutor if the worker process has died.
        """

    def died(self, error: BaseException) -> bool:
        """True if `error`, with which a bundle of jobs failed, means that a worker ended unexpectedly."""

    def mend(self, error: BaseException) -> None:
        """Make the lane usable again after `error`, with which a bundle of jobs failed.

        Replace a process that has ended, or reconnect to the cluster. Raise ArenaError if that is impossible now.
        """

    def close(self) -> None:
        """End the worker process, or disconnect from the cluster."""


def default_workers() -> int:
    """Return the default number of worker processes: one less than the processors, but at least one."""
    return max(1, processors() - 1)


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def open_lanes(crew: Crew) -> list[Lane]:
    """Return a Lane for each worker process of a crew, or a single one for its cluster.

    Raise ArenaError if the crew's cluster cannot be reached, or if one of its workers has another release.
    """
    if crew.cluster is not None:
        return [ClusterLane(crew.cluster, patient=crew.patient)]
    return [ProcessLane(f"process {number + 1}", crew.nice) for number in range(crew.workers)]


# Processes of this machine -----------------------------------------------------------------------------------------


class ProcessLane:
    """One worker process of this machine. The process starts when it gets its first jobs."""

    def __init__(self, name: str, nice: int) -> None:
        self.name: Final = name
        self.nice: Final = nice
        self.generation = 0
        self._executor = self._new()

    def room(self) -> int:
        """Return 1: a process runs one bundle (a list of jobs) at a time."""
        return 1

    def workers(self) -> int:
        """Return the number of workers, which is 1: this lane is one worker process."""
        return 1

    def submit(self, bundle: Sequence[Job]) -> "Future[list[Answer]]":
        """Send a bundle (a list of jobs) to the process. Return a future of the answers, one for each job.

        Raise BrokenExecutor if the process has died.
        """
        return self._executor.submit(carry_out, bundle, self.name)

    def died(self, error: BaseException) -> bool:
        """True if `error`, with which a bundle of jobs failed, means that the process has ended unexpectedly."""
        return isinstance(error, BrokenExecutor)

    def mend(self, error: BaseException) -> None:
        """Replace the worker process by a new one, if `error` means that it has ended."""
        if not self.died(error):
            return
        self._executor.shutdown(wait=False)
        self._executor = self._new()
        self.generation += 1

    def close(self) -> None:
        """End the process immediately, even during a job."""
        for process in list((self._executor._processes or {}).values()):  # noqa: SLF001 -- there is no other way to them
            process.kill()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _new(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, spawn, initializer=begin_quietly, initargs=(self.nice,))


def begin_quietly(nice: int) -> None:
    """Prepare a worker process: ignore Ctrl-C, lower its priority, and let it end with its parent process.

    Games make many objects and no cycles, so the garbage collector runs less often.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    collect_seldom()
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the parent process has ended. Then end this process immediately."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "only a child process waits for its parent"
    parent.join()
    os._exit(1)


# A cluster ---------------------------------------------------------------------------------------------------------


class ClusterLane:
    """The workers of a Dask cluster that play blocks. Dask's scheduler chooses the worker for each bundle of jobs."""

    name: Final = ""
    generation: Final = 0  # a dead worker does not end what the other workers do

    def __init__(self, cluster: Cluster, *, patient: bool) -> None:
        self.cluster: Final = cluster
        self.patient: Final = patient
        self._client = connect(cluster)
        self._looked = 0.0
        self._workers: list[str] = []  # the addresses of workers that play blocks
        self._are_all = True  # False if other workers of the cluster run submitted bots
        try:
            self._meet()
        except ArenaError:
            self._client.close()
            raise

    def room(self) -> int:
        """Return how many bundles (lists of jobs) the cluster can run: one for each worker that plays blocks.

        It is at least 1. If a worker dies, Dask reports all of its bundles as failed.
        """
        return max(1, self.workers())

    def workers(self) -> int:
        """Return the number of workers that play blocks. It may be two seconds old."""
        if time.monotonic() - self._looked > FRESH and self._client.status == "running":
            self._looked = time.monotonic()
            with suppress(ClusterError):  # the futures say so, too
                known = workers_known_to(self._client)
                self._workers = [each for each in known if plays_blocks(known[each])]
                self._are_all = len(self._workers) == len(known)
        return len(self._workers)

    def known(self) -> dict[str, dict[str, Any]]:
        """Return the scheduler's data about all workers. Raise ClusterError if the scheduler does not answer."""
        if self._client.status != "running":
            raise ClusterError(f"no scheduler answers at {self.cluster.address}")
        return workers_known_to(self._client)

    def submit(self, bundle: Sequence[Job]) -> "Future[list[Answer]]":
        """Send a bundle (a list of jobs) to a worker, and return a future of the answers.

        Each job names in `avoid` a worker that should not get it. This worker gets the bundle only if no other one can.
        """
        avoided = {job.avoid for job in bundle} - {""}
        preferred = addresses_but(self._workers, next(iter(avoided))) if avoided else []
        options: dict[str, Any] = {"pure": False, "retries": RETRIES}
        if preferred:
            options |= {"workers": preferred, "allow_other_workers": self._are_all}
        elif not self._are_all and self._workers:
            options |= {"workers": self._workers}
        executor: Executor = self._client.get_executor(**options)
        return executor.submit(carry_out_for_dask, bundle)

    def died(self, error: BaseException) -> bool:
        """True if a bundle of jobs failed because several workers died, one after the other, while they had the bundle.

        `error` is the error with which the bundle failed.
        """
        return isinstance(error, distributed().KilledWorker)

    def mend(self, error: BaseException) -> None:
        """Reconnect if the scheduler was lost. Raise ClusterError if it is still unreachable."""
        if self._client.status == "running":
            return
        self._client.close(timeout=1)
        self._client = connect(self.cluster)
        self._meet()

    def close(self) -> None:
        """Disconnect from the cluster. Its workers continue to run."""
        with suppress(OSError, TimeoutError, RuntimeError, CancelledError):
            self._client.close(timeout=1)

    def _meet(self) -> None:
        """Check that the arena and the workers have the same release.

        Wait until a first worker has connected; if `patient` is true, do not wait for it. Raise ClusterError if none
        connects in time, or if a release differs.
        """
        if not self.patient:
            wait_for_workers(self._client, self.cluster.address, ARRIVING)
        elif not agree(self._client, self.cluster.address):
            log.warning("cluster %s has no workers yet", self.cluster.address)
        self._looked = 0.0
        self.workers()


def carry_out_for_dask(bundle: Sequence[Job]) -> list[Answer]:
    """Run a list of jobs on a worker of Dask, and return the answers. They name the worker by its address."""
    from distributed import get_worker  # noqa: PLC0415 -- an extra

    return carry_out(bundle, get_worker().address)
