"""The HTML pages. Each page with results shows the same values as one address of the JSON API."""

import gzip
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from sqlmodel import Session

from arena.games.pictures import ALONE
from arena.languages import noted, say
from arena.replay import document
from arena.store.ratings.rankings import COMBINED
from arena.store.sql.match_list import MatchListFilter
from leaderboard import (
    audit,
    badges,
    bots,
    home,
    matches,
    meetings,
    ranking,
    reference,
    resources,
    tiles,
    tournaments,
)
from leaderboard.addresses import PageAddress, page_address, redirection
from leaderboard.asking import CHECKED, At, Eyes, Moment, Name, Number, Text
from leaderboard.feed import Feed, Watched
from leaderboard.live import LiveMatch, on_now
from leaderboard.reading import BadQuestionError, NotThereError, Reader
from leaderboard.rendering import Templates
from leaderboard.replays import ReplayOnPage, StagedMatch, mark_of, version
from leaderboard.voices import Voice
from leaderboard.words import segment

SPECTATORS_ALONE: Final = noted("seat: a match that is being played is shown as a spectator sees it; expected none")


def router(reader: Reader, feed: Feed, templates: Templates, openapi: Callable[[], dict[str, Any]]) -> APIRouter:  # noqa: C901, PLR0915 -- a list of addresses
    """Return the router of the HTML pages and of the files that they load."""
    site = APIRouter(dependencies=CHECKED, include_in_schema=False, default_response_class=HTMLResponse)

    async def shown(template: str, question: Callable[[Session], Any], **values: Any) -> Response:
        def work() -> Response:
            return HTMLResponse(templates.render(template, page=reader.database.read(question), **values))

        return await reader.work(work)

    def badge(draw: Callable[[Session], bytes]) -> Response:
        headers = {
            **resources.PICTURE_HEADERS,
            "content-security-policy": badges.POLICY,
            "cache-control": badges.FOR_A_WHILE,
        }
        return Response(reader.database.read(draw), headers=headers, media_type="image/svg+xml")

    async def of_match(match: str, work: Callable[[StagedMatch, str], Response]) -> Response:
        return await reader.draw(
            lambda: work(*reader.database.read(lambda session: matches.staged_match(reader, session, match)))
        )

    async def of_live(match: str, seat: int | None, work: Callable[[Voice], Response]) -> Response | None:
        """Return the response that `work` makes for a running match; None if it is not running or shows no board."""
        watched = await feed.look(match)
        if watched is None or watched.follower.now.reason:
            return None
        if seat is not None:
            raise BadQuestionError(say(SPECTATORS_ALONE))
        voice = await feed.voice(watched)
        return await feed.work(watched, lambda: work(voice))

    @site.get("/")
    async def first_page(pool: Text = "") -> Response:
        if pool:
            return RedirectResponse(f"/ranking/{segment(pool)}")  # as it was asked before the ranking had a page
        return await shown("home.html", lambda session: home.home(reader, session))

    @site.get("/ranking")
    async def whole_ranking() -> Response:
        return await shown("ranking.html", lambda session: ranking.ranking(reader, session, COMBINED))

    @site.get("/ranking/{pool}")
    async def one_ranking(pool: Name) -> Response:
        return await shown("ranking.html", lambda session: ranking.ranking(reader, session, pool))

    @site.get("/tournaments")
    async def all_tournaments(before: Text = "") -> Response:
        return await shown("tournaments.html", lambda session: tournaments.tournaments(session, before))

    @site.get("/tournaments/{tournament:path}")
    async def one_tournament(tournament: Name, before: Number = None) -> Response:
        def work() -> Response:
            page = reader.database.read(lambda session: tournaments.tournament(reader, session, tournament, before))
            on = reader.database.read(lambda session: on_now(session, page.tournament))
            return HTMLResponse(templates.render("tournament.html", page=page, on=on))

        return await reader.work(work)

    @site.get("/compare")
    async def compare(bot: Text, other: Text) -> Response:
        return await shown("meetings.html", lambda session: meetings.meetings(reader, session, bot, other))

    @site.get("/bots")
    async def all_bots(after: Text = "") -> Response:
        return await shown("bots.html", lambda session: bots.bots(reader, session, after))

    @site.get("/badges/{bot:path}/rating.svg")
    async def rating_badge(bot: Name, pool: Text = "") -> Response:
        return await reader.work(lambda: badge(lambda session: badges.rating_badge(reader, session, bot, pool)))

    @site.get("/badges/{bot:path}/rank.svg")
    async def rank_badge(bot: Name, pool: Text = "") -> Response:
        return await reader.work(lambda: badge(lambda session: badges.rank_badge(reader, session, bot, pool)))

    @site.get("/bots/{bot:path}")
    async def one_bot(bot: Name) -> Response:
        def work() -> Response:
            page = reader.database.read(lambda session: bots.bot(reader, session, bot))
            if page.bot.casefold() != bot.casefold():  # it was renamed
                here = page_address.get()
                return redirection(PageAddress(path=f"/bots/{page.bot}").within(here.language, here.query))
            return HTMLResponse(templates.render("bot.html", page=page))

        return await reader.work(work)

    @site.get("/matches")
    async def all_matches(
        game: Text = "", seats: Text = "", bot: Text = "", state: Text = "", before: Text = ""
    ) -> Response:
        sought = MatchListFilter(game, seat_count(seats), bot, state)
        choices = {"games": await reader.ask(matches.games), "seat_counts": matches.SEATS}
        try:
            return await shown(
                "matches.html", lambda session: matches.matches(session, sought, before), problem="", **choices
            )
        except matches.UnknownBotError as error:  # the form stays, so that the reader can correct the name
            page = matches.MatchesPage(sought.game, sought.seats, sought.bot, sought.state, (), None)
            html = templates.render("matches.html", page=page, problem=str(error), **choices)
            return HTMLResponse(html, HTTPStatus.NOT_FOUND)

    @site.get("/matches/{match:path}/frames.json")
    async def match_frames(request: Request, match: Name, seat: Eyes = None, v: Text = "") -> Response:
        def work(staged: StagedMatch, _: str) -> Response:
            packed = staged.frames(matches.observer_of(staged, seat))
            return resources.sent(request, packed, "application/json", stored(v))

        def now(voice: Voice) -> Response:
            return resources.sent(request, voice.frames(), "application/json", resources.ASK)

        if (found := await of_live(match, seat, now)) is not None:
            return found
        return await of_match(match, work)

    @site.get("/matches/{match:path}/board.svg")
    async def match_board(
        request: Request,
        match: Name,
        at: At = None,
        seat: Eyes = None,
        now: Number = None,  # noqa: ARG001 -- it makes an address that the browser has no picture for: static/fresh.js
    ) -> Response:
        def work(staged: StagedMatch, _: str) -> Response:
            packed = staged.picture(matches.position_of(staged, at), matches.observer_of(staged, seat))
            headers = {**resources.PICTURE_HEADERS, "content-security-policy": resources.picture_policy()}
            return resources.sent(request, packed, "image/svg+xml", resources.A_DAY, headers)

        def newest(voice: Voice) -> Response:
            packed = gzip.compress(voice.picture(voice.place(at), ALONE).encode(), resources.QUICK, mtime=0)
            headers = {**resources.PICTURE_HEADERS, "content-security-policy": resources.picture_policy()}
            return resources.sent(request, packed, "image/svg+xml", resources.ASK, headers)

        if (found := await of_live(match, seat, newest)) is not None:
            return found
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

    @site.get("/matches/{match:path}/events")
    async def match_events(request: Request, match: Name, after: Number = None) -> Response:
        return await feed.stream(request, match, after)

    @site.get("/matches/{match:path}")
    async def one_match(request: Request, match: Name, at: At = None, seat: Eyes = None) -> Response:
        watched = await feed.look(match)
        live, playing = await live_page(feed, watched, at, seat)

        def work() -> Response:
            at_end = at if playing is None else None
            page, replay = reader.database.read(
                lambda session: matches.whole_match(reader, session, match, at_end, seat)
            )
            now = live if page.state in {"offered", "running"} else None
            html = templates.render("match.html", page=page, replay=replay or (now and playing), live=now)
            packed = gzip.compress(html.encode(), resources.QUICK, mtime=0)
            return resources.sent(request, packed, "text/html; charset=utf-8", resources.ASK)

        return await reader.work(work)

    @site.get("/embed/matches/{match:path}")
    async def embedded_match(match: Name, at: At = None) -> Response:
        def work() -> Response:
            page, replay = reader.database.read(lambda session: matches.whole_match(reader, session, match, at, None))
            html = templates.render("embed.html", page=page, replay=replay)
            return HTMLResponse(html, headers=resources.EMBED_HEADERS)

        return await reader.draw(work)

    @site.get("/robots.txt")
    async def robots() -> Response:
        return PlainTextResponse(resources.ROBOTS, headers={"cache-control": resources.A_DAY})

    @site.get("/assets/{name}")
    async def asset(request: Request, name: Name, v: Text = "") -> Response:
        found = resources.assets().get(name)
        if found is None:
            raise NotThereError(say("no file is called %(name)s", name=repr(name)))
        cached = resources.FOREVER if found.address.endswith(f"?v={v}") else resources.ASK
        return resources.sent(request, found.packed, found.media, cached)

    @site.get("/rules")
    async def rules_in_short() -> Response:
        return await reader.work(lambda: HTMLResponse(templates.render("rules.html")))

    @site.get("/tiles")
    async def all_tiles() -> Response:
        def work() -> Response:
            symbols, faces = tiles.faces()
            return HTMLResponse(templates.render("tiles.html", page=tiles.tiles(), symbols=symbols, faces=faces))

        return await reader.work(work)

    @site.get("/audit")
    async def all_audit(before: Moment = None) -> Response:
        return await shown("audit.html", lambda session: audit.audit(session, before))

    @site.get("/api")
    async def all_calls() -> Response:
        calls = await reader.work(lambda: reference.calls(openapi()))
        return HTMLResponse(templates.render("reference.html", calls=calls))

    return site


