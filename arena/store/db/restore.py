"""Putting a backup in the place of an SQLite file."""

from pathlib import Path

from arena.store.db.backup import copy, refuse_used
from arena.store.db.database import Database, check_file
from arena.store.db.faults import StoreError


def restore(backup: Path, target: Path) -> Path | None:
    """Put a backup in the place of a file that nobody uses; the copy of what was there before, if anything was.

    The backup is opened first, so that nothing is replaced by a file that is none of the arena's.
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
