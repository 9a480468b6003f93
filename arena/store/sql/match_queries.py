"""Queries about matches, and about the counts for ratings.

Modules beside this one have the other subjects: identities, tournaments, running matches, faults, forms, pages of the
site. No module of the store outside this package builds a statement.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement
from sqlmodel import Session, and_, col, delete, func, or_, select
from sqlmodel.sql.expression import Select

from arena.record.format import Fairness
from arena.stats import pools as stats
from arena.store.db.transaction import Transaction, Values
from arena.store.sql.inserts import key_of
from arena.store.tables import (
    AdjudicationRow,
    BlockRow,
    BotRow,
    CellRow,
    DealRow,
    EntrantRow,
    ForfeitsRow,
    MatchRow,
    NonceRow,
    PlayedRow,
    PoolRow,
    RankingRow,
    RecordRow,
    RoundRow,
    SeatRow,
    TallyRow,
    VersionRow,
)

AT_ONCE: Final = 500  # matches in memory at once, in a pass over all of them
GIVEN: Final[Fairness] = "position"  # of a match that begins at one, and with no deal

# Matches -----------------------------------------------------------------------------------------------------------


def round_named(session: Session, public: str) -> RoundRow | None:
    """Return the round of this name; None if there is none."""
    return session.exec(select(RoundRow).where(RoundRow.public == public)).first()


def nonces_of(session: Session, a_round: RoundRow) -> Sequence[NonceRow]:
    """Return the rows of a round's nonces (bytes that bots gave for it), in the order in which the deals use them."""
    return session.exec(select(NonceRow).where(NonceRow.round_id == a_round.id).order_by(col(NonceRow.place))).all()


def open_rounds(session: Session) -> Sequence[RoundRow]:
    """Return the rounds that belong to no tournament and are not closed, in the order in which they were opened."""
    asked = select(RoundRow).where(~col(RoundRow.closed), col(RoundRow.tournament_id).is_(None))
    return session.exec(asked.order_by(col(RoundRow.id))).all()


def all_rounds(session: Session) -> Sequence[RoundRow]:
    """Return all rounds, in the order in which they were opened."""
    return session.exec(select(RoundRow).order_by(col(RoundRow.id))).all()


def block_called(session: Session, public: str) -> BlockRow | None:
    """Return the block with this id; None if there is none."""
    return session.exec(select(BlockRow).where(BlockRow.public == public)).first()


def blocks_called(session: Session, publics: Sequence[str]) -> Sequence[BlockRow]:
    """Return the blocks with these ids. Leave out unknown ids."""
    return session.exec(select(BlockRow).where(col(BlockRow.public).in_(publics))).all()


def match_called(session: Session, public: str) -> MatchRow | None:
    """Return the match of this name; None if there is none."""
    return session.exec(select(MatchRow).where(MatchRow.public == public)).first()


def tickets_of(session: Session, state: str, limit: int | None = None) -> Sequence[tuple[str, str]]:
    """Return a list with a pair for each seat of the newest matches that have this state, such as `running`.

    A pair has the hashes of the seat's tickets and the name of its bot. The hashes are one text, separated by spaces.
    `limit` is the largest number of seats.
    """
    asked = select(SeatRow.ticket, SeatRow.name).join(MatchRow, col(SeatRow.match_id) == MatchRow.id)
    asked = asked.where(MatchRow.state == state, col(SeatRow.ticket) != "").order_by(col(MatchRow.id).desc())
    return session.exec(asked.limit(limit)).all()


def seats_of(session: Session, match: MatchRow) -> Sequence[SeatRow]:
    """Return the seats of a match, in order."""
    return session.exec(select(SeatRow).where(SeatRow.match_id == match.id).order_by(col(SeatRow.seat))).all()


