"""A pipeline of statements to a PostgreSQL server: a statement is sent without a wait for earlier answers.

The driver's own cursors cost more time than the statements of a match. Each statement is prepared once. A transaction
waits for the server once for each read, and once for its commit.
"""

import select
import struct
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import psycopg
import trio
from psycopg import pq

from arena.store.db.transaction import NAMED, Values

PREPARED: Final = 500  # statements that one connection may prepare: the lengths of lists make new ones
BINARY: Final = 1  # the format of a value; 0 is text

BOOL, BYTES, LONG, DOUBLE, UNKNOWN = 16, 17, 20, 701, 0  # the server's numbers for types


class ServerRefusedError(psycopg.DatabaseError):
    """Raised if the server refuses a statement, or answers with a value of an unknown type."""


class AnswerAwaitedError(BaseException):
    """Raised to stop a query function, because the answer to one of its statements has not arrived.

    The function is called again when the answer has arrived. The class is derived from BaseException, so an
    `except Exception` in the function does not catch it.
    """


class AwaitedResult:
    """The result of one or several sent statements. Reading it waits for the server."""

    def __init__(self, pipeline: "ServerPipeline") -> None:
        self.rowcount_so_far = 0
        self.rows: Final[list[tuple[Any, ...]]] = []
        self._pipeline: Final = pipeline

    @property
    def rowcount(self) -> int:
        """The number of table rows that the statements changed."""
        self._pipeline.settle()
        return self.rowcount_so_far

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Wait for the server's answers, and return all rows of the query."""
        self._pipeline.settle()
        return self.rows

    def fetchone(self) -> tuple[Any, ...] | None:
        """Wait for the server's answers, and return the first row of the query; None if there is none."""
        return next(iter(self.fetchall()), None)

    def take(self, found: pq.abc.PGresult) -> None:
        """Handle the server's answer to one statement: append its rows, and add its number of changed rows.

        The rows of all statements of this result are in `rows`, decoded to Python values.
        """
        self.rowcount_so_far += found.command_tuples or 0
        if found.status == pq.ExecStatus.TUPLES_OK:
            columns = range(found.nfields)
            readers = [reader_of(found.ftype(column)) for column in columns]
            for row in range(found.ntuples):
                values = [found.get_value(row, column) for column in columns]
                self.rows.append(
                    tuple([None if value is None else read(value) for read, value in zip(readers, values, strict=True)])
                )


