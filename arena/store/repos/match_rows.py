"""Convert matches and rounds between the server's values and table rows."""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Final

from sqlmodel import Session

from arena.errors import ArenaError
from arena.games.game import Scalar
from arena.record import (
    Answer,
    Appendix,
    ForfeitReason,
    Record,
    ResultLine,
    Seated,
    block_seed,
    counting_pairs,
    read_record,
    replay,
    state_at,
)
from arena.record.outcome import Departure
from arena.referee import TimeControl
from arena.server.matches.results import Adjournment, Agreed, Loss, MatchSummary, PlannedMatch, StoredRound
from arena.stats import pools as stats
from arena.store.db.faults import StoreError
from arena.store.db.transaction import Transaction, Values
from arena.store.sql import identity_queries, match_queries
from arena.store.sql.inserts import insert_all, insert_missing, insert_or_find, insert_unknown, with_defaults
from arena.store.sql.match_queries import Found, MatchColumns, SeatColumns
from arena.store.tables import (
    BlockRow,
    BotRow,
    EntrantRow,
    MatchRow,
    PoolRow,
    RecordRow,
    RoundRow,
    SeatRow,
    TournamentRow,
    VersionRow,
)

SECOND: Final = 1_000_000
POOL: Final = ("game", "seats", "options", "rules_version", "speed")  # no two pools have the same values here
LEVEL: Final = 6  # of compression: higher ones take longer and save next to nothing


# Rows that a match refers to ---------------------------------------------------------------------------------------


@lru_cache
def speed(clock: str) -> str:
    """Return the speed class of a time control, from its text."""
    control = TimeControl.read(clock)
    bank = None if control.bank_us is None else control.bank_us / SECOND
    limit = None if control.per_decision_us is None else control.per_decision_us / SECOND
    return stats.speed(bank, control.increment_us / SECOND, limit)


def key_of_pool(session: Session, pool: stats.Pool) -> int:
    """Return the primary key of a pool. An unknown pool is stored first."""
    found = match_queries.pool_like(session, pool)
    if found is not None and found.id is not None:
        return found.id
    return insert_or_find(Transaction.of(session), PoolRow, *POOL, **asdict(pool))


def entrant_id(transaction: Transaction, seated: Seated, now: float) -> int:
    """Return the primary key of a seat's entrant. An unknown entrant is stored first, with its bot and version."""
    folded = seated.entrant.casefold()
    found = identity_queries.entrant_key(transaction, folded, seated.version, seated.kind)
    if found is not None:
        return found
    bot = identity_queries.bot_key(transaction, folded)
    if bot is None:
        named = {"name": seated.entrant, "folded": folded}
        bot = insert_or_find(transaction, BotRow, "folded", **named, registered=False, created=now)
    version = identity_queries.version_key(transaction, bot, seated.version)
    if version is None:
        called = {"bot_id": bot, "name": seated.version}
        version = insert_or_find(transaction, VersionRow, *called, **called, created=now, attended=now, departed=now)
    return insert_or_find(transaction, EntrantRow, "version_id", "kind", version_id=version, kind=seated.kind)


def name_of_block(a_round: str, number: int, match: str) -> str:
    """Return the public id of a match's block. A match without a round has a block of its own."""
    return f"{a_round}/{number}" if a_round else match


def blocks_of(transaction: Transaction, entries: Sequence[MatchSummary]) -> dict[str, int]:
    """Return a dict from the name of each match to the primary key of its block. Store unknown blocks first."""
    public = {each.match: name_of_block(each.round, each.block, each.match) for each in entries}
    keys = match_queries.keys_of_blocks(transaction, sorted(set(public.values())))
    missing = {public[each.match]: each for each in entries if public[each.match] not in keys}
    if missing:
        rounds = {
            each.round: round_of_block(transaction, each.round, each.match) if each.round else None
            for each in {each.round: each for each in missing.values()}.values()
        }
        rows = [
            {"public": name, "round_id": rounds[each.round], "number": each.block, "instead_of": each.instead_of}
            for name, each in missing.items()
        ]
        insert_unknown(transaction, BlockRow, *rows)
        keys |= match_queries.keys_of_blocks(transaction, sorted(missing))
    return {match: keys[name] for match, name in public.items()}


