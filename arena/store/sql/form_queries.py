"""Queries for charts of ratings: entrants' games, the form (sequential Elo) in a pool, and rulings that restart it."""

from collections.abc import Sequence
from typing import Final

from sqlmodel import Session, col, delete, func, select

from arena.store.tables import AdjudicationRow, FormStateRow, MatchRow, PlayedRow, PointRow

FORM: Final = "form"  # the line of a form; the other one is "rating"


def games_in_pools(session: Session, pools: Sequence[int | None]) -> dict[int, int]:
    """Return a dict from the key of each entrant to the number of its games in all these pools together."""
    asked = select(PlayedRow.entrant_id, func.sum(PlayedRow.games)).where(col(PlayedRow.pool_id).in_(pools))
    return dict(session.exec(asked.group_by(col(PlayedRow.entrant_id))).all())


def forget_form(session: Session, pool_id: int) -> None:
    """Delete the form (sequential Elo) of all entrants of a pool, and its points in their charts."""
    session.exec(delete(FormStateRow).where(col(FormStateRow.pool_id) == pool_id))
    session.exec(delete(PointRow).where(col(PointRow.scope) == str(pool_id), col(PointRow.line) == FORM))


def newest_ruling(session: Session, pool_id: int) -> int:
    """Return the primary key of the newest ruling on a match of a pool; 0 if there is none."""
    newest = select(func.max(AdjudicationRow.id)).join(MatchRow, col(AdjudicationRow.match_id) == MatchRow.id)
    return session.exec(newest.where(MatchRow.pool_id == pool_id)).one() or 0


def forms_of(session: Session, pool_id: int) -> Sequence[FormStateRow]:
    """Return a row for each entrant of a pool with its form, which is its sequential Elo."""
    return session.exec(select(FormStateRow).where(FormStateRow.pool_id == pool_id)).all()


def first_unfinished(session: Session) -> int | None:
    """Return the primary key of the oldest match that is not over; None if all matches are over.

    Forms (sequential Elo) include only matches that are older than this one.
    """
    keys = [
        session.exec(select(func.min(MatchRow.id)).where(MatchRow.state == state)).one()
        for state in ("offered", "running")
    ]
    return min((each for each in keys if each is not None), default=None)
