"""The deletions of `arena prune`: rows of no further use that are older than a given time.

Each function returns the number of deleted rows.
"""

from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import CursorResult, Delete
from sqlmodel import Session, and_, col, delete, or_, select

from arena.server.matches.results import OVER
from arena.store.tables import AnalysisRow, AuditRow, InviteRow, JournalLineRow, MatchRow, SeatFaultRow, TokenRow


def _run(session: Session, statement: Delete) -> int:
    found = session.connection().execute(statement)
    assert isinstance(found, CursorResult)
    return found.rowcount


def delete_journals(session: Session, before: float) -> int:
    """Delete the journals of matches that ended before a time. Return how many lines were deleted."""
    over = select(MatchRow.id).where(col(MatchRow.state).in_(OVER), col(MatchRow.ended) < before)
    return _run(session, delete(JournalLineRow).where(col(JournalLineRow.match_id).in_(over)))


def delete_faults(session: Session, before: float) -> int:
    """Delete the rows of faults of the arena that happened before a time in matches that are over by now."""
    over = select(MatchRow.id).where(col(MatchRow.state).in_(OVER))
    old = and_(col(SeatFaultRow.time) < before, col(SeatFaultRow.match_id).in_(over))
    return _run(session, delete(SeatFaultRow).where(old))


def delete_tokens(session: Session, before: float) -> int:
    """Delete tokens that were revoked, and invites that were revoked or expired, before a time."""
    tokens = _run(session, delete(TokenRow).where(col(TokenRow.revoked) < before))
    ended = or_(col(InviteRow.revoked) < before, col(InviteRow.expires) < before)
    return tokens + _run(session, delete(InviteRow).where(ended))


def delete_analyses(session: Session, before: float) -> int:
    """Delete analyses that were made before a time. Each can be made again from the record of its match."""
    return _run(session, delete(AnalysisRow).where(col(AnalysisRow.created) < before))


def delete_audit(session: Session, before: float) -> int:
    """Delete the lines of the audit that were written before a time."""
    return _run(session, delete(AuditRow).where(col(AuditRow.time) < before))


DELETES: Final[Mapping[str, Callable[[Session, float], int]]] = {
    "journals": delete_journals,
    "faults": delete_faults,
    "tokens": delete_tokens,
    "analyses": delete_analyses,
    "audit": delete_audit,
}
