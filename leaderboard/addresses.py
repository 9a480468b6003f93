"""Addresses in the language of the reader: `/es/bots` is the page `/bots` in Spanish; English has no prefix.

`?lang=es` in any address chooses a language: the site redirects to the page in that language, and stores the choice in
a cookie. Only the home page redirects a new reader to the language that the browser prefers. A link within the site,
`?lang=` and a stored choice have priority over the browser's language.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from fastapi import Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.languages import ENGLISH, LANGUAGES, say, speaking

CHOICE: Final = "lang"  # the name in the address, and that of the cookie
HOME: Final = "/"
A_YEAR: Final = 31_536_000  # seconds that a browser stores the choice
PREFIXED: Final = re.compile(r"/([a-z]{2})(/.*)?", re.DOTALL)
FOR_MACHINES: Final = re.compile(r"/(?:api/|assets/|static/)")  # these are the same in every language
WITHIN_THE_SITE: Final = ("same-origin", "same-site")  # Sec-Fetch-Site of a link from one page to another
VARY: Final = "accept-language, cookie, sec-fetch-site"

# Links of a page to the site itself. Those with `hreflang` and those of replays have their language already.
NOT_PREFIXED: Final = "|".join(["/", "api/v", "assets/", "static/", *(f"{language}/" for language in LANGUAGES)])
OWN_LINKS: Final = re.compile(rf'(?<!hreflang="\w\w" )\b(href|src|action|data-[a-z]+)="/(?!{NOT_PREFIXED})')

Refusal = Callable[[Request, HTTPStatus, str], Response]


@dataclass(frozen=True, slots=True)
class PageAddress:
    """The address of the page that the site renders: its language, its path without the language, and its query."""

    language: str = ENGLISH
    path: str = HOME
    query: str = ""

    def within(self, language: str, query: str) -> str:
        """Return the address of the same page in another language, with this query."""
        path = quote(self.path.lstrip("/"))  # two slashes at the beginning would be another host
        return f"{prefix_of(language)}/{path}{'?' if query else ''}{query}"

    def alternates(self) -> dict[str, str]:
        """Return a dict from each language of the site to the address of the same page in this language."""
        return {language: self.within(language, self.query) for language in LANGUAGES}

    def choices(self) -> list[tuple[str, str, str]]:
        """Return a tuple for each language of the site: code, name, and the address of this page with `?lang=`."""
        given = parse_qsl(self.query, keep_blank_values=True)
        return [
            (language, name, self.within(language, urlencode([*given, (CHOICE, language)])))
            for language, name in LANGUAGES.items()
        ]


page_address: Final[ContextVar[PageAddress]] = ContextVar("page_address", default=PageAddress())  # noqa: B039


class LanguageOfAddress:
    """ASGI middleware: it renders each page in the language that the address names."""

    def __init__(self, app: ASGIApp, refuse: Refusal) -> None:
        self.app: Final = app
        self.refuse: Final = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request: redirect it, refuse it, or pass it on to the application without its language prefix."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if FOR_MACHINES.match(scope["path"]):
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        language, path = parted(scope["path"])
        choice, query = choice_in(scope["query_string"].decode("latin-1"))
        answer = self.elsewhere(request, language, path, choice, query)
        if answer is not None:
            await answer(scope, receive, send)
            return
        here = PageAddress(language, path, query)
        token = page_address.set(here)
        try:
            with speaking(language):
                await self.app(as_asked(scope, here), receive, with_headers(send, here, choice))
        finally:
            page_address.reset(token)

    def elsewhere(self, request: Request, language: str, path: str, choice: str, query: str) -> Response | None:
        """Return a redirect or a refusal if the request needs one; None if the application has to render the page."""
        if choice and choice not in LANGUAGES:
            expected = ", ".join(LANGUAGES)
            return self.refuse(
                request,
                HTTPStatus.NOT_FOUND,
                say("there is no language %(name)s: expected one of %(names)s", name=repr(choice), names=expected),
            )
        if language == ENGLISH and request.scope["path"] != path:  # /en/bots
            return redirection(PageAddress(path=path).within(ENGLISH, with_choice(query, ENGLISH)))
        if choice and choice != language:
            return redirection(PageAddress(path=path).within(choice, with_choice(query, choice)))
        if request.scope["path"] == f"/{language}":  # /es
            return redirection(PageAddress(path=path).within(language, query))
        if path == HOME and language == ENGLISH and not choice:
            wanted = wanted_by(request)
            if wanted != ENGLISH:
                return redirection(PageAddress().within(wanted, query), {"vary": VARY, "cache-control": "no-store"})
        return None


def prefix_of(language: str) -> str:
    """Return the path prefix of a language: `/es` for Spanish, an empty text for English."""
    return "" if language == ENGLISH else f"/{language}"


def parted(path: str) -> tuple[str, str]:
    """Return the language of a path, and the path without its language prefix. Paths of the JSON API have no prefix."""
    found = PREFIXED.fullmatch(path)
    if found is None or found[1] not in LANGUAGES or FOR_MACHINES.match(found[2] or HOME):
        return ENGLISH, path
    return found[1], found[2] or HOME


def choice_in(query: str) -> tuple[str, str]:
    """Return the language that `?lang=` in a query names, and the query without this parameter.

    The language is an empty text without `?lang=`, and `?` if the parameter has no value.
    """
    given = [part for part in query.split("&") if part]
    chosen = [part for part in given if part.partition("=")[0] == CHOICE]
    rest = "&".join(part for part in given if part not in chosen)
    return (dict(parse_qsl(chosen[-1], keep_blank_values=True)).get(CHOICE, "") or "?" if chosen else ""), rest


def with_choice(query: str, language: str) -> str:
    """Return a query with `lang=` and this language added."""
    return "&".join(filter(None, [query, f"{CHOICE}={language}"]))


def as_asked(scope: Scope, here: PageAddress) -> Scope:
    """Return the ASGI scope that the application gets: the language prefix is moved to `root_path`, `lang` removed."""
    root = f"{scope.get('root_path', '')}{prefix_of(here.language)}"
    return {**scope, "root_path": root, "query_string": here.query.encode("latin-1")}


def with_headers(send: Send, here: PageAddress, choice: str) -> Send:
    """Return an ASGI `send` that adds headers: the cookie for a chosen language, `Vary` for the home page."""
    more: list[tuple[bytes, bytes]] = []
    if choice:
        cookie = f"{CHOICE}={choice}; Path=/; Max-Age={A_YEAR}; SameSite=Lax; HttpOnly"
        more.append((b"set-cookie", cookie.encode()))
    if here.path == HOME and here.language == ENGLISH:
        more.append((b"vary", VARY.encode()))

    async def sent(message: Message) -> None:
        if more and message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sent


def redirection(address: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return a redirect (303) to an address of this site."""
    location = quote(address, safe="/?&=%+;,:@!$'()*~-._[]#")
    return Response(status_code=HTTPStatus.SEE_OTHER, headers={**(headers or {}), "location": location})


