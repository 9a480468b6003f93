"""Questions to the database, each by its name: what is played, and what is counted.

Who there is stands in `identities`, tournaments and schedules in `fixtures`, what the site alone asks in `pages` and
`listing`, and lines over games in `history`. Nobody else writes a query.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement
from sqlmodel import Session, and_, col, delete, func, or_, select
from sqlmodel.sql.expression import Select

from arena.record.format import Fairness
from arena.stats import pools as stats
from arena.store.models import (
    Adjudication,
    Block,
    Bot,
    Cell,
    Deal,
    Entrant,
    Forfeits,
    Match,
    Nonce,
    Played,
    Pool,
    Ranking,
    Record,
    Round,
    Seat,
    Tally,
    Version,
)
from arena.store.transaction import Transaction, Values, columns, like, only

AT_ONCE: Final = 500  # matches that are held at once, where all are gone through
GIVEN: Final[Fairness] = "position"  # of a match that begins at one, and with no deal

# What is played ----------------------------------------------------------------------------------------------------


def round_named(session: Session, public: str) -> Round | None:
    """The round of this name."""
    return session.exec(select(Round).where(Round.public == public)).first()


def nonces_of(session: Session, a_round: Round) -> Sequence[Nonce]:
    """The nonces of a round, in the order that counts."""
    return session.exec(select(Nonce).where(Nonce.round_id == a_round.id).order_by(col(Nonce.place))).all()


def open_rounds(session: Session) -> Sequence[Round]:
    """The rounds of no tournament that are not closed, in the order in which they were opened."""
    asked = select(Round).where(~col(Round.closed), col(Round.tournament_id).is_(None))
    return session.exec(asked.order_by(col(Round.id))).all()


def all_rounds(session: Session) -> Sequence[Round]:
    """All rounds, in the order in which they were opened."""
    return session.exec(select(Round).order_by(col(Round.id))).all()


def block_called(session: Session, public: str) -> Block | None:
    """The block with this id."""
    return session.exec(select(Block).where(Block.public == public)).first()


def match_called(session: Session, public: str) -> Match | None:
    """The match of this name."""
    return session.exec(select(Match).where(Match.public == public)).first()


def tickets_of(session: Session, state: str, limit: int | None = None) -> Sequence[tuple[str, str]]:
    """The tickets of the newest matches in a state, hashed, and whose they are."""
    asked = select(Seat.ticket, Seat.name).join(Match, col(Seat.match_id) == Match.id)
    asked = asked.where(Match.state == state, col(Seat.ticket) != "").order_by(col(Match.id).desc())
    return session.exec(asked.limit(limit)).all()


def seats_of(session: Session, match: Match) -> Sequence[Seat]:
    """The seats of a match, in order."""
    return session.exec(select(Seat).where(Seat.match_id == match.id).order_by(col(Seat.seat))).all()


def seats_by_match(session: Session, match_ids: Iterable[int | None]) -> dict[int | None, list[Seat]]:
    """The seats of several matches, of each in order."""
    found: dict[int | None, list[Seat]] = defaultdict(list)
    asked = select(Seat).where(col(Seat.match_id).in_(list(match_ids)))
    for seat in session.exec(asked.order_by(col(Seat.match_id), col(Seat.seat))):
        found[seat.match_id].append(seat)
    return found


@dataclass(frozen=True, slots=True)
class Found:
    """A match with its pool, block and round."""

    match: Match
    pool: Pool | None
    block: Block | None
    round: Round | None

    @property
    def is_disclosed(self) -> bool:
        """Whether its deal is no secret any more: the last match of its block is over, or it began with no deal.

        A match that stands in no block has not begun: there is nothing that could have been disclosed.
        """
        return not was_dealt(self.match.fairness) or (self.block is not None and self.block.disclosed)


def was_dealt(fairness: str) -> bool:
    """Whether a match begins with a deal, and not at a position that somebody gave: only then it can be rated."""
    return fairness != GIVEN


def is_dealt() -> ColumnElement[bool]:
    """`was_dealt`, as the database is asked."""
    return col(Match.fairness) != GIVEN


def is_disclosed() -> ColumnElement[bool]:
    """`Found.is_disclosed`, as the database is asked."""
    return or_(~is_dealt(), col(Block.disclosed))


def _newest(session: Session, *where: ColumnElement[bool]) -> list[Found]:
    """Matches with what belongs to them, the newest first."""
    return [Found(*line) for line in session.exec(_whole(*where).order_by(col(Match.id).desc()))]


def _oldest(session: Session, after: int, limit: int, *where: ColumnElement[bool]) -> list[Found]:
    """Matches with what belongs to them, in the order of their making, from one on."""
    asked = _whole(col(Match.id) > after, *where).order_by(col(Match.id)).limit(limit)
    return [Found(*line) for line in session.exec(asked)]


def _whole(*where: ColumnElement[bool]) -> Select[Match, Pool, Block, Round]:
    return (
        select(Match, Pool, Block, Round)
        .join(Pool, col(Match.pool_id) == Pool.id, isouter=True)
        .join(Block, col(Match.block_id) == Block.id, isouter=True)
        .join(Round, col(Block.round_id) == Round.id, isouter=True)
        .where(*where)
    )


def whole_match(session: Session, public: str) -> Found | None:
    """The match of this name, with what belongs to it."""
    return next(iter(_newest(session, col(Match.public) == public)), None)


def matches_by_key(session: Session, keys: Iterable[int]) -> dict[int, Found]:
    """The matches with these keys."""
    return {found.match.id or 0: found for found in _newest(session, col(Match.id).in_(list(keys)))}


def matches_of_block(transaction: Transaction, a_round: str, number: int) -> list[Found]:
    """The matches of a round's block, in the order of their making; what is not theirs alone is left out."""
    of = only(Round, public=a_round)
    rows = [row for asked in (_OF_BLOCK, _AGAIN) for row in transaction.rows(asked, round=a_round, number=number)]
    return [Found(like(Match, row[:-2]), None, only(Block, number=row[-2], instead_of=row[-1]), of) for row in rows]


