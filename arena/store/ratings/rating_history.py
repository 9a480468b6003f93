"""The history of ratings for charts: the rating and interval at each fit, the form (sequential Elo) after each match.

A line of a chart has a point for each of the first games, then one for each step of a few percent, so that it stays
short. The newest value of a step replaces the earlier ones. The form includes matches in the order in which they were
made, up to the first match that is not over. After a ruling on a match, the form is computed again from the first one.
"""

import json
from collections.abc import Iterable, Sequence
from math import log2
from typing import Any, Final

from sqlmodel import Session

from arena.stats.foretold import Foretold, foretold
from arena.stats.form import Form
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.ratings.counting import counted, key, pool_value
from arena.store.ratings.rankings import COMBINED, kept_ranking, refit
from arena.store.sql import form_queries, match_queries
from arena.store.sql.form_queries import FORM, first_unfinished, forms_of, newest_ruling
from arena.store.sql.inserts import insert_or_replace
from arena.store.tables import FollowedRow, FormStateRow, PointRow, PoolRow

EACH: Final = 64  # games of which each has a point
DOUBLING: Final = 24  # points for each doubling of the games after that
AT_ONCE: Final = 500  # matches in one transaction
MOST: Final = 20_000  # matches that are followed with one fit; the next fit follows further ones
RATING: Final = "rating"


def step(games: int) -> int:
    """Return the number of a step in a chart: the step that includes this number of games.

    Up to 64 games, each number of games is a step of its own. Later, a step is a range, such as 101 to 103 games, so
    that the chart has few points.
    """
    return games if games <= EACH else EACH + round(DOUBLING * log2(games / EACH))


def refresh(database: Database, now: float) -> None:
    """Fit all rankings, and add the new ratings and forms (sequential Elo) to the stored history."""
    pools = database.read(match_queries.all_pools)
    found = {str(pool.id): database.read(lambda session, pool=pool: predicted(session, pool)) for pool in pools}  # type: ignore[misc]
    refit(database, now, found)
    follow(database, now)


def predicted(session: Session, pool: PoolRow) -> Foretold:
    """Return a Foretold: how well the last ranking and the form (sequential Elo) predicted a pool's later matches.

    It includes 500 matches at most. It is empty if there is no ranking, or if there was a new ruling on a match.
    """
    assert pool.id is not None
    last = match_queries.ranking_of(session, str(pool.id))
    followed = session.get(FollowedRow, pool.id)
    if last is None or followed is None or followed.ruling != newest_ruling(session, pool.id):
        return Foretold()
    body = json.loads(last.body)
    seats = {seat: value for _, seat, value in body["seats"]}
    form = Form(pool_value(pool), {key(row.entrant_id): row.rating for row in forms_of(session, pool.id)})
    found = Foretold()
    later = match_queries.rated_after(session, pool.id, followed.match_id, first_unfinished(session), AT_ONCE)
    seats_of = match_queries.seats_by_match(session, [each.match.id for each in later])
    for each in later:
        result = counted(each, seats_of[each.match.id])
        if result is not None:
            found += foretold(result.pool, result.finished, body["strengths"], seats, form)
            form.add(result.finished)
    return found


def follow(database: Database, now: float) -> None:
    """Add points to the stored charts of entrants: the last fitted ratings, and the form after each further match."""
    pools = database.read(match_queries.all_pools)
    for pool in pools:
        database.write(lambda session, pool=pool: add_ratings(session, str(pool.id), [pool.id], now))  # type: ignore[misc]
        for _ in range(0, MOST, AT_ONCE):
            if not database.write(lambda session, pool=pool: follow_form(session, pool)):  # type: ignore[misc]
                break
    together = [pool.id for pool in pools if not pool_value(pool).solo]
    database.write(lambda session: add_ratings(session, COMBINED, together, now))


def add_ratings(session: Session, scope: str, pools: Sequence[int | None], now: float) -> None:
    """Add a point to the stored rating history of each entrant in a ranking."""
    kept = kept_ranking(session, scope)
    if kept is None:
        return
    games = form_queries.games_in_pools(session, pools)
    keep(
        session,
        (
            point(scope, row["entrant"], RATING, int(games[row["entrant"]]), now, row["rating"], row["reach"])
            for row in kept.rows
            if row["entrant"] in games
        ),
    )


def point(  # noqa: PLR0913, PLR0917 -- the columns of a row
    scope: str, entrant: int, line: str, games: int, time: float, value: float, reach: float = 0.0
) -> dict[str, Any]:
    """Return a point of an entrant's history as a table row. `reach` is half the width of the rating's interval."""
    place = {"scope": scope, "entrant_id": entrant, "line": line, "step": step(games)}
    return {**place, "games": games, "time": time, "value": value, "reach": reach}


def keep(session: Session, points: Iterable[dict[str, Any]]) -> None:
    """Store points of the chart of ratings. A new point replaces an earlier one of the same entrant, line and step.

    The line says what the chart shows: the rating or the form. For the number of a step see `step`.
    """
    newest = {(row["entrant_id"], row["line"], row["step"]): row for row in points}
    if newest:
        insert_or_replace(Transaction.of(session), PointRow, *newest.values())


def follow_form(session: Session, pool: PoolRow) -> bool:
    """Add the next matches of a pool to its entrants' form (sequential Elo). Return False if there are none."""
    assert pool.id is not None
    followed = begun(session, pool.id)
    found = match_queries.rated_after(session, pool.id, followed.match_id, first_unfinished(session), AT_ONCE)
    if not found:
        return False
    states = {key(row.entrant_id): row for row in forms_of(session, pool.id)}
    form = Form(pool_value(pool), {name: row.rating for name, row in states.items()})
    points = []
    seats_of = match_queries.seats_by_match(session, [each.match.id for each in found])
    for each in found:
        result = counted(each, seats_of[each.match.id])
        if result is None:
            continue
        for name, rating in form.add(result.finished).items():
            row = states.setdefault(name, FormStateRow(pool_id=pool.id, entrant_id=int(name), rating=rating))
            row.rating, row.games = rating, row.games + result.finished.entrants.count(name)
            points.append(point(str(pool.id), row.entrant_id, FORM, row.games, each.match.ended or 0.0, rating))
    keep(session, points)
    session.add_all(states.values())
    followed.match_id = found[-1].match.id or 0
    return True


def begun(session: Session, pool_id: int) -> FollowedRow:
    """Return the row that says which match was the last one included in the form (sequential Elo) of a pool.

    If there was a new ruling on a match, delete the form and begin again with the first match.
    """
    ruling = newest_ruling(session, pool_id)
    followed = session.get(FollowedRow, pool_id)
    if followed is None:
        followed = FollowedRow(pool_id=pool_id, match_id=0, ruling=ruling)
        session.add(followed)
    if followed.ruling != ruling:
        followed.match_id, followed.ruling = 0, ruling
        form_queries.forget_form(session, pool_id)
    return followed
