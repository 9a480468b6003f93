"""Queries about the standing ladders."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from arena.stats.pools import Pool
from arena.store.tables import LadderRow


def ladder_of(session: Session, pool: Pool) -> LadderRow | None:
    """Return the row with the state of a pool's standing ladder; None if no arena has played it."""
    same = (LadderRow.game == pool.game, LadderRow.seats == pool.seats, LadderRow.options == pool.options)
    return session.exec(
        select(LadderRow).where(*same, LadderRow.rules_version == pool.rules_version, LadderRow.speed == pool.speed)
    ).first()


def all_ladders(session: Session) -> Sequence[LadderRow]:
    """Return the standing ladders of all pools, in the order in which they were first played."""
    return session.exec(select(LadderRow).order_by(col(LadderRow.id))).all()