def block_id(transaction: Transaction, a_round: str, number: int, match: str, instead_of: int | None = None) -> int:
    """Return the primary key of a match's block. An unknown block is stored first."""
    public = name_of_block(a_round, number, match)
    found = match_queries.block_key(transaction, public)
    if found is not None:
        return found
    round_id = round_of_block(transaction, a_round, match) if a_round else None
    place = {"round_id": round_id, "number": number, "instead_of": instead_of}
    return insert_or_find(transaction, BlockRow, "public", public=public, **place)


def round_of_block(transaction: Transaction, a_round: str, match: str) -> int:
    """Return the primary key of the round with this name. Raise StoreError, with the match's name, if there is none."""
    found = match_queries.round_key(transaction, a_round)
    if found is None:
        raise StoreError(f"match {match}: there is no round {a_round}; expected one that was stored before")
    return found


# From the server ---------------------------------------------------------------------------------------------------


def match_row(session: Session, entry: MatchSummary) -> MatchRow:
    """Return the table row of a match. An unknown match is stored first, with its seats and without a result."""
    found = match_queries.match_called(session, entry.match)
    if found is None:
        new_matches(Transaction.of(session), {entry.match: (entry, {})})
        found = match_queries.match_called(session, entry.match)
        assert found is not None
    return found


def new_matches(transaction: Transaction, matches: Mapping[str, tuple[MatchSummary, Values]]) -> None:
    """Store new matches, in the given order, and their seats.

    `matches` maps the name of each match to its MatchSummary and to values for further columns of its row.
    """
    entrants: dict[Seated, int] = {}
    for entry, _ in matches.values():
        for seated in entry.seats:
            if seated not in entrants:
                entrants[seated] = entrant_id(transaction, seated, entry.created)
    insert_all(transaction, MatchRow, *[{**columns_of(entry), **more} for entry, more in matches.values()])
    keys = match_queries.keys_of_matches(transaction, list(matches))
    seats = [
        with_defaults(
            SeatRow,
            match_id=keys[match],
            seat=number,
            entrant_id=entrants[seated],
            name=seated.entrant,
            version=seated.version,
            kind=seated.kind,
        )
        for match, (entry, _) in matches.items()
        for number, seated in enumerate(entry.seats)
    ]
    insert_missing(transaction, SeatRow, *seats)


def columns_of(entry: MatchSummary) -> Values:
    """Return the table row of a planned match, as a dict from column name to value."""
    return {
        "public": entry.match,
        "game": entry.game,
        "rules_version": entry.rules_version,
        "settings": json.dumps(dict(entry.options), ensure_ascii=False),
        "clock": entry.clock,
        "fairness": entry.fairness,
        "state": "offered",
        "place": entry.place,
        "rated": entry.rated,
        "created": entry.created,
    }


def set_pool(session: Session, match: MatchRow, seats: int, options: Mapping[str, Scalar]) -> None:
    """Set the pool of a match and its complete rules options."""
    pool = stats.Pool.of(match.game, seats, options, match.rules_version, speed(match.clock))
    match.pool_id = key_of_pool(session, pool)
    match.settings = json.dumps(dict(options), ensure_ascii=False)


def set_places(seats: Sequence[SeatRow], placements: Sequence[int]) -> None:
    """Set the place of each seat of a match."""
    for seat, place in zip(seats, placements, strict=True):
        seat.placement = place


def departures_of(losses: Sequence[Loss]) -> list[Departure]:
    """Return the forfeits of a match as Departure values."""
    return [Departure(loss.seat, loss.reason, loss.turn) for loss in losses]


def pairs_that_count(seats: int, departures: Sequence[Departure], turns: int) -> tuple[tuple[int, int], ...] | None:
    """Return the pairs of seats that ratings may compare, after these forfeits in a match of this number of turns.

    Return None if they are all pairs.
    """
    pairs = counting_pairs(seats, departures, turns)
    return None if pairs == counting_pairs(seats, [], 0) else pairs