def seats_by_match(session: Session, match_ids: Iterable[int | None]) -> dict[int | None, list[SeatRow]]:
    """Return a dict from the key of each of these matches to the list of its seats, in order."""
    found: dict[int | None, list[SeatRow]] = defaultdict(list)
    asked = select(SeatRow).where(col(SeatRow.match_id).in_(list(match_ids)))
    for seat in session.exec(asked.order_by(col(SeatRow.match_id), col(SeatRow.seat))):
        found[seat.match_id].append(seat)
    return found


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of a match, its pool, its block and its round, as one query returns them."""

    match: MatchRow
    pool: PoolRow | None
    block: BlockRow | None
    round: RoundRow | None

    @property
    def is_disclosed(self) -> bool:
        """True if the deal was disclosed after the last match of its block, or if the match began at a position.

        A match that has not begun may have no block yet. If it has a deal, the answer is then False.
        """
        return not was_dealt(self.match.fairness) or (self.block is not None and self.block.disclosed)


def was_dealt(fairness: str) -> bool:
    """True if a match begins with a deal and not at a given position. Only matches with a deal can be rated."""
    return fairness != GIVEN


def is_dealt() -> ColumnElement[bool]:
    """Return the SQL condition for matches that begin with a deal, as `was_dealt` tests it in Python."""
    return col(MatchRow.fairness) != GIVEN


def is_disclosed() -> ColumnElement[bool]:
    """Return the SQL condition for matches with a disclosed deal, as `Found.is_disclosed` tests it in Python."""
    return or_(~is_dealt(), col(BlockRow.disclosed))


def _newest(session: Session, *where: ColumnElement[bool]) -> list[Found]:
    """Return matches with their pools, blocks and rounds, newest first."""
    return [Found(*line) for line in session.exec(_whole(*where).order_by(col(MatchRow.id).desc()))]


def _oldest(session: Session, after: int, limit: int, *where: ColumnElement[bool]) -> list[Found]:
    """Return matches with primary keys above `after`, with their pools, blocks and rounds, the oldest first."""
    asked = _whole(col(MatchRow.id) > after, *where).order_by(col(MatchRow.id)).limit(limit)
    return [Found(*line) for line in session.exec(asked)]


def _whole(*where: ColumnElement[bool]) -> Select[MatchRow, PoolRow, BlockRow, RoundRow]:
    return (
        select(MatchRow, PoolRow, BlockRow, RoundRow)
        .join(PoolRow, col(MatchRow.pool_id) == PoolRow.id, isouter=True)
        .join(BlockRow, col(MatchRow.block_id) == BlockRow.id, isouter=True)
        .join(RoundRow, col(BlockRow.round_id) == RoundRow.id, isouter=True)
        .where(*where)
    )


def whole_match(session: Session, public: str) -> Found | None:
    """Return the match with this name, with its pool, block and round; None if there is none."""
    return next(iter(_newest(session, col(MatchRow.public) == public)), None)


def matches_by_key(session: Session, keys: Iterable[int]) -> dict[int, Found]:
    """Return a dict from primary key to match for the matches with these keys. Leave out unknown keys."""
    return {found.match.id or 0: found for found in _newest(session, col(MatchRow.id).in_(list(keys)))}


class MatchColumns(NamedTuple):
    """A match of a block, read in plain SQL: the columns of `matches`, then those of `blocks`."""

    id: int
    public: str
    game: str
    rules_version: int
    settings: str
    clock: str
    fairness: str
    place: int
    state: str
    salt: bytes | None
    bot_seeds: str
    reason: str
    turns: int | None
    ledger: str
    head: str
    ruling: str
    fault: bool
    adjourned: str
    adjudicated: bool
    rated: bool
    created: float
    started: float | None
    ended: float | None
    number: int
    instead_of: int | None


def matches_of_block(transaction: Transaction, a_round: str, number: int) -> list[MatchColumns]:
    """Return the matches of a round's block, oldest first, then those of blocks that replay its void matches."""
    return [MatchColumns(*row) for row in transaction.rows(_OF_BLOCK, round=a_round, number=number)]


