"""The site as an application: pages for people, JSON for programs, and error messages in plain words.

Pages use only the site's own scripts, and no file from another site. A header tells the browser to refuse all other
scripts, so that the name of a bot cannot inject a script.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.languages import noted, say
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from leaderboard import api, pages
from leaderboard.addresses import LanguageOfAddress
from leaderboard.asking import in_words
from leaderboard.feed import RETRY, Feed, TooManyStreamsError
from leaderboard.freshness import Freshness
from leaderboard.reading import BadQuestionError, NotThereError, Reader
from leaderboard.rendering import Templates
from leaderboard.resources import QUICK

log: Final = logging.getLogger(__name__)

STATIC: Final = Path(__file__).with_name("static")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
FRAMED: Final = b"frame-ancestors *"  # in the policy of a page that other sites may show in a frame
LEAST: Final = 1024  # bytes of an answer that is worth packing
WRONG: Final = noted("something went wrong here; the log of the arena has the cause")
ABOUT: Final = """\
Everything that the pages show, for machines. No token is needed, and nothing can be changed. Times are
seconds since 1970, time spans microseconds. Lists go on with the value of `rest`.
"""


def site(database: Database) -> ASGIApp:
    """Return the ASGI application of the whole site. It reads the database and changes nothing in it."""
    feed = Feed(database)
    app = FastAPI(
        title="tlachtli",
        lifespan=feed.running,
        version="1",
        description=ABOUT,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    templates = Templates()
    reader = Reader(database)
    app.include_router(api.router(reader, feed))
    app.include_router(pages.router(reader, feed, templates, app.openapi))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    problems = Problems(templates)
    problems.of(app)
    packed = GZipMiddleware(Freshness(app), minimum_size=LEAST, compresslevel=QUICK)
    return Guard(LanguageOfAddress(packed, problems.answer))


class Problems:
    """The error handlers of the site. They answer with JSON below `/api/`, and with an HTML page at other addresses."""

    def __init__(self, templates: Templates) -> None:
        self.templates: Final = templates

    def of(self, app: FastAPI) -> None:
        """Register the methods of this class as the error handlers of an application."""
        app.add_exception_handler(NotThereError, self.not_there)
        app.add_exception_handler(BadQuestionError, self.bad_question)
        app.add_exception_handler(RequestValidationError, self.unreadable)
        app.add_exception_handler(HTTPException, self.http)
        app.add_exception_handler(StoreError, self.away)
        app.add_exception_handler(TooManyStreamsError, self.too_many)
        app.add_exception_handler(Exception, self.failed)

    async def not_there(self, request: Request, error: Exception) -> Response:
        """Answer 404: the page's object, such as a bot or a match, does not exist."""
        return self.answer(request, HTTPStatus.NOT_FOUND, str(error))

    async def bad_question(self, request: Request, error: Exception) -> Response:
        """Answer 400: the address asks for something impossible."""
        return self.answer(request, HTTPStatus.BAD_REQUEST, str(error))

    async def unreadable(self, request: Request, error: Exception) -> Response:
        """Answer 400: the address has an invalid value, such as a word instead of a number."""
        assert isinstance(error, RequestValidationError)
        return self.answer(request, HTTPStatus.BAD_REQUEST, in_words(error.errors()))

    async def http(self, request: Request, error: Exception) -> Response:
        """Answer an HTTP error of the framework, such as 404 for an unknown address.

        Answer 405 if the method is neither GET nor HEAD.
        """
        assert isinstance(error, HTTPException)
        words = {
            HTTPStatus.NOT_FOUND: say("there is no page %(path)s", path=repr(request.url.path)),
            HTTPStatus.METHOD_NOT_ALLOWED: say(
                "%(method)s: pages are there to be read; expected GET", method=request.method
            ),
        }
        status = HTTPStatus(error.status_code)
        return self.answer(request, status, words.get(status, status.phrase), dict(error.headers or {}))

    async def away(self, request: Request, error: Exception) -> Response:
        """Answer 503: the database is unavailable at the moment. The log has the cause, the answer does not."""
        log.warning("%s", error)
        words = say("the database does not answer; nothing is lost, try again in a moment")
        return self.answer(request, HTTPStatus.SERVICE_UNAVAILABLE, words, {"retry-after": "5"})

    async def too_many(self, request: Request, error: Exception) -> Response:
        """Answer 503: too many streams are open."""
        headers = {"retry-after": str(RETRY)}
        return self.answer(request, HTTPStatus.SERVICE_UNAVAILABLE, str(error), headers)

    async def failed(self, request: Request, error: Exception) -> Response:
        """Answer 500 after an unexpected error. `Guard` writes the error to the log."""
        return self.answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, say(WRONG))

    def answer(
        self, request: Request, status: HTTPStatus, words: str, headers: dict[str, str] | None = None
    ) -> Response:
        """Return an error message as JSON if the address begins with `/api/`, or as an HTML page."""
        if request.url.path.startswith("/api/"):
            body = json.dumps(asdict(api.Problem(status.value, words)))
            return Response(body, status, headers, media_type="application/json")
        html = self.templates.render("problem.html", status=status.value, phrase=phrase_of(status), words=words)
        return HTMLResponse(html, status, headers)


def phrase_of(status: HTTPStatus) -> str:
    """Return the phrase of an HTTP status, such as `Not Found`, in the reader's language."""
    known = {
        HTTPStatus.NOT_FOUND: say("Not Found"),
        HTTPStatus.BAD_REQUEST: say("Bad Request"),
        HTTPStatus.INTERNAL_SERVER_ERROR: say("Internal Server Error"),
        HTTPStatus.METHOD_NOT_ALLOWED: say("Method Not Allowed"),
        HTTPStatus.SERVICE_UNAVAILABLE: say("Service Unavailable"),
    }
    return known.get(status, status.phrase)


class Guard:
    """ASGI middleware: it sets the security headers, answers HEAD, and hides stack traces."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application. After an unexpected exception, log it and answer 500."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked = SiteRequest(scope["method"] == "HEAD", send)
        if asked.head:
            scope = {**scope, "method": "GET", "head": True}
        try:
            await self.app(scope, receive, asked.send)
        except Exception:
            log.exception("%s %s failed", scope["method"], ascii(scope["path"])[:200])
            if asked.ended:
                return  # the error page is sent
            if asked.began:
                raise
            answer = Response(WRONG, HTTPStatus.INTERNAL_SERVER_ERROR, media_type="text/plain")
            await answer(scope, receive, asked.send)


class SiteRequest:
    """One request, and how much of its answer has been sent."""

    def __init__(self, head: bool, send: Send) -> None:
        self.head: Final = head
        self.began = False
        self.ended = False
        self._send: Final = send

    async def send(self, message: Message) -> None:
        """Send a part of the answer, without its body for HEAD.

        Before the first part, add the security headers that the answer lacks.
        """
        if message["type"] == "http.response.start":
            self.began = True
            message = {**message, "headers": [*message["headers"], *missing(dict(message["headers"]))]}
        elif self.head and message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)
        self.ended = message["type"] == "http.response.body" and not message.get("more_body", False)


def missing(own: Mapping[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """Return the security headers that are not among an answer's `own` headers.

    A page that other sites may frame gets no `x-frame-options`.
    """
    framed = FRAMED in own.get(b"content-security-policy", b"")
    more = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in own]
    return [(name, value) for name, value in more if not (framed and name == b"x-frame-options")]
