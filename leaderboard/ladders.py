"""The standing ladder of each pool, which the arena plays when it is idle, with its state."""

from dataclasses import dataclass

from sqlmodel import Session

from arena.store.ratings.counting import pool_value
from arena.store.sql import ladder_queries, page_queries
from arena.store.tables import LadderRow, PoolRow


@dataclass(frozen=True, slots=True)
class LadderLine:
    """The standing ladder of a pool, as the arena last stored it.

    `state` is `playing`; `settled` if the ladder waits for a new bot or version; `waiting` if too few bots are
    connected; `ended` after its time; `stopped` if the arena stopped.
    """

    pool: str
    title: str
    game: str
    seats: int
    clock: str
    state: str
    entrants: int  # that are connected and may enter
    settled: int  # of them
    reach: float  # an entrant is settled when its interval is at most ± this number of points
    games: int  # or when it has played this number of games in the pool
    changed: float  # when this changed last, in seconds since 1970


def ladders(session: Session) -> tuple[LadderLine, ...]:
    """Return the standing ladders of all pools that have one."""
    return tuple(line_of(row) for row in ladder_queries.all_ladders(session))


def ladder_of(session: Session, pool: PoolRow) -> LadderLine | None:
    """Return the standing ladder of a pool; None if it has none."""
    row = ladder_queries.ladder_of(session, pool_value(pool))
    return None if row is None else line_of(row)


def line_of(row: LadderRow) -> LadderLine:
    """Return a standing ladder from its row in the database, as pages and JSON show it."""
    pool = PoolRow(
        game=row.game, seats=row.seats, options=row.options, rules_version=row.rules_version, speed=row.speed
    )
    return LadderLine(
        pool=page_queries.pool_slug(pool),
        title=page_queries.pool_in_words(pool),
        game=row.game,
        seats=row.seats,
        clock=row.clock,
        state=row.state,
        entrants=row.entrants,
        settled=row.settled,
        reach=row.reach,
        games=row.games,
        changed=row.changed,
    )
