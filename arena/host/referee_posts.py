"""Referees on a cluster: the arena sends an endless task to each worker started with `arena worker --referee`."""

import json
import os
from dataclasses import replace
from functools import partial
from pathlib import Path

from arena.host.referee_main import RefereeSettings, referee
from arena.host.worker_posts import ALONE, WorkerPost, run_in_worker
from arena.server.endpoint import is_loopback
from arena.server.referees.referee_links import RefereeLinks
from arena.tasks.cluster import REFEREE
from arena.tasks.posts import worker_is_closing
from arena.tasks.referee_offer import RefereeOffer


def referee_post(links: RefereeLinks, base: RefereeSettings) -> WorkerPost:
    """Return the task, as a WorkerPost, that referees matches at workers.

    `base` has the settings that all referees share.
    """
    return WorkerPost("referee", REFEREE, referee_at_worker, base, links)


def referee_at_worker(told: str) -> None:
    """Run a referee on this worker. Return when the front (`arena serve`) can no longer be reached.

    `told` has the referee's settings as JSON.
    """
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
    run_in_worker(partial(referee, settings, ALONE), worker_is_closing())
