"""Long tasks on a cluster, one for each worker that offers a certain Dask resource: referees, or submitted bots.

Such a worker runs no other task at the same time. Dask does not repeat a task that has ended.
"""

from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any, Final

from arena.errors import ArenaError
from arena.tasks.cluster import Cluster, ClusterError, connect, workers_with

CLOSING: Final = ("closing", "closed", "closing_gracefully", "failed", "stopping")  # states of a worker
ANSWER: Final = 5.0  # seconds that a cluster has to say why a task failed


class Posts:
    """A connection to a cluster that runs one long task on each worker that offers a certain Dask resource.

    The methods block, so callers call them in a thread.
    """

    def __init__(self, cluster: Cluster, resource: str) -> None:
        """Connect to the cluster, for tasks that need a Dask resource. Raise ClusterError if no scheduler answers."""
        self.cluster: Final = cluster
        self.resource: Final = resource
        self._client: Final = connect(cluster)
        self._tasks: Final[dict[str, Any]] = {}

    def workers(self) -> list[str]:
        """Return the addresses of the workers that offer the Dask resource of this object.

        Raise ClusterError if the connection to the cluster was lost.
        """
        if self._client.status != "running":
            raise ClusterError(f"cluster {self.cluster.address} has gone away")
        return workers_with(self._client, self.resource)

    def is_at_work(self, worker: str) -> bool:
        """True if a worker has a long task that has not ended."""
        task = self._tasks.get(worker)
        return task is not None and task.status == "pending"

    def fault(self, worker: str) -> str:
        """Forget the last task of a worker, and return why it failed; an empty text if it did not fail or never ran."""
        task = self._tasks.pop(worker, None)
        if task is None or task.status != "error":
            return ""
        try:
            error = task.exception(timeout=ANSWER)
        except (OSError, TimeoutError, RuntimeError) as reason:
            error = reason
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        return str(error) if isinstance(error, ArenaError) else f"{type(error).__name__}: {error}"

    def post(self, worker: str, work: Callable[[str], None], told: str) -> None:
        """Start the long task `work` on a worker, with the text `told` as its argument. Do not wait for it.

        Raise ClusterError if the cluster was lost.
        """
        needs = {self.resource: 1}
        try:
            self._tasks[worker] = self._client.submit(
                work, told, workers=[worker], allow_other_workers=False, resources=needs, retries=0, pure=False
            )
        except (OSError, TimeoutError, RuntimeError) as reason:
            raise ClusterError(f"cluster {self.cluster.address} has gone away ({type(reason).__name__})") from None

    def close(self) -> None:
        """Disconnect from the cluster. Its tasks end by themselves when they cannot reach the front (`arena serve`)."""
        with suppress(OSError, TimeoutError, RuntimeError, CancelledError):
            self._client.close(timeout=1)


def worker_is_closing() -> Callable[[], bool]:
    """Return a function that returns True if the worker on which it is called is about to end.

    Call it only in a task that runs on a Dask worker.
    """
    from distributed import get_worker  # noqa: PLC0415 -- an extra

    worker: Any = get_worker()
    return lambda: worker.status.name in CLOSING
