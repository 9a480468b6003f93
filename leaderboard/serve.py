"""Serve the site with Hypercorn, on an address that is already open, until the arena stops the site."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, cast

import hypercorn.protocol
from hypercorn.config import Config
from hypercorn.protocol.h11 import H11Protocol
from hypercorn.trio import serve as hypercorn_serve
from hypercorn.typing import ASGIFramework
from starlette.types import ASGIApp

from leaderboard.listening import Listening

IN_A_ROW: Final = 20  # requests on one connection: those that were sent ahead are answered after their reader has left
GRACE: Final = 1.0  # seconds for answers that are not complete when the site stops


class PlainHttp(H11Protocol):
    """A connection without TLS that speaks HTTP/1.1 to its end.

    Hypercorn has no option for it: it would change to HTTP/2 when any client asks for that, and HTTP/2 has frames that
    cost the site work and are no request.
    """

    async def _check_protocol(self, event: object) -> None:
        """Take every request as one of HTTP/1.1."""


hypercorn.protocol.H11Protocol = PlainHttp  # type: ignore[attr-defined]  # the name that Hypercorn reads for each connection


async def serve(app: ASGIApp, listening: Listening, until: Callable[[], Awaitable[None]]) -> None:
    """Serve the site on an open address until the function `until` returns."""
    framework = cast("ASGIFramework", app)  # the same calls; Starlette's types are looser than Hypercorn's
    await hypercorn_serve(framework, configured(listening), shutdown_trigger=until)


def configured(listening: Listening) -> Config:
    """Return Hypercorn's settings for the site: no access log, and short timeouts."""
    where, config = listening.where, Config()
    config.bind = [f"fd://{listening.descriptor}"]
    config.certfile = None if where.certificate is None else str(where.certificate)
    config.keyfile = None if where.key is None else str(where.key)
    config.graceful_timeout = GRACE
    config.keep_alive_max_requests = IN_A_ROW
    config.include_server_header = False
    config.accesslog = None
    config.errorlog = logging.getLogger("hypercorn.error")
    config.errorlog.setLevel(logging.WARNING)
    return config
