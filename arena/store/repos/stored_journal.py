"""Write the journals of running matches, and store the ends of matches.

An answer is in the journal before the next decision is sent. Lines of matches that answer in the same turn of the event
loop are written together in one transaction, and so are lines that arrive during a write. A result, its record and its
counts for ratings are stored in one transaction; the seats are notified after it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypedDict

import trio
from sqlmodel import Session

from arena.record import Header, read_record
from arena.record.format import read_header
from arena.server.matches.results import MatchSummary
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.db.server_arrays import byte_strings, integers
from arena.store.db.transaction import Transaction
from arena.store.repos import match_rows
from arena.store.repos.running_matches import FinishedLines, begin, finish, no_match
from arena.store.sql import match_queries, running_queries
from arena.store.sql.match_queries import Found
from arena.store.sql.running_queries import KEEP_LINE, KEEP_LINES_AT_SERVER

ALONE: Final = 4  # after this number of turns with one line each, the next line is written without a wait for others
LINES: Final = 16  # lines that are written without a wait before the next wait


class Line(TypedDict):
    """A line of a match's journal."""

    match_id: int
    number: int
    line: bytes


class JournalTurn:
    """The journal lines of all matches that answer in the same turn of the event loop."""

    def __init__(self) -> None:
        self.rows: Final[list[Line]] = []
        self.written = False


class JournalBatch:
    """Journal lines that are written in one transaction while other tasks continue."""

    def __init__(self) -> None:
        self.rows: Final[list[Line]] = []
        self.done: Final = trio.Event()
        self.taken: frozenset[int] = frozenset()  # matches of which another arena has written other lines
        self.failed: Exception | None = None


