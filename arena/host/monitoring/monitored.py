"""Start and stop the monitoring of an arena: its admin address and its web hook, as the command line sets them."""

import argparse
import json
import logging
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

import trio

from arena.cli_support.files import read_bytes
from arena.cli_support.output import note
from arena.errors import UsageError, how_to_install
from arena.host.monitoring.admin import AdminAddress, AdminAnswer, Pages, administered, is_open, read_admin
from arena.host.monitoring.cluster_page import ClusterPage
from arena.host.monitoring.deliveries import Deliveries, WebhookTarget
from arena.host.monitoring.http_post import read_url
from arena.host.monitoring.measures import LogCounter, Measures
from arena.host.monitoring.webhook import Webhook
from arena.server.arena import Arena
from arena.store.db.database import Database
from arena.tasks.dispatcher import Dispatcher

if TYPE_CHECKING:
    from arena.host.monitoring.exposition import Exposition

log: Final = logging.getLogger(__name__)

SECRET: Final = "ARENA_WEBHOOK_SECRET"  # noqa: S105 -- the name of a variable
SHORTEST: Final = 16  # bytes of a secret
METRICS_KIND: Final = "text/plain; version=0.0.4; charset=utf-8"
JSON_KIND: Final = "application/json"


@dataclass(frozen=True)
class Monitoring:
    """The settings of an arena's monitoring: its admin address and its web hook, each None if the arena has none.

    `log` counts the lines of the log of all processes that report theirs.
    """

    admin: AdminAddress | None = None
    webhook: WebhookTarget | None = None
    log: LogCounter = field(default_factory=LogCounter, compare=False)


def read_monitoring(args: argparse.Namespace) -> Monitoring:
    """Return the monitoring settings of the command line. Raise UsageError if they are invalid."""
    secret = os.environ.pop(SECRET, "")  # so that no child process has it
    if args.admin:
        check_prometheus()
    return Monitoring(
        read_admin(args.admin, insecure=args.insecure_admin) if args.admin else None,
        read_webhook(args.webhook, args.webhook_secret, secret) if args.webhook else None,
    )


def check_prometheus() -> None:
    """Raise UsageError if the package `prometheus_client` is not installed."""
    try:
        import prometheus_client  # noqa: F401, PLC0415 -- imported when metrics are wanted
    except ModuleNotFoundError as missing:
        words = f"--admin needs {missing.name}, which is not installed: {how_to_install('server')}"
        raise UsageError(words) from None


def read_webhook(url: str, file: Path | None, variable: str) -> WebhookTarget:
    """Return the URL of a web hook, and its secret from a file or from the environment.

    Raise UsageError if the URL or the secret is not valid.
    """
    secret = read_bytes(str(file)).strip() if file is not None else variable.encode()
    if not secret:
        raise UsageError(f"--webhook needs a secret: expected --webhook-secret FILE, or the variable {SECRET}")
    if len(secret) < SHORTEST:
        raise UsageError(f"a secret of {len(secret)} bytes: expected {SHORTEST} or more, as from openssl rand -hex 32")
    return WebhookTarget(read_url(url), secret)


@asynccontextmanager
async def monitored(
    how: Monitoring, arena: Arena, database: Database, dispatcher: Dispatcher | None
) -> AsyncIterator[None]:
    """Run the web hook and the admin address that `how` asks for, while the `with` block runs.

    The page `/cluster` shows the workers of `dispatcher`, if there is one.
    """
    deliveries = None if how.webhook is None else Deliveries(how.webhook)
    async with AsyncExitStack() as stack:
        if deliveries is not None:
            arena.observers.add(Webhook(deliveries))
            await stack.enter_async_context(delivering(deliveries))
        if how.admin is not None:
            cluster = ClusterPage(dispatcher)
            await stack.enter_async_context(exposed(how, arena, database, deliveries, cluster))
        arena.observers.arena_started()
        yield


@asynccontextmanager
async def delivering(deliveries: Deliveries) -> AsyncIterator[None]:
    """Deliver the events of a web hook while the `with` block runs. Then try for three seconds to deliver the rest."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(deliveries.run)
        try:
            yield
        finally:
            with trio.CancelScope(shield=True):
                await deliveries.finish()
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def exposed(
    how: Monitoring, arena: Arena, database: Database, deliveries: Deliveries | None, cluster: ClusterPage
) -> AsyncIterator[None]:
    """Count the arena's events while the `with` block runs, and serve the metrics and pages at the admin address."""
    from arena.host.monitoring.exposition import Exposition  # noqa: PLC0415 -- only when metrics are wanted

    where = how.admin
    assert where is not None
    measures = Measures(log=how.log)
    arena.observers.add(measures)
    database.took = measures.database.took
    logging.getLogger().addHandler(measures.log)
    try:
        exposition = Exposition(arena, database, measures, deliveries)
        async with administered(where, pages_of(arena, database, exposition, cluster)) as port:
            note(f"metrics and health are at http://{where.shown}:{port}/metrics and /healthz, workers at /cluster")
            if is_open(where):
                log.warning("other machines may read the admin address, which has neither TLS nor a password")
            yield
    finally:
        logging.getLogger().removeHandler(measures.log)


def pages_of(arena: Arena, database: Database, exposition: "Exposition", cluster: ClusterPage) -> Pages:
    """Return the pages of the admin address, as a dict from path to an async function that returns the answer."""

    async def healthz() -> AdminAnswer:
        return health(arena, database)

    async def metrics() -> AdminAnswer:
        return AdminAnswer(HTTPStatus.OK, exposition.text(), METRICS_KIND)

    return {"/healthz": healthz, "/metrics": metrics, "/cluster": cluster.page, "/cluster.json": cluster.as_json}


def health(arena: Arena, database: Database) -> AdminAnswer:
    """Answer with status 200 if the arena takes calls, 503 if it is stopping or its database is unavailable."""
    state = "stopping" if arena.stopping else "database away" if database.away else "serving"
    status = HTTPStatus.OK if state == "serving" else HTTPStatus.SERVICE_UNAVAILABLE
    return AdminAnswer(status, json.dumps({"status": state}).encode() + b"\n", JSON_KIND)
