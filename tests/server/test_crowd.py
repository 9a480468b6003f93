"""A hundred clients in mid-match, killed and started again and again: nothing is left of them."""

import gc
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import trio

from arena.referee import TimeControl
from arena.server.limits import Limits
from arena.server.matches import Entrant, Terms, Wanted
from arena.server.serve import Serving, served
from arena.store.accounts import StoredAccounts
from arena.store.database import Database
from arena.store.results import StoredResults
from tests.server.wire import CACAO, ROOT

CROWD = Path(__file__).with_name("crowd.py")
MATCHES = 50  # of two seats
WITHIN = 120  # seconds for all of it; an arena that keeps something never gets there


@contextmanager
def crowd(port, tokens):
    """All clients, in a process that is killed in the end."""
    command = [sys.executable, str(CROWD), str(port), str(MATCHES), *tokens]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"})
    try:
        yield
    finally:
        process.kill()
        process.wait()


def tasks(of):
    """How many tasks there are below one."""
    return sum(1 + tasks(child) for nursery in of.child_nurseries for child in nursery.child_tasks)


def descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


async def soon(is_so):
    while not is_so():  # noqa: ASYNC110 -- nobody has an event for it
        await trio.sleep(0.01)


async def test_a_hundred_clients_killed_in_mid_match_leave_no_task_descriptor_or_stream(tmp_path):
    database = Database(tmp_path / "arena.db")
    accounts, results = StoredAccounts(database), StoredResults(database)
    limits = Limits(matches_per_bot=MATCHES, joins_per_minute=1000, nonce_within=0.1)
    with trio.fail_after(WITHIN):
        async with served(Serving("127.0.0.1:0", limits=limits), accounts, results) as (arena, server):
            tokens = [(await accounts.register(name, "", "")).secret for name in ("ana", "bob")]
            terms = Terms(CACAO, CACAO.complete({}), TimeControl.read("600+0"))
            entrants = (Entrant("ana", "1"), Entrant("bob", "1"))

            def streams():
                return sum(seat.stream is not None for seat in arena.matches.seats())

            left = []
            for time in range(3):
                with crowd(server.port, tokens):
                    await soon(lambda: len(arena.lobby.attendances) == 2)
                    if not time:
                        await arena.matches.want(Wanted(entrants, terms, MATCHES // 2))
                    await soon(lambda: streams() == 2 * MATCHES)
                    await soon(lambda: tasks(trio.lowlevel.current_root_task()) > 2 * MATCHES)
                await soon(lambda: not streams() and not arena.lobby.attendances)
                gc.collect()
                if time:  # gRPC and the database keep what they have opened once
                    await soon(lambda: not left or tasks(trio.lowlevel.current_root_task()) <= left[0][0])
                    await soon(lambda: not left or descriptors() <= left[0][1])
                    left.append((tasks(trio.lowlevel.current_root_task()), descriptors()))
            arena.matches.hurry()
    database.close()
    assert left[0][0] < 2 * MATCHES + 20  # the matches themselves wait for their bots