def losses_of(record: Record, seed: bytes | None) -> tuple[Loss, ...]:
    """Return the forfeits in a record, each with the number of turns before it.

    The record does not contain these numbers of turns. If it can be replayed, a replay finds them. If the deal is
    unknown or this release lacks the rules, the numbers are 0, as for forfeits in the first turn. Ratings then may
    leave out comparisons that should count, but they never include one that should not.
    """
    departed = [entry for entry in record.entries if not isinstance(entry, Answer)]
    if departed and (seed is not None or record.header.position is not None):
        appendix = None if seed is None else Appendix(seed, bytes(32))
        whole = replace(record, appendix=appendix)
        try:
            return tuple(
                Loss(moment.entry.seat, moment.entry.reason, moment.course.state.turn)
                for moment in replay(whole)
                if not isinstance(moment.entry, Answer)
            )
        except ArenaError:  # a game or a rules version that is not here any more
            pass
    return tuple(Loss(entry.seat, entry.reason, 0) for entry in departed)


def leads_of(lines: Sequence[bytes], seed: bytes | None) -> dict[int, int | None]:
    """Return a dict from each seat that has not forfeited to its lead in points.

    A lead is the seat's points minus those of the best other seat, if the game were scored after these lines of its
    journal. A lead is None if the lines cannot be replayed.
    """
    record = read_record(b"".join(line + b"\n" for line in lines))
    appendix = None if seed is None else Appendix(seed, bytes(32))
    left = {entry.seat for entry in record.entries if not isinstance(entry, Answer)}
    seats = [seat for seat in range(len(record.header.seats)) if seat not in left]
    answers = sum(isinstance(entry, Answer) for entry in record.entries)
    try:
        scores = state_at(Record(record.header, record.entries, None, appendix, record.head), answers).scores()
    except ArenaError:  # a game or a rules version that is not here any more
        return dict.fromkeys(seats)
    return {seat: scores[seat] - max(score for other, score in enumerate(scores) if other != seat) for seat in seats}


def seed_of(session: Session, block: BlockRow | None) -> bytes | None:
    """Return the seed of a block, stored or computed from the round's secret and nonces; None if it is unknown."""
    if block is None or block.seed is not None:
        return block.seed if block is not None else None
    a_round = session.get(RoundRow, block.round_id) if block.round_id is not None else None
    if a_round is None:
        return None
    nonces = [row.nonce for row in match_queries.nonces_of(session, a_round)]
    return block_seed(a_round.secret, nonces, block.number)


def record_bytes(record: RecordRow) -> bytes:
    """Return the original bytes of a record."""
    return unpacked(record.data)


def packed(data: bytes) -> bytes:
    """Return bytes in compressed form. More bytes can be compressed separately and appended later."""
    return zlib.compress(data, LEVEL)


def unpacked(data: bytes) -> bytes:
    """Return the original bytes of one compressed part, or of several in a row."""
    parts = []
    while data:
        part = zlib.decompressobj()
        parts.append(part.decompress(data))
        data = part.unused_data
    return b"".join(parts)


# To the server -----------------------------------------------------------------------------------------------------


def entry_of(found: Found, seats: Sequence[SeatRow]) -> MatchSummary:
    """Return the MatchSummary of a match, made from the rows that a query has found and from the rows of its seats."""
    block, a_round = found.block, found.round
    return summary_of(
        found.match,
        seats,
        a_round=a_round.public if a_round is not None else "",
        number=block.number if block is not None else 0,
        instead_of=block.instead_of if block is not None else None,
    )


