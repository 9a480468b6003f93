"""`arena ranking`: print the ratings of the entrants of an arena, and their intervals."""

import argparse
import json
import time
from typing import TYPE_CHECKING, Any, Final

from arena.cli_support.args import Commands, add_json, command
from arena.cli_support.output import note, say, say_json, table
from arena.commands.storage import of_database, opened

if TYPE_CHECKING:  # the database is imported only when it is used
    from sqlmodel import Session

    from arena.store.tables import PoolRow

ABOUT: Final = """\
Rate all entrants of an arena's database, pool by pool: entrants are rated together if they played the same game by
the same options at about the same speed. Ratings are on the Elo scale, with 95 % intervals that count deals, not games;
a rank such as 2-4 says what is sure of it. The last table is one strength over all pools.
"""
HEAD: Final = ("rank", "entrant", "rating", "95 %", "score", "comparisons")


def add(commands: Commands) -> None:
    """Add the command `arena ranking` with its arguments to the command line."""
    parser = command(
        commands,
        "ranking",
        run,
        about=ABOUT,
        examples=["arena ranking", "arena ranking --database arena-data/arena.db --json"],
    )
    of_database(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compute the ratings of all entrants from their results, and print the rankings as tables."""
    from arena.store.ratings import rating_history  # noqa: PLC0415 -- only when it is used

    database = opened(args, create=False)
    try:
        rating_history.refresh(database, time.time())
        told = database.read(all_rankings)
    finally:
        database.close()
    if args.json:
        say_json(told)
        return 0
    for ranking in told:
        if ranking["rows"]:
            say(f"{ranking['pool']}\n{as_table(ranking['rows'])}\n")
            note("; ".join(filter(None, [ranking["model"], ranking["foretold"], ladder_in_words(ranking["ladder"])])))
    if not any(ranking["rows"] for ranking in told):
        say("no entrant is rated yet: a match counts when it is over, unless it has --unrated, a seed or a position")
    return 0


def all_rankings(session: "Session") -> list[dict[str, Any]]:
    """Return a list of dicts for JSON: the ranking of each pool, and at the end the ranking over all pools."""
    from arena.stats.foretold import Foretold  # noqa: PLC0415 -- only when it is used
    from arena.store.ratings import rankings  # noqa: PLC0415 -- only when it is used
    from arena.store.sql import identity_queries, match_queries, page_queries  # noqa: PLC0415 -- only when it is used

    scopes = [(str(pool.id), page_queries.pool_in_words(pool)) for pool in match_queries.all_pools(session)]
    told: list[dict[str, Any]] = []
    ladders = {str(pool.id): ladder_values(session, pool) for pool in match_queries.all_pools(session)}
    for scope, name in [*scopes, (rankings.COMBINED, "over all pools")]:
        row = match_queries.ranking_of(session, scope)
        body: dict[str, Any] = json.loads(row.body) if row is not None else {"rows": [], "model": "", "anchor": None}
        keys = [each["entrant"] for each in body["rows"]]
        names = {key: " ".join(called) for key, called in identity_queries.names_of_entrants(session, keys).items()}
        model = page_queries.model_in_words(body["model"], body["anchor"], names.get(body["anchor"], ""))
        rows = [each | {"entrant": names[each["entrant"]]} for each in body["rows"]]
        foretold = page_queries.foretold_in_words(Foretold(**body.get("foretold", {})))
        told.append({"pool": name, "model": model, "foretold": foretold, "rows": rows, "ladder": ladders.get(scope)})
    return told


def ladder_values(session: "Session", pool: "PoolRow") -> dict[str, Any] | None:
    """Return the state of a pool's ladder as a dict for JSON; None if the pool has no ladder.

    The ladder plays rated matches while the arena is idle.
    """
    from arena.store.ratings.counting import pool_value  # noqa: PLC0415 -- only when it is used
    from arena.store.sql import ladder_queries  # noqa: PLC0415 -- only when it is used

    row = ladder_queries.ladder_of(session, pool_value(pool))
    return None if row is None else row.model_dump(include={"clock", "state", "entrants", "settled", "reach", "games"})


def ladder_in_words(ladder: dict[str, Any] | None) -> str:
    """Return a text about the state of a ladder and the number of its settled entrants; empty if `ladder` is None."""
    if ladder is None:
        return ""
    return f"standing ladder: {ladder['state']}, {ladder['settled']} of {ladder['entrants']} entrants settled"


def as_table(rows: list[dict[str, Any]]) -> str:
    """Return the rows of a ranking as a text table."""
    return table(HEAD, [cells(row) for row in rows], left=2)


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    """Return the texts of an entrant's row in the table of a ranking."""
    first, last = row["band"]
    rank = str(first) if first == last else f"{first}-{last}"
    rating = f"{row['rating']:.0f}" if row["anchored"] else "not anchored"
    return (rank, row["entrant"], rating, f"± {row['reach']:.0f}", f"{row['score']:.1%}", str(row["comparisons"]))
