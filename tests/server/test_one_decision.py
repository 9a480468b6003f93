"""Tests that one decision goes through the files that docs/architecture.md lists, and through no other file."""

import os
import re
import sys
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import pytest
import trio

from arena.games import rules
from arena.referee import MatchTerms, TimeControl
from arena.server.endpoint import Serving, served
from arena.server.matches.matches import Entrant, Wanted
from arena.server.matches.remote_seat import RemoteSeat
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults

ROOT = Path(__file__).parents[2]
MOST = 18  # files on the server's side
BETWEEN = (10, 30)  # the decisions of the match that are watched: neither its beginning nor its end is among them
CACAO = rules("cacao")


def drawn():
    """Return the files in the drawing of docs/architecture.md, in their order."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## One decision on its way\n")[2].partition("\n## ")[0]
    return re.findall(r"^ *\d+\. `([^`]+)`", section, re.MULTILINE)


def is_compiled(path):
    """True if a file runs as machine code, in which lines cannot be observed."""
    return import_module(path.removesuffix(".py").replace("/", ".")).__file__.endswith(".so")


def on_the_servers_side(path):
    """Return the path of a file relative to the repository; None if it is of a game, or outside the package `arena`."""
    if not path.startswith(f"{ROOT}/arena/") or path.startswith(f"{ROOT}/arena/games/"):
        return None
    return path.removeprefix(f"{ROOT}/")


@asynccontextmanager
async def bots(port, tokens):
    """Run bots in their own processes until the block ends."""
    command = [sys.executable, "-m", "arena_sdk", "random", "--arena", f"127.0.0.1:{port}"]
    started = [await trio.lowlevel.open_process(command, env=os.environ | {"ARENA_TOKEN": token}) for token in tokens]
    try:
        yield
    finally:
        for each in started:
            each.terminate()
            await each.wait()


@pytest.fixture
def touched(monkeypatch):
    """Return a set that receives the files in which lines run while some decisions are sent and answered."""
    found, asked, choose = set(), [0], RemoteSeat.choose

    def watch(frame, event, _argument):
        if event == "call":
            return watch if on_the_servers_side(frame.f_code.co_filename) else None
        if event == "line":  # a task that only waits for what it has called carries out none
            found.add(on_the_servers_side(frame.f_code.co_filename))
        return watch

    async def counted(seat, decision):
        asked[0] += 1
        if asked[0] in BETWEEN:
            sys.settrace(watch if asked[0] == BETWEEN[0] else None)
        return await choose(seat, decision)

    monkeypatch.setattr(RemoteSeat, "choose", counted)
    monkeypatch.setattr("arena.server.arena.TICK", 3600.0)  # pings and checks of tokens are no part of a decision
    yield found
    sys.settrace(None)
    assert asked[0] > BETWEEN[1]


def test_the_drawing_names_files_that_exist_and_at_most_eighteen():
    files = drawn()
    assert files
    assert [path for path in files if not (ROOT / path).is_file()] == []
    assert len(set(files)) <= MOST


async def test_a_decision_goes_through_the_files_that_are_drawn_and_no_others(tmp_path, touched):
    database = Database(tmp_path / "arena.db")
    accounts = StoredAccounts(database)
    tokens = [(await accounts.register(name, "", "")).secret for name in ("ana", "ben")]
    terms = MatchTerms(CACAO, CACAO.complete({}), TimeControl.read("600+1"))
    how = Serving("127.0.0.1:0", limits=Limits(nonce_within=0.3))
    async with served(how, accounts, StoredResults(database)) as (arena, server), bots(server.port, tokens):
        while len(arena.lobby.attendances) < len(tokens):
            await arena.lobby.changed()
        await arena.matches.want(Wanted((Entrant("ana", "1"), Entrant("ben", "1")), terms, 1))
        while arena.matches.busy:
            await arena.lobby.changed()
    database.close()
    assert touched == {path for path in drawn() if not is_compiled(path)}
