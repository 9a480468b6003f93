"""Queries about faults of the arena in matches of bots."""

from collections.abc import Sequence

from sqlmodel import Session, col, func, select

from arena.store.tables import BotRow, EntrantRow, MatchRow, SeatFaultRow, SeatRow, VersionRow


def last_adjournment(session: Session, match_id: int | None, seat: int) -> SeatFaultRow | None:
    """Return the row of the last fault of the arena after which a match waited for the bot at this seat.

    Return None if there is none.
    """
    asked = select(SeatFaultRow).where(SeatFaultRow.match_id == match_id, SeatFaultRow.seat == seat)
    asked = asked.where(SeatFaultRow.kind == "adjourned").order_by(col(SeatFaultRow.id).desc())
    return session.exec(asked).first()


def faults_with_bots(session: Session) -> Sequence[tuple[int | None, str, SeatFaultRow]]:
    """Return all faults, each with the key and the name of its bot."""
    asked = (
        select(BotRow.id, BotRow.name, SeatFaultRow)
        .join(SeatRow, (col(SeatRow.match_id) == SeatFaultRow.match_id) & (col(SeatRow.seat) == SeatFaultRow.seat))
        .join(EntrantRow, col(SeatRow.entrant_id) == EntrantRow.id)
        .join(VersionRow, col(EntrantRow.version_id) == VersionRow.id)
        .join(BotRow, col(VersionRow.bot_id) == BotRow.id)
    )
    return session.exec(asked).all()


def matches_begun(session: Session, bots: Sequence[int]) -> dict[int, int]:
    """Return a dict from the key of each of these bots to the number of its matches that have begun."""
    asked = (
        select(VersionRow.bot_id, func.count(func.distinct(MatchRow.id)))
        .join(EntrantRow, col(EntrantRow.version_id) == VersionRow.id)
        .join(SeatRow, col(SeatRow.entrant_id) == EntrantRow.id)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .where(col(VersionRow.bot_id).in_(list(bots)), col(MatchRow.started).is_not(None))
        .group_by(col(VersionRow.bot_id))
    )
    return dict(session.exec(asked).all())
