"""Tests of an arena with killed child processes: it restarts them, and rates the next result."""

import json
import os
import resource
import signal
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import trio

from arena.host import children
from arena.store.db.database import Database
from arena.store.ratings.rankings import COMBINED
from arena.store.sql import match_queries
from tests.leaderboard.test_serve import page, where
from tests.server.arenas import QUICK
from tests.server.wire import Server, children_of, eventually

HOUSE = ("random", "greedy")
IDLE = 20  # looks in a row at which a process that has nothing to do is idle: further fits follow within fewer
BLOCK = 4  # comparisons of a block of two games: one for each seat of each


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    options = ("--limit", "refit_interval=0.05", "--site", "127.0.0.1:0")
    with Server(tmp_path_factory.mktemp("children"), *QUICK, *options, house=",".join(HOUSE)) as started:
        house_attends(started)
        rates_what_is_played(started)
        yield started
    assert started.process.returncode == 0
    assert "Traceback" not in "\n".join(started.said)


def house_attends(server):
    rows = eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: len(rows) == len(HOUSE))
    assert {row.entrant for row in rows} == set(HOUSE)


def comparisons(server):
    with closing(Database(server.data / "arena.db", read_only=True)) as database:
        row = database.read(lambda session: match_queries.ranking_of(session, COMBINED))
    return sum(each["comparisons"] for each in json.loads(row.body)["rows"]) if row is not None else 0


def rates_what_is_played(server):
    before = comparisons(server)
    for match in server.match(*HOUSE, rated=True):
        server.ended(match)
    eventually(lambda: comparisons(server), lambda found: found == before + BLOCK)


def child(server, module, *words):
    """Return the id of the arena's only child process that runs this module with these words in its command."""

    def look():
        found = children_of(server.process.pid, module)
        return [pid for pid in found if all(word in arguments(pid) for word in words)]

    [pid] = eventually(look)
    return pid


def arguments(pid):
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def lines_with(server, words):
    return [line for line in server.said if words in line]


def is_idle(pid):
    """True if the main thread of a process waits in a system call on descriptor 0, such as a read of stdin."""
    return Path(f"/proc/{pid}/syscall").read_text().split()[1:2] == ["0x0"]


def stop_between_writes(server, pid):
    """Stop a process at a moment when it holds no lock in the database."""

    def look():
        os.kill(pid, signal.SIGSTOP)
        eventually(lambda: Path(f"/proc/{pid}/stat").read_text().split(") ")[1].startswith("T"))
        if is_locked(server):
            os.kill(pid, signal.SIGCONT)
            return False
        return True

    eventually(look)


def is_locked(server):
    with closing(sqlite3.connect(server.data / "arena.db", timeout=0, isolation_level=None)) as database:
        try:
            database.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
        database.execute("ROLLBACK")
        return False


@contextmanager
def restarts(server, what):
    """Check at the end of the block that the arena restarts a child exactly once, by a line in its log."""
    words = f"{what} ended with -9; it is started again in "
    before = len(lines_with(server, words))
    yield
    eventually(lambda: lines_with(server, words), lambda lines: len(lines) == before + 1)


def test_the_process_that_fits_rankings_is_killed_while_it_is_idle(server):
    fits = child(server, "arena.host.ratings_main")
    looks = []
    eventually(lambda: looks.append(is_idle(fits)) or looks, lambda found: found[-IDLE:] == [True] * IDLE)
    os.kill(fits, signal.SIGKILL)
    rates_what_is_played(server)
    assert lines_with(server, "the process that fits rankings ended with -9; it is started again in ")


def test_the_process_that_fits_rankings_is_stopped_asked_and_killed(server):
    fits = child(server, "arena.host.ratings_main")
    with restarts(server, "the process that fits rankings"):
        stop_between_writes(server, fits)
        before = comparisons(server)
        for match in server.match(*HOUSE, rated=True):
            server.ended(match)
        assert comparisons(server) == before
        os.kill(fits, signal.SIGKILL)
    eventually(lambda: comparisons(server), lambda found: found == before + BLOCK)


def test_the_process_of_the_site_is_stopped_and_killed(server):
    shows = child(server, "arena.host.site_main")
    assert page(where(server))
    with restarts(server, "the process of the site"):
        os.kill(shows, signal.SIGSTOP)
        os.kill(shows, signal.SIGKILL)
    assert page(where(server))


def test_the_house_is_killed_while_it_is_idle(server):
    for name in HOUSE:
        with restarts(server, f"the house bot {name}"):
            os.kill(child(server, "arena_sdk", name), signal.SIGKILL)
    house_attends(server)
    rates_what_is_played(server)


def test_a_child_that_cannot_be_started_is_tried_again(server):
    allowed = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (3, allowed[1]))  # nothing more can be opened
    try:
        os.kill(child(server, "arena_sdk", "greedy"), signal.SIGKILL)
        server.hear("the house bot greedy could not be started or spoken to ([Errno 24] Too many open files)")
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, allowed)
    house_attends(server)
    rates_what_is_played(server)


STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("here", flush=True)
time.sleep(60)
"""


def test_a_child_that_ignores_the_end_is_killed_without_a_message(monkeypatch):
    monkeypatch.setattr(children, "LEAVING", 0.01)
    ended = []

    async def watch(process, scope):
        assert (await process.stdout.receive_some()).startswith(b"h")  # it may come in pieces
        ended.append(process)
        scope.cancel()
        await trio.sleep_forever()

    async def run():
        with trio.CancelScope() as scope:
            talk = partial(watch, scope=scope)
            await children.run_child(["-c", STUBBORN], talk, stdout=subprocess.PIPE)

    trio.run(run)
    assert [process.returncode for process in ended] == [-signal.SIGKILL]


async def test_the_pause_before_a_restart_doubles_up_to_its_limit(autojump_clock):  # noqa: ARG001 -- the clock of the test
    started = []

    async def live():
        started.append(trio.current_time())
        return 1

    with trio.move_on_after(9):
        await children.keep_running("a child", live, 2.0)
    assert [later - sooner for sooner, later in pairwise(started)] == [0.5, 1, 2, 2, 2]