class Scribe:
    """Writes journal lines in groups: the lines of one turn of the event loop, or those that arrive during a write."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database
        self._turn = JournalTurn()
        self._alone = 0  # lines in succession that seem to be the only line of their turn
        self._next = JournalBatch()
        self._writing = False

    async def write(self, match_id: int, number: int, line: bytes) -> bool:
        """Write a journal line, and return True when it is stored.

        Return False if the journal already has another line of this number: a second arena writes to it.
        """
        row: Line = {"match_id": match_id, "number": number, "line": line}
        if not self.database.is_server:
            if not self._writing and self._expects_others() and await self._written_with_others(row):
                return True
            if not self._writing and self.database.at_once(KEEP_LINE, row):
                return True
        batch = self._next
        batch.rows.append(row)
        if not self._writing:
            self._writing = True
            # Other matches rely on this task now, also if its own match ends.
            with trio.CancelScope(shield=True):
                await self._write_all()
        await batch.done.wait()
        if batch.failed is not None:
            raise StoreError(str(batch.failed)) from batch.failed
        return match_id not in batch.taken

    def _expects_others(self) -> bool:
        """True if lines of other matches will probably arrive in this turn of the event loop.

        It is then faster to wait for them and to write all lines together.
        """
        if self._turn.rows or self._alone < ALONE:
            return True
        self._alone += 1
        if self._alone < ALONE + LINES:
            return False
        self._alone = ALONE - 1
        return True

    async def _written_with_others(self, row: Line) -> bool:
        """Write a journal line together with the other lines of this turn of the event loop.

        Return False if the line was not written.
        """
        turn = self._turn
        turn.rows.append(row)
        await trio.lowlevel.cancel_shielded_checkpoint()  # after it all have arrived; the first task writes for all
        if turn is self._turn:
            self._turn = JournalTurn()
            self._alone = self._alone + 1 if len(turn.rows) == 1 else 0
            turn.written = self.database.at_once(KEEP_LINE, *turn.rows) == len(turn.rows)
        return turn.written

    async def _write_all(self) -> None:
        try:
            if self.database.is_server and self._expects_others():
                await trio.lowlevel.checkpoint()  # after it all lines of this turn have arrived
                self._alone = self._alone + 1 if len(self._next.rows) == 1 else 0
            while self._next.rows:
                batch, self._next = self._next, JournalBatch()
                try:
                    batch.taken = await self._kept(batch.rows)
                except StoreError as error:
                    batch.failed = error
                finally:
                    batch.done.set()
        finally:
            self._writing = False

    async def _kept(self, rows: Sequence[Line]) -> frozenset[int]:
        """Store journal lines. Return the primary keys of the matches with another line of the same number."""
        if self.database.is_server and await self._kept_in_bulk(rows):
            return frozenset()
        return await self.database.do(partial(keep_lines, rows=rows))

    async def _kept_in_bulk(self, rows: Sequence[Line]) -> bool:
        """Store journal lines in one statement. Return False if it is not certain that all of them are stored."""
        stored = await self.database.in_bulk(
            KEEP_LINES_AT_SERVER,
            integers([row["match_id"] for row in rows]),
            integers([row["number"] for row in rows]),
            byte_strings([row["line"] for row in rows]),
        )
        return stored == len(rows)


def keep_lines(session: Session, rows: Sequence[Line]) -> frozenset[int]:
    """Store journal lines. Return the primary keys of the matches that already have another line of the same number.

    A line that an earlier try has stored does not change.
    """
    transaction = Transaction.of(session)
    if running_queries.insert_lines(transaction, *rows) == len(rows):
        return frozenset()
    return frozenset(row["match_id"] for row in rows if not running_queries.has_line(transaction, row))


class StoredJournal:
    """The journal of one match. `lines` are the lines that were written before the arena crashed."""

    def __init__(  # noqa: PLR0913 -- what a journal is about
        self,
        database: Database,
        scribe: Scribe,
        entry: MatchSummary,
        *,
        now: Callable[[], float],
        tickets: Sequence[str] = (),
        lines: Sequence[bytes] = (),
    ) -> None:
        self.database: Final = database
        self.scribe: Final = scribe
        self.opening: Final = entry  # its state when its first line is written
        self.now: Final = now
        self.tickets: Final = tuple(tickets)
        self.lines: Final = list(lines)
        self._match_id: int | None = None

    async def begin(self, line: bytes) -> None:
        """Write the journal's first line, the header, and mark the match as running, in one transaction."""
        entry, tickets = self.opening, self.tickets
        self.lines.append(line)
        begun = await self.database.promptly(lambda transaction: begin(transaction, entry, tickets, line))
        if begun is None:
            begun = await self.database.do(lambda session: begin_unplanned(session, entry, tickets, line))
        self._match_id = begun

    async def entry(self, line: bytes) -> None:
        """Write an answer or a forfeit to the journal. Raise StoreError if another arena writes to the journal, too."""
        self.lines.append(line)
        if self._match_id is None:
            found = await self.database.ask(lambda session: called(session, self.opening.match))
            self._match_id = found.match.id
        assert self._match_id is not None
        if not await self.scribe.write(self._match_id, len(self.lines) - 1, line):
            raise StoreError("another arena has written to its journal: expected one arena on a database")

    async def commit(self, line: bytes, head: str) -> None:
        """Store the result and the record of the match, which is then finished and counts for ratings."""
        self.lines.append(line)
        match = self.opening.match
        ended = FinishedLines(self.lines, head, self.now())
        if ended.forfeits:
            await self.database.do(lambda session: finish_replayed(session, match, ended))
        else:
            await self.database.promptly(lambda transaction: finish(transaction, match, ended))


def begin_unplanned(session: Session, entry: MatchSummary, tickets: Sequence[str], line: bytes) -> int:
    """Mark a match as running, and return the primary key of the match.

    If the match, its block or its pool is not stored yet, store it first. This is so for a match that was not planned,
    or that is the first of its pool.
    """
    header = Header.of(read_header(line + b"\n"))
    match = match_rows.match_row(session, entry)
    if match.block_id is None:
        match.block_id = match_rows.block_id(Transaction.of(session), entry.round, entry.block, entry.match)
    match_rows.set_pool(session, match, len(header.seats), header.options)
    session.flush()
    begun = begin(Transaction.of(session), entry, tickets, line)
    assert begun is not None
    return begun


def finish_replayed(session: Session, public: str, ended: FinishedLines) -> None:
    """Store the result of a match. First replay its game to find in which turns seats forfeited."""
    found = called(session, public)
    record, seed = read_record(ended.data), match_rows.seed_of(session, found.block)
    losses = match_rows.losses_of(record, seed) if ended.forfeits else ()
    finish(Transaction.of(session), public, ended, losses)


def called(session: Session, public: str) -> Found:
    """Return the rows of the match with this name, its pool, block and round. Raise UsageError if there is no match."""
    found = match_queries.whole_match(session, public)
    if found is None:
        raise no_match(public)
    return found
