"""Inserts in plain SQL for any table. The columns come from the model of the table."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Table
from sqlmodel import SQLModel

from arena.store.db.faults import StoreError
from arena.store.db.transaction import Transaction, Values


def insert(transaction: Transaction, model: type[SQLModel], **values: object) -> int:
    """Insert a row and return its primary key. Missing values get the default of the model."""
    key = key_of(transaction.row(_making(model), **with_defaults(model, **values)))
    assert key is not None
    return key


def insert_or_find(transaction: Transaction, model: type[SQLModel], *unique: str, **values: object) -> int:
    """Return the primary key of the row with these values in its `unique` columns. Insert the row if it is missing.

    If another process inserts the same row at the same time, wait for the commit of that process, and return the row's
    key.
    """
    whole = with_defaults(model, **values)
    made = key_of(transaction.row(_making_once(model), **whole))
    if made is not None:
        return made
    found = key_of(transaction.row(_finding(model, unique), **{name: whole[name] for name in unique}))
    if found is None:
        given = ", ".join(f"{name} = {whole[name]!r}" for name in unique)
        raise StoreError(f"{_table(model).name}: another row has a value that must be unique, not the row with {given}")
    return found


def insert_all(transaction: Transaction, model: type[SQLModel], *rows: Values) -> None:
    """Insert rows with new primary keys, in this order. Missing values get the default of the model."""
    transaction.put(_adding_all(model), *[with_defaults(model, **row) for row in rows])


def insert_unknown(transaction: Transaction, model: type[SQLModel], *rows: Values) -> None:
    """Insert rows with new primary keys. Skip a row if another row has one of its unique values.

    If another process inserts the same row at the same time, this waits for its commit.
    """
    transaction.put(f"{_adding_all(model)} ON CONFLICT DO NOTHING", *[with_defaults(model, **row) for row in rows])


def key_of(row: Any) -> int | None:
    """Return the primary key in a result row, which has no other column; None if `row` is None."""
    return None if row is None else int(row[0])


def insert_missing(transaction: Transaction, model: type[SQLModel], *rows: Values) -> None:
    """Insert complete rows. Skip a row if its primary key exists already."""
    transaction.put(_keeping(model), *rows)


def insert_or_replace(transaction: Transaction, model: type[SQLModel], *rows: Values) -> None:
    """Insert complete rows. Each row replaces the stored row with the same primary key."""
    transaction.put(_replacing(model), *rows)


def insert_or_add(transaction: Transaction, model: type[SQLModel], *rows: Values) -> None:
    """Insert complete rows. If a row with the same primary key is stored, add the new numbers to those stored there."""
    transaction.put(_adding(model), *rows)


def delete_played_out(transaction: Transaction, model: type[SQLModel], *rows: Values) -> None:
    """Delete stored rows with 0 games from a table, for each pair of pool and entrant that occurs in `rows`."""
    text = f"DELETE FROM {_table(model).name} WHERE pool_id = :pool_id AND entrant_id = :entrant_id AND games = 0"  # noqa: S608 -- a name
    transaction.put(text, *[{name: row[name] for name in ("pool_id", "entrant_id")} for row in rows])


def with_defaults(model: type[SQLModel], **values: object) -> Values:
    """Return the given values of a row, with the model's default for each column that is missing."""
    return {**_defaults(model), **values}


# Texts -------------------------------------------------------------------------------------------------------------


@cache
def _making(model: type[SQLModel]) -> str:
    names = [column.name for column in _table(model).columns if not column.primary_key]
    values = ", ".join(f":{name}" for name in names)
    return f"INSERT INTO {_table(model).name} ({', '.join(names)}) VALUES ({values}) RETURNING id"  # noqa: S608 -- names


@cache
def _adding_all(model: type[SQLModel]) -> str:
    return _making(model).removesuffix(" RETURNING id")


@cache
def _making_once(model: type[SQLModel]) -> str:
    return f"{_adding_all(model)} ON CONFLICT DO NOTHING RETURNING id"


@cache
def _finding(model: type[SQLModel], unique: Sequence[str]) -> str:
    same = " AND ".join(f"{name} = :{name}" for name in unique)
    return f"SELECT id FROM {_table(model).name} WHERE {same}"  # noqa: S608 -- names of columns


@cache
def _defaults(model: type[SQLModel]) -> Values:
    return {name: field.default for name, field in model.model_fields.items() if not field.is_required()}


@cache
def _keeping(model: type[SQLModel]) -> str:
    return f"{_inserting(_table(model))} DO NOTHING"


@cache
def _replacing(model: type[SQLModel]) -> str:
    table = _table(model)
    return f"{_inserting(table)} DO UPDATE SET " + ", ".join(f"{name} = excluded.{name}" for name in _others(table))


@cache
def _adding(model: type[SQLModel]) -> str:
    table = _table(model)
    return f"{_inserting(table)} DO UPDATE SET " + ", ".join(
        f"{name} = {table.name}.{name} + excluded.{name}" for name in _others(table)
    )


def _table(model: type[SQLModel]) -> Table:
    table: Table = model.__table__  # type: ignore[attr-defined]  # SQLModel makes it
    return table


def _inserting(table: Table) -> str:
    names = [column.name for column in table.columns]
    values = ", ".join(f":{name}" for name in names)
    key = ", ".join(column.name for column in table.primary_key.columns)
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({values}) ON CONFLICT ({key})"  # noqa: S608 -- names


def _others(table: Table) -> Sequence[str]:
    """Return the names of a table's columns that are not part of its primary key."""
    return [column.name for column in table.columns if not column.primary_key]
