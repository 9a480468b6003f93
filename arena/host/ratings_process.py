"""The process that keeps rankings current: it fits them after new results. The arena's own process never fits.

`python -m arena.host.ratings_process` is that process. The first line of stdin names the database. Each further line
asks for a fit; the process answers when the fit is stored. The process ends when stdin is closed, even if the arena was
killed.
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

NICE: Final = 10  # its niceness: matches go first
FITTED: Final = b"\n"  # what the child answers
FAILED: Final = b"!"
LATER: Final = 2.0  # seconds after the arena's start that belong to resumed matches


async def keep_rated(arena: Arena, database: Database) -> None:
    """Fit the rankings after new results while the arena runs.

    The arena's limits set the shortest time between two fits.
    """
    await trio.sleep(LATER)
    await keep_running("the process that fits rankings", partial(fit_on_demand, arena, database.address))


async def fit_on_demand(arena: Arena, address: str) -> int:
    """Run the child process, and ask it for a fit after new results. Return its exit code when it ends."""
    talk = partial(ask_for_fits, arena, address)
    return await run_child(["-m", __spec__.name], talk, stdout=subprocess.PIPE)


async def ask_for_fits(arena: Arena, address: str, child: trio.Process) -> None:
    """Ask for a fit immediately, to include results that an earlier child process missed.

    Then ask after each change.
    """
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
    """Fit the rankings for each line of stdin."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena; this ends when its stdin does
    begin_log(logging.WARNING)
    address = sys.stdin.readline().rstrip("\n")
    with suppress(BrokenPipeError):  # the arena has ended meanwhile
        for _ in sys.stdin:
            os.write(sys.stdout.fileno(), FITTED if fit(address) else FAILED)


def fit(address: str) -> bool:
    """Fit all rankings and store them. Return False if that failed."""
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
