"""The data of the standing ladders: the results that they read, and the state that the site shows.

A standing ladder is the rated matches of a pool that the arena plays when it is idle.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from sqlmodel import Session

from arena.stats.pools import Pool
from arena.store.db.database import Database
from arena.store.ratings.rankings import kept_ranking
from arena.store.sql import identity_queries, ladder_queries, match_queries
from arena.store.tables import LadderRow
from arena.tournament.open_ladder import Key, LadderGoal, LadderState


@dataclass(frozen=True, slots=True)
class LadderRating:
    """The rating of an entrant in the last fit of a pool; `reach` is half the width of its interval."""

    rating: float
    reach: float
    games: int  # games that this fit includes


@dataclass(frozen=True, slots=True)
class PoolResults:
    """The last fitted ratings of a pool's entrants, and how many games each one has finished by now."""

    computed: float | None = None
    ratings: Mapping[Key, LadderRating] = field(default_factory=dict)
    games: Mapping[Key, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LadderStatus:
    """The state of the standing ladder of a pool, for the site.

    `settled` counts the entrants that have a precise enough rating, or as many games as `goal` allows.
    """

    clock: str
    state: LadderState
    entrants: int
    settled: int
    goal: LadderGoal


class StoredLadders:
    """The standing ladders of one database."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database: Final = database
        self.now: Final = now

    async def results(self, pool: Pool, before: PoolResults) -> PoolResults:
        """Return the last fitted ratings of a pool's entrants, and how many games each one has finished by now.

        `before` is the result of the last call. If there was no fit since then, its ratings are returned again.
        """
        return await self.database.ask(lambda session: results_of(session, pool, before))

    async def show(self, pool: Pool, status: LadderStatus) -> None:
        """Store the state of the ladder of a pool."""
        await self.database.do(lambda session: put_status(session, pool, status, self.now()))


def results_of(session: Session, pool: Pool, before: PoolResults) -> PoolResults:
    """Return the last fitted ratings of a pool's entrants, and how many games each one has finished by now.

    `before` is the result of an earlier call. If there was no fit since then, its ratings are returned again.
    """
    row = match_queries.pool_like(session, pool)
    if row is None:
        return PoolResults()
    played = match_queries.played_of(session, row.id)
    names = identity_queries.names_of_entrants(session, [each.entrant_id for each in played])
    games = {names[each.entrant_id]: each.games for each in played if each.entrant_id in names}
    scope = str(row.id)
    computed = match_queries.ranking_computed(session, scope)
    if computed == before.computed:
        return PoolResults(computed, before.ratings, games)
    kept = kept_ranking(session, scope)
    assert kept is not None, "it was fitted"
    others = pool.seats - 1  # comparisons of one game
    ratings = {
        names[each["entrant"]]: LadderRating(each["rating"], each["reach"], each["comparisons"] // others)
        for each in kept.rows
        if each["entrant"] in names and (each["anchored"] or kept.anchor is None)
    }
    return PoolResults(kept.computed, ratings, games)


def put_status(session: Session, pool: Pool, status: LadderStatus, now: float) -> None:
    """Replace the stored state of the ladder in a pool."""
    row = ladder_queries.ladder_of(session, pool)
    if row is None:
        row = LadderRow(**asdict(pool), clock="", state="", entrants=0, settled=0, reach=0, games=0, changed=0)
        session.add(row)
    row.clock, row.state, row.changed = status.clock, status.state, now
    row.entrants, row.settled = status.entrants, status.settled
    row.reach, row.games = status.goal.reach, status.goal.games
