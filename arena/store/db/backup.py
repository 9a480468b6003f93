"""Copy an SQLite file while it is in use, and refuse to replace a file that must not be lost."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from arena.errors import UsageError
from arena.store.db.faults import StoreError
from arena.store.db.pg_programs import MAGIC as DUMP

APPLICATION: Final = 0x746C6163  # "tlac", which SQLite keeps in the file's header
SQLITE: Final = b"SQLite format 3\0"  # the first bytes of an SQLite file
OWNER: Final = slice(68, 72)  # where the header of an SQLite file has the number of its application


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


def refuse_other_files(target: Path, source: Path | None) -> None:
    """Raise UsageError if a backup to `target` would overwrite a file that is no backup of an arena.

    `source` is the SQLite file that is copied; None for a PostgreSQL database.
    """
    if not target.exists():
        return
    if not target.is_file():
        raise UsageError(f"{target} is no file: expected a new name, or an earlier backup")
    if source is not None and target.samefile(source):
        raise UsageError(f"{target} is the database itself: expected another name for its copy")
    # Opening and closing the file would release the locks of this process on it, if it had the file open.
    if target.with_name(f"{target.name}-wal").exists():
        raise UsageError(f"{target} is a database in use: expected a new name, or an earlier backup")
    with target.open("rb") as file:
        head = file.read(OWNER.stop)
    ours = head.startswith(SQLITE) and head[OWNER] == APPLICATION.to_bytes(4, "big")
    if head and not ours and not head.startswith(DUMP):
        raise UsageError(f"{target} is no backup of an arena, and would be lost: expected a new name")


def refuse_used(file: Path) -> None:
    """Raise StoreError if another process has this SQLite file open. Call this before the file is replaced.

    The other process would continue to write to the old file, and its changes would be lost.
    """
    connection = sqlite3.connect(file, timeout=0.1, isolation_level=None)
    try:
        # Only a process that has the file alone may leave WAL mode. It stays alone until another one opens the file.
        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise StoreError(f"{file} is in use: end the arena that uses it, then try again") from error
    finally:
        connection.close()
