"""Queries of the site for spectators: the running matches and the last matches of bots.

The cost of these queries does not grow with the number of stored matches.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlmodel import Session, col, func, or_, select

from arena.store.sql.match_queries import Found
from arena.store.tables import (
    EntrantRow,
    MatchRow,
    SeatRow,
    SubmissionRow,
    TournamentRow,
    VersionRow,
)


def tournaments_by_key(session: Session, found: Iterable[Found]) -> dict[int, TournamentRow]:
    """Return a dict from primary key to tournament, for the tournaments to which these matches belong."""
    keys = {each.round.tournament_id for each in found if each.round is not None} - {None}
    if not keys:
        return {}
    asked = select(TournamentRow).where(col(TournamentRow.id).in_(keys))
    return {row.id or 0: row for row in session.exec(asked)}


def last_matches(session: Session, bot_ids: Iterable[int]) -> dict[int, int]:
    """Return a dict from the key of each of these bots to the key of its newest match that has begun.

    Leave out bots without one. For each entrant, the query reads one entry of an index, and one for each newer match
    that has not begun.
    """
    newest = (
        select(SeatRow.match_id)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .where(col(SeatRow.entrant_id) == col(EntrantRow.id))
        .where(or_(col(MatchRow.state) == "finished", col(MatchRow.started).is_not(None)))
        .order_by(col(SeatRow.match_id).desc())
        .limit(1)
        .scalar_subquery()
    )
    asked = (
        select(VersionRow.bot_id, newest)
        .join(EntrantRow, col(EntrantRow.version_id) == VersionRow.id)
        .where(col(VersionRow.bot_id).in_(list(bot_ids)))
    )
    found: dict[int, int] = {}
    for bot, match in session.exec(asked):
        if match is not None:
            found[bot] = max(match, found.get(bot, 0))
    return found


def playing_now(session: Session) -> set[int]:
    """Return the primary keys of the bots that have a seat in a running match."""
    asked = (
        select(VersionRow.bot_id)
        .join(EntrantRow, col(EntrantRow.version_id) == VersionRow.id)
        .join(SeatRow, col(SeatRow.entrant_id) == EntrantRow.id)
        .join(MatchRow, col(MatchRow.id) == SeatRow.match_id)
        .where(MatchRow.state == "running")
    )
    return set(session.exec(asked.distinct()))


def waiting_matches(session: Session) -> int:
    """Return the number of `offered` matches: those that wait to begin, and those that workers play."""
    return session.exec(select(func.count()).select_from(MatchRow).where(MatchRow.state == "offered")).one()


def submitted_among(session: Session, bot_ids: Iterable[int]) -> set[int]:
    """Return the primary keys of the bots among these that were submitted. The arena runs these bots."""
    asked = select(SubmissionRow.bot_id).where(col(SubmissionRow.bot_id).in_(list(bot_ids)))
    return set(session.exec(asked.distinct()))


class LastAttendance(NamedTuple):
    """When a bot or a version of it last connected and disconnected. `departed` is None while it is connected."""

    attended: float
    departed: float | None


def attended_last(session: Session, bot_ids: Iterable[int]) -> dict[int, LastAttendance]:
    """Return a dict from the key of each of these bots to when it connected and disconnected last.

    Leave out bots that have never connected.
    """
    asked = select(VersionRow.bot_id, VersionRow.attended, VersionRow.departed).where(
        col(VersionRow.bot_id).in_(list(bot_ids)), col(VersionRow.attended) > 0
    )
    found: dict[int, list[LastAttendance]] = {}
    for bot, attended, departed in session.exec(asked):
        found.setdefault(bot, []).append(LastAttendance(attended, departed))
    return {bot: attendance_of(versions) for bot, versions in found.items()}


def attendance_of(versions: Sequence[LastAttendance]) -> LastAttendance:
    """Return when a bot connected last and when it disconnected last. Each of its versions has such a pair of times.

    If some versions are connected now, return the last time at which one of them connected, and None for the other
    time.
    """
    here = [each for each in versions if each.departed is None]
    last = max(each.attended for each in here or versions)
    return LastAttendance(last, None if here else max(each.departed or 0.0 for each in versions))


def tournaments_in(session: Session, states: Sequence[str], limit: int) -> Sequence[TournamentRow]:
    """Return the newest tournaments in one of these states."""
    asked = select(TournamentRow).where(col(TournamentRow.state).in_(states))
    return session.exec(asked.order_by(col(TournamentRow.id).desc()).limit(limit)).all()
