"""The site of a served arena: its address, and the separate process that serves it while the arena runs.

So requests for pages take no time of the arena's own process. The other program is `arena/host/site_main.py`.
"""

import json
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import trio

from arena.cli_support.output import note
from arena.errors import UsageError
from arena.host.children import keep_running, run_child
from arena.host.monitoring.measures import LogCounter
from arena.server.endpoint import is_loopback
from leaderboard.listening import Address, Listening, listen

NONE: Final = "none"
SHOWING: Final = "arena.host.site_main"
STOP: Final = b"stop\n"
GRACE: Final = 3.0  # seconds for the process to end after the request to do so


def read_site(text: str, certificate: Path | None, key: Path | None, *, insecure: bool) -> Address | None:
    """Return the address of the site from a text such as `127.0.0.1:8080`; None for the text `none`.

    Raise UsageError if other machines could reach the site without TLS, and `insecure` is false.
    """
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
    # A site for this machine alone needs no TLS: no certificate is for 127.0.0.1.
    tls = (None, None) if is_loopback(host) else (certificate, key)
    return Address(host, int(port), *tls)


class Renewal:
    """Makes the site read its certificate again: the running process ends, and a new one reads the certificate."""

    def __init__(self) -> None:
        self._wanted = trio.Event()

    def renew(self) -> None:
        """Ask the running process of the site to end, so that a new process starts with the new certificate."""
        self._wanted.set()
        self._wanted = trio.Event()

    async def wanted(self) -> None:
        """Wait until the method `renew` is called."""
        await self._wanted.wait()


@asynccontextmanager
async def sited(
    where: Address | None, database: str | Path, renewal: Renewal | None = None, log: LogCounter | None = None
) -> AsyncIterator[str]:
    """Serve the site of a database while the `with` block runs. Yield its URL, or an empty text if there is no site.

    `log` counts the warnings and errors that the site's process logs.
    """
    if where is None:
        yield ""
        return
    listening = listen(where)
    note(f"the site is at {listening.url}")  # a reader that connects before the process is ready waits for it
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_shown, listening, str(database), renewal or Renewal(), log or LogCounter())
        try:
            yield listening.url
        finally:
            nursery.cancel_scope.cancel()
            os.close(listening.descriptor)


async def keep_shown(listening: Listening, database: str, renewal: Renewal, log: LogCounter) -> None:
    """Run the process of the site, and restart it each time that it ends. Never return."""
    await keep_running("the process of the site", partial(show, listening, database, renewal, log))


async def show(listening: Listening, database: str, renewal: Renewal, log: LogCounter) -> int:
    """Start the process of the site, wait until it ends, and return its exit code.

    The site's process also ends when this process ends.
    """
    where = listening.where
    told = {
        "descriptor": listening.descriptor,
        "host": where.host,
        "port": where.port,
        "certificate": where.certificate and str(where.certificate),
        "key": where.key and str(where.key),
        "database": database,
    }

    async def tell(process: trio.Process) -> None:
        assert process.stdin is not None
        await process.stdin.send_all(json.dumps(told).encode() + b"\n")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(count_lines, process, log)
            if where.certificate is None:
                await process.wait()
            else:
                await renewal.wanted()
                await process.stdin.send_all(STOP)
            nursery.cancel_scope.cancel()

    options = {"stdout": subprocess.PIPE, "pass_fds": (listening.descriptor,), "deliver_cancel": dismiss}
    return await run_child(["-m", SHOWING], tell, **options)


async def count_lines(process: trio.Process, log: LogCounter) -> None:
    """Count the warnings and errors of the site's log. Its process writes the level of each as a byte to stdout."""
    assert process.stdout is not None
    async for levels in process.stdout:
        for level in levels:
            log.add(level)


async def dismiss(process: trio.Process) -> None:
    """Let the site's process answer the requests that it has begun. Kill it after three seconds."""
    assert process.stdin is not None
    with suppress(trio.BrokenResourceError, trio.BusyResourceError):
        await process.stdin.send_all(STOP)
    await trio.sleep(GRACE)
    process.kill()
