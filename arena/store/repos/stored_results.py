"""Rounds and matches in the database: the implementation of the server's interface `Results`."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sqlmodel import Session

from arena.errors import UsageError
from arena.server.matches.results import (
    Adjournment,
    BotFaults,
    Issued,
    MatchFilter,
    MatchSummary,
    PlannedMatch,
    StoredRound,
    WorkedBlock,
)
from arena.store import interruptions
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.db.transaction import Transaction
from arena.store.ratings.counting import counted, places, recount
from arena.store.repos import match_rows as matches
from arena.store.repos.running_matches import add_tickets, disclose, no_match
from arena.store.repos.stored_journal import Scribe, StoredJournal, called
from arena.store.repos.worked_blocks import WorkedBlocks
from arena.store.sql import match_queries, tournament_queries
from arena.store.sql.match_queries import Found
from arena.store.tables import AdjudicationRow, MatchRow, NonceRow, RoundRow, SeatRow

SHORT: Final = 16  # matches that the event loop stores in a file; more of them would delay other tasks
AT_ONCE: Final = 500  # matches with seats that are read in one query


class StoredResults:
    """The rounds and matches of a database."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database: Final = database
        self.now: Final = now
        self._scribe: Final = Scribe(database)
        self._worked: Final = WorkedBlocks(database)

    # Calls of the server --------------------------------------------------------------------------------------------

    def away(self) -> bool:
        """True if the database is unavailable."""
        return self.database.away

    async def keep_round(self, a_round: StoredRound) -> None:
        """Store a new round, or the new state of a stored round."""
        await self.database.do(lambda session: keep_round(session, a_round, self.now()))

    async def round(self, name: str) -> StoredRound | None:
        """Return the round of this name; None if there is none."""

        def question(session: Session) -> StoredRound | None:
            row = match_queries.round_named(session, name)
            return matches.round_value(session, row) if row is not None else None

        return await self.database.ask(question)

    async def open_rounds(self) -> tuple[StoredRound, ...]:
        """Return the open rounds of series, oldest first."""
        return await self.database.ask(
            lambda session: tuple(matches.round_value(session, row) for row in match_queries.open_rounds(session))
        )

    async def plan(self, planned: Sequence[PlannedMatch]) -> None:
        """Store matches before they are offered, all or none."""
        if len(planned) <= SHORT or self.database.is_server:
            await self.database.promptly(lambda transaction: plan(transaction, planned))
        else:
            await self.database.do(lambda session: plan(Transaction.of(session), planned))

    async def block(self, a_round: str, number: int) -> tuple[PlannedMatch, ...]:
        """Return the matches of a block in the order of planning, with those that are played in place of void ones."""
        return await self.database.glance(lambda transaction: matches.kept_block(transaction, a_round, number))

    async def replays(self, a_round: str) -> int:
        """Return how many blocks of this round replace an earlier block in which a match became void."""
        return await self.database.glance(lambda transaction: match_queries.replays_in(transaction, a_round))

    async def is_disclosed(self, match: str) -> bool:
        """True if the deal of the match of this name has been disclosed; False if there is no such match."""

        def question(session: Session) -> bool:
            found = match_queries.whole_match(session, match)
            return found is not None and found.is_disclosed

        return await self.database.ask(question)

    async def tickets(self) -> tuple[Issued, ...]:
        """Return the hashed tickets of running matches and of the newest finished matches, each with its bot's name.

        A ticket is the secret with which a bot joins a match.
        """

        def question(session: Session) -> tuple[Issued, ...]:
            running, over = (
                match_queries.tickets_of(session, "running"),
                match_queries.tickets_of(session, "finished", AT_ONCE),
            )
            return (
                *(Issued(ticket, who, True) for tickets, who in running for ticket in tickets.split()),
                *(Issued(ticket, who, False) for tickets, who in over for ticket in tickets.split()),
            )

        return await self.database.ask(question)

    async def open_match(self, entry: MatchSummary, tickets: Sequence[str] = ()) -> StoredJournal:
        """Return the journal of a new match. Nothing is stored before its first line."""
        return StoredJournal(self.database, self._scribe, entry, now=self.now, tickets=tickets)

    async def reissue(self, match: str, tickets: Sequence[str]) -> None:
        """Store new tickets for the seats of a match that goes on, so that its bots can join again."""
        await self.database.do(lambda session: reissue(session, match, tickets))

    async def adjourn(self, match: str, adjournment: Adjournment) -> None:
        """Store that a match waits for its bots to connect again after a fault of the arena."""
        await self.database.do(lambda session: adjourn(session, match, adjournment))

    async def faults(self) -> tuple[BotFaults, ...]:
        """Return a BotFaults for each bot with matches that the arena interrupted by a fault of its own.

        The bot with the most interruptions is first.
        """
        return await self.database.ask(interruptions.by_bot)

    async def go_on(self, match: str, lines: Sequence[bytes], absent: Sequence[int] = ()) -> StoredJournal:
        """Mark a match as one that no longer waits for its bots after a restart. Return its journal.

        `lines` are the lines that the journal has already. `absent` are the seats of bots that have not reconnected.
        """
        await self.database.do(lambda session: resume(session, match, absent))
        entry = await self.match(match)
        if entry is None:
            raise no_match(match)
        return StoredJournal(self.database, self._scribe, entry, now=self.now, lines=lines)

    async def keep(self, entry: MatchSummary) -> None:
        """Store the current state of a match, including rulings about it."""
        await self.database.do(lambda session: keep(session, entry, self.now()))

    async def finish(self, block: WorkedBlock) -> frozenset[str]:
        """Store a block that workers played, together with other blocks that arrive at the same time.

        Return the names of the block's finished matches; its other matches had been made void before.
        """
        return await self._worked.write(block)

    async def disclose(self, seed: bytes, salts: Mapping[str, bytes]) -> None:
        """Disclose a deal: add its seed and the salts to the records of its matches."""
        await self.database.promptly(lambda transaction: disclose(transaction, seed, salts))

    async def match(self, match: str) -> MatchSummary | None:
        """Return the match of this name; None if there is none."""

        def question(session: Session) -> MatchSummary | None:
            found = match_queries.whole_match(session, match)
            return matches.entry_of(found, match_queries.seats_of(session, found.match)) if found is not None else None

        return await self.database.ask(question)

    async def matches(self, sought: MatchFilter, limit: int, before: str = "") -> tuple[MatchSummary, ...]:
        """Return the newest matches that pass a filter. If `before` names a match, return only older ones."""
        return await self.database.ask(lambda session: latest(session, sought, limit, before))

    async def record(self, match: str) -> bytes | None:
        """Return the record of a finished match; None if it is not stored."""

        def question(session: Session) -> bytes | None:
            row = match_queries.match_called(session, match)
            record = match_queries.record_of(session, row) if row is not None else None
            return matches.record_bytes(record) if record is not None else None

        return await self.database.ask(question)


