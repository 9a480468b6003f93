"""JSON for everything that the pages show, and the tables as CSV."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from fastapi import APIRouter, Response
from sqlmodel import Session

from arena.store.exchange import row
from arena.store.pages import Sought
from leaderboard import audit, bots, matches, ranking
from leaderboard.asking import CHECKED, At, Eyes, Moment, Name, Number, Text
from leaderboard.reading import Reader
from leaderboard.values import PoolLink

JSON_LINES: Final = "application/x-ndjson"
CSV: Final = "text/csv; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no answer."""

    status: int
    error: str


PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Problem, "description": "A filter or a number that cannot be."},
    404: {"model": Problem, "description": "There is nothing of this name."},
    503: {"model": Problem, "description": "The database does not answer; try again."},
}


def router(reader: Reader) -> APIRouter:  # noqa: C901 -- a list of addresses
    """The addresses below /api/v1."""
    api = APIRouter(prefix="/api/v1", dependencies=CHECKED, responses=PROBLEMS)

    async def told(question: Callable[[Session], Any]) -> Response:
        return await reader.work(lambda: as_json(reader.database.read(question)))

    @api.get("/pools", response_model=list[PoolLink])
    async def pools() -> Response:
        """The pools in which games were counted, those with the most games first."""
        return await told(ranking.pools)

    @api.get("/ranking/{pool}", response_model=ranking.RankingPage)
    async def one_ranking(pool: Name) -> Response:
        """The ranking of a pool; `combined` is one strength per entrant over all pools."""
        return await told(lambda session: ranking.ranking(reader, session, pool))

    @api.get("/ranking/{pool}/table.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
    async def ranking_table(pool: Name) -> Response:
        """The ranking of a pool as CSV, older versions too."""
        found = await reader.ask(lambda session: ranking.ranking(reader, session, pool))
        return Response(ranking_csv(found), media_type=CSV)

    @api.get("/bots", response_model=bots.BotsPage)
    async def all_bots(after: Text = "") -> Response:
        """The bots, by name."""
        return await told(lambda session: bots.bots(session, after))

    @api.get("/bots/{bot:path}", response_model=bots.BotPage)
    async def one_bot(bot: Name) -> Response:
        """A bot: versions, ratings in all pools, recent matches."""
        return await told(lambda session: bots.bot(reader, session, bot))

    @api.get("/matches", response_model=matches.MatchesPage)
    async def all_matches(
        game: Text = "", seats: Number = None, bot: Text = "", state: Text = "", before: Text = ""
    ) -> Response:
        """Matches, the newest first."""
        return await told(lambda session: matches.matches(session, Sought(game, seats or 0, bot, state), before))

    @api.get(
        "/matches/{match:path}/record.jsonl", response_class=Response, responses={200: {"content": {JSON_LINES: {}}}}
    )
    async def record(match: Name) -> Response:
        """The record of a match, byte for byte; `arena verify` checks it."""
        data = await reader.ask(lambda session: matches.record(session, match))
        return Response(data, media_type=JSON_LINES)

    @api.get("/matches/{match:path}", response_model=matches.MatchPage)
    async def one_match(
        match: Name,
        at: At = None,
        seat: Eyes = None,
    ) -> Response:
        """A match: seats, result with its ledger, moves with their times, the board as text."""
        return await told(lambda session: matches.match(session, match, at, seat))

    @api.get("/audit", response_model=audit.AuditPage)
    async def all_audit(before: Moment = None) -> Response:
        """What organisers have done, the newest first."""
        return await told(lambda session: audit.audit(session, before))

    return api


def as_json(value: Any) -> Response:
    """A value for machines, in ASCII alone."""
    plain = [asdict(each) for each in value] if isinstance(value, tuple) else asdict(value)
    return Response(json.dumps(plain, separators=(",", ":")), media_type="application/json")


COLUMNS: Final = ("first", "last", "bot", "version", "kind", "author", "note", "rating", "reach", "anchored")
COLUMNS_PLAYED: Final = ("comparisons", "score", "games", "deals", "wins", "draws", "mean_place", "think_us")


def ranking_csv(page: ranking.RankingPage) -> str:
    """A ranking as a table; the older versions follow the newest ones."""
    columns = (*COLUMNS, *COLUMNS_PLAYED)
    lines = [row([*columns, "newest"])]
    for newest, rows in ((True, page.rows), (False, page.older)):
        lines += [row([*(getattr(each, name) for name in columns), newest]) for each in rows]
    return "".join(lines)
