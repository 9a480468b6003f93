"""Submitted bots on a cluster: the arena sends an endless task to each `arena worker --sandboxes`."""

import json
import os
from functools import partial

from arena.host.sandbox_links import SandboxLinks
from arena.host.sandbox_room import SandboxSettings, run_bots
from arena.host.worker_posts import ALONE, WorkerPost, run_in_worker
from arena.tasks.cluster import SANDBOX
from arena.tasks.posts import worker_is_closing
from arena.tasks.sandbox_offer import SandboxOffer


def sandbox_post(links: SandboxLinks, base: SandboxSettings) -> WorkerPost:
    """Return the task, as a WorkerPost, that runs submitted bots at workers.

    `base` has the settings that they share.
    """
    return WorkerPost("sandbox worker", SANDBOX, bots_at_worker, base, links, links.looked)


def bots_at_worker(told: str) -> None:
    """Run submitted bots on this worker until the front (`arena serve`) can no longer be reached.

    `told` has the settings as JSON.
    """
    settings, offer = SandboxSettings(**json.loads(told)), SandboxOffer.of(os.environ)
    run_in_worker(partial(run_bots, settings, offer, ALONE), worker_is_closing())
