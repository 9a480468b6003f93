"""Start the process that computes ratings, and ask it for new ratings after new results."""

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
    """Run the process that computes ratings, and restart it when it ends. Never return.

    The arena's limits set the shortest time between two computations.
    """
    await trio.sleep(LATER)
    await keep_running("the process that fits rankings", partial(fit_on_demand, arena, database.address))


async def fit_on_demand(arena: Arena, address: str) -> int:
    """Start the process that computes ratings, and ask it for that after new results.

    Return its exit code when it ends.
    """
    talk = partial(ask_for_fits, arena, address)
    return await run_child(["-m", FITTING], talk, stdout=subprocess.PIPE)


async def ask_for_fits(arena: Arena, address: str, child: trio.Process) -> None:
    """Ask the process for ratings now, and again after each change of the results.

    The first request includes results that an earlier process missed.
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
