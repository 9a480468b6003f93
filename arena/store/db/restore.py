"""Replace an SQLite file or a PostgreSQL database by a backup."""

from collections.abc import Callable
from pathlib import Path

from arena.store.db.backup import copy, refuse_used
from arena.store.db.database import Database, check_file
from arena.store.db.faults import StoreError
from arena.store.db.lock import alone
from arena.store.db.pg_programs import check_dump, undump


def restore(backup: Path, target: Path) -> Path | None:
    """Replace a database file that is not in use by a backup. Raise StoreError if the file is in use.

    Return the path of a copy of the replaced file; None if there was no file. The backup is opened first: if it is not
    an arena's database, nothing is replaced.
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
    """Replace a PostgreSQL database that no arena uses by a dump, and migrate its tables to this release.

    First, `check` is called with the database. It raises an error if the present content must not be lost, because no
    copy is made.
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
