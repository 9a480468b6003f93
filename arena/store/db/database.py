"""Open a database, migrate its tables, and retry while it is unavailable.

The database is an SQLite file, or is on a PostgreSQL server. If it is missing, locked, read-only, full, made by a newer
release, or not made by an arena, it cannot be opened, and the error names the reason. Migrations run automatically; an
SQLite file is copied before. If the database becomes unavailable later, writers wait for it, and nothing is lost.
"""

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import quote

import trio
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool
from sqlmodel import Session

from arena.errors import UsageError, how_to_install
from arena.store.db.backup import APPLICATION, copy, name_of_copy
from arena.store.db.faults import BUSY, StoreError, in_words, may_come_back
from arena.store.db.transaction import Transaction, Values

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

    from arena.store.db.server_connections import ServerConnections

log: Final = logging.getLogger(__name__)

T = TypeVar("T")

MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"
VERSION: Final = "alembic_version"  # the table with the revision of the tables
PATIENCE: Final = 120.0  # seconds to wait for a database that is unavailable
CONNECTING: Final = 5  # seconds to wait for a server
FEW: Final = 3  # short queries that a server gets at the same time
TIDY: Final = 1000  # prompt transactions, after which a thread checkpoints SQLite's log
PAUSES: Final = (0.05, 0.1, 0.2, 0.5, 1.0)  # seconds between tries; the last one is repeated


