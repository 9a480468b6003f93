"""The pages for people: each shows the values of its JSON."""

import gzip
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from sqlmodel import Session

from arena.replay import document
from arena.store.ratings.rankings import COMBINED
from arena.store.sql.match_list import MatchListFilter
from leaderboard import audit, bots, matches, meetings, ranking, reference, resources, tiles, tournaments
from leaderboard.asking import CHECKED, At, Eyes, Moment, Name, Number, Text
from leaderboard.reading import BadQuestionError, NotThereError, Reader
from leaderboard.rendering import Templates
from leaderboard.replays import StagedMatch, mark_of, version


def router(reader: Reader, templates: Templates, openapi: Callable[[], dict[str, Any]]) -> APIRouter:  # noqa: C901 -- a list of addresses
    """Return the router of the pages."""
    site = APIRouter(dependencies=CHECKED, include_in_schema=False, default_response_class=HTMLResponse)

    async def shown(template: str, question: Callable[[Session], Any], **values: Any) -> Response:
        def work() -> Response:
            return HTMLResponse(templates.render(template, page=reader.database.read(question), **values))

        return await reader.work(work)

    async def of_match(match: str, work: Callable[[StagedMatch, str], Response]) -> Response:
        return await reader.draw(
            lambda: work(*reader.database.read(lambda session: matches.staged_match(reader, session, match)))
        )

    @site.get("/")
    async def home() -> Response:
        return await shown("ranking.html", lambda session: ranking.ranking(reader, session, COMBINED))

    @site.get("/ranking/{pool}")
    async def one_ranking(pool: Name) -> Response:
        return await shown("ranking.html", lambda session: ranking.ranking(reader, session, pool))

    @site.get("/tournaments")
    async def all_tournaments(before: Text = "") -> Response:
        return await shown("tournaments.html", lambda session: tournaments.tournaments(session, before))

    @site.get("/tournaments/{tournament:path}")
    async def one_tournament(tournament: Name, before: Number = None) -> Response:
        return await shown(
            "tournament.html", lambda session: tournaments.tournament(reader, session, tournament, before)
        )

    @site.get("/compare")
    async def compare(bot: Text, other: Text) -> Response:
        return await shown("meetings.html", lambda session: meetings.meetings(reader, session, bot, other))

    @site.get("/bots")
    async def all_bots(after: Text = "") -> Response:
        return await shown("bots.html", lambda session: bots.bots(session, after))

    @site.get("/bots/{bot:path}")
    async def one_bot(bot: Name) -> Response:
        return await shown("bot.html", lambda session: bots.bot(reader, session, bot))

    @site.get("/matches")
    async def all_matches(
        game: Text = "", seats: Text = "", bot: Text = "", state: Text = "", before: Text = ""
    ) -> Response:
        sought = MatchListFilter(game, seat_count(seats), bot, state)
        games = await reader.ask(matches.games)
        choices = {"games": games, "seat_counts": matches.SEATS}
        return await shown("matches.html", lambda session: matches.matches(session, sought, before), **choices)

    @site.get("/matches/{match:path}/frames.json")
    async def match_frames(request: Request, match: Name, seat: Eyes = None, v: Text = "") -> Response:
        def work(staged: StagedMatch, _: str) -> Response:
            packed = staged.frames(matches.observer_of(staged, seat))
            return resources.sent(request, packed, "application/json", stored(v))

        return await of_match(match, work)

    @site.get("/matches/{match:path}/board.svg")
    async def match_board(request: Request, match: Name, at: At = None, seat: Eyes = None) -> Response:
        def work(staged: StagedMatch, _: str) -> Response:
            packed = staged.picture(matches.position_of(staged, at), matches.observer_of(staged, seat))
            headers = {**resources.PICTURE_HEADERS, "content-security-policy": resources.picture_policy()}
            return resources.sent(request, packed, "image/svg+xml", resources.A_DAY, headers)

        return await of_match(match, work)

    @site.get("/matches/{match:path}/replay.html")
    async def match_file(request: Request, match: Name, v: Text = "") -> Response:
        def work(staged: StagedMatch, head: str) -> Response:
            review = reader.database.read(lambda session: matches.review(session, match, staged))
            headers = {
                "content-disposition": 'attachment; filename="match.html"',
                "content-security-policy": f"{document.policy()}; frame-ancestors 'none'",
            }
            known = stored(v, mark_of(review))
            return resources.sent(request, staged.file(head, review), "text/html; charset=utf-8", known, headers)

        return await of_match(match, work)

    @site.get("/matches/{match:path}")
    async def one_match(request: Request, match: Name, at: At = None, seat: Eyes = None) -> Response:
        def work() -> Response:
            page, replay = reader.database.read(lambda session: matches.whole_match(reader, session, match, at, seat))
            html = templates.render("match.html", page=page, replay=replay)
            packed = gzip.compress(html.encode(), resources.QUICK, mtime=0)
            return resources.sent(request, packed, "text/html; charset=utf-8", resources.ASK)

        return await reader.work(work)

    @site.get("/assets/{name}")
    async def asset(request: Request, name: Name, v: Text = "") -> Response:
        found = resources.assets().get(name)
        if found is None:
            raise NotThereError(f"no file is called {name!r}")
        cached = resources.FOREVER if found.address.endswith(f"?v={v}") else resources.ASK
        return resources.sent(request, found.packed, found.media, cached)

    @site.get("/rules")
    async def rules_in_short() -> Response:
        return await reader.work(lambda: HTMLResponse(templates.render("rules.html")))

    @site.get("/tiles")
    async def all_tiles() -> Response:
        return await reader.work(lambda: HTMLResponse(templates.render("tiles.html", page=tiles.tiles())))

    @site.get("/audit")
    async def all_audit(before: Moment = None) -> Response:
        return await shown("audit.html", lambda session: audit.audit(session, before))

    @site.get("/api")
    async def all_calls() -> Response:
        calls = await reader.work(lambda: reference.calls(openapi()))
        return HTMLResponse(templates.render("reference.html", calls=calls))

    return site


def stored(asked: str, mark: str = "") -> str:
    """Return for how long a browser may store what belongs to a finished match.

    An address that names the version that draws it, and the mark of its analysis, always gets the same answer.
    """
    return resources.FOREVER if asked == version() + mark else resources.ASK


def seat_count(text: str) -> int:
    """Return a number of seats from a form, which may be empty."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise BadQuestionError(f"seats {text!r}: expected one of {', '.join(map(str, matches.SEATS))}")
    return int(text)
