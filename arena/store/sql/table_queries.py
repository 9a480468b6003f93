"""Statements on whole tables, with which `arena move` copies a database."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text


def how_many_rows(connection: Connection, table: Table) -> int:
    """Return how many rows a table has."""
    found: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return found


def rows_in_order(connection: Connection, table: Table, at_once: int) -> Any:
    """Return the rows of a table in the order of their keys, with at most `at_once` of them in memory."""
    asked = select(table).order_by(*table.primary_key.columns)
    return connection.execute(asked, execution_options={"stream_results": True, "max_row_buffer": at_once})


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows unchanged, including their keys."""
    connection.execute(insert(table), rows)


def continue_numbers(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number the next row of a table after its newest row. SQLite needs no such step."""
    newest = connection.execute(select(func.max(table.columns["id"]))).scalar_one()
    if newest is not None:
        values = {"table": table.name, "newest": newest}
        connection.execute(text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :newest)"), values)