def keep_round(session: Session, a_round: StoredRound, now: float) -> None:
    """Store a new round. If it is stored already, update whether it is closed, and add the nonces if they are missing.

    Nonces are bytes that bots gave for the round. Its deals follow from its secret and the nonces.
    """
    row = match_queries.round_named(session, a_round.round)
    if row is None:
        row = RoundRow(
            public=a_round.round,
            secret=a_round.secret,
            agreed=matches.agreed_text(a_round.agreed) if a_round.agreed is not None else "",
            tournament_id=tournament_id(session, a_round),
            created=now,
        )
        session.add(row)
        session.flush()
    row.closed = a_round.closed
    assert row.id is not None
    if a_round.nonces and not match_queries.nonces_of(session, row):
        for number, (bot, version, nonce) in enumerate(a_round.nonces):
            session.add(NonceRow(round_id=row.id, place=number, bot=bot, version=version, nonce=nonce))


def tournament_id(session: Session, a_round: StoredRound) -> int | None:
    """Return the primary key of a round's tournament; None if the round belongs to no tournament.

    Raise StoreError if the round names a tournament that is not stored.
    """
    if not a_round.tournament:
        return None
    found = tournament_queries.tournament_with_id(session, a_round.tournament)
    if found is None:
        raise StoreError(
            f"round {a_round.round}: there is no tournament {a_round.tournament}; expected one that was stored before"
        )
    return found.id


def reissue(session: Session, public: str, tickets: Sequence[str]) -> None:
    """Store further tickets (secrets with which bots join) of a match."""
    match = called(session, public).match
    assert match.id is not None
    add_tickets(Transaction.of(session), match.id, tickets)


def adjourn(session: Session, public: str, adjournment: Adjournment) -> None:
    """Store that a match waits for its bots to connect again. If this wait is a new one, store a fault of the arena."""
    found = called(session, public)
    before = matches.adjournment_of(found.match)
    if before is None or before.since != adjournment.since:
        interruptions.note(session, found, "adjourned", adjournment.since)
    found.match.adjourned = matches.adjournment_text(adjournment)


