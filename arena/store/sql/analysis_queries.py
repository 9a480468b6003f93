"""Analyses of matches in the database."""

from collections.abc import Sequence

from sqlmodel import Session, col, delete, select

from arena.store.tables import AnalysisRow, MatchRow, SeatRow


def match_id_of(session: Session, public: str) -> int | None:
    """Return the number of the match with this public id; None if there is none."""
    return session.exec(select(MatchRow.id).where(MatchRow.public == public)).first()


def put_analysis(session: Session, row: AnalysisRow) -> None:
    """Store an analysis in the place of the one by the same search."""
    same = col(AnalysisRow.match_id) == row.match_id, col(AnalysisRow.search) == row.search
    session.connection().execute(delete(AnalysisRow).where(*same))
    session.add(row)


def analyses_of(session: Session, public: str) -> Sequence[AnalysisRow]:
    """Return the analyses of a match, the newest first."""
    of_match = select(AnalysisRow).join(MatchRow).where(MatchRow.public == public)
    return session.exec(of_match.order_by(col(AnalysisRow.created).desc(), col(AnalysisRow.search))).all()


def set_luck(session: Session, match: int, luck: Sequence[float]) -> None:
    """Store what chance gave to each seat of a match."""
    for seat in session.exec(select(SeatRow).where(SeatRow.match_id == match)).all():
        seat.luck = luck[seat.seat] if seat.seat < len(luck) else None
