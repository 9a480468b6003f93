"""JSON for everything that the pages show, and the tables as CSV."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from sqlmodel import Session

from arena.languages import say
from arena.store.exchange import row
from arena.store.sql.match_list import MatchListFilter
from leaderboard import audit, bots, home, ladders, matches, meetings, ranking, tiles, tournaments
from leaderboard.asking import CHECKED, At, Eyes, Moment, Name, Number, Text
from leaderboard.feed import Feed
from leaderboard.live import LiveMatch, OnNowLine, on_now
from leaderboard.reading import NotThereError, Reader
from leaderboard.resources import FOREVER
from leaderboard.values import PoolLink

JSON_LINES: Final = "application/x-ndjson"
EVENTS: Final = "text/event-stream"
CSV: Final = "text/csv; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Problem:
    """An error: the HTTP status, and a message that says what was wrong."""

    status: int
    error: str


AS_CSV: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"text/csv": {}}}}
AS_ANALYSIS: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"application/json": {}}}}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Problem, "description": "A filter or a number that cannot be."},
    404: {"model": Problem, "description": "There is nothing of this name."},
    503: {"model": Problem, "description": "The database does not answer, or too many streams are open; try again."},
}


def router(reader: Reader, feed: Feed) -> APIRouter:  # noqa: C901, PLR0915 -- a list of addresses
    """Return the router of the addresses below /api/v1."""
    api = APIRouter(prefix="/api/v1", dependencies=CHECKED, responses=PROBLEMS)

    async def told(question: Callable[[Session], Any]) -> Response:
        return await reader.work(lambda: as_json(reader.database.read(question)))

    @api.get("/home", response_model=home.HomePage)
    async def first_page() -> Response:
        """Running matches and tournaments, the ranking over all pools, the next scheduled runs, the latest results."""
        return await told(lambda session: home.home(reader, session))

    @api.get("/pools", response_model=list[PoolLink])
    async def pools() -> Response:
        """The pools in which games were counted, those with the most games first."""
        return await told(ranking.pools)

    @api.get("/ladders", response_model=list[ladders.LadderLine])
    async def all_ladders() -> Response:
        """The standing ladder of each pool, which the arena plays when it is idle, with its state."""
        return await told(ladders.ladders)

    @api.get("/ranking/{pool}", response_model=ranking.RankingPage)
    async def one_ranking(pool: Name) -> Response:
        """The ranking of a pool. The name `combined` gives the ranking over all pools."""
        return await told(lambda session: ranking.ranking(reader, session, pool))

    @api.get("/ranking/{pool}/table.csv", response_class=Response, responses=AS_CSV)
    async def ranking_table(pool: Name) -> Response:
        """The ranking of a pool as CSV, with the older versions of bots."""
        found = await reader.ask(lambda session: ranking.ranking(reader, session, pool))
        return Response(ranking_csv(found), media_type=CSV)

    @api.get("/tournaments", response_model=tournaments.TournamentsPage)
    async def all_tournaments(before: Text = "") -> Response:
        """Tournaments, the newest first, and the schedules."""
        return await told(lambda session: tournaments.tournaments(session, before))

    @api.get("/tournaments/{tournament:path}/table.csv", response_class=Response, responses=AS_CSV)
    async def tournament_table(tournament: Name) -> Response:
        """The table of a tournament as CSV."""
        found = await reader.ask(lambda session: tournaments.tournament(reader, session, tournament))
        return Response(table_csv(tournaments.TableLine, found.table), media_type=CSV)

    @api.get("/tournaments/{tournament:path}/crosstable.csv", response_class=Response, responses=AS_CSV)
    async def tournament_crosstable(tournament: Name) -> Response:
        """The scores of all pairs in a tournament, as CSV. A pair that met has a row for the score of each entrant."""
        found = await reader.ask(lambda session: tournaments.tournament(reader, session, tournament))
        return Response(crosstable_csv(found), media_type=CSV)

    @api.get("/tournaments/{tournament:path}", response_model=tournaments.TournamentPage)
    async def one_tournament(tournament: Name, before: Number = None) -> Response:
        """A tournament: its table, crosstable, bracket, rules in words, and its rounds, the newest first."""
        return await told(lambda session: tournaments.tournament(reader, session, tournament, before))

    @api.get("/compare", response_model=meetings.MeetingsPage)
    async def compare(bot: Text, other: Text) -> Response:
        """The scores of two bots against each other, pool by pool and seat by seat."""
        return await told(lambda session: meetings.meetings(reader, session, bot, other))

    @api.get("/bots", response_model=bots.BotsPage)
    async def all_bots(after: Text = "") -> Response:
        """The bots, by name."""
        return await told(lambda session: bots.bots(reader, session, after))

    @api.get("/bots/{bot:path}/history.csv", response_class=Response, responses=AS_CSV)
    async def bot_history(bot: Name) -> Response:
        """The ratings and the form of a bot's versions, over games, as CSV."""
        found = await reader.ask(lambda session: bots.bot(reader, session, bot))
        return Response(history_csv(found), media_type=CSV)

    @api.get("/bots/{bot:path}", response_model=bots.BotPage)
    async def one_bot(bot: Name) -> Response:
        """A bot: versions, ratings in all pools, recent matches."""
        return await told(lambda session: bots.bot(reader, session, bot))

    @api.get("/matches", response_model=matches.MatchesPage)
    async def all_matches(
        game: Text = "", seats: Number = None, bot: Text = "", state: Text = "", before: Text = ""
    ) -> Response:
        """Matches, the newest first."""
        return await told(
            lambda session: matches.matches(session, MatchListFilter(game, seats or 0, bot, state), before)
        )

    @api.get(
        "/matches/{match:path}/record.jsonl", response_class=Response, responses={200: {"content": {JSON_LINES: {}}}}
    )
    async def record(match: Name) -> Response:
        """The record of a match, byte for byte; `arena verify` checks it."""
        data = await reader.ask(lambda session: matches.record(session, match))
        return Response(data, media_type=JSON_LINES, headers={"cache-control": FOREVER})

    @api.get("/live", response_model=list[OnNowLine])
    async def what_is_on(tournament: Text = "") -> Response:
        """Running matches, the latest start first; only those of one tournament if it is named."""
        return await told(lambda session: on_now(session, tournament))

    @api.get("/matches/{match:path}/live", response_model=LiveMatch)
    async def live(match: Name) -> Response:
        """A running match, as far as its broadcast rule allows: clocks, points, turn."""
        watched = await feed.look(match)
        if watched is None:
            raise NotThereError(say("no match %(name)s is being played", name=repr(match)))
        return await feed.work(watched, lambda: as_json(LiveMatch.of(watched.follower)))

    @api.get("/matches/{match:path}/events", response_class=Response, responses={200: {"content": {EVENTS: {}}}})
    async def events(request: Request, match: Name, after: Number = None) -> Response:
        """The server-sent events of a running match, from the one after the event in Last-Event-ID or `after`."""
        return await feed.stream(request, match, after)

    @api.get("/matches/{match:path}/analysis.json", response_class=Response, responses=AS_ANALYSIS)
    async def analysis(match: Name) -> Response:
        """The newest analysis of a match, as `arena analyse --json` prints it."""
        found = await reader.ask(lambda session: matches.analysis(session, match))
        return Response(json.dumps(found, separators=(",", ":")), media_type="application/json")

    @api.get("/matches/{match:path}", response_model=matches.MatchPage)
    async def one_match(
        match: Name,
        at: At = None,
        seat: Eyes = None,
    ) -> Response:
        """A match: seats, result with its ledger, moves with their times, the board as text."""
        return await told(lambda session: matches.match(reader, session, match, at, seat))

    @api.get("/tiles", response_model=tiles.TilesPage)
    async def all_tiles() -> Response:
        """The tiles of all games: every id that moves and boards name, with a line of explanation."""
        return await reader.work(lambda: as_json(tiles.tiles()))

    @api.get("/audit", response_model=audit.AuditPage)
    async def all_audit(before: Moment = None) -> Response:
        """The actions of organisers, the newest first."""
        return await told(lambda session: audit.audit(session, before))

    return api


