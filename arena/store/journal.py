"""The journals of running matches, and how a match is finished.

An answer is in the journal before the next decision leaves. Where a line cannot be written at once, lines that come
meanwhile go in together: one transaction for all of them. A result, its record and what it adds to the sums are one
transaction, and the seats are told after it.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import trio
from sqlmodel import Session

from arena.errors import UsageError
from arena.record import Forfeit, Header, read_record
from arena.record.format import read_header
from arena.server.results import Entry
from arena.store import matches, queries
from arena.store.counting import counted, dialect_of, keeping, recount
from arena.store.database import Database
from arena.store.faults import StoreError
from arena.store.models import JournalLine, Match
from arena.store.queries import Found

TICKETS: Final = 16  # of a seat, that are remembered: a match gets new ones whenever the arena has fallen
KEEP_LINE: Final = "INSERT INTO journal (match_id, number, line) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


class Batch:
    """Lines that are written down together."""

    def __init__(self) -> None:
        self.rows: Final[list[dict[str, object]]] = []
        self.done: Final = trio.Event()
        self.failed: Exception | None = None


class Scribe:
    """Writes journal lines: the first who comes writes for all who come meanwhile."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database
        self._next = Batch()
        self._writing = False

    async def write(self, match_id: int, number: int, line: bytes) -> None:
        """Write a line down; it is there when this returns."""
        if not self._writing and self.database.at_once(KEEP_LINE, (match_id, number, line)):
            return
        batch = self._next
        batch.rows.append({"match_id": match_id, "number": number, "line": line})
        if not self._writing:
            self._writing = True
            # Others rely on this task now, whatever becomes of its own match.
            with trio.CancelScope(shield=True):
                await self._write_all()
        await batch.done.wait()
        if batch.failed is not None:
            raise StoreError(str(batch.failed)) from batch.failed

    async def _write_all(self) -> None:
        try:
            while self._next.rows:
                batch, self._next = self._next, Batch()
                try:
                    await self.database.do(partial(keep_lines, rows=batch.rows))
                except StoreError as error:
                    batch.failed = error
                finally:
                    batch.done.set()
        finally:
            self._writing = False


def keep_lines(session: Session, rows: Sequence[dict[str, object]]) -> None:
    """Write lines down; those that are there already, because a first try succeeded unheard, stay."""
    session.connection().execute(keeping(dialect_of(session), JournalLine), list(rows))


class StoredJournal:
    """The journal of one match; `lines` are those that an arena that fell had written."""

    def __init__(  # noqa: PLR0913 -- what a journal is about
        self,
        database: Database,
        scribe: Scribe,
        entry: Entry,
        *,
        now: Callable[[], float],
        tickets: Sequence[str] = (),
        lines: Sequence[bytes] = (),
    ) -> None:
        self.database: Final = database
        self.scribe: Final = scribe
        self.opening: Final = entry  # as it stands when its first line is written
        self.now: Final = now
        self.tickets: Final = tuple(tickets)
        self.lines: Final = list(lines)
        self._match_id: int | None = None

    async def begin(self, line: bytes) -> None:
        """Write the header, and that the match is running: one is never there without the other."""
        _, fields = read_header(line + b"\n")
        header = Header.of(fields)

        def work(session: Session) -> int:
            match = matches.match_row(session, self.opening)
            assert match.id is not None
            start(session, match, self.opening, self.tickets)
            matches.set_terms(session, match, header)
            keep_lines(session, [{"match_id": match.id, "number": 0, "line": line}])
            return match.id

        self.lines.append(line)
        self._match_id = await self.database.do(work)

    async def entry(self, line: bytes) -> None:
        """Write an answer or a forfeit."""
        self.lines.append(line)
        if self._match_id is None:
            found = await self.database.ask(lambda session: called(session, self.opening.match))
            self._match_id = found.match.id
        assert self._match_id is not None
        await self.scribe.write(self._match_id, len(self.lines) - 1, line)

    async def commit(self, line: bytes, head: str) -> None:
        """Write the result: from now on the match is finished, and counts."""
        self.lines.append(line)
        data = b"".join(each + b"\n" for each in self.lines)
        await self.database.do(lambda session: finish(session, self.opening.match, data, head, self.now()))


def start(session: Session, match: Match, entry: Entry, tickets: Sequence[str]) -> None:
    """Note that a match is running, and whose tickets open its seats."""
    if match.block_id is None:
        match.block_id = matches.block_row(session, entry.round, entry.block, entry.match).id
    match.state, match.started = entry.state, entry.started
    add_tickets(session, match, tickets)


def add_tickets(session: Session, match: Match, tickets: Sequence[str]) -> None:
    """Note whose tickets open the seats of a match, besides those that do already. Once more changes nothing."""
    for seat, ticket in zip(queries.seats_of(session, match), tickets, strict=False):
        known = seat.ticket.split()
        if ticket not in known:
            seat.ticket = " ".join([*known, ticket][-TICKETS:])


def called(session: Session, public: str) -> Found:
    """The match of this name, which has to be there."""
    found = queries.whole_match(session, public)
    if found is None:
        raise UsageError(f"no match is called {ascii(public)[:60]}")
    return found


def finish(session: Session, public: str, data: bytes, head: str, now: float) -> None:
    """Let a match be finished: its result, its record, its sums. Once more changes nothing."""
    found = called(session, public)
    match = found.match
    if match.state in {"finished", "void"}:
        return
    record = read_record(data)
    assert record.result is not None
    assert match.id is not None
    seats = queries.seats_of(session, match)
    matches.set_course(seats, record)
    matches.set_result(match, seats, record.result, head)
    if any(isinstance(entry, Forfeit) for entry in record.entries):
        matches.set_losses(match, seats, matches.losses_of(record, matches.seed_of(session, found.block)))
    match.ended = now
    session.add(matches.record_row(match.id, data))
    queries.forget_journal(session, match)
    session.flush()
    recount(session, None, counted(found, seats))
