"""Tests of files and servers that are opened as a database, and of a database that becomes unavailable."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
import trio
from alembic.script import ScriptDirectory
from sqlalchemy import text

from arena.errors import UsageError
from arena.store.db.database import MIGRATIONS, TIDY, Database, newest_revision
from arena.store.db.faults import StoreError
from arena.store.repos.stored_results import StoredResults
from arena.store.sql import identity_queries, match_queries
from arena.store.tables import AuthorRow
from tests.store.matches import entry, opened_round, play
from tests.store.servers import Server


def author(name):
    return lambda session: session.add(AuthorRow(name=name, created=1.0))


def authors(database):
    return database.read(lambda s: identity_queries.author_named(s, "ana") is not None)


# Opening -----------------------------------------------------------------------------------------------------------


def test_the_newest_migration_is_known_without_reading_all_of_them():
    assert newest_revision() == ScriptDirectory(str(MIGRATIONS)).get_current_head()


def test_an_up_to_date_database_is_opened_without_the_code_for_migrations(tmp_path):
    Database(tmp_path / "arena.db").close()
    command = "import sys; from arena.store.db.database import Database; Database(sys.argv[1]); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", command, tmp_path / "arena.db"], capture_output=True, text=True, check=True
    )
    assert "alembic.command" not in done.stdout.split()


def test_stored_rows_are_there_when_the_database_is_opened_again(address):
    first = Database(address)
    first.write(author("ana"))
    first.close()
    second = Database(address)
    assert authors(second)
    second.close()


def test_an_up_to_date_database_is_opened_without_a_backup(tmp_path):
    for _ in range(2):
        Database(tmp_path / "arena.db").close()
    assert [path.name for path in tmp_path.iterdir()] == ["arena.db"]


def test_a_file_may_have_any_name(tmp_path):
    path = tmp_path / "a b?c#d%20&mode=ro.db"
    Database(path).close()
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_before_a_migration_the_file_is_copied(tmp_path, monkeypatch):
    file = tmp_path / "arena.db"
    database = Database(file)
    database.write(author("ana"))
    with database.engine.connect() as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    database.close()

    monkeypatch.setattr(Database, "_revision", lambda *_: "0000")
    monkeypatch.setattr("alembic.command.upgrade", lambda *_: None)
    Database(file).close()
    [copied] = [path for path in tmp_path.iterdir() if path.name.endswith(".backup")]
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute("SELECT name FROM authors").fetchall() == [("ana",)]


def test_a_missing_file_is_made_only_if_that_is_allowed(tmp_path):
    with pytest.raises(StoreError, match="there is no such file; expected a database that the arena made"):
        Database(tmp_path / "arena.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_another_kind_is_refused():
    with pytest.raises(UsageError, match=r"database 'mysql'://\.\.\.: expected postgresql://USER:PASSWORD"):
        Database("mysql://arena:secret@db.example/arena")


def test_a_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(StoreError, match=r"there is no folder .*nowhere; expected one that exists"):
        Database(tmp_path / "nowhere" / "arena.db")


def test_a_file_that_is_no_database_stays_as_it_is(tmp_path):
    file = tmp_path / "arena.db"
    file.write_text("a shopping list")
    with pytest.raises(StoreError, match="is no database: expected a file that the arena made, or a new name"):
        Database(file)
    assert file.read_text() == "a shopping list"
    with pytest.raises(StoreError, match="is no file"):
        Database(tmp_path)


def test_a_damaged_file_is_not_used(tmp_path):
    file = tmp_path / "arena.db"
    file.write_bytes(b"SQLite format 3\0" + bytes(range(200)) * 40)
    with pytest.raises(StoreError, match=r"is no database|is damaged"):
        Database(file)


@pytest.mark.parametrize(
    "theirs", ["CREATE TABLE users (name TEXT)", "CREATE TABLE alembic_version (version_num TEXT)"]
)
def test_the_database_of_another_program_stays_as_it_is(address, theirs):
    from arena.store.db.database import is_server

    if is_server(address):
        import psycopg

        connection = psycopg.connect(address, autocommit=True)
    else:
        connection = sqlite3.connect(address, isolation_level=None)
    with closing(connection):
        connection.execute(theirs)
        if "alembic" in theirs:
            connection.execute("INSERT INTO alembic_version VALUES ('7d3f')")
            connection.execute("CREATE TABLE users (name TEXT)")
    with pytest.raises(StoreError, match=r"is no database of an arena: it has a table '(users|alembic_version)'"):
        Database(address)


def test_a_database_of_a_newer_release_is_refused(address):
    database = Database(address)
    with database.engine.connect() as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(StoreError, match=r"was made by a newer release of the arena.*'9999'"):
        Database(address)


def test_a_read_only_file_is_read_and_not_written(tmp_path):
    Database(tmp_path / "arena.db").close()
    database = Database(tmp_path / "arena.db", read_only=True)
    assert not authors(database)
    with pytest.raises(StoreError, match="it is read-only, so nothing can be kept in it"):
        database.write(author("ana"))
    database.close()


def test_a_full_disk_is_reported_and_loses_nothing(tmp_path):
    database = Database(tmp_path / "arena.db")
    database.write(author("ana"))

    def fill(session):
        pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar()
        session.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        for number in range(10_000):
            session.add(AuthorRow(name=f"{number:0500}", created=1.0))

    with pytest.raises(StoreError, match="there is no room for more"):
        database.write(fill)
    assert authors(database)
    database.close()


def test_a_file_locked_by_another_process_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.store.db.database.BUSY", 0.01)
    database = Database(tmp_path / "arena.db")
    with closing(sqlite3.connect(tmp_path / "arena.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another process has been writing to it"):
            database.write(author("ana"))
        assert not authors(database)
        other.execute("ROLLBACK")
    database.write(author("ana"))
    database.close()


@pytest.mark.parametrize(
    "address", ["postgresql://nobody:secret@/x?host=/nowhere", "postgres://nobody:secret@127.0.0.1:1/x"]
)
def test_a_missing_server_is_reported_without_the_password(address):
    with pytest.raises(StoreError, match="cannot be reached") as refused:
        Database(address)
    assert "secret" not in str(refused.value)


def test_an_invalid_address_is_refused():
    with pytest.raises(UsageError, match="expected postgresql://USER:PASSWORD@HOST:PORT/NAME"):
        Database("postgresql://x:y/z")


@pytest.mark.parametrize(("durable", "synchronous"), [(False, 1), (True, 2)])
def test_a_durable_database_is_written_to_survive_a_power_cut(tmp_path, durable, synchronous):
    database = Database(tmp_path / "arena.db", durable=durable)
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == synchronous
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    database.close()


def test_a_transaction_that_fails_leaves_nothing(database):
    def half(session):
        session.add(AuthorRow(name="ana", created=1.0))
        session.flush()
        raise UsageError("no")

    with pytest.raises(UsageError):
        database.write(half)
    assert not authors(database)


@pytest.mark.slow
def test_two_processes_may_open_a_new_database_at_once(address):
    program = "import sys; from arena.store.db.database import Database; Database(sys.argv[1]).close()"
    started = [subprocess.Popen([sys.executable, "-c", program, address]) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]


# Here and now ------------------------------------------------------------------------------------------------------


def written(name):
    return lambda transaction: transaction.do(
        "INSERT INTO authors (name, created) VALUES (:name, 1.0)", {"name": name}, {"name": f"{name} too"}
    )


def names(transaction):
    return [name for (name,) in transaction.rows("SELECT name FROM authors ORDER BY name")]


async def test_a_prompt_write_is_visible_to_every_connection(database):
    await database.promptly(written("ana"))
    assert await database.glance(names) == ["ana", "ana too"]
    assert authors(database)
    database.write(author("ben"))
    assert await database.glance(names) == ["ana", "ana too", "ben"]


async def test_a_prompt_write_that_fails_leaves_nothing_and_blocks_no_other_write(database):
    def work(transaction):
        written("ana")(transaction)
        raise UsageError("the work itself went wrong")

    with pytest.raises(UsageError, match="went wrong"):
        await database.promptly(work)
    assert await database.glance(names) == []
    database.write(author("ben"))
    assert await database.glance(names) == ["ben"]


async def test_a_refused_prompt_write_is_reported_in_words(database):
    await database.promptly(written("ana"))
    with pytest.raises(StoreError, match=r"(?i)unique"):
        await database.promptly(written("ana"))


async def test_the_log_of_a_database_without_a_pause_stays_short(tmp_path):
    database = Database(tmp_path / "arena.db")
    sizes = []
    for some in range(4):
        for number in range(TIDY + 1):
            await database.promptly(written(f"{some}/{number}"))
        sizes.append((tmp_path / "arena.db-wal").stat().st_size)
    assert max(sizes) < 2 * min(sizes)
    database.close()


# Copies ------------------------------------------------------------------------------------------------------------


ADDS = """
import sys
from arena.store.db.database import TIDY, Database
from arena.store.tables import AuthorRow
database = Database(sys.argv[1])
database.write(lambda session: session.add(AuthorRow(name=sys.argv[2], created=1.0)))
print(database.engine.connect().exec_driver_sql("SELECT count(*) FROM authors").scalar())
database.close()
"""


@pytest.mark.slow
def test_another_process_does_not_remove_the_log_of_a_database_opened_twice(tmp_path):
    file = tmp_path / "arena.db"
    one, other = Database(file), Database(file, read_only=True)
    for number in range(4):
        done = subprocess.run([sys.executable, "-c", ADDS, str(file), f"a-{number}"], check=True, capture_output=True)
        assert int(done.stdout) == 2 * number + 1
        one.write(author(f"b-{number}"))
        assert (tmp_path / "arena.db-wal").exists()  # as long as this process reads from it
        assert other.read(lambda session, name=f"b-{number}": identity_queries.author_named(session, name)) is not None
    one.close()
    other.close()


def test_a_backup_is_whole_while_the_file_is_used(tmp_path):
    database = Database(tmp_path / "arena.db")
    database.write(author("ana"))
    target = tmp_path / "copy.db"
    assert database.backup(target) == target
    database.close()
    copied = Database(target)
    assert authors(copied)
    copied.close()


def test_a_backup_that_cannot_be_written_is_reported(tmp_path):
    database = Database(tmp_path / "arena.db")
    with pytest.raises(StoreError, match="could not be copied"):
        database.backup(tmp_path / "nowhere" / "copy.db")
    database.close()


# A database that goes away -----------------------------------------------------------------------------------------


async def test_a_write_waits_for_a_locked_file(tmp_path, monkeypatch, waiting):
    monkeypatch.setattr("arena.store.db.database.BUSY", 0.01)
    database = Database(tmp_path / "arena.db")
    other = sqlite3.connect(tmp_path / "arena.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(database.do, author("ana"))
        await waiting.wait()
        other.execute("ROLLBACK")
    other.close()
    assert authors(database)
    database.close()


async def test_a_prompt_write_waits_for_a_locked_file_too(tmp_path, monkeypatch, waiting):
    monkeypatch.setattr("arena.store.db.database.BUSY", 0.01)
    database = Database(tmp_path / "arena.db")
    with closing(sqlite3.connect(tmp_path / "arena.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(database.promptly, written("ana"))
            await waiting.wait()
            assert await database.glance(names) == []
            other.execute("ROLLBACK")
    assert await database.glance(names) == ["ana", "ana too"]
    database.close()


async def test_a_write_gives_up_after_its_limit_of_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.store.db.database.BUSY", 0.01)
    monkeypatch.setattr("arena.store.db.database.PATIENCE", 0.05)
    database = Database(tmp_path / "arena.db")
    with closing(sqlite3.connect(tmp_path / "arena.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another process has been writing to it"):
            await database.do(author("ana"))
    database.close()


async def test_a_wrong_statement_is_not_retried(database):
    await database.do(author("ana"))
    with pytest.raises(StoreError, match=r"(?i)unique"):
        await database.do(author("ana"))


@pytest.mark.slow
@pytest.mark.usefixtures("tiny", "postgresql")
@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_matches_wait_for_a_server_that_goes_away_and_lose_nothing(waiting, mode):
    server = Server()
    database = Database(server.new())
    results = StoredResults(database)
    await opened_round(results)
    done, one_is_done = [], trio.Event()

    async def one(number):
        done.append(await play(results, entry(f"m-{number}", block=number)))
        one_is_done.set()

    async with trio.open_nursery() as nursery:
        for number in range(6):
            nursery.start_soon(one, number)
        await one_is_done.wait()
        await trio.to_thread.run_sync(server.stop, mode)
        await waiting.wait()
        await trio.to_thread.run_sync(server.start)
    for kept in done:
        assert (await results.match(kept.match)).head == kept.head
    assert len(database.read(match_queries.all_matches)) == 6
    database.close()
    server.end()
