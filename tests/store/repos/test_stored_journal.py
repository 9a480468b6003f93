"""Tests of lines of many matches that are stored in the same turn of the event loop."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
import trio

from arena.record import disclosed
from arena.server.matches.results import PlannedMatch
from arena.store.db.database import Database
from arena.store.repos.stored_journal import ALONE, LINES, Scribe
from arena.store.repos.stored_results import StoredResults
from tests.store.matches import SALT, entry, opened_round, play

MANY = 12

WRITTEN = "SELECT match_id, number FROM journal ORDER BY match_id, number"


async def scribe_of(database):
    """Return a scribe and the keys of many matches for which it writes."""
    results = StoredResults(database)
    await opened_round(results)
    await results.plan([PlannedMatch(entry(f"m-{number}"), SALT) for number in range(MANY)])
    keys = await database.glance(lambda transaction: transaction.rows("SELECT id FROM matches ORDER BY id"))
    return Scribe(database), [key for (key,) in keys]


async def together(scribe, matches, number):
    """Write a line of each of these matches in one turn of the event loop."""
    async with trio.open_nursery() as nursery:
        for match in matches:
            nursery.start_soon(scribe.write, match, number, b"{}")


async def written(database):
    rows = await database.glance(lambda transaction: transaction.rows(WRITTEN))
    return [tuple(row) for row in rows]


def transactions(database):
    """Return the number of transactions in SQLite's write-ahead log.

    Only in the last frame of a transaction, the second word is not 0: it is the file's size.
    """
    log = database.file.with_name(f"{database.file.name}-wal").read_bytes()
    size = 24 + int.from_bytes(log[8:12], "big")
    return sum(log[at + 4 : at + 8] != bytes(4) for at in range(32, len(log), size))


@pytest.fixture
def file(tmp_path):
    opened = Database(tmp_path / "arena.db")
    yield opened
    opened.close()


async def test_a_line_is_stored_when_its_match_goes_on_while_other_matches_write(database):
    scribe, matches = await scribe_of(database)
    missing = []

    async def played(match, answers):
        for number in range(answers):
            await scribe.write(match, number, b"{}")
            if (match, number) not in await written(database):
                missing.append((match, number))

    async with trio.open_nursery() as nursery:
        for answers, match in enumerate(matches):
            nursery.start_soon(played, match, answers)
    assert not missing
    assert await written(database) == [(match, number) for most, match in enumerate(matches) for number in range(most)]


async def test_lines_of_the_same_turn_are_one_transaction(file):
    scribe, matches = await scribe_of(file)
    before = transactions(file)
    await together(scribe, matches, 0)
    await together(scribe, matches, 1)
    assert transactions(file) == before + 2
    assert len(await written(file)) == 2 * MANY


async def test_a_match_that_is_played_alone_does_not_wait_for_other_matches(file):
    scribe, matches = await scribe_of(file)
    turns, others = 0, trio.Event()

    async def turn():
        nonlocal turns
        while not others.is_set():
            turns += 1
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(turn)
        await trio.lowlevel.checkpoint()
        for number in range(100 * LINES):
            await scribe.write(matches[0], number, b"{}")
        others.set()
    assert turns <= 100 + ALONE + 1
    for number in range(1, LINES):
        before = transactions(file)
        await together(scribe, matches[1:], number)
    assert transactions(file) == before + 1


async def test_an_occasional_turn_with_one_line_does_not_separate_other_lines(file):
    scribe, matches = await scribe_of(file)
    for some in range(4):
        for number in range(ALONE - 1):
            await scribe.write(matches[0], ALONE * some + number, b"{}")
        before = transactions(file)
        await together(scribe, matches, ALONE * some + ALONE - 1)
        assert transactions(file) == before + 1


async def test_a_line_that_another_arena_wrote_is_not_changed_and_no_other_is_refused(database):
    scribe, matches = await scribe_of(database)
    assert await Scribe(database).write(matches[3], 0, b'{"by":"another arena"}')
    stored = {}

    async def write(match):
        stored[match] = await scribe.write(match, 0, b"{}")

    async with trio.open_nursery() as nursery:
        for match in matches:
            nursery.start_soon(write, match)
    assert [match for match in matches if not stored[match]] == [matches[3]]
    assert await written(database) == [(match, 0) for match in matches]


async def test_a_match_on_a_server_needs_no_session(postgresql, monkeypatch):
    database = Database(postgresql.new())
    results = StoredResults(database)
    await opened_round(results)
    await play(results, entry("m-0"))  # the first match makes the rows of its pool and its entrants
    lines = (await results.record("m-0")).splitlines()

    def refuse(*_):
        raise AssertionError("a session was opened")

    for name in ("read", "write"):
        monkeypatch.setattr(database, name, refuse)
    await results.plan([PlannedMatch(entry(f"m-{number}", block=number), SALT) for number in (1, 2)])
    [kept] = await results.block("r-1", 1)
    journal = await results.open_match(replace(kept.entry, state="running", started=1001.0), ("t-0", "t-1"))
    begin, *answers, last = lines
    await journal.begin(begin.replace(b'"m-0"', b'"m-1"'))
    for line in answers:
        await journal.entry(line)
    [kept] = await results.block("r-1", 1)
    assert list(kept.lines) == journal.lines
    await journal.commit(last, "0" * 64)
    await results.disclose(bytes(32), {"m-1": SALT})
    [kept] = await results.block("r-1", 1)
    assert (kept.entry.state, kept.lines) == ("finished", ())
    monkeypatch.undo()
    data = b"".join(line + b"\n" for line in journal.lines)
    assert await results.record("m-1") == data + disclosed(b"", bytes(32), SALT)
    database.close()


@pytest.mark.slow
async def test_lines_of_the_same_turn_wait_for_a_file_that_is_locked(file, monkeypatch, waiting):
    monkeypatch.setattr("arena.store.db.database.BUSY", 0.01)
    scribe, matches = await scribe_of(file)
    with closing(sqlite3.connect(file.file, isolation_level=None)) as other:
        async with trio.open_nursery() as nursery:
            other.execute("BEGIN IMMEDIATE")
            nursery.start_soon(together, scribe, matches, 0)
            await waiting.wait()
            assert await written(file) == []
            other.execute("ROLLBACK")
    assert await written(file) == [(match, 0) for match in matches]


async def test_a_line_of_a_match_that_is_given_up_is_written_all_the_same(file):
    scribe, matches = await scribe_of(file)
    with trio.CancelScope() as scope:
        scope.cancel()
        await scribe.write(matches[0], 0, b"{}")
    assert await written(file) == [(matches[0], 0)]
