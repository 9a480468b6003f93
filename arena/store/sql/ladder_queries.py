"""The standing ladders in the database."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from arena.stats.pools import Pool
from arena.store.tables import LadderRow


def ladder_of(session: Session, pool: Pool) -> LadderRow | None:
    """Return the standing ladder of a pool; None if no arena has played one."""
    same = (LadderRow.game == pool.game, LadderRow.seats == pool.seats, LadderRow.options == pool.options)
    return session.exec(
        select(LadderRow).where(*same, LadderRow.rules_version == pool.rules_version, LadderRow.speed == pool.speed)
    ).first()


def all_ladders(session: Session) -> Sequence[LadderRow]:
    """Return the ladders of all pools, in the order in which they were first played."""
    return session.exec(select(LadderRow).order_by(col(LadderRow.id))).all()
