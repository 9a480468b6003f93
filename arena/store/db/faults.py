"""The errors of a database in plain words, and whether a retry may help."""

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from arena.errors import ArenaError

BUSY: Final = 5.0  # seconds to wait for another process that writes
PAUSED: Final = "25P03"  # PostgreSQL's code for a transaction that it ended because this process was paused


class StoreError(ArenaError):
    """Raised if the database cannot be used now. The message has the reason, and what the organiser can do."""


MEANINGS: Final = (
    ("database is locked", f"another process has been writing to it for {BUSY:g} s; end that, or try again"),
    ("readonly database", "it is read-only, so nothing can be kept in it; expected a file and folder to write to"),
    ("database or disk is full", "there is no room for more; make room on its disk, and what waits goes on"),
    ("unable to open database file", "it cannot be opened: expected a file in a folder that exists and can be written"),
    ("file is not a database", "it is no database: expected a file that the arena made, or a new name"),
    ("database disk image is malformed", "the file is damaged: restore a backup"),
    ("disk I/O error", "its disk does not work"),
)

AWAY: Final = (
    "database is locked",
    "readonly database",
    "database or disk is full",
    "unable to open database file",
    "disk I/O error",
)


def in_words(name: str, error: DBAPIError, *, is_server: bool) -> StoreError:
    """Return a StoreError that explains a driver's error in plain words. Its message begins with `name`.

    `name` is the database's file or address. `is_server` is True for a PostgreSQL server.
    """
    said = str(error.orig).strip().partition("\n")[0]
    for words, meaning in MEANINGS:
        if words in said:
            return StoreError(f"{name}: {meaning}")
    if is_server and is_away(error):
        return StoreError(f"{name} cannot be reached: {said}")
    return StoreError(f"{name}: {said}")


def may_come_back(error: StoreError) -> bool:
    """True if a retry may help after this error: its cause is that the whole database is unavailable at present."""
    return isinstance(error.__cause__, DBAPIError) and is_away(error.__cause__)


def is_away(error: DBAPIError) -> bool:
    """True if a driver's error says that the whole database is unavailable, perhaps only for some time."""
    if error.connection_invalidated:
        return True
    if isinstance(error.orig, sqlite3.Error):
        return any(words in str(error.orig) for words in AWAY)
    if getattr(error.orig, "sqlstate", None) == PAUSED:
        return True
    return isinstance(error, OperationalError | InterfaceError)