def summary_of(
    match: MatchRow | MatchColumns,
    seats: Sequence[SeatRow] | Sequence[SeatColumns],
    *,
    a_round: str,
    number: int,
    instead_of: int | None,
) -> MatchSummary:
    """Return a match's row as a MatchSummary. `number` is the number of the match's block in the round."""
    return MatchSummary(
        match=match.public,
        game=match.game,
        rules_version=match.rules_version,
        options=json.loads(match.settings),
        seats=tuple(Seated(seat.name, seat.version, seat.kind) for seat in seats),  # type: ignore[arg-type]  # checked
        clock=match.clock,
        fairness=match.fairness,  # type: ignore[arg-type]  # checked when it came in
        created=match.created,
        round=a_round,
        block=number,
        instead_of=instead_of,
        place=match.place,
        state=match.state,  # type: ignore[arg-type]  # checked when it came in
        result=result_of(match, seats),
        losses=tuple(
            Loss(seat.seat, ForfeitReason(seat.forfeit), seat.forfeit_turn or 0) for seat in seats if seat.forfeit
        ),
        head=match.head,
        ruling=match.ruling,
        fault=bool(match.fault),  # SQLite has no booleans, only 0 and 1
        adjournment=adjournment_of(match),
        adjudicated=bool(match.adjudicated),
        rated=bool(match.rated),
        started=match.started,
        ended=match.ended,
    )


def adjournment_of(match: MatchRow | MatchColumns) -> Adjournment | None:
    """Return the adjournment of a match that waits for its bots; None if it does not wait."""
    if not match.adjourned or match.state != "running":
        return None
    values = json.loads(match.adjourned)
    return Adjournment(values["since"], values["until"], tuple(values["seats"]))


def adjournment_text(adjournment: Adjournment) -> str:
    """Return an adjournment as JSON, the form in which it is stored.

    In an adjournment, a running match waits for bots to reconnect.
    """
    return json.dumps(asdict(adjournment))


def result_of(match: MatchRow | MatchColumns, seats: Sequence[SeatRow] | Sequence[SeatColumns]) -> ResultLine | None:
    """Return the result of a match; None if it has none."""
    if not match.reason:
        return None
    return ResultLine(
        placements=tuple(seat.placement or 0 for seat in seats),
        scores=tuple(seat.score or 0 for seat in seats),
        ledger={name: tuple(map(tuple, rounds)) for name, rounds in json.loads(match.ledger).items()},
        turns=match.turns or 0,
        reason=match.reason,  # type: ignore[arg-type]  # checked when it came in
    )


def kept_block(transaction: Transaction, a_round: str, number: int) -> tuple[PlannedMatch, ...]:
    """Return the matches of a block as PlannedMatch values, in the order of planning.

    Matches that are played again in place of a void match of this block are included.
    """
    found = match_queries.matches_of_block(transaction, a_round, number)
    seats = match_queries.seats_of_block_matches(transaction, [each.id for each in found])
    return tuple(kept_match(transaction, each, seats[each.id], a_round) for each in found)


def kept_match(
    transaction: Transaction, match: MatchColumns, seats: Sequence[SeatColumns], a_round: str
) -> PlannedMatch:
    """Return a stored match of a block as a PlannedMatch, with its journal and tickets if it is running."""
    running = match.state == "running"
    return PlannedMatch(
        entry=summary_of(match, seats, a_round=a_round, number=match.number, instead_of=match.instead_of),
        salt=match.salt or b"",
        bot_seeds=tuple(json.loads(match.bot_seeds or "[]")),
        lines=tuple(match_queries.journal_of(transaction, match.id)) if running else (),
        tickets=tuple(tuple(seat.ticket.split()) for seat in seats) if running else (),
    )


# Rounds ------------------------------------------------------------------------------------------------------------


def agreed_text(agreed: Agreed) -> str:
    """Return the terms of a round as JSON, the form in which they are stored."""
    return json.dumps(asdict(agreed), ensure_ascii=False)


def agreed_value(text: str) -> Agreed | None:
    """Return the terms of a round from their stored JSON; None for an empty text."""
    if not text:
        return None
    values = json.loads(text)
    return Agreed(**{**values, "entrants": tuple(Seated(**each) for each in values["entrants"])})


def round_value(session: Session, row: RoundRow) -> StoredRound:
    """Return the table row of a round as a StoredRound."""
    tournament = session.get(TournamentRow, row.tournament_id) if row.tournament_id is not None else None
    return StoredRound(
        round=row.public,
        secret=row.secret,
        nonces=tuple((each.bot, each.version, each.nonce) for each in match_queries.nonces_of(session, row)),
        closed=row.closed,
        agreed=agreed_value(row.agreed),
        tournament=tournament.public if tournament is not None else "",
    )
