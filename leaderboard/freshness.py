"""ETags of pages: a browser that already has the newest page gets an answer without a body."""

from hashlib import sha256
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leaderboard.resources import ASK

KINDS: Final = (
    b"text/html",
    b"application/json",
    b"text/csv",
    b"application/x-ndjson",
    b"image/svg+xml",
    b"text/plain",
)
KEPT: Final = (b"cache-control", b"vary", b"content-security-policy", b"cross-origin-resource-policy")


class Freshness:
    """ASGI middleware: it gives each whole answer an ETag and tells the browser to check the page before reusing it.

    Two kinds of answers pass unchanged: those sent in parts, such as a stream of events, and those with their own ETag.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with an ETag, or with 304 if the browser already has the same answer."""
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            await self.app(scope, receive, send)
            return
        known = dict(scope["headers"]).get(b"if-none-match", b"")
        await self.app(scope, receive, FreshAnswer(known, send).send)


class FreshAnswer:
    """One HTTP answer while it is sent. Its headers wait for its body, because the ETag is a digest of the body."""

    def __init__(self, known: bytes, send: Send) -> None:
        self.known: Final = [each.strip().removeprefix(b"W/") for each in known.split(b",")]
        self._send: Final = send
        self._head: Message | None = None

    async def send(self, message: Message) -> None:
        """Take a part of the answer from the application, and send it on.

        If the answer may get an ETag, hold back its headers until the body comes.
        """
        if message["type"] == "http.response.start" and may_be_marked(message):
            self._head = message
            return
        head, self._head = self._head, None
        if head is None or message["type"] != "http.response.body":
            await self._send(message)
        elif message.get("more_body"):
            await self._send(head)
            await self._send(message)
        else:
            await self._whole(head, message)

    async def _whole(self, head: Message, body: Message) -> None:
        tag = b'"' + sha256(body.get("body", b"")).hexdigest()[:20].encode() + b'"'
        headers = list(head["headers"])
        if b"cache-control" not in dict(headers):
            headers.append((b"cache-control", ASK.encode()))
        headers.append((b"etag", b"W/" + tag))
        if tag in self.known:
            kept = [each for each in headers if each[0] in {*KEPT, b"etag"}]
            await self._send({**head, "status": 304, "headers": kept})
            await self._send({"type": "http.response.body", "body": b""})
            return
        await self._send({**head, "headers": headers})
        await self._send(body)


def may_be_marked(head: Message) -> bool:
    """True if an answer may get an ETag: its status is 200, its type allows one, and it has no ETag yet."""
    headers = dict(head["headers"])
    return head["status"] == 200 and b"etag" not in headers and headers.get(b"content-type", b"").startswith(KINDS)
