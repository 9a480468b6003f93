"""Transactions in plain SQL for the work of every match, because building a statement costs more than running it.

The statements are in `arena/store/sql`. Each one runs on SQLite and on PostgreSQL. Its text contains names of tables
and columns, but never a value: in place of a value, it has a name such as `:this`.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlmodel import Session

NAMED: Final = re.compile(r":(\w+)")

Values = Mapping[str, object]
Carry = Callable[[str, Any], Any]  # runs a text with values, or with a list of them


class Transaction:
    """An open transaction for queries and writes. The code that opened it commits it."""

    def __init__(self, once: Carry, often: Carry, *, server: bool, marks: bool | None = None) -> None:
        self._once: Final = once
        self._often: Final = often
        self.server: Final = server  # True for PostgreSQL: there other transactions may write at the same time
        self._marks: Final = server if marks is None else marks  # True for the driver's own marks of named values

    @classmethod
    def of(cls, session: Session) -> "Transaction":
        """Return the transaction of a session. The session's pending objects must be flushed before.

        Flushing is the task of the caller: plain SQL does not see objects that are not written yet.
        """
        carry = session.connection().exec_driver_sql
        return cls(carry, carry, server=session.get_bind().dialect.name == "postgresql")

    @classmethod
    def on(cls, connection: sqlite3.Connection) -> "Transaction":
        """Return the transaction that is open on a connection to an SQLite file."""
        return cls(connection.execute, connection.executemany, server=False)

    def rows(self, text: str, **values: object) -> list[Any]:
        """Return the rows of a query."""
        found: list[Any] = self._once(self._spelled(text), values).fetchall()
        return found

    def row(self, text: str, **values: object) -> Any:
        """Return the first row of a query; None if there is none."""
        return self._once(self._spelled(text), values).fetchone()

    def do(self, text: str, *rows: Values) -> int:
        """Run a statement once for each row of values. Return the total number of changed table rows."""
        changed: int = self._done(text, rows).rowcount if rows else 0
        return changed

    def put(self, text: str, *rows: Values) -> None:
        """Run a statement once for each row of values. A PostgreSQL server may do that later in the transaction."""
        if rows:
            self._done(text, rows)

    def _done(self, text: str, rows: Sequence[Values]) -> Any:
        if len(rows) == 1:
            return self._once(self._spelled(text), rows[0])
        return self._often(self._spelled(text), list(rows))  # to SQLAlchemy a tuple would be one row

    def _spelled(self, text: str) -> str:
        return marked(text) if self._marks else text


@cache
def marked(text: str) -> str:
    """Return a statement with its named values in the form of the PostgreSQL driver, such as `%(this)s`."""
    return NAMED.sub(r"%(\1)s", text)
