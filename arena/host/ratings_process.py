"""The process that keeps rankings current: the arena asks it for a fit after new results, and never fits itself."""

import subprocess
from functools import partial
from typing import Final

import trio

from arena.host.children import keep_running, run_child
from arena.host.ratings_main import FITTED
from arena.server.arena import Arena
from arena.store.db.database import Database

FITTING: Final = "arena.host.ratings_main"
LATER: Final = 2.0  # seconds after the arena's start in which only resumed matches use the processor


async def keep_rated(arena: Arena, database: Database) -> None:
    """Keep the rankings fitted while the arena runs. Never return.

    The arena's limits set the shortest time between two fits.
    """
    await trio.sleep(LATER)
    await keep_running("the process that fits rankings", partial(fit_on_demand, arena, database.address))


async def fit_on_demand(arena: Arena, address: str) -> int:
    """Run the child process, and ask it for a fit after new results. Return its exit code when it ends."""
    talk = partial(ask_for_fits, arena, address)
    return await run_child(["-m", FITTING], talk, stdout=subprocess.PIPE)


async def ask_for_fits(arena: Arena, address: str, child: trio.Process) -> None:
    """Ask the child process for a fit at the start, and then after each change of the results.

    The first fit includes results that an earlier child process missed.
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
