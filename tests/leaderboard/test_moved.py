"""Tests of an arena that is moved from SQLite to PostgreSQL and back: no row and no page changes."""

import shutil
from contextlib import closing
from io import StringIO

from sqlalchemy import select

from arena.cli import main
from arena.server.matches.results import Adjournment
from arena.store.db.database import Database
from arena.store.db.lock import alone
from arena.store.move import digest, tables
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.store.sql import match_queries
from arena.store.tables import METADATA, JournalLineRow
from tests.leaderboard.filled import crawl
from tests.store.servers import WHERE

PRIVATE = {"tokens", "invites", "faults", "journal", "nonces", "audit", "schedules", "adjudications"}


async def with_secrets(file):
    """Add data that no page shows: tokens, an invite, an adjourned match. Return the token of a bot."""
    database = Database(file)
    accounts, results = StoredAccounts(database), StoredResults(database)
    organiser = await accounts.create_token("organiser", "", "first", "")
    made = await accounts.create_token("bot", "ana", "laptop", organiser.token.id)
    await accounts.create_invite("course", 3, None, organiser.token.id)
    await results.adjourn("running", Adjournment(1.0, 2.0, (0,)))
    match = database.read(lambda session: match_queries.match_called(session, "running"))
    database.write(lambda session: session.add(JournalLineRow(match_id=match.id, number=99, line=b"{}")))
    database.close()
    return made


def rows(database):
    """Return a digest of each table's rows, by the name of the table."""
    with database.engine.connect() as connection:
        return {table.name: digest(connection, table) for table in tables()}


def filled_tables(database):
    with database.engine.connect() as connection:
        return {table.name for table in METADATA.sorted_tables if connection.execute(select(table).limit(1)).first()}


async def test_a_move_to_postgresql_and_back_changes_no_row_and_no_page(filled, tmp_path, postgresql, crawled, site_of):
    first, last, server = tmp_path / "whole.db", tmp_path / "back.db", postgresql.new()
    shutil.copy(filled[0], first)
    assert main(["move", str(first), server]) == 0
    moved = crawl(site_of(server))
    assert moved.keys() == crawled.keys()
    assert [path for path in crawled if moved[path].data != crawled[path].data] == []
    made = await with_secrets(server)
    assert main(["move", server, str(last)]) == 0
    with closing(Database(server)) as database, closing(Database(last)) as other:
        assert filled_tables(database) >= PRIVATE
        assert rows(other) == rows(database)
        assert (await StoredAccounts(other).holder(made.secret)).bot == "ana"
        for each in (database, other):
            await StoredAccounts(each).register("late", "L", "")


def test_a_move_is_refused_while_an_arena_runs_on_either(tmp_path, capfd):
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    Database(first).close()
    for busy in (first, second):
        database = Database(busy)
        with alone(database):
            assert main(["move", str(first), str(second)]) == 2
        database.close()
        assert f"an arena runs on {busy} already" in capfd.readouterr().err
    assert main(["move", str(first), str(second)]) == 0
    assert "0 rows moved" in capfd.readouterr().err


async def test_a_move_into_a_database_that_is_not_empty_is_refused(tmp_path, capfd):
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    for file in (first, second):
        database = Database(file)
        await StoredAccounts(database).register("ana", "Ana", "")
        database.close()
    before = second.read_bytes()
    assert main(["move", str(first), str(second)]) == 2
    assert "has rows in audit: expected an empty database" in capfd.readouterr().err
    assert main(["move", str(first), str(first)]) == 2
    assert main(["move", str(tmp_path / "nothing.db"), str(tmp_path / "new.db")]) == 1
    assert second.read_bytes() == before
    assert not (tmp_path / "new.db").exists()


async def test_a_backup_of_a_server_is_put_back_and_says_what_it_runs(tmp_path, postgresql, capfd, monkeypatch):
    monkeypatch.setenv("PATH", f"{WHERE[0]}:/usr/bin:/bin")
    address, file = postgresql.new(), tmp_path / "arena.dump"
    database = Database(address)
    made = await StoredAccounts(database).register("ana", "Ana", "")
    with_password = address.replace("arena@", "arena:hush-hush@")
    assert main(["backup", str(file), "--database", with_password]) == 0
    said = capfd.readouterr().err
    assert "runs: pg_dump --format=custom" in said
    assert "hush-hush" not in said
    assert file.stat().st_mode & 0o777 == 0o600
    await StoredAccounts(database).register("late", "L", "")
    with alone(database):
        assert main(["restore", str(file), "--database", address]) == 2
    capfd.readouterr()
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert main(["restore", str(file), "--database", address]) == 2
    assert "has rows in audit: all of it is lost, and no copy stays: expected --yes" in capfd.readouterr().err
    assert len(await StoredAccounts(database).bots()) == 2
    assert main(["restore", str(file), "--database", address, "--yes"]) == 0
    assert "runs: pg_restore" in capfd.readouterr().err
    accounts = StoredAccounts(database)
    assert [bot.name for bot in await accounts.bots()] == ["ana"]
    assert (await accounts.holder(made.secret)).bot == "ana"
    database.close()
