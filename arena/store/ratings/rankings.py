"""Fit rankings, and store them as JSON, so that a page can show a ranking without a fit.

A fit reads the sums, not the matches, so its cost does not grow with the number of matches. A child process of the
arena runs the fit, which starts from the strengths of the last fit.
"""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlmodel import Session

from arena.stats.anchor import AnchorCandidate, anchor_among
from arena.stats.foretold import Foretold
from arena.stats.pools import ANCHORS
from arena.stats.ratings import Rating, Ratings, rate, totals
from arena.stats.sums import Sums
from arena.store.db.database import Database
from arena.store.ratings.counting import pool_value, sums_of
from arena.store.sql import identity_queries, match_queries
from arena.store.tables import PoolRow, RankingRow

COMBINED: Final = "combined"


def refit(database: Database, now: float, predicted: Mapping[str, Foretold] | None = None) -> list[str]:
    """Fit and store a ranking for each pool, and one for all pools combined. Return their scopes.

    The scope is the text under which a ranking is stored: a pool's key, or "combined". `predicted` maps a scope to a
    Foretold, which says how well the last ranking predicted results.
    """
    pools = database.read(match_queries.all_pools)
    new = predicted or {}
    return [
        *(refit_pool(database, pool, now, new.get(str(pool.id), Foretold())) for pool in pools),
        refit_combined(database, now),
    ]


def refit_pool(database: Database, pool: PoolRow, now: float, predicted: Foretold) -> str:
    """Fit and store the ranking of a pool and its anchor (the entrant with a fixed rating).

    Return the text under which the ranking is stored: the pool's primary key.
    """
    assert pool.id is not None
    scope = str(pool.id)
    sums = database.read(lambda session: sums_of(session, pool.id))
    found = fitted(database, scope, sums, [pool.id], pool_value(pool).anchors)

    def keep(session: Session) -> None:
        row = session.get(PoolRow, pool.id)
        assert row is not None
        row.anchor_id = key_of(found.anchor)
        keep_ranking(session, scope, found, now, predicted)

    database.write(keep)
    return scope


def refit_combined(database: Database, now: float) -> str:
    """Fit one strength per entrant over all pools, except pools against an automaton, and store the ranking.

    Return the text under which it is stored: "combined".
    """
    sums = database.read(sums_of).combinable()
    pools = [pool.id for pool in database.read(match_queries.all_pools) if not pool_value(pool).solo]
    found = fitted(database, COMBINED, sums, pools, ANCHORS)
    database.write(lambda session: keep_ranking(session, COMBINED, found, now))
    return COMBINED


def fitted(
    database: Database, scope: str, sums: Sums, pools: Collection[int | None], anchors: tuple[str, ...]
) -> Ratings:
    """Return a ranking fitted from the summed comparisons of some pools. Entrants are named by their row keys."""
    found = database.read(lambda session: candidates(session, sums, pools))
    last = database.read(lambda session: match_queries.ranking_of(session, scope))
    start = json.loads(last.body)["strengths"] if last is not None else None
    return rate(sums, anchor_among(found, anchors), start)


def candidates(session: Session, sums: Sums, pools: Collection[int | None]) -> list[AnchorCandidate]:
    """Return an AnchorCandidate for each entrant that was compared in `sums`. One of them may become the anchor.

    An AnchorCandidate has the entrant's number of comparisons, and the number of blocks that the entrant played in
    these pools.
    """
    compared = totals(sums.cells)
    blocks: Counter[int] = Counter()
    for played in match_queries.played_of(session):
        if played.pool_id in pools:
            blocks[played.entrant_id] += played.deals
    bots = identity_queries.bots_of_entrants(session, map(int, compared))
    return [
        AnchorCandidate(name, *bots[int(name)], blocks=blocks[int(name)], comparisons=count)
        for name, (count, _) in compared.items()
    ]


def keep_ranking(session: Session, scope: str, found: Ratings, now: float, predicted: Foretold | None = None) -> None:
    """Store a ranking in place of the last one of its scope: a pool, or all pools together.

    Two values of the last ranking are carried over: the former anchor (the entrant that had the fixed rating), and the
    sums that say how well rankings predicted results, to which `predicted` is added.
    """
    row = match_queries.ranking_of(session, scope)
    last = json.loads(row.body) if row is not None else {}
    former = former_anchor(last, key_of(found.anchor), now) if last else None
    so_far = Foretold(**last.get("foretold", {})) + (predicted or Foretold())
    goes_on = {"former": former, "foretold": asdict(so_far)}
    session.merge(RankingRow(scope=scope, computed=now, body=json.dumps({**body(found), **goes_on})))


def former_anchor(last: Mapping[str, Any], anchor: int | None, now: float) -> Mapping[str, Any] | None:
    """Return the former anchor (an entrant's key) and the time of the change; None if it never changed.

    The anchor is the entrant with a fixed rating. An anchor of None means that the mean rating was fixed.
    """
    if last["anchor"] != anchor and last["rows"]:
        return {"anchor": last["anchor"], "until": now}
    former: Mapping[str, Any] | None = last.get("former")  # rankings of earlier versions have none
    return former


def key_of(entrant: str | None) -> int | None:
    """Return an entrant's primary key as a number; None for None.

    `entrant` is the same key as a text, which names the entrant in a `Sums`.
    """
    return None if entrant is None else int(entrant)


def body(found: Ratings) -> Mapping[str, Any]:
    """Return a whole ranking as JSON values, with the entrants' row keys in place of their names."""
    return {
        "model": found.model,
        "anchor": key_of(found.anchor),
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
    """Return one entrant's line of a ranking as JSON values: rating, interval, ranks, comparisons, score."""
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
    """A stored ranking: the time and model of its fit, its rows, and how well it predicted results.

    Entrants are named by their row keys.
    """

    computed: float
    model: str
    anchor: int | None
    rows: tuple[Mapping[str, Any], ...]
    superiority: Mapping[int, Mapping[int, float]]
    calibration: tuple[tuple[float, float, int], ...]
    former: tuple[int | None, float] | None  # the anchor before this one (None: the mean), and until when
    foretold: Foretold  # how well it predicted results before they were known


def kept_ranking(session: Session, scope: str) -> KeptRanking | None:
    """Return the stored ranking of a scope; None if it was never fitted."""
    row = match_queries.ranking_of(session, scope)
    if row is None:
        return None
    body = json.loads(row.body)
    better = {
        int(one): {int(other): chance for other, chance in row.items()} for one, row in body["superiority"].items()
    }
    calibration = tuple((expected, scored, count) for expected, scored, count in body["calibration"])
    before = body.get("former")  # rankings of earlier versions have none
    former = (before["anchor"], before["until"]) if before else None
    foretold = Foretold(**body.get("foretold", {}))
    return KeptRanking(
        row.computed, body["model"], body["anchor"], tuple(body["rows"]), better, calibration, former, foretold
    )