# The first visit -----------------------------------------------------------------------------------------------------


def wanted_by(request: Request) -> str:
    """Return the language for a reader of the home page: the stored choice, or the one that the browser prefers.

    Return English if the reader followed a link within the site.
    """
    if request.headers.get("sec-fetch-site") in WITHIN_THE_SITE:
        return ENGLISH
    return stored_choice(request.headers.get("cookie", "")) or preferred(request.headers.get("accept-language", ""))


def stored_choice(cookies: str) -> str:
    """Return the language in the reader's cookie; an empty text if the cookie names none."""
    try:
        found = SimpleCookie(cookies).get(CHOICE)
    except CookieError:
        return ""
    return found.value if found is not None and found.value in LANGUAGES else ""


def preferred(accepted: str) -> str:
    """Return the site's language that an Accept-Language header prefers; English if it accepts none of them."""
    liked = [(quality, -place, language) for place, (language, quality) in enumerate(qualities(accepted))]
    return max(liked, default=(0, 0, ENGLISH))[2]


def qualities(accepted: str) -> Iterable[tuple[str, float]]:
    """Yield each language of the site that an Accept-Language header accepts, with its quality value from 0 to 1."""
    for each in accepted.split(",")[:20]:
        tag, _, quality = each.partition(";")
        language = tag.strip().lower().partition("-")[0]
        found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", quality or "q=1")
        if language in LANGUAGES and found and float(found[1]) > 0:
            yield language, float(found[1])


def in_language(html: str) -> str:
    """Return the HTML of a page with its links changed to pages in the reader's language."""
    prefix = prefix_of(page_address.get().language)
    return OWN_LINKS.sub(rf'\1="{prefix}/', html) if prefix else html
