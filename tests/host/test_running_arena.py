"""Tests of the one module that opens, runs and stops an arena, for every command that runs one."""

import ast
import signal
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from arena.host.house_bots import Household
from arena.host.running_arena import running, until_stopped
from arena.server.endpoint import Serving
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts

ROOT = Path(__file__).parents[2]
ONCE = ("served", "Office", "alone", "keep_house", "keep_rated", "drain", "hurry")  # each is called by one module alone


@asynccontextmanager
async def held_at(path):
    """Open an arena without bots. Yield it with both ends of a channel for signals."""
    database = Database(path)
    send, signals = trio.open_memory_channel(2)
    how, nobody = Serving("127.0.0.1:0"), Household((), 1)
    try:
        async with running(database, how, StoredAccounts(database), nobody, examines=False) as held:
            yield held, send, signals
    finally:
        database.close()


def called(path):
    """Yield the name of each function that a module calls, without the names before its last dot."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2]


@pytest.mark.parametrize("name", ONCE)
def test_a_part_of_an_arena_is_opened_or_stopped_by_one_module_of_the_host(name):
    modules = [path.name for path in (ROOT / "arena" / "host").glob("*.py") if name in called(path)]
    by_reference = [
        path.name for path in (ROOT / "arena" / "host").glob("*.py") if f"start_soon({name}" in path.read_text()
    ]
    assert {*modules, *by_reference} == {"running_arena.py"}


async def test_work_that_is_done_leaves_the_arena_open(tmp_path):
    async with held_at(tmp_path / "arena.db") as (held, _, signals):
        assert await until_stopped(held, trio.lowlevel.checkpoint, signals, 1.0, first="stopping")
        assert not held.arena.stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_stops_the_arena_before_its_work_is_done(tmp_path, capsys, number):
    async with held_at(tmp_path / "arena.db") as (held, send, signals):
        send.send_nowait(number)
        assert not await until_stopped(held, trio.sleep_forever, signals, 2.5, first="stopping", second="now")
        assert held.arena.stopping
        assert held.database.patience == 2.5
    assert capsys.readouterr().err == "stopping\n"