_IN_ROUND: Final = (
    f"SELECT {columns(Match)}, blocks.number, blocks.instead_of FROM matches JOIN blocks ON blocks.id = block_id"  # noqa: S608 -- names
    " JOIN rounds ON rounds.id = round_id WHERE rounds.public = :round"
)
_OF_BLOCK: Final = f"{_IN_ROUND} AND number = :number ORDER BY matches.id"
_AGAIN: Final = f"{_IN_ROUND} AND instead_of = :number ORDER BY matches.id"


def replays_in(transaction: Transaction, a_round: str) -> int:
    """Return how many blocks of a round play a void match of another block again."""
    asked = (
        "SELECT COUNT(*) FROM blocks JOIN rounds ON rounds.id = round_id"
        " WHERE rounds.public = :round AND instead_of IS NOT NULL"
    )
    (count,) = transaction.row(asked, round=a_round)
    return int(count)


def drawn_as() -> ColumnElement[int]:
    """`Entry.drawn_as`, as the database is asked."""
    return func.coalesce(col(Block.instead_of), col(Block.number))


def seats_of_running(transaction: Transaction, match_id: int | None) -> list[Seat]:
    """The seats of a match, in order, to be read."""
    rows = transaction.rows(_OF_MATCH, match_id=match_id)
    return [like(Seat, row) for row in rows]


_OF_MATCH: Final = f"SELECT {columns(Seat)} FROM seats WHERE match_id = :match_id ORDER BY seat"  # noqa: S608 -- names


def all_matches(session: Session) -> list[Found]:
    """All matches, the newest first."""
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
    """The newest matches, or those that came just before one: those in which one of some entrants sat, and so on."""
    asked = select(Match.id)
    if entrants is not None:
        sat = col(Seat.match_id) == col(Match.id)
        asked = asked.join(Seat, sat).where(col(Seat.entrant_id).in_(list(entrants))).distinct()
    if tournament_id is not None:
        asked = asked.join(Block, col(Match.block_id) == Block.id).join(Round, col(Block.round_id) == Round.id)
        asked = asked.where(Round.tournament_id == tournament_id)
    if state:
        asked = asked.where(Match.state == state)
    if before is not None:
        asked = asked.where(col(Match.id) < before)
    keys = session.exec(asked.order_by(col(Match.id).desc()).limit(limit)).all()
    return _newest(session, col(Match.id).in_(keys))


def entrants_of_bot(session: Session, name: str) -> list[int]:
    """The entrants that the versions of the bot of this name are, however it is capitalised."""
    asked = select(Entrant.id).join(Version, col(Entrant.version_id) == Version.id)
    asked = asked.join(Bot, col(Version.bot_id) == Bot.id).where(Bot.folded == name.casefold())
    return [key for key in session.exec(asked) if key is not None]


def public_matches(session: Session, after: int, limit: int) -> list[Found]:
    """Matches that are void, or finished and disclosed, in the order of their making, from one on."""
    public = or_(col(Match.state) == "void", and_(col(Match.state) == "finished", is_disclosed()))
    return _oldest(session, after, limit, public)


def rated_matches(session: Session) -> Iterator[Found]:
    """All finished matches that count for ratings, in the order of their making, few at a time."""
    after = 0
    while found := _oldest(session, after, AT_ONCE, is_counted()):
        yield from found
        after = found[-1].match.id or 0


def rated_after(session: Session, pool_id: int, after: int, before: int | None, limit: int) -> list[Found]:
    """Finished matches of a pool that count for ratings, between two keys, in the order of their making."""
    below = [] if before is None else [col(Match.id) < before]
    return _oldest(session, after, limit, col(Match.pool_id) == pool_id, is_counted(), *below)


