"""The list of matches, in pages. For any filter, the cost of a page does not grow with the number of matches.

The next page begins after the last match of this page. An index for each kind of filter finds it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import groupby
from typing import Any, Final, get_args

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from arena.server.matches.results import MatchState
from arena.store.sql import match_queries
from arena.store.sql.match_queries import Found
from arena.store.tables import MatchRow, SeatRow

STATES: Final[tuple[MatchState, ...]] = get_args(MatchState)
CHUNK: Final = 64  # matches that are looked up together
LOOK: Final = 2048  # matches that are read at most for one page of the list


@dataclass(frozen=True, slots=True)
class MatchListFilter:
    """A filter for the list of matches. An empty field matches everything."""

    game: str = ""
    seats: int = 0
    bot: str = ""
    state: str = ""
    against: str = ""  # another bot
    begun: bool = False  # leave out matches that never began
    dealt: bool = False  # leave out matches from a given position, such as those of an examination


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of matches with their seats, newest first.

    `rest` is the name of the last match that was read: the next page starts after it. It is None on the last page.
    """

    matches: tuple[tuple[Found, tuple[SeatRow, ...]], ...]
    rest: str | None


def listed(session: Session, sought: MatchListFilter, before: MatchRow | None, limit: int) -> Listed:
    """Return a page with the newest matches that pass a filter. With `before`, return only older ones.

    A call reads a limited number of matches. If few of them pass the filter, the page has fewer than `limit` matches
    although further pages follow.
    """
    found: list[tuple[Found, tuple[SeatRow, ...]]] = []
    last, looked = "", 0
    others = match_queries.entrants_of_bot(session, sought.against) if sought.against else None
    for chunk in _chunks(_ids(session, sought, before.id if before is not None else None)):
        for one, seats in with_seats(session, chunk):
            if len(found) == limit or looked == LOOK:
                return Listed(tuple(found), last)
            looked, last = looked + 1, one.match.public
            if fits(sought, others, one.match, seats):
                found.append((one, seats))
    return Listed(tuple(found), None)


def fits(sought: MatchListFilter, others: Collection[int] | None, match: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """True if a match passes the filter. The filter's bot is not checked, because the caller has done so.

    If `others` is given, one of these entrants must have a seat in the match.
    """
    like_it = sought.game in {"", match.game} and sought.seats in {0, len(seats)} and sought.state in {"", match.state}
    like_it &= not sought.begun or match.state == "finished" or match.started is not None
    like_it &= not sought.dealt or match_queries.was_dealt(match.fairness)
    return like_it and (others is None or any(seat.entrant_id in others for seat in seats))


def _ids(session: Session, sought: MatchListFilter, before: int | None) -> Iterator[int]:
    """Yield the primary keys of matches that may pass the filter, newest first, without duplicates."""
    streams = list(_streams(session, sought, before))
    return (key for key, _ in groupby(merge(*streams, reverse=True)))


def _streams(session: Session, sought: MatchListFilter, before: int | None) -> Iterator[Iterator[int]]:
    """Yield one or more iterators of match keys, newest first, each along an index of the database.

    Together they have all matches that pass the filter. A match may occur twice.
    """
    if sought.bot:
        for entrant in match_queries.entrants_of_bot(session, sought.bot):
            yield _stream(session, col(SeatRow.match_id), [col(SeatRow.entrant_id) == entrant], before)
    elif sought.game or sought.seats:
        states = [sought.state] if sought.state else STATES
        for where in (*_pools_like(session, sought), col(MatchRow.pool_id).is_(None)):
            for state in states:
                yield _stream(session, col(MatchRow.id), [where, col(MatchRow.state) == state], before)
    else:
        all_or_some = [col(MatchRow.state) == sought.state] if sought.state else []
        yield _stream(session, col(MatchRow.id), all_or_some, before)


def _pools_like(session: Session, sought: MatchListFilter) -> list[ColumnElement[bool]]:
    pools = match_queries.all_pools(session)
    alike = [pool for pool in pools if sought.game in {"", pool.game} and sought.seats in {0, pool.seats}]
    return [col(MatchRow.pool_id) == pool.id for pool in alike]


def _stream(session: Session, key: Any, where: Sequence[ColumnElement[bool]], before: int | None) -> Iterator[int]:
    """Yield the primary keys of the matches that meet the conditions, the highest first. Read them in chunks.

    With `before`, yield only lower keys.
    """
    while True:
        below = [] if before is None else [key < before]
        keys = session.exec(select(key).where(*where, *below).order_by(key.desc()).limit(CHUNK)).all()
        yield from keys
        if len(keys) < CHUNK:
            return
        before = keys[-1]


def _chunks(keys: Iterator[int]) -> Iterator[list[int]]:
    chunk: list[int] = []
    for key in keys:
        chunk.append(key)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def with_seats(session: Session, keys: Sequence[int]) -> list[tuple[Found, tuple[SeatRow, ...]]]:
    """Return matches with pools, blocks, rounds and seats, in the order of these keys."""
    found, seats = match_queries.matches_by_key(session, keys), match_queries.seats_by_match(session, keys)
    return [(found[key], tuple(seats.get(key, ()))) for key in keys]
