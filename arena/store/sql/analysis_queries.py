"""Queries about analyses of matches."""

from collections.abc import Collection, Iterable, Sequence
from heapq import nlargest
from itertools import chain
from typing import Any, Final, NamedTuple

import sqlalchemy
from sqlmodel import Session, and_, col, delete, func, select

from arena.store.sql import match_queries
from arena.store.tables import AnalysisCostRow, AnalysisRow, BlockRow, MatchRow, RecordRow, SeatRow

COUNTED: Final = 1000  # newest matches of a bot that are searched for costs, so that its page stays quick
QUEUE: Final = 2000  # newest finished matches that are searched for one without an analysis


def match_id_of(session: Session, public: str) -> int | None:
    """Return the primary key of the match with this public id; None if there is none."""
    return session.exec(select(MatchRow.id).where(MatchRow.public == public)).first()


def put_analysis(session: Session, row: AnalysisRow) -> None:
    """Store an analysis. It replaces an earlier analysis of the match by the same search."""
    same = col(AnalysisRow.match_id) == row.match_id, col(AnalysisRow.search) == row.search
    session.connection().execute(delete(AnalysisRow).where(*same))
    session.add(row)


def analyses_of(session: Session, public: str) -> Sequence[AnalysisRow]:
    """Return the analyses of a match, the newest first."""
    of_match = select(AnalysisRow).join(MatchRow).where(MatchRow.public == public)
    return session.exec(of_match.order_by(col(AnalysisRow.created).desc(), col(AnalysisRow.search))).all()


def newest_analysis(session: Session, match: int) -> AnalysisRow | None:
    """Return the newest analysis of a match in which a search judged the decisions.

    If there is none, return the newest one that has only the luck of the seats; None if the match was never analysed.
    """
    asked = select(AnalysisRow).where(AnalysisRow.match_id == match)
    by_search = sqlalchemy.case((col(AnalysisRow.search) == "", 1), else_=0)
    return session.exec(asked.order_by(by_search, col(AnalysisRow.created).desc())).first()


# Costs by chapter ----------------------------------------------------------------------------------------------------


def put_costs(session: Session, match: int, rows: Iterable[AnalysisCostRow]) -> None:
    """Store what blunders in a match cost: a row for each seat and chapter of the rules. Delete its earlier rows."""
    session.connection().execute(delete(AnalysisCostRow).where(col(AnalysisCostRow.match_id) == match))
    session.add_all(rows)


class ChapterCost(NamedTuple):
    """How many decisions and blunders some entrants made in one chapter of a game's rules, and the blunders' cost."""

    game: str
    chapter: str
    decisions: int
    blunders: int
    cost: float


def costs_by_chapter(session: Session, entrants: Collection[int]) -> list[ChapterCost]:
    """Return a ChapterCost for each game and chapter of its rules, over the newest matches of these entrants."""
    game, chapter, cost = col(MatchRow.game), col(AnalysisCostRow.chapter), AnalysisCostRow
    sums = [func.sum(each) for each in (col(cost.decisions), col(cost.blunders), col(cost.cost))]
    asked = _costs(session, sqlalchemy.select(game, chapter, *sums), entrants)
    asked = asked.group_by(game, chapter).order_by(game, chapter)
    return [ChapterCost(*row) for row in session.connection().execute(asked)]


def analysed_games(session: Session, entrants: Collection[int]) -> dict[str, int]:
    """Return a dict from each game to the number of analysed matches among the newest ones of these entrants.

    A match counts once for each seat that the entrants had in it.
    """
    seats: Any = sqlalchemy.select(col(MatchRow.game).label("game"), col(SeatRow.match_id), col(SeatRow.seat))
    found = _costs(session, seats.distinct(), entrants).subquery()
    asked = sqlalchemy.select(found.c.game, func.count()).group_by(found.c.game)
    return {str(name): int(number) for name, number in session.connection().execute(asked)}


def _costs(session: Session, asked: Any, entrants: Collection[int]) -> Any:
    """Return the SQL query `asked` with its tables and conditions added. `asked` has only the selected columns.

    The query reads what these entrants' blunders cost in their newest finished matches.
    """
    of_seat = and_(col(SeatRow.match_id) == AnalysisCostRow.match_id, col(SeatRow.seat) == AnalysisCostRow.seat)
    return (
        asked.select_from(SeatRow)
        .join(AnalysisCostRow, of_seat)
        .join(MatchRow, col(MatchRow.id) == col(SeatRow.match_id))
        .where(col(SeatRow.entrant_id).in_(entrants), col(SeatRow.match_id) >= _oldest(session, entrants))
        .where(col(MatchRow.state) == "finished")
    )


def _oldest(session: Session, entrants: Collection[int]) -> int:
    """Return the primary key of the oldest match among the `COUNTED` newest ones of some entrants; 0 if none exists."""
    match = col(SeatRow.match_id)
    newest = [
        session.exec(select(match).where(SeatRow.entrant_id == each).order_by(match.desc()).limit(COUNTED)).all()
        for each in entrants
    ]
    return min(nlargest(COUNTED, chain(*newest)), default=0)


# What is still to be analysed ----------------------------------------------------------------------------------------


class UnanalysedMatch(NamedTuple):
    """A finished match that a search has not analysed: its key, its name, and its compressed record."""

    id: int
    public: str
    record: bytes


def next_unanalysed(  # noqa: PLR0913 -- each of them excludes matches
    session: Session,
    games: Collection[str],
    search: str,
    version: int,
    *,
    rated: bool,
    but: Collection[int] = (),
    newest: int = QUEUE,
) -> UnanalysedMatch | None:
    """Return the newest match of these games that neither this version of the search nor a later one has analysed.

    Search only among the `newest` finished matches, and leave out those with a secret deal and those with keys in
    `but`; with `rated`, leave out unrated ones, too. Return None if no match is left.
    """
    match = col(MatchRow.id)
    finished = sqlalchemy.select(match).where(col(MatchRow.state) == "finished").order_by(match.desc()).limit(newest)
    done = [
        sqlalchemy.exists().where(col(row.match_id) == match, col(row.search) == search, col(row.version) >= version)
        for row in (AnalysisRow, AnalysisCostRow)
    ]
    asked = (
        sqlalchemy.select(match, col(MatchRow.public), col(RecordRow.data))
        .join(RecordRow, col(RecordRow.match_id) == match)
        .join(BlockRow, col(BlockRow.id) == col(MatchRow.block_id), isouter=True)
        .where(match.in_(finished.scalar_subquery()), match_queries.is_disclosed(), col(MatchRow.game).in_(games))
        .where(match.not_in(but), *(~each for each in done))
        .order_by(match.desc())
        .limit(1)
    )
    if rated:
        asked = asked.where(col(MatchRow.rated), match_queries.is_dealt())
    row = session.connection().execute(asked).first()
    return None if row is None else UnanalysedMatch(int(row[0] or 0), str(row[1]), bytes(row[2]))