_OF_BLOCKS: Final = ("number", "instead_of")
_COLUMNS: Final = ", ".join(
    f"blocks.{name}" if name in _OF_BLOCKS else f"matches.{name}" for name in MatchColumns._fields
)
_OF_BLOCK: Final = (
    f"SELECT {_COLUMNS} FROM matches JOIN blocks ON blocks.id = block_id"  # noqa: S608 -- names
    " JOIN rounds ON rounds.id = round_id WHERE rounds.public = :round"
    " AND (number = :number OR instead_of = :number) ORDER BY number <> :number, matches.id"
)


def replays_in(transaction: Transaction, a_round: str) -> int:
    """Return how many blocks of a round replay a void match of another block."""
    asked = (
        "SELECT COUNT(*) FROM blocks JOIN rounds ON rounds.id = round_id"
        " WHERE rounds.public = :round AND instead_of IS NOT NULL"
    )
    (count,) = transaction.row(asked, round=a_round)
    return int(count)


class MatchOfWorker(NamedTuple):
    """A match that workers have played, with the values needed to finish it."""

    id: int
    public: str
    state: str
    fairness: str
    rated: int
    block_id: int | None
    block: str | None
    round_id: int | None


def matches_to_finish(transaction: Transaction, publics: Sequence[str]) -> list[MatchOfWorker]:
    """Return the matches with these names, with the values needed to finish them, the oldest first."""
    names, values = listed(publics)
    rows = transaction.rows(f"{_TO_FINISH} WHERE matches.public IN ({names}) ORDER BY matches.id", **values)
    return [MatchOfWorker(*row) for row in rows]


_TO_FINISH: Final = (
    "SELECT matches.id, matches.public, state, fairness, rated, block_id, blocks.public, round_id"
    " FROM matches LEFT JOIN blocks ON blocks.id = block_id"
)


