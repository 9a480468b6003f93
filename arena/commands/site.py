"""The site of a served arena: where it listens, and how long it is there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio

from arena.commands.terminal import note
from arena.errors import UsageError
from arena.server.serve import is_loopback
from arena.store.database import Database
from leaderboard.app import site
from leaderboard.serve import Address, listen, serve

NONE: Final = "none"


def read_site(text: str, certificate: Path | None, key: Path | None, *, insecure: bool) -> Address | None:
    """Where the site listens; None where there is to be none. Others than this machine are served with TLS only."""
    if text == NONE:
        return None
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise UsageError(f"site {text!r}: expected HOST:PORT, or {NONE}")
    if certificate is None and not insecure and not is_loopback(host):
        raise UsageError(
            f"site {text}: {host} is not this machine alone, and there is no certificate; expected --tls-certificate "
            "and --tls-key, an address such as 127.0.0.1, or --insecure-listen"
        )
    # A site for this machine alone goes without: no certificate is for 127.0.0.1.
    tls = (None, None) if is_loopback(host) else (certificate, key)
    return Address(host, int(port), *tls)


@asynccontextmanager
async def sited(where: Address | None, database: str | Path) -> AsyncIterator[None]:
    """The site of what a database keeps, as long as the block runs."""
    if where is None:
        yield
        return
    listening = listen(where)
    reading = Database(database, read_only=True)
    over = trio.Event()
    try:
        async with trio.open_nursery() as nursery:
            note(f"the site is at {await nursery.start(serve, site(reading), listening, over.wait)}")
            try:
                yield
            finally:
                over.set()
    finally:
        reading.close()
