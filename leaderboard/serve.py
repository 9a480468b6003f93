"""Serving the site: Hypercorn in the arena's own event loop, on an address, until it is told to stop."""

import logging
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, cast

import trio
from hypercorn.config import Config
from hypercorn.trio import serve as hypercorn_serve
from hypercorn.typing import ASGIFramework
from starlette.types import ASGIApp

from arena.errors import UsageError

GRACE: Final = 1.0  # seconds for answers that are on their way when the site stops


@dataclass(frozen=True)
class Address:
    """Where the site listens, and the files of its certificate if it has one."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None


@dataclass(frozen=True)
class Listening:
    """An address that is taken, from now on."""

    where: Address
    descriptor: int


def listen(where: Address) -> Listening:
    """Take an address; UsageError says why it cannot be had."""
    host = where.host.strip("[]")
    try:
        taken = socket.create_server((host, where.port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as reason:
        words = f"{reason.strerror}; expected another --site, or none"
        raise UsageError(f"the site cannot listen at {where.host}:{where.port}: {words}") from None
    return Listening(where, taken.detach())


async def serve(
    app: ASGIApp,
    listening: Listening,
    until: Callable[[], Awaitable[None]],
    *,
    task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Serve until `until` returns; the address of the site is what starting it gives."""
    framework = cast("ASGIFramework", app)  # the same calls; Starlette's types are looser than Hypercorn's
    async with trio.open_nursery() as nursery:
        started = partial(hypercorn_serve, framework, configured(listening), shutdown_trigger=until)
        binds: list[str] = await nursery.start(started)
        task_status.started(f"{binds[0]}/")


def configured(listening: Listening) -> Config:
    """How Hypercorn serves: quietly, with short patience."""
    where, config = listening.where, Config()
    config.bind = [f"fd://{listening.descriptor}"]
    config.certfile = None if where.certificate is None else str(where.certificate)
    config.keyfile = None if where.key is None else str(where.key)
    config.graceful_timeout = GRACE
    config.include_server_header = False
    config.accesslog = None
    config.errorlog = logging.getLogger("hypercorn.error")
    config.errorlog.setLevel(logging.WARNING)
    return config
