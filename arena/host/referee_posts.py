"""Referees on a cluster: one long task for each worker that was started with `arena worker --referee`.

The task opens a call to the front. The front sees from this call whether the referee is alive; Dask would need minutes
for that. A task that ended is sent again, with a new secret.
"""

import json
import logging
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

import trio

from arena.errors import ArenaError
from arena.host.referee_main import RefereeSettings, referee
from arena.server.endpoint import is_loopback
from arena.server.referees.referee_links import RefereeLinks
from arena.tasks.cluster import Cluster
from arena.tasks.posts import Posts, worker_is_closing
from arena.tasks.referee_offer import RefereeOffer

log: Final = logging.getLogger(__name__)

LOOK: Final = 1.0  # seconds between two looks at the workers
PAUSE: Final = 5.0  # seconds after a failure of a referee, until it is started again
ALONE: Final = 3.0  # seconds after which a referee ends that cannot reach the front


async def keep_posted(cluster: Cluster, links: RefereeLinks, base: RefereeSettings) -> None:
    """Run a referee on each worker that offers to referee. Never return."""
    said = ""
    while True:
        try:
            posts = await trio.to_thread.run_sync(Posts, cluster, abandon_on_cancel=True)
            try:
                await look_after(posts, links, base)
            finally:
                with trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(posts.close)
        except ArenaError as error:
            if str(error) != said:
                log.warning("no referees on the cluster: %s", error)
                said = str(error)
        await trio.sleep(LOOK)


async def look_after(posts: Posts, links: RefereeLinks, base: RefereeSettings) -> None:
    """Send a referee task to each such worker that has none. Raise ClusterError if the cluster is lost."""
    known: set[str] = set()
    pauses: dict[str, float] = {}  # until when a worker gets no referee, because the last one failed
    try:
        while True:
            workers = await trio.to_thread.run_sync(posts.workers, abandon_on_cancel=True)
            for gone in known - set(workers):
                links.forget(gone)
            known = set(workers)
            for worker in workers:
                if not posts.is_at_work(worker) and trio.current_time() >= pauses.get(worker, 0.0):
                    fault = await trio.to_thread.run_sync(posts.fault, worker, abandon_on_cancel=True)
                    if fault:
                        log.warning("the referee at %s failed: %s; it is started again in %g s", worker, fault, PAUSE)
                        pauses[worker] = trio.current_time() + PAUSE
                        links.forget(worker)  # no match waits for it meanwhile
                        continue
                    told = json.dumps(asdict(replace(base, secret=links.expect(worker))))
                    await trio.to_thread.run_sync(posts.post, worker, referee_at_worker, told, abandon_on_cancel=True)
            await trio.sleep(LOOK)
    finally:
        for worker in known:
            links.forget(worker)


def referee_at_worker(told: str) -> None:
    """Referee on this worker until the front can no longer be reached."""
    base, offer = RefereeSettings(**json.loads(told)), RefereeOffer.of(os.environ)
    host = offer.address.rpartition(":")[0]
    settings = replace(
        base,
        listen=offer.address if is_loopback(host) else f"0.0.0.0:{offer.address.rpartition(':')[2]}",
        advertised=offer.address,
        certificate=offer.certificate or None,
        key=offer.key or None,
        front_roots=Path(offer.ca).read_text() if offer.ca else "",
    )
    trio.run(until_closing, settings, worker_is_closing())


async def until_closing(settings: RefereeSettings, is_closing: Callable[[], bool]) -> None:
    """Referee until the front can no longer be reached, or the worker is about to end."""
    async with trio.open_nursery() as nursery:

        async def work() -> None:
            await referee(settings, ALONE)
            nursery.cancel_scope.cancel()

        nursery.start_soon(work)
        while not is_closing():  # noqa: ASYNC110 -- Dask has no event for it
            await trio.sleep(LOOK)
        nursery.cancel_scope.cancel()