class Database:
    """An open database, migrated to the tables of this release."""

    def __init__(
        self,
        address: str | Path,
        *,
        durable: bool = False,
        create: bool = True,
        read_only: bool = False,
    ) -> None:
        """Open the database. With `create`, make it if it is missing.

        With `durable`, a power cut loses no data that was committed to the file, but answers are slower. A PostgreSQL
        server decides this itself. With `read_only`, the database cannot be changed.
        """
        self.file: Final = None if is_server(address) else Path(address)
        self.address: Final = str(address)
        self.durable: Final = durable
        self.read_only: Final = read_only
        kind = self.address.partition("://")[0]
        if self.file is not None and kind != self.address:
            raise UsageError(
                f"database {shown(kind)}://...: expected postgresql://USER:PASSWORD@HOST:PORT/NAME, or a file"
            )
        if self.file is not None:
            check_file(self.file, create=create and not read_only)
        self.took: Callable[[str, float], None] = ignore  # called with the duration of each transaction, in any thread
        self.patience = PATIENCE  # seconds to wait for a database that is unavailable
        self.engine: Final = self._engine()
        self._one: Final = trio.CapacityLimiter(1)  # writers wait here and not in SQLite, which has no queue
        self._few: Final = trio.CapacityLimiter(FEW)  # short queries of a server
        self._server: Final = self._connections()  # None for a file
        self._quick: sqlite3.Connection | None = None  # runs the event loop's transactions
        self._untidy = 0  # transactions on `_quick` since the last checkpoint
        self._waiting = 0  # how many calls wait for an unavailable database
        try:
            self._migrate()
        except DBAPIError as error:
            self.engine.dispose()
            raise self._fault(error) from error
        except StoreError:
            self.engine.dispose()
            raise

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        if self._server is not None:
            self._server.close()
        if self._quick is not None:
            self._quick.close()
            self._quick = None

    # Sessions ------------------------------------------------------------------------------------------------------

    def read(self, question: Callable[[Session], T]) -> T:
        """Run a query function, which must change nothing, and return its result."""
        began = time.perf_counter()
        try:
            with Session(self.engine, expire_on_commit=False) as session:
                return question(session)
        except DBAPIError as error:
            raise self._fault(error) from error
        finally:
            self.took("read", time.perf_counter() - began)

    def write(self, work: Callable[[Session], T]) -> T:
        """Run the function `work` in one transaction, and return its result. Commit all of its changes, or none."""
        began = time.perf_counter()
        try:
            with Session(self._writer, expire_on_commit=False) as session, session.begin():
                return work(session)
        except DBAPIError as error:
            raise self._fault(error) from error
        finally:
            self.took("write", time.perf_counter() - began)

    async def ask(self, question: Callable[[Session], T]) -> T:
        """Run a query function in a thread, and return its result. Retry while the database is unavailable."""
        return await self._patiently(lambda: self.read(question), None)

    async def do(self, work: Callable[[Session], T]) -> T:
        """Run the function `work` in one transaction, in a thread. Return its result.

        Retry while the database is unavailable. A retry calls `work` again, even if its first run was committed.
        """
        return await self._patiently(lambda: self.write(work), self._one)

    # Prompt transactions --------------------------------------------------------------------------------------------

    # A thread and a session cost ten times as much as the work that they do for a match. So short work on a file is
    # done in the event loop, by a connection of its own that never waits, if no other task is writing to the file.
    # Short work on a server needs no session, and a single statement with arrays needs no thread. If that fails
    # (another process writes, the disk is full, a call waits for the database, the server has gone), the work is done
    # in a thread and a session like all other work, whatever the reason was.

    async def promptly(self, work: Callable[[Transaction], T]) -> T:
        """Run `work`, a short function that uses plain SQL, in one transaction, and return its result.

        For an SQLite file, run it in the event loop; for a server, in a thread without an SQLAlchemy session. If that
        fails, run it again with `do`, in a thread with a session.
        """
        if self._server is not None:
            done = await self._briefly(work)
        else:
            done = None if self.durable or self._untidy >= TIDY else self._now(work, "BEGIN IMMEDIATE")
        if done is not None:
            return done[0]
        self._untidy = 0
        return await self.do(lambda session: work(Transaction.of(session)))

    async def glance(self, question: Callable[[Transaction], T]) -> T:
        """Run `question`, a short query function that uses plain SQL, in the event loop, and return its result.

        If that fails, run it again with `ask`, in a thread with an SQLAlchemy session.
        """
        if self._server is not None:
            seen = await self._seen(question)
        else:
            seen = self._now(question, "BEGIN")
        if seen is not None:
            return seen[0]
        return await self.ask(lambda session: question(Transaction.of(session)))

    async def _briefly(self, work: Callable[[Transaction], T]) -> tuple[T] | None:
        """Run a function in a transaction on the PostgreSQL server, in a thread without an SQLAlchemy session.

        Return a tuple with the function's result as its only item; None if the transaction failed.
        """
        server = self._server
        assert server is not None, "a file has no server"
        began = time.perf_counter()
        done = await trio.to_thread.run_sync(lambda: server.transact(work), limiter=self._one)
        if done is not None:
            self.took("prompt", time.perf_counter() - began)
        return done

    async def _seen(self, question: Callable[[Transaction], T]) -> tuple[T] | None:
        """Run a query function on the PostgreSQL server, in the event loop.

        Return a tuple with the function's result as its only item; None if the query failed.
        """
        assert self._server is not None, "a file has no server"
        began = time.perf_counter()
        async with self._few:
            seen = await self._server.ask(question)
        if seen is not None:
            self.took("prompt", time.perf_counter() - began)
        return seen

    async def in_bulk(self, statement: str, *arrays: bytes) -> int | None:
        """Run a statement with array parameters on the server, while other tasks of the event loop continue.

        Return the number of changed table rows; None if the statement failed, if it may have failed, or if the database
        is a file. Only one task may call this at a time.
        """
        if self._server is None:
            return None
        began = time.perf_counter()
        changed = await self._server.run(statement, arrays)
        if changed is not None:
            self.took("prompt", time.perf_counter() - began)
        return changed

    def at_once(self, statement: str, *rows: Values) -> int | None:
        """Run a statement once for each row of values, in one transaction on the SQLite file, in the event loop.

        Return the number of changed table rows; None if the statement could not run in the event loop.
        """
        if self.durable or (quick := self._quickly()) is None:
            return None
        if len(rows) > 1:
            done = self._now(lambda transaction: transaction.do(statement, *rows), "BEGIN IMMEDIATE")
            return None if done is None else done[0]
        began = time.perf_counter()
        try:
            changed = quick.execute(statement, *rows).rowcount
        except sqlite3.Error:
            return None
        self._untidy += 1
        self.took("prompt", time.perf_counter() - began)
        return changed

    def _now(self, work: Callable[[Transaction], T], begin: str) -> tuple[T] | None:
        """Run the function `work` in a transaction on the SQLite file, in the event loop.

        Return a tuple with the function's result as its only item; None if that was not possible.
        """
        quick = self._quickly()
        if quick is None:
            return None
        began = time.perf_counter()
        try:
            quick.execute(begin)
            done = work(Transaction.on(quick))
            quick.execute("COMMIT")
        except sqlite3.Error:
            return None
        finally:
            if quick.in_transaction:
                with suppress(sqlite3.Error):
                    quick.execute("ROLLBACK")
        self._untidy += 1
        self.took("prompt", time.perf_counter() - began)
        return (done,)

    def _quickly(self) -> sqlite3.Connection | None:
        """Return the SQLite connection on which the event loop runs its statements. It never waits for a lock.

        Return None for a PostgreSQL server, for a read-only database, or if the file cannot be opened.
        """
        if self._quick is None and self.file is not None and not self.read_only:
            with suppress(sqlite3.Error):
                quick = sqlite3.connect(self.file, timeout=0, isolation_level=None)
                quick.execute("PRAGMA foreign_keys = ON")
                quick.execute("PRAGMA synchronous = NORMAL")
                quick.execute("PRAGMA wal_autocheckpoint = 0")  # a checkpoint takes time; the threads do it
                self._quick = quick
        return self._quick

    async def _patiently(self, call: Callable[[], T], limiter: trio.CapacityLimiter | None) -> T:
        """Run a call in a thread and return its result.

        Retry while the database is unavailable, for `patience` seconds at most.
        """
        since = trio.current_time()
        tries = 0
        try:
            while True:
                try:
                    return await trio.to_thread.run_sync(call, limiter=limiter)
                except StoreError as error:
                    if not may_come_back(error) or trio.current_time() - since > self.patience:
                        raise
                    if not self._waiting:
                        log.warning("waiting for the database: %s", error)
                self._waiting += tries == 0
                await trio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
        finally:
            self._waiting -= tries > 0
            if tries and not self._waiting:
                log.warning("no longer waiting for the database")

    @property
    def away(self) -> bool:
        """True if the database is unavailable and a call waits for it."""
        return bool(self._waiting)

    @property
    def is_server(self) -> bool:
        """True if the database is a PostgreSQL server."""
        return self.file is None

    # Engines -------------------------------------------------------------------------------------------------------

    def _engine(self) -> Engine:
        if self.file is not None:
            path = f"file:{quote(str(self.file))}?mode={'ro' if self.read_only else 'rwc'}"
            url = URL.create("sqlite", database=path, query={"uri": "true"})
            # The pool hands connections from thread to thread; no two threads use one at once.
            arguments = {"timeout": BUSY, "check_same_thread": False}
            engine = create_engine(url, poolclass=QueuePool, connect_args=arguments)
            event.listen(engine, "connect", self._prepare)
            event.listen(engine, "begin", begin)
            return engine
        try:
            url = make_url(self.address).set(drivername="postgresql+psycopg")
            return create_engine(url, pool_pre_ping=True, connect_args=self._connecting())
        except ImportError as error:
            raise UsageError(f"PostgreSQL needs a driver: {how_to_install('postgresql')}") from error
        except (ArgumentError, ValueError) as error:
            expected = "expected postgresql://USER:PASSWORD@HOST:PORT/NAME"
            raise UsageError(f"a database address that cannot be read ({type(error).__name__}): {expected}") from error

    def _connecting(self) -> dict[str, object]:
        """Return the options with which the driver connects to a PostgreSQL server."""
        read_only = {"options": "-c default_transaction_read_only=on"} if self.read_only else {}
        return {"connect_timeout": CONNECTING, **read_only}

    def _connections(self) -> "ServerConnections | None":
        """Return the connections that run short transactions and queries on a PostgreSQL server.

        Return None for an SQLite file or a read-only database.
        """
        if self.file is not None or self.read_only:
            return None
        from arena.store.db.server_connections import ServerConnections  # noqa: PLC0415 -- its driver is an extra

        _, options = self.engine.dialect.create_connect_args(self.engine.url)
        return ServerConnections({**options, **self._connecting()})

    @property
    def _writer(self) -> Engine:
        return self.engine.execution_options(writes=True)

    def _prepare(self, connection: Any, _entry: ConnectionPoolEntry) -> None:
        """Configure a new connection to the SQLite file."""
        connection.isolation_level = None  # only SQLAlchemy's `begin` below begins transactions
        connection.execute("PRAGMA foreign_keys = ON")
        if not self.read_only:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if self.durable else 'NORMAL'}")

    # Migrations ----------------------------------------------------------------------------------------------------

    def _migrate(self) -> None:
        """Apply the missing migrations. Before that, copy an SQLite file that has tables of an older release."""
        if self._is_newest():
            return
        # This is a quarter of an arena's imports, and is needed only for tables that are not up to date.
        import alembic.command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415
        from alembic.script import ScriptDirectory  # noqa: PLC0415

        scripts = ScriptDirectory(str(MIGRATIONS))
        with self.engine.connect() as connection:
            found = self._revision(connection, scripts)
        newest = scripts.get_current_head()
        if found == newest:
            return
        if found is not None:
            self.backup()
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self._writer.begin() as connection:
            if self.file is None:  # several arenas may start at once; the lock ends with the transaction
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({APPLICATION})")
            config.attributes["connection"] = connection
            alembic.command.upgrade(config, "head")
            if self.file is not None:
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")

    def _is_newest(self) -> bool:
        """True if the newest migration has been applied."""
        with self.engine.connect() as connection:
            if not inspect(connection).has_table(VERSION):
                return False
            found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalars().all()  # noqa: S608 -- a constant
        return found == [newest_revision()]

    def _revision(self, connection: Connection, scripts: "ScriptDirectory") -> str | None:
        """Return the number of the last applied migration as a text, such as "0001"; None for an empty database.

        Raise StoreError if the tables are those of a newer release or of another program.
        """
        from alembic.runtime.migration import MigrationContext  # noqa: PLC0415

        context = MigrationContext.configure(connection)
        found = context.get_current_revision()
        if found is None:
            self._refuse_tables(connection)
            return None
        if found not in {script.revision for script in scripts.walk_revisions()}:
            if not inspect(connection).has_table("matches"):
                self._refuse_tables(connection)
            raise StoreError(
                f"{self.name} was made by a newer release of the arena: this one does not know its tables "
                f"({shown(found)}); use that release, or a backup of before"
            )
        return found

    def _refuse_tables(self, connection: Connection) -> None:
        """Raise StoreError if the database has tables that are not an arena's."""
        tables = sorted(inspect(connection).get_table_names())
        if tables:
            raise StoreError(
                f"{self.name} is no database of an arena: it has a table {shown(tables[0])} and none of the arena's; "
                "expected an empty database, or one that the arena made"
            )

    def backup(self, target: Path | None = None) -> Path | None:
        """Copy the SQLite file, even while it is in use; by default to a file beside it.

        Return the path of the copy; None for a PostgreSQL server, which has its own tools.
        """
        if self.file is None:
            return None
        target = target or name_of_copy(self.file)
        copy(self.file, target)
        log.info("%s copied to %s", self.file, target)
        return target

    # Words ---------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The file's path or the server's address, for use in messages. The password in the address is hidden."""
        return str(self.file) if self.file is not None else make_url(self.address).render_as_string(hide_password=True)

    def _fault(self, error: DBAPIError) -> StoreError:
        """Return an error of the driver as a StoreError in plain words."""
        return in_words(self.name, error, is_server=self.file is None)