class ServerPipeline:
    """A connection in pipeline mode: a statement does not wait for the answers to earlier ones."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self.connection: Final = connection
        self._server: Final = connection.pgconn
        self._server.nonblocking = 1
        self._server.enter_pipeline_mode()
        self.waits = True  # False if the thread of the caller must not wait for an answer
        self._refusal = ""
        self._sent: Final[deque[AwaitedResult]] = deque()  # without an answer; one for each statement
        self._prepared: Final[dict[tuple[str, tuple[int, ...]], bytes]] = {}

    @property
    def is_idle(self) -> bool:
        """True if no answer is awaited and no transaction is open."""
        return not self._sent and self._server.transaction_status == pq.TransactionStatus.IDLE

    def control(self, statement: bytes) -> None:
        """Send a statement without values, such as BEGIN."""
        self._server.send_query_params(statement, None)
        self._sent.append(AwaitedResult(self))

    def once(self, text: str, values: Values) -> AwaitedResult:
        """Send a statement with one set of named values, and return its AwaitedResult at once.

        The statement's answer may arrive later. Reading the AwaitedResult waits for it.
        """
        result = AwaitedResult(self)
        self._send(text, values, result)
        return result

    def often(self, text: str, rows: Sequence[Values]) -> AwaitedResult:
        """Send a statement once for each row of values. Return one result for all rows, which may still be awaited."""
        result = AwaitedResult(self)
        for row in rows:
            self._send(text, row, result)
        return result

    def _send(self, text: str, values: Values, result: AwaitedResult) -> None:
        spelled, names = numbered(text)
        types, formats, given = encoded(names, values)
        key = text, types
        name = self._prepared.get(key)
        if name is None and len(self._prepared) < PREPARED:
            name = self._prepared[key] = b"statement %d" % len(self._prepared)
            self._server.send_prepare(name, spelled, types)
            self._sent.append(AwaitedResult(self))
        if name is None:
            self._server.send_query_params(spelled, given, types, formats, BINARY)
        else:
            self._server.send_query_prepared(name, given, formats, BINARY)
        self._sent.append(result)

    def settle(self) -> None:
        """Wait for the answers to all sent statements.

        Raise psycopg.Error if the server refused a statement or the connection broke. Raise AnswerAwaitedError if an
        answer is missing and the thread of the caller must not wait.
        """
        if not self._sent:
            return
        if not self.waits:
            raise AnswerAwaitedError
        self._server.pipeline_sync()
        while not self._is_settled():
            ready = select.poll()
            ready.register(self._server.socket, select.POLLIN | (select.POLLOUT if self._server.flush() else 0))
            ready.poll()
            self._server.consume_input()

    async def settled(self) -> None:
        """Wait for the answers to all sent statements, while other tasks of the event loop continue."""
        self._server.pipeline_sync()
        while not self._is_settled():
            if self._server.flush():
                await trio.lowlevel.wait_writable(self._server.socket)
            else:
                await trio.lowlevel.wait_readable(self._server.socket)
            self._server.consume_input()

    def _is_settled(self) -> bool:
        """Read the answers that have arrived. Return True if they were the last ones.

        After the last answer, raise ServerRefusedError if the server refused a statement. Raise
        psycopg.OperationalError if the server ended before it confirmed the last statements: a transaction may have
        been committed or not.
        """
        while not (self._server.flush() or self._server.is_busy()):
            found = self._server.get_result()
            if found is None and not self._sent:
                raise psycopg.OperationalError("the server ended before it confirmed the last statements")
            if found is None:  # the end of one statement
                self._sent.popleft()
            elif found.status == pq.ExecStatus.PIPELINE_SYNC:
                if self._refusal:
                    raise ServerRefusedError(self._refusal)
                return True
            elif found.status in {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK}:
                self._sent[0].take(found)
            else:
                said = found.error_message.decode(errors="replace")
                self._refusal = self._refusal or said or "a statement was refused"
        return False


class Script:
    """Sends the statements of a query function, and stores their results.

    If the function reads a result that has not arrived yet, its caller waits for the result and runs the function again
    from its beginning. In each run, the function asks for the same statements in the same order. A statement that was
    sent in an earlier run is not sent again: the function gets the stored result.
    """

    def __init__(self, pipeline: ServerPipeline) -> None:
        self._pipeline: Final = pipeline
        self._results: Final[list[AwaitedResult]] = []
        self._place = 0

    def begin_again(self) -> None:
        """Return stored results from the first one on, because the query function runs again from its beginning."""
        self._place = 0

    def once(self, text: str, values: Values) -> AwaitedResult:
        """Return the result of a statement with one set of values.

        In a repeated run of the query function, return the stored result if there is one. If there is none, send the
        statement.
        """
        if self._place == len(self._results):
            self._results.append(self._pipeline.once(text, values))
        self._place += 1
        return self._results[self._place - 1]

    def often(self, text: str, rows: Sequence[Values]) -> AwaitedResult:
        """Return one result for a statement with several rows of values.

        In a repeated run of the query function, return the stored result if there is one. If there is none, send the
        statement once for each row.
        """
        if self._place == len(self._results):
            self._results.append(self._pipeline.often(text, rows))
        self._place += 1
        return self._results[self._place - 1]


@cache
def numbered(text: str) -> tuple[bytes, tuple[str, ...]]:
    """Return a statement with `$1`, `$2`, ... in place of names such as `:this`, and a tuple of these names.

    The first name in the tuple belongs to `$1`, the second one to `$2`, and so on.
    """
    names = tuple(dict.fromkeys(NAMED.findall(text)))
    places = {name: f"${number}" for number, name in enumerate(names, 1)}
    return NAMED.sub(lambda found: places[found[1]], text).encode(), names


def encoded(
    names: Sequence[str], values: Mapping[str, object]
) -> tuple[tuple[int, ...], list[int], list[bytes | None]]:
    """Encode the values with these names as parameters for PostgreSQL.

    Return three sequences, each with one item for each name: PostgreSQL's type numbers, the formats (0 for text, 1 for
    binary), and the encoded bytes (None for NULL).
    """
    types, formats, given = [], [], list[bytes | None]()
    for name in names:
        kind, layout, data = spelled_value(values[name])
        types.append(kind)
        formats.append(layout)
        given.append(data)
    return tuple(types), formats, given


def spelled_value(value: object) -> tuple[int, int, bytes | None]:
    """Return PostgreSQL's type number, the format (0 text, 1 binary) and the encoded bytes of a value.

    NULL has None in place of its bytes. A text and NULL have the type number 0: the server decides on their type.
    """
    if value is None:
        return UNKNOWN, 0, None
    if isinstance(value, bool):
        return BOOL, 0, b"t" if value else b"f"
    if isinstance(value, int):
        return LONG, 0, b"%d" % value
    if isinstance(value, str):
        return UNKNOWN, 0, value.encode()
    if isinstance(value, bytes):
        return BYTES, BINARY, value
    if isinstance(value, float):
        return DOUBLE, BINARY, struct.pack("!d", value)
    raise TypeError(f"a value of a statement is a {type(value).__name__}: expected a number, a text or bytes")


Read = Callable[[bytes], Any]


def read_integer(data: bytes) -> int:
    """Return a signed integer of any length from the server's binary format."""
    return int.from_bytes(data, "big", signed=True)


def read_double(data: bytes) -> float:
    """Return a float from the server's binary format of 8 bytes."""
    number: float = struct.unpack("!d", data)[0]
    return number


READERS: Final[Mapping[int, Read]] = {
    BOOL: lambda data: data == b"\x01",
    BYTES: bytes,
    DOUBLE: read_double,
    **dict.fromkeys((LONG, 21, 23), read_integer),
    **dict.fromkeys((25, 1043), bytes.decode),
}


def reader_of(kind: int) -> Read:
    """Return the function that decodes values of a PostgreSQL type. Raise ServerRefusedError if there is none.

    `kind` is the number by which PostgreSQL identifies the type.
    """
    reader = READERS.get(kind)
    if reader is None:
        raise ServerRefusedError(f"a value has the type {kind}: expected one of {sorted(READERS)}")
    return reader
