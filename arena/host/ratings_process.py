"""Rankings that stay fresh: they are fitted again after results, in a child process, never in the arena's own.

`python -m arena.host.ratings_process` is that process. Its first line says which database; every further line asks for
a fit, and is answered when the fit is kept. It ends when its stdin does, however the arena ended.
"""

import logging
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from typing import Final

import trio

from arena.errors import ArenaError
from arena.host.children import keep_running, run_child
from arena.host.log_style import begin_log
from arena.server.arena import Arena
from arena.store.db.database import Database
from arena.store.ratings import rating_history

log: Final = logging.getLogger(__name__)

NICE: Final = 10  # how far it stands back for matches
FITTED: Final = b"\n"  # what the child answers
FAILED: Final = b"!"
LATER: Final = 2.0  # seconds after the arena's start, which belong to matches that go on


async def keep_rated(arena: Arena, database: Database) -> None:
    """Fit the rankings when results have changed, as long as the arena is there, not more often than its limits say."""
    await trio.sleep(LATER)
    await keep_running("the process that fits rankings", partial(fit_on_demand, arena, database.address))


async def fit_on_demand(arena: Arena, address: str) -> int:
    """Start the child, and ask it whenever there is something new, until it ends; return its exit code."""
    talk = partial(ask_for_fits, arena, address)
    return await run_child(["-m", __spec__.name], talk, stdout=subprocess.PIPE)


async def ask_for_fits(arena: Arena, address: str, child: trio.Process) -> None:
    """Ask for a fit at once, which brings in all that an earlier child has missed, and then whenever results change."""
    assert child.stdin is not None
    assert child.stdout is not None
    await child.stdin.send_all(f"{address}\n".encode())
    fitted = -1
    while True:
        while arena.matches.tables.changes == fitted:
            await arena.lobby.changed()
        fitted = arena.matches.tables.changes
        await child.stdin.send_all(b"\n")
        answer = await child.stdout.receive_some()
        if not answer:
            return
        if answer == FITTED:
            arena.observers.rated(fitted)
        await trio.sleep(arena.limits.refit_interval)


def main() -> None:
    """Fit whenever a line comes."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena; this ends when its stdin does
    begin_log(logging.WARNING)
    address = sys.stdin.readline().rstrip("\n")
    with suppress(BrokenPipeError):  # the arena has ended meanwhile
        for _ in sys.stdin:
            os.write(sys.stdout.fileno(), FITTED if fit(address) else FAILED)


def fit(address: str) -> bool:
    """Fit all rankings and store them; return False if they stay as they were."""
    try:
        database = Database(address, create=False)
        try:
            rating_history.refresh(database, time.time())
        finally:
            database.close()
    except ArenaError as error:
        log.warning("the rankings stay as they were: %s", error)
        return False
    return True


if __name__ == "__main__":
    main()