def seats_to_finish(transaction: Transaction, match_ids: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return a dict from the key of each match to the keys of its entrants, in the order of the seats."""
    names, values = listed(match_ids)
    rows = transaction.rows(
        f"SELECT match_id, entrant_id FROM seats WHERE match_id IN ({names}) ORDER BY match_id, seat",  # noqa: S608 -- names of values
        **values,
    )
    found: dict[int, tuple[int, ...]] = {}
    for match_id, entrant_id in rows:
        found[match_id] = (*found.get(match_id, ()), entrant_id)
    return found


def listed(values: Sequence[object], prefix: str = "value") -> tuple[str, dict[str, object]]:
    """Return a text of placeholders for an SQL `IN (...)`, and a dict from their names to these values.

    The last value is repeated until their number is a power of two. So lists of many lengths need few different
    statements, which the database can prepare once.
    """
    length = 1 << (len(values) - 1).bit_length() if values else 0
    filled = [*values, *[values[-1]] * (length - len(values))] if values else []
    named = {f"{prefix}{number}": value for number, value in enumerate(filled)}
    return ", ".join(f":{name}" for name in named) or "NULL", named


def drawn_as() -> ColumnElement[int]:
    """Return an SQL expression: the number of a match's block in its round.

    For a block that replays a void match, it is the number of the block of that match.
    """
    return func.coalesce(col(BlockRow.instead_of), col(BlockRow.number))


class SeatColumns(NamedTuple):
    """A seat of a match of a block, read in plain SQL: columns of `seats`."""

    seat: int
    name: str
    version: str
    kind: str
    ticket: str
    placement: int | None
    score: int | None
    forfeit: str
    forfeit_turn: int | None


def seats_of_block_matches(transaction: Transaction, match_ids: Sequence[int]) -> dict[int, list[SeatColumns]]:
    """Return a dict from the key of each of these matches to the list of its seats, in order."""
    names, values = listed(match_ids)
    found: dict[int, list[SeatColumns]] = defaultdict(list)
    for match_id, *row in transaction.rows(
        f"{_OF_MATCHES} WHERE match_id IN ({names}) ORDER BY match_id, seat", **values
    ):
        found[match_id].append(SeatColumns(*row))
    return found


_OF_MATCHES: Final = f"SELECT match_id, {', '.join(SeatColumns._fields)} FROM seats"  # noqa: S608 -- names


def lock_match(transaction: Transaction, public: str) -> None:
    """Lock a match until this transaction ends, so that no other transaction stores its result or changes its state.

    This does nothing on SQLite, which has only one writer.
    """
    if transaction.server:
        transaction.put("SELECT id FROM matches WHERE public = :public FOR UPDATE", {"public": public})


def keys_of_matches(transaction: Transaction, publics: Sequence[str]) -> dict[str, int]:
    """Return a dict from name to primary key for the matches with these names. Leave out unknown names."""
    names, values = listed(publics)
    rows = transaction.rows(f"SELECT public, id FROM matches WHERE public IN ({names})", **values)  # noqa: S608 -- names of values
    return {row[0]: row[1] for row in rows}


def keys_of_blocks(transaction: Transaction, publics: Sequence[str]) -> dict[str, int]:
    """Return a dict from public id to primary key for the blocks with these ids. Leave out unknown ids."""
    names, values = listed(publics)
    rows = transaction.rows(f"SELECT public, id FROM blocks WHERE public IN ({names})", **values)  # noqa: S608 -- names of values
    return {row[0]: row[1] for row in rows}


def block_key(transaction: Transaction, public: str) -> int | None:
    """Return the primary key of the block with this id; None if there is none."""
    return key_of(transaction.row("SELECT id FROM blocks WHERE public = :public", public=public))


def round_key(transaction: Transaction, public: str) -> int | None:
    """Return the primary key of the round of this name; None if there is none."""
    return key_of(transaction.row("SELECT id FROM rounds WHERE public = :public", public=public))


def all_matches(session: Session) -> list[Found]:
    """Return all matches, the newest first."""
    return _newest(session)


def latest_matches(  # noqa: PLR0913 -- one list, and all that it may be narrowed by
    session: Session,
    limit: int,
    before: int | None = None,
    *,
    entrants: Iterable[int] | None = None,
    state: str = "",
    tournament_id: int | None = None,
) -> list[Found]:
    """Return the newest matches that meet the conditions. With `before`, a primary key, return only older ones."""
    asked = select(MatchRow.id)
    if entrants is not None:
        sat = col(SeatRow.match_id) == col(MatchRow.id)
        asked = asked.join(SeatRow, sat).where(col(SeatRow.entrant_id).in_(list(entrants))).distinct()
    if tournament_id is not None:
        asked = asked.join(BlockRow, col(MatchRow.block_id) == BlockRow.id).join(
            RoundRow, col(BlockRow.round_id) == RoundRow.id
        )
        asked = asked.where(RoundRow.tournament_id == tournament_id)
    if state:
        asked = asked.where(MatchRow.state == state)
    if before is not None:
        asked = asked.where(col(MatchRow.id) < before)
    keys = session.exec(asked.order_by(col(MatchRow.id).desc()).limit(limit)).all()
    return _newest(session, col(MatchRow.id).in_(keys))


def entrants_of_bot(session: Session, name: str) -> list[int]:
    """Return the primary keys of the entrants for all versions of a bot. The letter case of the name is ignored."""
    asked = select(EntrantRow.id).join(VersionRow, col(EntrantRow.version_id) == VersionRow.id)
    asked = asked.join(BotRow, col(VersionRow.bot_id) == BotRow.id).where(BotRow.folded == name.casefold())
    return [key for key in session.exec(asked) if key is not None]


def public_matches(session: Session, after: int, limit: int) -> list[Found]:
    """Return void matches, and finished matches with a disclosed deal, the oldest first.

    Their keys are greater than `after`.
    """
    public = or_(col(MatchRow.state) == "void", and_(col(MatchRow.state) == "finished", is_disclosed()))
    return _oldest(session, after, limit, public)


def rated_matches(session: Session) -> Iterator[Found]:
    """Yield all finished matches that count for ratings, the oldest first."""
    after = 0
    while found := _oldest(session, after, AT_ONCE, is_counted()):
        yield from found
        after = found[-1].match.id or 0


def rated_after(session: Session, pool_id: int, after: int, before: int | None, limit: int) -> list[Found]:
    """Return finished matches of a pool that count for ratings, oldest first.

    Their keys are greater than `after` and, if it is given, lower than `before`.
    """
    below = [] if before is None else [col(MatchRow.id) < before]
    return _oldest(session, after, limit, col(MatchRow.pool_id) == pool_id, is_counted(), *below)


def is_counted() -> ColumnElement[bool]:
    """Return the SQL condition for matches that count for ratings.

    It is the same condition as in `counting.counted`.
    """
    in_its_place = and_(col(MatchRow.pool_id).is_not(None), col(MatchRow.block_id).is_not(None))
    return and_(col(MatchRow.state) == "finished", in_its_place, is_dealt(), col(MatchRow.rated))


def record_of(session: Session, match: MatchRow) -> RecordRow | None:
    """Return the record of a match; None if there is none."""
    return session.get(RecordRow, match.id)


def records_by_match(session: Session, match_ids: Iterable[int | None]) -> dict[int, RecordRow]:
    """Return a dict from the key of each of these matches to its record. Leave out matches without a record."""
    asked = select(RecordRow).where(col(RecordRow.match_id).in_(list(match_ids)))
    return {row.match_id: row for row in session.exec(asked)}


def journal_of(transaction: Transaction, match_id: int | None) -> list[bytes]:
    """Return the journal lines of a running match."""
    asked = "SELECT line FROM journal WHERE match_id = :match_id ORDER BY number"
    return [bytes(line) for (line,) in transaction.rows(asked, match_id=match_id)]


def forget_journal(transaction: Transaction, match_id: int | None) -> None:
    """Delete the journal of a match that is over."""
    transaction.put("DELETE FROM journal WHERE match_id = :match_id", {"match_id": match_id})


def adjudications_of(session: Session, match: MatchRow) -> Sequence[AdjudicationRow]:
    """Return the rulings on a match, in order."""
    asked = select(AdjudicationRow).where(AdjudicationRow.match_id == match.id).order_by(col(AdjudicationRow.id))
    return session.exec(asked).all()


# Counts ------------------------------------------------------------------------------------------------------------


def pool_like(session: Session, pool: stats.Pool) -> PoolRow | None:
    """Return the row of a pool; None if there is none."""
    same = (PoolRow.game == pool.game, PoolRow.seats == pool.seats, PoolRow.options == pool.options)
    return session.exec(
        select(PoolRow).where(*same, PoolRow.rules_version == pool.rules_version, PoolRow.speed == pool.speed)
    ).first()


def all_pools(session: Session) -> Sequence[PoolRow]:
    """Return all pools, the oldest first."""
    return session.exec(select(PoolRow).order_by(col(PoolRow.id))).all()


def lock_pool(transaction: Transaction, pool_id: int) -> None:
    """Lock a pool until this transaction ends. No other transaction can then change the pool's counts for ratings.

    This does nothing on SQLite, which has only one writer.
    """
    if transaction.server:
        transaction.put("SELECT id FROM pools WHERE id = :pool_id FOR UPDATE", {"pool_id": pool_id})


def sums_at(transaction: Transaction, at: Values) -> bytes | None:
    """Return the bytes of the sums for ratings of two entrants at two seats; None if they are not stored.

    `at` is the primary key of their row, as a dict from column name to value.
    """
    found = transaction.row(f"SELECT sums FROM cells WHERE {_CELL}", **at)  # noqa: S608 -- names of columns
    return bytes(found[0]) if found is not None else None


def forget_cell(transaction: Transaction, at: Values) -> None:
    """Delete the sums for ratings of two entrants at two seats. `at` is the primary key of their row, as a dict."""
    transaction.put(f"DELETE FROM cells WHERE {_CELL}", at)  # noqa: S608 -- names of columns


_CELL: Final = " AND ".join(
    f"{name} = :{name}" for name in ("pool_id", "entrant_id", "seat", "opponent_id", "opponent_seat")
)


def cells_of(session: Session, pool_id: int | None = None) -> Sequence[CellRow]:
    """Return the rows of the sums from which ratings are fitted, in one pool or in all pools."""
    asked = select(CellRow)
    return session.exec(asked if pool_id is None else asked.where(CellRow.pool_id == pool_id)).all()


def tallies_of(session: Session, pool_id: int | None = None) -> Sequence[TallyRow]:
    """Return a row for each pool, entrant and seat: its numbers of games and wins, its places and its times.

    With `pool_id`, return only the rows of this pool.
    """
    asked = select(TallyRow).order_by(col(TallyRow.pool_id), col(TallyRow.entrant_id), col(TallyRow.seat))
    return session.exec(asked if pool_id is None else asked.where(TallyRow.pool_id == pool_id)).all()


def played_of(session: Session, pool_id: int | None = None) -> Sequence[PlayedRow]:
    """Return a row for each pool and entrant: how many games and deals the entrant has played in the pool.

    With `pool_id`, return only the rows of this pool.
    """
    asked = select(PlayedRow).order_by(col(PlayedRow.pool_id), col(PlayedRow.entrant_id))
    return session.exec(asked if pool_id is None else asked.where(PlayedRow.pool_id == pool_id)).all()


def forfeits_of(session: Session, pool_id: int | None = None) -> Sequence[ForfeitsRow]:
    """Return a row for each pool, entrant and reason: how often the entrant forfeited in the pool for this reason.

    With `pool_id`, return only the rows of this pool.
    """
    asked = select(ForfeitsRow).order_by(col(ForfeitsRow.pool_id), col(ForfeitsRow.entrant_id), col(ForfeitsRow.reason))
    return session.exec(asked if pool_id is None else asked.where(ForfeitsRow.pool_id == pool_id)).all()


def games_of_deals(
    transaction: Transaction, pool_ids: Sequence[int], entrant_ids: Sequence[int], block_ids: Sequence[int]
) -> dict[tuple[int, int, int], int]:
    """Return a dict from (pool, entrant, block) to the number of games that the entrant has played of this block.

    Pool, entrant and block are given as primary keys.
    """
    where, values = [], dict[str, object]()  # all three, because the primary key begins with the pool
    for column, keys in (("pool_id", pool_ids), ("entrant_id", entrant_ids), ("block_id", block_ids)):
        names, found = listed(keys, column)
        where.append(f"{column} IN ({names})")
        values |= found
    rows = transaction.rows(f"{_OF_DEALS} WHERE {' AND '.join(where)}", **values)
    return {(row[0], row[1], row[2]): row[3] for row in rows}


_OF_DEALS: Final = "SELECT pool_id, entrant_id, block_id, games FROM deals"


def forget_counts(session: Session) -> None:
    """Delete all counts for ratings: sums, tallies, forfeits, and the numbers of games and deals."""
    for table in (CellRow, TallyRow, PlayedRow, ForfeitsRow, DealRow):
        session.exec(delete(table))


def ranking_of(session: Session, scope: str) -> RankingRow | None:
    """Return the stored ranking of a scope (the key of a pool, or "combined"); None if there is none."""
    return session.get(RankingRow, scope)


def ranking_computed(session: Session, scope: str) -> float | None:
    """Return the time of the last fit of a ranking; None if there was none."""
    return session.exec(select(RankingRow.computed).where(RankingRow.scope == scope)).first()


def how_many_finished(session: Session) -> int:
    """Return how many matches are finished."""
    return session.exec(select(func.count()).select_from(MatchRow).where(MatchRow.state == "finished")).one()