def as_json(value: Any) -> Response:
    """Return a response with a dataclass value, or a tuple of such values, as JSON in ASCII."""
    plain = [asdict(each) for each in value] if isinstance(value, tuple) else asdict(value)
    return Response(json.dumps(plain, separators=(",", ":")), media_type="application/json")


def ranking_csv(page: ranking.RankingPage) -> str:
    """Return a ranking as CSV: the newest versions of the bots, then the older versions."""
    return table_csv(ranking.RankedEntrant, [*page.rows, *page.older])


def table_csv(kind: type[Any], lines: Sequence[Any]) -> str:
    """Return objects of a dataclass as CSV: a row for each object, a column for each field except `seats`."""
    columns = [each.name for each in fields(kind) if each.name != "seats"]
    return "".join([row(columns), *(row(plain(getattr(line, name)) for name in columns) for line in lines)])


def history_csv(page: bots.BotPage) -> str:
    """Return the ratings and the form of a bot's versions over time as CSV: a row for each version, pool and time."""
    lines = [row(("pool", "version", *(each.name for each in fields(bots.HistoryPoint))))]
    for each in page.ratings:
        lines += [row((each.pool, each.standing.version, *astuple(point))) for point in each.history]
    return "".join(lines)


def plain(value: object) -> object:
    """Return a value as it is written into one CSV field: a dict or a tuple as one text, another value unchanged."""
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {number}" for name, number in value.items())
    return "; ".join(map(str, value)) if isinstance(value, tuple) else value


def crosstable_csv(page: tournaments.TournamentPage) -> str:
    """Return a tournament's crosstable as CSV. A pair that met has two rows, one for each entrant's score."""
    keys = [line.key for line in page.table]
    lines = [row(("entrant", "opponent", *(each.name for each in fields(tournaments.Crossing))))]
    for one, crossings in zip(keys, page.crosstable, strict=False):
        for other, found in zip(keys, crossings, strict=True):
            if found is not None:
                lines.append(row((one, other, *astuple(found))))
    return "".join(lines)