def newest_revision() -> str:
    """Return the number of the newest migration as a text with leading zeros, such as "0001"."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def is_server(address: str | Path) -> bool:
    """True if an address names a PostgreSQL server."""
    return str(address).startswith(("postgresql:", "postgres:"))


def shown(text: str) -> str:
    """Return the first 80 characters of a text of unknown origin, escaped so that an error message can show them."""
    return ascii(text)[:80]


def check_file(file: Path, *, create: bool) -> None:
    """Raise StoreError if a file cannot be an arena's database. With `create`, make the file if it is missing.

    Call this before the database is opened.
    """
    if not file.exists():
        if not create:
            raise StoreError(
                f"{file}: there is no such file; expected a database that the arena made (another one with --database)"
            )
        if not file.parent.is_dir():
            raise StoreError(f"{file}: there is no folder {file.parent}; expected one that exists")
        with suppress(OSError):  # SQLite's own error is clearer
            file.touch(mode=0o600)  # it holds secrets, and hashes of secrets
        return
    if not file.is_file():
        raise StoreError(f"{file} is no file: expected a database that the arena made, or a new name")
    if file.stat().st_size and not is_sqlite(file):
        raise StoreError(f"{file} is no database: expected a file that the arena made, or a new name")


def is_sqlite(file: Path) -> bool:
    """True if a file is an SQLite database, even if it is locked or damaged.

    The check opens the file with SQLite and not as a plain file. If this process has already opened the database,
    closing a plain file would release the database's locks, and another process could delete the log that is in use.
    """
    connection = sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, timeout=0.1)
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.DatabaseError as error:
        return "file is not a database" not in str(error)
    finally:
        connection.close()
    return True


def begin(connection: Connection) -> None:
    """Begin a transaction on SQLite.

    If the connection has the option `writes`, take SQLite's write lock now, and not only at the first write, at which
    the transaction could fail.
    """
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def ignore(_kind: str, _seconds: float) -> None:
    """Do nothing. This function receives the kind and the seconds of each transaction if no metrics are wanted."""
