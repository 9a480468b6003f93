"""Tests of the memory of an arena: no object of a finished match stays."""

import gc
import os
import sys
import weakref
from collections.abc import Sized
from contextlib import asynccontextmanager

import pytest
import trio

from arena.games import rules
from arena.referee import MatchTerms, TimeControl
from arena.server.endpoint import Serving, served
from arena.server.matches.matches import Entrant, Wanted
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults

CACAO = rules("cacao")
BLOCKS = 3


@pytest.fixture
def database(tmp_path):
    opened = Database(tmp_path / "arena.db")
    yield opened
    opened.close()


@pytest.fixture
def uncollected():
    """Turn off the collector of cycles, so that a test sees which objects only this collector would free."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@asynccontextmanager
async def bots(port, tokens):
    """Run bots in their own processes until the block ends. Each plays up to two matches at once."""
    command = [sys.executable, "-m", "arena_sdk", "random", "--arena", f"127.0.0.1:{port}", "--matches", "2"]
    started = [await trio.lowlevel.open_process(command, env=os.environ | {"ARENA_TOKEN": token}) for token in tokens]
    try:
        yield
    finally:
        for each in started:
            each.terminate()
            await each.wait()


async def played(arena):
    """Play blocks on an arena. Return weak references to the objects of their matches."""
    seen = []
    terms = MatchTerms(CACAO, CACAO.complete({}), TimeControl.read("60+1"))
    names = await arena.matches.want(Wanted((Entrant("ana", "1"), Entrant("ben", "1")), terms, BLOCKS))
    while arena.matches.busy:
        for table in arena.matches.tables.values():
            lines = [seat.stream for seat in table.seats if seat.stream is not None]
            seen += [table, *table.seats, *table.places, *lines, *(line.call for line in lines)]
        seen = [*{id(each): each for each in map(weakly, seen)}.values()]
        await arena.lobby.changed()
    assert {(await arena.results.match(name)).state for name in names} == {"finished"}
    return seen


def weakly(each):
    """Return a weak reference to an object. All references to the same object are equal."""
    return each if isinstance(each, weakref.ref) else weakref.ref(each)


def contents(arena):
    """Return the lengths of all containers in the arena's objects that handle matches, by class and attribute."""
    matches = arena.matches
    parts = [matches, matches.tickets, matches.offers, matches.rounds, matches.tables, matches.blocks, arena.lobby]
    found = {}
    for part in [*parts, *arena.lobby.attendances]:
        for name, value in vars(part).items():
            if isinstance(value, Sized) and not isinstance(value, str | bytes):
                found.setdefault(f"{type(part).__name__}.{name}", []).append(len(value))
    return found


@pytest.mark.usefixtures("uncollected")
async def test_no_objects_of_matches_remain_after_their_tickets_are_forgotten(database):
    accounts = StoredAccounts(database)
    limits = Limits(tickets_kept=0.0, nonce_within=0.3)
    how = Serving("127.0.0.1:0", limits=limits)
    tokens = [(await accounts.register(name, "", "")).secret for name in ("ana", "ben")]
    async with served(how, accounts, StoredResults(database)) as (arena, server), bots(server.port, tokens):
        while len(arena.lobby.attendances) < len(tokens):
            await arena.lobby.changed()
        before = contents(arena)
        seen = await played(arena)
        assert contents(arena) == before
    kinds = {type(each()).__name__ for each in seen if each() is not None}
    assert len(seen) >= 9  # a table and, of each bot, seat, place, stream and call
    assert kinds == set()
