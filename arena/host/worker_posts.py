"""Send each worker of a cluster a task without an end: it referees matches, or runs submitted bots.

Each task connects to the front (`arena serve`). From this connection the front sees whether the worker is alive; Dask
would need minutes for that. If a task stops all the same, by an error for example, the front sends it again with a new
secret.
"""

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

import trio

from arena.errors import ArenaError
from arena.tasks.cluster import Cluster
from arena.tasks.posts import Posts

log: Final = logging.getLogger(__name__)

LOOK: Final = 1.0  # seconds between two checks of the workers
PAUSE: Final = 5.0  # seconds after a failure of a task, until it is started again
ALONE: Final = 3.0  # seconds after which a task ends that cannot reach the front


class ExpectedCalls(Protocol):
    """The workers that may connect to the front (`arena serve`), each with a secret."""

    def expect(self, name: str) -> str:
        """Return a new secret with which the worker of this name may connect."""

    def forget(self, name: str) -> None:
        """Accept no more connections of this worker with the secret that it has."""


@dataclass(frozen=True)
class WorkerPost:
    """A task that never ends, for each worker that offers the Dask resource `resource`.

    The function `work` is the task. It gets `settings` as JSON.
    """

    what: str  # for the log, as "referee"
    resource: str
    work: Callable[[str], None]
    settings: Any  # a dataclass with a field `secret`; the other fields are the same at all workers
    calls: ExpectedCalls
    looked: Callable[[], None] = lambda: None  # called after each check of the workers

    def told(self, worker: str) -> str:
        """Return the argument for the task at this worker: its settings as JSON, with a new secret."""
        return json.dumps(asdict(replace(self.settings, secret=self.calls.expect(worker))))


async def keep_posted(cluster: Cluster, post: WorkerPost) -> None:
    """Send the task of `post` to each worker of a cluster that offers the Dask resource `post.resource`.

    Never return. Send the task again if it has stopped, and connect to the cluster again if it is lost.
    """
    said = ""
    while True:
        try:
            posts = await trio.to_thread.run_sync(Posts, cluster, post.resource, abandon_on_cancel=True)
            try:
                await look_after(posts, post)
            finally:
                with trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(posts.close)
        except ArenaError as error:
            post.looked()
            if str(error) != said:
                log.warning("no %ss on the cluster: %s", post.what, error)
                said = str(error)
        await trio.sleep(LOOK)


async def look_after(posts: Posts, post: WorkerPost) -> None:
    """Send the task to each worker that offers the resource and does not run the task, and look again each second.

    Raise ClusterError if the cluster is lost.
    """
    known: set[str] = set()
    pauses: dict[str, float] = {}  # until when a worker gets no task, because the last one failed
    try:
        while True:
            workers = await trio.to_thread.run_sync(posts.workers, abandon_on_cancel=True)
            for gone in known - set(workers):
                post.calls.forget(gone)
            known = set(workers)
            for worker in workers:
                if not posts.is_at_work(worker) and trio.current_time() >= pauses.get(worker, 0.0):
                    fault = await trio.to_thread.run_sync(posts.fault, worker, abandon_on_cancel=True)
                    if fault:
                        words = "the %s at %s failed: %s; it is started again in %g s"
                        log.warning(words, post.what, worker, fault, PAUSE)
                        pauses[worker] = trio.current_time() + PAUSE
                        post.calls.forget(worker)  # no match waits for it meanwhile
                        continue
                    await trio.to_thread.run_sync(
                        posts.post, worker, post.work, post.told(worker), abandon_on_cancel=True
                    )
            post.looked()
            await trio.sleep(LOOK)
    finally:
        for worker in known:
            post.calls.forget(worker)


def run_in_worker(work: Callable[[], Awaitable[None]], is_closing: Callable[[], bool]) -> None:
    """In a task of Dask, run an async function until it returns, or until the worker is about to end."""
    trio.run(partial(until_closing, work, is_closing))


async def until_closing(work: Callable[[], Awaitable[None]], is_closing: Callable[[], bool]) -> None:
    """Run an async function until it returns, or until the worker is about to end."""
    async with trio.open_nursery() as nursery:

        async def run() -> None:
            await work()
            nursery.cancel_scope.cancel()

        nursery.start_soon(run)
        while not is_closing():  # noqa: ASYNC110 -- Dask has no event for it
            await trio.sleep(LOOK)
        nursery.cancel_scope.cancel()
