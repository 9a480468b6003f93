"""Being the only arena of a database: two that went on with the same matches would spoil them for each other."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import text

from arena.errors import UsageError
from arena.store.database import Database

LOCK: Final = 0x746C6164  # of a PostgreSQL server; one more than that of migrations


@contextmanager
def alone(database: Database) -> Iterator[None]:
    """Keep other arenas away from a database as long as the block runs, however it ends; UsageError if one is there."""
    if database.file is not None:
        with alone_at_file(database.file):
            yield
        return
    with database.engine.connect() as connection:  # the lock is the connection's, and ends with it
        if not connection.execute(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": LOCK}).scalar():
            raise UsageError(taken(database.name))
        connection.commit()
        yield


@contextmanager
def alone_at_file(file: Path) -> Iterator[None]:
    """The same for an SQLite file: the system forgets the lock when the process ends."""
    with file.with_name(f"{file.name}.lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(taken(str(file))) from None
        yield


def taken(name: str) -> str:
    """What is said to whoever comes second."""
    return f"an arena runs on {name} already: ask that one, with --arena HOST:PORT, or end it first"
