"""Delete old data other than results. Each kind of data has a number of days for which it is stored.

Matches, records, ratings, tournaments and accounts are never deleted by this module.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from sqlmodel import Session

from arena.errors import UsageError, nearest
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.sql.prune_queries import DELETES

DAY: Final = 86_400.0
ALWAYS: Final = "always"
MOST: Final = 36_500  # days

# Days by default; None: always.
KEPT: Final[Mapping[str, int | None]] = {
    "journals": 7,
    "faults": 365,
    "tokens": 365,
    "copies": 90,
    "analyses": None,
    "audit": None,
}
ABOUT: Final[Mapping[str, str]] = {
    "journals": "journals of matches that are over; a result replaces them, so few are left",
    "faults": "faults of the arena that bots were part of",
    "tokens": "revoked tokens, revoked and ended invites",
    "copies": "copies of the SQLite file beside it, from migrations, backups without a name and restores",
    "analyses": "analyses of matches; each can be made again from the record of its match",
    "audit": "what organisers did",
}


def read_keep(given: Sequence[str]) -> dict[str, int | None]:
    """Return a dict from each kind of data to the number of days for which it is stored; None stands for always.

    `given` has texts of the command line, such as `journals=7`. Kinds that it does not name have their default.
    """
    kept = dict(KEPT)
    for text in given:
        name, _, days = text.partition("=")
        if name not in kept:
            raise UsageError(f"unknown kind {name!r}: {nearest(name, kept)}")
        if days != ALWAYS and not (days.isascii() and days.isdigit() and int(days[:9]) <= MOST):
            raise UsageError(f"keep {text!r}: expected {name}=DAYS up to {MOST}, or {name}={ALWAYS}")
        kept[name] = None if days == ALWAYS else int(days)
    return kept


def prune(database: Database, kept: Mapping[str, int | None], now: float, *, deletes: bool) -> dict[str, int]:
    """Delete data older than the limit for its kind. Return a dict from each kind to the number of its deleted items.

    `kept` has the limits in days. Without `deletes`, only count the items.
    """

    def work(session: Session) -> dict[str, int]:
        counts = {
            name: delete(session, now - days * DAY)
            for name, delete in DELETES.items()
            if (days := kept.get(name)) is not None
        }
        if not deletes:
            session.rollback()
        return counts

    counts = database.write(work)
    days = kept.get("copies")
    if days is not None and database.file is not None:
        old = list(old_copies(database.file, now - days * DAY))
        counts["copies"] = len(old)
        for each in old if deletes else ():
            remove(each)
    return counts


def old_copies(file: Path, before: float) -> Iterator[Path]:
    """Yield the copies of a database file in its folder that are older than a time, in seconds since 1970."""
    for each in sorted(file.parent.glob(f"{file.name}.*.backup")):
        if each.is_file() and each.stat().st_mtime < before:
            yield each


def remove(file: Path) -> None:
    """Delete a file if it exists. Raise StoreError if it cannot be deleted."""
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{file} cannot be removed: {error.strerror}") from error
