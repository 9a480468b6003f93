"""The lock against a second arena on one database: two arenas would corrupt each other's matches."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from arena.errors import UsageError
from arena.store.db.database import Database
from arena.store.db.faults import BUSY, StoreError

LOCK: Final = 0x746C6164  # the advisory lock's number on a server; one more than that of migrations


@contextmanager
def alone(database: Database) -> Iterator[None]:
    """Lock a database against other arenas while the `with` block runs.

    Raise UsageError if another arena has the lock. Raise StoreError if the database cannot be written: it is better to
    fail now than during a match.
    """
    held = alone_at_file(database.file) if database.file is not None else alone_at_server(database)
    with held:
        database.write(lambda session: session.connection().execute(TOUCH))
        yield


# This write changes nothing. It shows whether the file can be written, which SQLite checks only at the first row.
TOUCH: Final = text("UPDATE alembic_version SET version_num = version_num")


@contextmanager
def alone_at_server(database: Database) -> Iterator[None]:
    """Lock a PostgreSQL database. Raise UsageError if another arena holds the lock.

    The lock belongs to one connection to the server, and ends with it.
    """
    connection = database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        # The server may need a moment to notice that a killed arena has disconnected.
        connection.execute(text(f"SET lock_timeout = {round(BUSY * 1000)}"))
        try:
            connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
        except OperationalError:
            raise UsageError(taken(database.name)) from None
        yield
    finally:
        connection.invalidate()  # the connection may be broken by now
        connection.close()


@contextmanager
def alone_at_file(file: Path) -> Iterator[None]:
    """Lock an SQLite file. Raise UsageError if another arena holds the lock.

    The operating system releases the lock when this process ends.
    """
    try:
        held = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"{file}: nothing can be written beside it: {error.strerror}") from error
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(taken(str(file))) from None
        yield
    finally:
        os.close(held)


def taken(name: str) -> str:
    """Return the error message for a database on which an arena runs already."""
    return f"an arena runs on {name} already: ask that one, with --arena HOST:PORT, or end it first"
