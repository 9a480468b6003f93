"""Connections to a PostgreSQL server for short transactions and queries, without SQLAlchemy's sessions and pool.

A session costs more time than the statements of a match. Queries, and statements with array parameters, run in the
event loop, which waits for the server's socket and needs no thread. A transaction runs in a thread. If a connection
breaks, it is closed, and the caller repeats the transaction or query in a session.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import psycopg
import trio
from psycopg import pq

from arena.store.db.server_pipeline import BINARY, AnswerAwaitedError, Script, ServerPipeline
from arena.store.db.transaction import Transaction

T = TypeVar("T")

Connection = psycopg.Connection[tuple[object, ...]]

IDLE: Final = 4  # connections that stay open while no transaction needs them


class ServerConnections:
    """The connections of a process to its PostgreSQL server. `options` are the driver's connection options."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options: Final = options
        self._idle: Final[list[ServerPipeline]] = []
        self._line: StatementLine | None = None

    def close(self) -> None:
        """Close all connections."""
        while self._idle:
            self._idle.pop().connection.close()
        self._drop_line()

    async def run(self, statement: str, arrays: Sequence[bytes]) -> int | None:
        """Run a statement with array parameters in the event loop, as a transaction of its own.

        Return the number of changed table rows; None if it failed, or if it is unknown whether it was committed. Only
        one task may call this at a time.
        """
        done = None
        try:
            if self._line is None:
                self._line = StatementLine(await trio.to_thread.run_sync(self._connect))
            done = await self._line.run(statement, arrays)
        except psycopg.Error:
            return None
        finally:
            if done is None:
                self._drop_line()
        return done

    def _connect(self) -> Connection:
        return psycopg.connect(**self._options, autocommit=True)

    def _drop_line(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.connection.close()

    async def ask(self, question: Callable[[Transaction], T]) -> tuple[T] | None:
        """Run a query function, which must change nothing, in the event loop, while other tasks continue.

        Return a tuple with the function's result as its only item; None if the server refused a statement or the
        connection broke. If the function needs an answer that has not arrived, it is stopped, and called again from its
        beginning when the answer is there. Statements of earlier calls are not sent again: their answers are stored.
        """
        pipeline = None
        try:
            pipeline = self._taken() or ServerPipeline(await trio.to_thread.run_sync(self._connect))
            pipeline.waits, script = False, Script(pipeline)
            while True:
                script.begin_again()
                try:
                    return (question(Transaction(script.once, script.often, server=True, marks=False)),)
                except AnswerAwaitedError:
                    await pipeline.settled()
        except psycopg.Error:
            return None
        finally:
            if pipeline is not None:
                pipeline.waits = True
                self._put_back(pipeline)

    def transact(self, work: Callable[[Transaction], T]) -> tuple[T] | None:
        """Run the function `work` as one transaction, and wait for the server. Any thread may call this.

        Return a tuple with the function's result as its only item; None if the transaction failed, or if it is unknown
        whether it was committed.
        """
        pipeline = None
        try:
            pipeline = self._taken() or ServerPipeline(self._connect())
            pipeline.control(b"BEGIN")
            done = work(Transaction(pipeline.once, pipeline.often, server=True, marks=False))
            pipeline.control(b"COMMIT")
            pipeline.settle()
        except psycopg.Error:
            return None
        finally:
            if pipeline is not None:
                self._put_back(pipeline)
        return (done,)

    def _taken(self) -> ServerPipeline | None:
        """Remove a connection from the idle ones and return it; None if no connection is idle."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _put_back(self, pipeline: ServerPipeline) -> None:
        """Put a connection that is no longer in use into the list of idle ones, so that it can be used again.

        Close it instead if it still waits for an answer, has an open transaction, or if the list is full.
        """
        if pipeline.is_idle and len(self._idle) < IDLE:
            self._idle.append(pipeline)
        else:
            pipeline.connection.close()


class StatementLine:
    """A connection that runs one statement at a time, while other tasks of the event loop continue."""

    def __init__(self, connection: Connection) -> None:
        self.connection: Final = connection
        self._server: Final = connection.pgconn
        self._server.nonblocking = 1
        self._prepared: Final[dict[str, bytes]] = {}

    async def run(self, statement: str, arrays: Sequence[bytes]) -> int:
        """Run a statement with array parameters. Return the number of changed table rows.

        Raise psycopg.Error if it fails.
        """
        if statement not in self._prepared:
            name = b"statement %d" % len(self._prepared)
            self._server.send_prepare(name, statement.encode())
            await self._finished()
            self._prepared[statement] = name
        self._server.send_query_prepared(self._prepared[statement], arrays, [BINARY] * len(arrays))
        return (await self._finished()).command_tuples or 0

    async def _finished(self) -> pq.abc.PGresult:
        """Wait for the result of the sent statement and return it. Raise psycopg.Error if the server refused it."""
        server, socket = self._server, self._server.socket
        while server.flush():
            await trio.lowlevel.wait_writable(socket)
        results: list[pq.abc.PGresult] = []
        while True:
            while server.is_busy():
                await trio.lowlevel.wait_readable(socket)
                server.consume_input()
            result = server.get_result()
            if result is None:
                break
            results.append(result)
        if len(results) != 1 or results[0].status != pq.ExecStatus.COMMAND_OK:
            raise psycopg.OperationalError("the server refused a statement")
        return results[0]
