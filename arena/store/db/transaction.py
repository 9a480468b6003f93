"""Transactions in plain SQL, for what every match does: there, building a statement costs more than carrying it out.

A text is the same for both databases, its values named as `:this`. What stands in the texts are names of tables and
columns; values never do.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

from sqlalchemy import Table
from sqlmodel import Session, SQLModel

M = TypeVar("M", bound=SQLModel)

NAMED: Final = re.compile(r":(\w+)")

Values = Mapping[str, object]
Carry = Callable[[str, Any], Any]  # carries a text out with values, or with a list of them


class Transaction:
    """A transaction that is open: whoever has it may ask and write, and whoever opened it commits it."""

    def __init__(self, once: Carry, often: Carry, *, server: bool) -> None:
        self._once: Final = once
        self._often: Final = often
        self._server: Final = server

    @classmethod
    def of(cls, session: Session) -> "Transaction":
        """The transaction of a session; what was added to the session has to be flushed before."""
        carry = session.connection().exec_driver_sql
        return cls(carry, carry, server=session.get_bind().dialect.name == "postgresql")

    @classmethod
    def on(cls, connection: sqlite3.Connection) -> "Transaction":
        """The transaction that is open on a connection to an SQLite file."""
        return cls(connection.execute, connection.executemany, server=False)

    def rows(self, text: str, **values: object) -> list[Any]:
        """What is found."""
        found: list[Any] = self._once(self._spelled(text), values).fetchall()
        return found

    def row(self, text: str, **values: object) -> Any:
        """The first of what is found, or None."""
        return self._once(self._spelled(text), values).fetchone()

    def do(self, text: str, *rows: Values) -> None:
        """Carry a statement out, once for each row of values."""
        if len(rows) == 1:
            self._once(self._spelled(text), rows[0])
        elif rows:
            self._often(self._spelled(text), list(rows))  # to SQLAlchemy a tuple would be one row

    def lock_pool(self, pool_id: int) -> None:
        """Let nobody else count in this pool until the transaction ends; in a file nobody else writes anyway."""
        if self._server:
            self.row("SELECT id FROM pools WHERE id = :pool_id FOR UPDATE", pool_id=pool_id)

    def _spelled(self, text: str) -> str:
        return marked(text) if self._server else text


@cache
def marked(text: str) -> str:
    """A text with its values marked as the driver of PostgreSQL wants them."""
    return NAMED.sub(r"%(\1)s", text)


# Rows as their models tell them ------------------------------------------------------------------------------------


@cache
def columns(model: type[SQLModel]) -> str:
    """All columns of a model's table, in the order in which `like` takes them."""
    return ", ".join(f"{table_of(model).name}.{column.name}" for column in table_of(model).columns)


def like(model: type[M], row: Sequence[Any]) -> M:
    """A row of these columns with the fields of its model, to be read: no session knows it."""
    return cast("M", SimpleNamespace(**dict(zip(_names(model), row, strict=True))))


def only(_model: type[M], **values: object) -> M:
    """A row of which these fields alone are known, likewise."""
    return cast("M", SimpleNamespace(**values))


@cache
def _names(model: type[SQLModel]) -> Sequence[str]:
    return [column.name for column in table_of(model).columns]


# Inserts -----------------------------------------------------------------------------------------------------------


@cache
def making(model: type[SQLModel]) -> str:
    """Insert a row, and find out the key that the database gives it; see `with_defaults`."""
    names = [column.name for column in table_of(model).columns if not column.primary_key]
    values = ", ".join(f":{name}" for name in names)
    return f"INSERT INTO {table_of(model).name} ({', '.join(names)}) VALUES ({values}) RETURNING id"  # noqa: S608 -- names


def with_defaults(model: type[SQLModel], **values: object) -> Values:
    """The values of a whole row: what is not given is as the model has it."""
    return {**_defaults(model), **values}


@cache
def _defaults(model: type[SQLModel]) -> Values:
    return {name: field.default for name, field in model.model_fields.items() if not field.is_required()}


# Inserts that say what happens to rows that are there --------------------------------------------------------------


@cache
def adding(model: type[SQLModel]) -> str:
    """Insert rows, or add their numbers to those that are there."""
    table = table_of(model)
    return f"{_inserting(table)} DO UPDATE SET " + ", ".join(
        f"{name} = {table.name}.{name} + excluded.{name}" for name in _others(table)
    )


@cache
def replacing(model: type[SQLModel]) -> str:
    """Insert rows, or put them in the place of those that are there."""
    table = table_of(model)
    return f"{_inserting(table)} DO UPDATE SET " + ", ".join(f"{name} = excluded.{name}" for name in _others(table))


@cache
def keeping(model: type[SQLModel]) -> str:
    """Insert rows, and leave those that are there."""
    return f"{_inserting(table_of(model))} DO NOTHING"


def table_of(model: type[SQLModel]) -> Table:
    """The table of a model."""
    table: Table = model.__table__  # type: ignore[attr-defined]  # SQLModel makes it
    return table


def _inserting(table: Table) -> str:
    names = [column.name for column in table.columns]
    values = ", ".join(f":{name}" for name in names)
    key = ", ".join(column.name for column in table.primary_key.columns)
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({values}) ON CONFLICT ({key})"  # noqa: S608 -- names


def _others(table: Table) -> Sequence[str]:
    """The columns that are not in the key."""
    return [column.name for column in table.columns if not column.primary_key]
