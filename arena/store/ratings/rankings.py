"""Rankings as they were last fitted, kept as JSON: a page shows one without fitting anything.

A fit reads the sums, not the matches, so what it costs does not grow with them; an arena that plays lets a child
process do it. It starts from the last strengths.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session

from arena.stats.pools import ANCHORS
from arena.stats.ratings import Rating, Ratings, rate
from arena.stats.sums import Sums
from arena.store.db.database import Database
from arena.store.ratings.counting import pool_value, sums_of
from arena.store.sql import identity_queries, match_queries
from arena.store.tables import PoolRow, RankingRow

COMBINED: Final = "combined"


def refit(database: Database, now: float) -> list[str]:
    """Fit the ranking of every pool and the combined one; their scopes."""
    pools = database.read(match_queries.all_pools)
    return [*(refit_pool(database, pool, now) for pool in pools), refit_combined(database, now)]


def refit_pool(database: Database, pool: PoolRow, now: float) -> str:
    """Fit the ranking of a pool, and note its anchor."""
    assert pool.id is not None
    scope = str(pool.id)
    sums = database.read(lambda session: sums_of(session, pool.id))
    found = fitted(database, scope, sums, pool_value(pool).anchors)

    def keep(session: Session) -> None:
        row = session.get(PoolRow, pool.id)
        assert row is not None
        row.anchor_id = int(found.anchor) if found.anchor else None
        keep_ranking(session, scope, found, now)

    database.write(keep)
    return scope


def refit_combined(database: Database, now: float) -> str:
    """Fit one strength per entrant over all pools but those against an automaton."""
    sums = database.read(sums_of).combinable()
    found = fitted(database, COMBINED, sums, ANCHORS)
    database.write(lambda session: keep_ranking(session, COMBINED, found, now))
    return COMBINED


def fitted(database: Database, scope: str, sums: Sums, anchors: tuple[str, ...]) -> Ratings:
    """The ranking that sums give, by the keys of entrants."""
    keys = {int(name) for cell in sums.cells for name in (cell.entrant, cell.opponent)}
    bots = {key: bot for key, (bot, _) in database.read(lambda s: identity_queries.names_of_entrants(s, keys)).items()}
    last = database.read(lambda session: match_queries.ranking_of(session, scope))
    start = json.loads(last.body)["strengths"] if last is not None else None
    return rate(sums, anchors, lambda name: bots.get(int(name), ""), start)


def keep_ranking(session: Session, scope: str, found: Ratings, now: float) -> None:
    """Keep a ranking in the place of the last one."""
    session.merge(RankingRow(scope=scope, computed=now, body=json.dumps(body(found))))


def body(found: Ratings) -> Mapping[str, Any]:
    """A ranking as JSON; entrants are the keys of their rows."""
    return {
        "model": found.model,
        "anchor": int(found.anchor) if found.anchor else None,
        "rows": [row_body(row) for row in found.rows],
        "superiority": {
            str(int(row.entrant)): {
                str(int(other.entrant)): chance
                for other in found.rows
                if other is not row and (chance := found.superiority(row.entrant, other.entrant)) is not None
            }
            for row in found.rows
        },
        "seats": [[str(pool), seat, value] for (pool, seat), value in found.seats.items()],
        "calibration": [[each.expected, each.scored, each.comparisons] for each in found.calibration],
        "strengths": found.strengths,
    }


def row_body(row: Rating) -> Mapping[str, Any]:
    """A line of a ranking as JSON."""
    return {
        "entrant": int(row.entrant),
        "rating": row.rating,
        "reach": row.reach,
        "band": row.band,
        "comparisons": row.comparisons,
        "score": row.score,
        "anchored": row.anchored,
    }


# And back ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptRanking:
    """A ranking as it was last fitted: what `body` has of it, with entrants by their keys."""

    computed: float
    model: str
    anchor: int | None
    rows: tuple[Mapping[str, Any], ...]
    superiority: Mapping[int, Mapping[int, float]]
    calibration: tuple[tuple[float, float, int], ...]


def kept_ranking(session: Session, scope: str) -> KeptRanking | None:
    """A ranking as it was last fitted."""
    row = match_queries.ranking_of(session, scope)
    if row is None:
        return None
    body = json.loads(row.body)
    better = {
        int(one): {int(other): chance for other, chance in row.items()} for one, row in body["superiority"].items()
    }
    calibration = tuple((expected, scored, count) for expected, scored, count in body["calibration"])
    return KeptRanking(row.computed, body["model"], body["anchor"], tuple(body["rows"]), better, calibration)
