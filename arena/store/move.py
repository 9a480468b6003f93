"""Copy a database with all its content into another: from SQLite to PostgreSQL, back, or between two of one kind.

The copy is private: it contains hashes of tokens and secrets of rounds. No arena may run on either database.
"""

import hashlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final

from sqlalchemy import Connection, Row, Table
from sqlalchemy.exc import DBAPIError

from arena.errors import UsageError
from arena.store.db.database import Database
from arena.store.db.faults import StoreError, in_words
from arena.store.db.lock import alone
from arena.store.sql import table_queries
from arena.store.tables import METADATA

AT_ONCE: Final = 500  # rows that are copied in one statement

Told = Callable[[int, int], None]  # called with the number of rows that are moved, and of all rows


def move(source: Database, target: Database, told: Told = lambda _done, _total: None) -> int:
    """Copy every row of a database into an empty database, all or none. Return the number of rows.

    Raise UsageError if an arena runs on either database, or if the target is not empty. Before the commit, every row is
    read back and compared.
    """
    with alone(source), alone(target):
        try:
            with reading(source) as reader, target.engine.execution_options(writes=True).begin() as writer:
                refuse_filled(writer, target)
                return copy_all(reader, writer, told)
        except DBAPIError as error:
            raise in_words(target.name, error, is_server=target.file is None) from error


def reading(source: Database) -> Connection:
    """Return a connection that reads a snapshot of the database: it does not see later changes."""
    if source.file is not None:
        return source.engine.connect()
    return source.engine.connect().execution_options(isolation_level="REPEATABLE READ")


def refuse_filled(writer: Connection, target: Database) -> None:
    """Raise UsageError if any table of the target database has a row."""
    filled = filled_table(writer)
    if filled:
        raise UsageError(f"{target.name} has rows in {filled}: expected an empty database, or a new name")


def filled_table(connection: Connection) -> str:
    """Return the name of the first table that has rows; an empty text if all tables are empty."""
    for table in METADATA.sorted_tables:
        if table_queries.how_many_rows(connection, table):
            return table.name
    return ""


def copy_all(reader: Connection, writer: Connection, told: Told) -> int:
    """Copy all tables. Return the number of rows. Raise StoreError if a copy differs.

    A table is copied after the tables to which its rows refer.
    """
    counts = {table: table_queries.how_many_rows(reader, table) for table in tables()}
    total, done = sum(counts.values()), 0
    for table in tables():
        for some in partitions(reader, table):
            table_queries.insert_rows(writer, table, [row._asdict() for row in some])
            done += len(some)
            told(done, total)
        continue_numbers(writer, table)
        if digest(reader, table) != digest(writer, table):
            raise StoreError(f"the table {table.name} differs from its copy, so nothing was moved: expected equal rows")
    return total


def tables() -> list[Table]:
    """Return all tables, each after the tables to which it refers."""
    return METADATA.sorted_tables


def digest(connection: Connection, table: Table) -> bytes:
    """Return a digest of all rows of a table. For equal rows, the digest is the same on SQLite and PostgreSQL."""
    found = hashlib.sha256()
    for row in chain.from_iterable(partitions(connection, table)):
        found.update(repr(tuple(map(plain, row))).encode())
    return found.digest()


def partitions(connection: Connection, table: Table) -> Iterator[list[Row[Any]]]:
    """Yield the rows of a table in lists of at most 500."""
    yield from table_queries.rows_in_order(connection, table, AT_ONCE).partitions(AT_ONCE)


def plain(value: object) -> object:
    """Return a value of a table row in a form that compares equal from SQLite and from PostgreSQL."""
    return bytes(value) if isinstance(value, memoryview | bytearray) else value


def continue_numbers(writer: Connection, table: Table) -> None:
    """Let a PostgreSQL server number new rows after the copied rows. SQLite needs no such step."""
    if writer.dialect.name == "postgresql" and "id" in table.columns:
        table_queries.continue_numbers(writer, table)