def resume(session: Session, public: str, absent: Sequence[int]) -> None:
    """Mark a match as one that waits no more for its bots. `absent` are the seats of bots that did not reconnect."""
    found = called(session, public)
    interruptions.note_absent(session, found, absent)
    found.match.adjourned = ""


def plan(transaction: Transaction, planned: Sequence[PlannedMatch]) -> None:
    """Store planned matches with their terms. Matches that are already stored do not change."""
    known = match_queries.keys_of_matches(transaction, [each.entry.match for each in planned])
    new = [each for each in planned if each.entry.match not in known]
    if not new:
        return
    blocks = matches.blocks_of(transaction, [each.entry for each in new])
    rows = {}
    for each in new:
        bot_seeds = json.dumps(each.bot_seeds) if each.bot_seeds else ""
        more = {"block_id": blocks[each.entry.match], "salt": each.salt, "bot_seeds": bot_seeds}
        rows[each.entry.match] = (each.entry, more)
    matches.new_matches(transaction, rows)


def keep(session: Session, entry: MatchSummary, now: float) -> None:
    """Store the state of a match, an organiser's ruling on it, and the places of its seats.

    If the result changes, subtract the old one from the counts for ratings and add the new one. Raise StoreError if the
    match is finished but its result is not stored.
    """
    match_queries.lock_match(Transaction.of(session), entry.match)
    match = matches.match_row(session, entry)
    if entry.state == "finished" and not match.reason:
        raise StoreError(f"match {entry.match} has no result: expected one with a committed journal")
    found = called(session, entry.match)
    seats = match_queries.seats_of(session, match)
    before = counted(found, seats)
    rule(session, match, entry, seats, now)
    if entry.state == "void" and entry.fault and match.state == "running":
        waited_for = matches.adjournment_of(match)
        interruptions.note_absent(session, found, () if waited_for is None else waited_for.seats)
        interruptions.note(session, found, "void", now)
    if entry.is_over:
        match.adjourned = ""
    match.state, match.ruling, match.adjudicated = entry.state, entry.ruling, entry.adjudicated
    match.fault = entry.fault
    match.started, match.ended = entry.started or match.started, entry.ended or match.ended
    if entry.result is not None:
        matches.set_places(seats, entry.result.placements)
    if entry.state == "void":
        match_queries.forget_journal(Transaction.of(session), match.id)
    session.flush()
    recount(Transaction.of(session), before, counted(found, seats))


def rule(session: Session, match: MatchRow, entry: MatchSummary, rows: Sequence[SeatRow], now: float) -> None:
    """Store an organiser's ruling on a match: the new places, and in `before` the places that the seats had.

    Store nothing unless the ruling makes a finished match void or changes its places.
    """
    decided = entry.result.placements if entry.result is not None else ()
    voided = entry.state == "void" and match.state == "finished"
    changed = entry.adjudicated and places(rows) != decided
    if (voided or changed) and match.id is not None:
        session.add(
            AdjudicationRow(
                match_id=match.id,
                time=now,
                state=entry.state,
                placements=json.dumps(decided),
                before=json.dumps(places(rows)),
                ruling=entry.ruling,
            )
        )


def latest(session: Session, sought: MatchFilter, limit: int, before: str) -> tuple[MatchSummary, ...]:
    """Return the newest matches that pass a filter. If `before` names a match, return only older ones.

    Raise UsageError if there is no match of the name `before`.
    """
    last = None
    if before:
        match = match_queries.match_called(session, before)
        if match is None:
            raise UsageError(f"no match is called {ascii(before)[:60]}: expected the last one of the page before")
        last = match.id
    tournament = None
    if sought.tournament:
        row = tournament_queries.tournament_with_id(session, sought.tournament)
        if row is None:
            return ()
        tournament = row.id
    entrants = match_queries.entrants_of_bot(session, sought.bot) if sought.bot else None
    found = match_queries.latest_matches(
        session, limit, last, entrants=entrants, state=sought.state, tournament_id=tournament
    )
    return entries(session, found)


def entries(session: Session, found: Sequence[Found]) -> tuple[MatchSummary, ...]:
    """Read the seats of matches that a query has found, and return the matches as MatchSummary values."""
    seats: dict[int | None, list[SeatRow]] = {}
    for some in range(0, len(found), AT_ONCE):
        seats |= match_queries.seats_by_match(session, [each.match.id for each in found[some : some + AT_ONCE]])
    return tuple(matches.entry_of(each, seats.get(each.match.id, [])) for each in found)