def is_counted() -> ColumnElement[bool]:
    """What holds for a match that counts for ratings: `counting.counted`, as the database is asked."""
    in_its_place = and_(col(Match.pool_id).is_not(None), col(Match.block_id).is_not(None))
    return and_(col(Match.state) == "finished", in_its_place, is_dealt(), col(Match.rated))


def record_of(session: Session, match: Match) -> Record | None:
    """The record of a match."""
    return session.get(Record, match.id)


def journal_of(transaction: Transaction, match_id: int | None) -> list[bytes]:
    """The lines of a match that is being played."""
    asked = "SELECT line FROM journal WHERE match_id = :match_id ORDER BY number"
    return [bytes(line) for (line,) in transaction.rows(asked, match_id=match_id)]


def forget_journal(transaction: Transaction, match_id: int | None) -> None:
    """Drop the journal of a match that is over."""
    transaction.do("DELETE FROM journal WHERE match_id = :match_id", {"match_id": match_id})


def adjudications_of(session: Session, match: Match) -> Sequence[Adjudication]:
    """What was decided about a match, in order."""
    asked = select(Adjudication).where(Adjudication.match_id == match.id).order_by(col(Adjudication.id))
    return session.exec(asked).all()


# What is counted ---------------------------------------------------------------------------------------------------


def pool_like(session: Session, pool: stats.Pool) -> Pool | None:
    """The row of a pool."""
    same = (Pool.game == pool.game, Pool.seats == pool.seats, Pool.options == pool.options)
    return session.exec(
        select(Pool).where(*same, Pool.rules_version == pool.rules_version, Pool.speed == pool.speed)
    ).first()


def all_pools(session: Session) -> Sequence[Pool]:
    """All pools."""
    return session.exec(select(Pool).order_by(col(Pool.id))).all()


def sums_at(transaction: Transaction, at: Values) -> bytes | None:
    """The sums of one cell, by its key."""
    found = transaction.row(f"SELECT sums FROM cells WHERE {_CELL}", **at)  # noqa: S608 -- names of columns
    return bytes(found[0]) if found is not None else None


def forget_cell(transaction: Transaction, at: Values) -> None:
    """Drop a cell."""
    transaction.do(f"DELETE FROM cells WHERE {_CELL}", at)  # noqa: S608 -- names of columns


_CELL: Final = " AND ".join(
    f"{name} = :{name}" for name in ("pool_id", "entrant_id", "seat", "opponent_id", "opponent_seat")
)


def cells_of(session: Session, pool_id: int | None = None) -> Sequence[Cell]:
    """All cells of a pool, or of all pools."""
    asked = select(Cell)
    return session.exec(asked if pool_id is None else asked.where(Cell.pool_id == pool_id)).all()


def tallies_of(session: Session, pool_id: int | None = None) -> Sequence[Tally]:
    """What entrants did at the seats of a pool, or of all pools."""
    asked = select(Tally).order_by(col(Tally.pool_id), col(Tally.entrant_id), col(Tally.seat))
    return session.exec(asked if pool_id is None else asked.where(Tally.pool_id == pool_id)).all()


def played_of(session: Session, pool_id: int | None = None) -> Sequence[Played]:
    """How many games and deals everybody has in a pool, or in all pools."""
    asked = select(Played).order_by(col(Played.pool_id), col(Played.entrant_id))
    return session.exec(asked if pool_id is None else asked.where(Played.pool_id == pool_id)).all()


def forfeits_of(session: Session, pool_id: int | None = None) -> Sequence[Forfeits]:
    """How often everybody forfeited in a pool, or in all pools, by reason."""
    asked = select(Forfeits).order_by(col(Forfeits.pool_id), col(Forfeits.entrant_id), col(Forfeits.reason))
    return session.exec(asked if pool_id is None else asked.where(Forfeits.pool_id == pool_id)).all()


def games_of_deal(transaction: Transaction, at: Values) -> int:
    """How many games of a block an entrant has played in a pool."""
    found = transaction.row(
        "SELECT games FROM deals WHERE pool_id = :pool_id AND entrant_id = :entrant_id AND block_id = :block_id", **at
    )
    return int(found[0]) if found is not None else 0


def forget_counts(session: Session) -> None:
    """Drop everything that is counted."""
    for table in (Cell, Tally, Played, Forfeits, Deal):
        session.exec(delete(table))


def ranking_of(session: Session, scope: str) -> Ranking | None:
    """The ranking of a pool, or "combined", as it was last fitted."""
    return session.get(Ranking, scope)


def ranking_computed(session: Session, scope: str) -> float | None:
    """When a ranking was last fitted."""
    return session.exec(select(Ranking.computed).where(Ranking.scope == scope)).first()


def how_many_finished(session: Session) -> int:
    """How many matches are finished."""
    return session.exec(select(func.count()).select_from(Match).where(Match.state == "finished")).one()
