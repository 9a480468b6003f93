"""Copy an SQLite file while it is in use, and check that a file is not in use before it is replaced."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from arena.store.db.faults import StoreError


def name_of_copy(file: Path) -> Path:
    """Return the default path of a copy: beside the file, with the time in its name."""
    return file.with_name(f"{file.name}.{datetime.now(UTC).strftime('%Y%m%dT%H%M%SZ')}.backup")


def copy(source: Path, target: Path) -> None:
    """Copy an SQLite file with all committed data. If that fails, make no copy."""
    fresh = target.with_name(f"{target.name}.new")
    fresh.unlink(missing_ok=True)
    try:
        fresh.touch(mode=0o600)  # there are secrets in it
        reading, writing = sqlite3.connect(source), sqlite3.connect(fresh)
        try:
            reading.backup(writing)
        finally:
            reading.close()
            writing.close()
        fresh.replace(target)
    except (sqlite3.Error, OSError) as error:
        fresh.unlink(missing_ok=True)
        raise StoreError(f"{source} could not be copied to {target}: {error}") from error


def refuse_used(file: Path) -> None:
    """Raise StoreError if another process has the file open: it would continue to write to the replaced file."""
    connection = sqlite3.connect(file, timeout=0.1, isolation_level=None)
    try:
        # Only a process that has the file alone may leave WAL mode. It stays alone until another one opens the file.
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise StoreError(f"{file} is in use: end the arena that uses it, then try again") from error
    finally:
        connection.close()