async def live_page(
    feed: Feed, watched: Watched | None, at: int | None, seat: int | None
) -> tuple[LiveMatch | None, ReplayOnPage | None]:
    """Return the values of a running match's page, and the parts that show its replay.

    The values are None if the match is not running. The parts are None if no board may be shown.
    """
    if watched is None:
        return None, None
    voice = await feed.voice(watched)

    def work() -> tuple[LiveMatch, ReplayOnPage | None]:
        live = LiveMatch.of(watched.follower)
        return live, voice.on_page(voice.place(at)) if live.shown else None

    live, playing = await feed.work(watched, work)
    if live.shown and seat is not None:
        raise BadQuestionError(say(SPECTATORS_ALONE))
    return live, playing


def stored(asked: str, mark: str = "") -> str:
    """Return the Cache-Control header for a part of a finished match's page; `asked` is the version in its address.

    If `asked` is the current version of the drawing code and of the analysis, the answer never changes. So browsers may
    store it for long.
    """
    return resources.FOREVER if asked == version() + mark else resources.ASK


def seat_count(text: str) -> int:
    """Return the number of seats from a form field; 0 if the field is empty.

    Raise BadQuestionError if it is no number.
    """
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise BadQuestionError(matches.seats_expected(repr(text)))
    return int(text)
