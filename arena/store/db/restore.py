"""Replace an SQLite file or a PostgreSQL database by a backup."""

from collections.abc import Callable
from pathlib import Path

from arena.store.db.backup import copy, refuse_used
from arena.store.db.database import Database, check_file
from arena.store.db.faults import StoreError
from arena.store.db.lock import alone
from arena.store.db.pg_programs import check_dump, undump


def restore(backup: Path, target: Path) -> Path | None:
    """Put a copy of the file `backup` in place of the database file `target`. Raise StoreError if `target` is in use.

    The old content of `target` is copied first: return the path of this copy; None if there was no file. If the backup
    is not an arena's database, raise StoreError and replace nothing.
    """
    check_file(backup, create=False)
    fresh = target.with_name(f"{target.name}.restored")
    copy(backup, fresh)
    try:
        Database(fresh, create=False).close()
    except StoreError:
        fresh.unlink(missing_ok=True)
        raise
    kept = None
    if target.exists():
        refuse_used(target)
        kept = Database(target, create=False).backup()
        for left in ("-wal", "-shm"):
            target.with_name(f"{target.name}{left}").unlink(missing_ok=True)
    fresh.replace(target)
    return kept


def restore_server(
    backup: Path, address: str, say: Callable[[str], None], check: Callable[[Database], None] = lambda _: None
) -> None:
    """Load a dump into a PostgreSQL database in place of its content, and migrate its tables to this release.

    Raise UsageError if an arena uses the database. No copy of the old content is made. So `check` is called with the
    database first, and raises an error if that content must not be lost.
    """
    check_dump(backup)
    database = Database(address)
    try:
        with alone(database):
            check(database)
            undump(backup, address, say)
    finally:
        database.close()
    Database(address).close()
