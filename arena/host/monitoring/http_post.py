"""Send one POST over HTTP or HTTPS. Time and answer size are limited, even if the other side misbehaves."""

import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import trio

from arena.errors import ArenaError, UsageError
from arena.server.endpoint import is_loopback

WITHIN: Final = 10.0  # seconds from the first packet to the status of the answer
HEAD: Final = 16_384  # bytes of an answer that are read at most
STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")
PATH: Final = re.compile(r"[!-~]+")
INFORMATIONAL: Final = range(100, 200)


class PostError(ArenaError):
    """Raised if the other side could not be reached, or did not answer in time."""


@dataclass(frozen=True)
class PostUrl:
    """A URL for POST requests, split into its host, its port, its path, and whether it needs TLS."""

    host: str
    port: int
    path: str  # with the query
    is_tls: bool

    @property
    def name(self) -> str:
        """The host and port, for the log. Path and query are left out, because they may contain a secret."""
        return f"{self.host}:{self.port}"

    @property
    def authority(self) -> str:
        """The value of the HTTP header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_tls else 80) else f"{host}:{self.port}"


def read_url(text: str) -> PostUrl:
    """Return a URL, split into its parts.

    Raise UsageError unless it is an https URL, or an http URL of this machine.
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise UsageError("webhook: the URL cannot be read; expected https://HOST/PATH") from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not text.isprintable() or parts.scheme not in {"http", "https"} or not host or not PATH.fullmatch(path):
        raise UsageError("webhook: expected https://HOST/PATH, or http:// for an address of this machine")
    if parts.username is not None or parts.fragment:
        raise UsageError("webhook: expected a URL without a user, a password or a fragment")
    if parts.scheme == "http" and not is_loopback(host):
        raise UsageError(f"webhook: {host} is not this machine alone; expected https://")
    is_tls = parts.scheme == "https"
    return PostUrl(host, port or (443 if is_tls else 80), path, is_tls)


async def post(url: PostUrl, headers: Mapping[str, str], body: bytes) -> int:
    """Send a body by POST, and return the HTTP status of the answer.

    Raise PostError if the server cannot be reached, or does not answer within ten seconds.
    """
    with trio.move_on_after(WITHIN):
        try:
            stream = await connected(url)
            async with stream:
                await stream.send_all(request(url, headers, body))
                return await read_status(stream)
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise PostError(words_of(error)) from error
    raise PostError(f"no answer within {WITHIN:g} s")


async def connected(url: PostUrl) -> trio.abc.Stream:
    """Return a new connection to the host of a URL. For https, the host needs a certificate that the system trusts."""
    stream = await trio.open_tcp_stream(url.host, url.port)
    if not url.is_tls:
        return stream
    return trio.SSLStream(stream, ssl.create_default_context(), server_hostname=url.host, https_compatible=True)


def request(url: PostUrl, headers: Mapping[str, str], body: bytes) -> bytes:
    """Return the bytes of a POST request."""
    own = {"Host": url.authority, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {url.path} HTTP/1.1", *(f"{name}: {value}" for name, value in (own | dict(headers)).items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def read_status(stream: trio.abc.Stream) -> int:
    """Return the HTTP status of the answer.

    Skip informational (1xx) answers before it. Raise PostError if there is no valid answer.
    """
    head = b""
    while len(head) < HEAD:
        more = bytes(await stream.receive_some(4096))
        if not more:
            raise PostError("the connection was closed without an answer")
        head += more
        while (given := STATUS.match(head)) is not None and int(given[1]) in INFORMATIONAL:
            before, end, rest = head.partition(b"\r\n\r\n")
            if not end:
                break
            head = rest if len(before) < HEAD else b""
        if given is not None and int(given[1]) not in INFORMATIONAL:
            return int(given[1])
        if given is None and b"\r\n" in head:
            raise PostError("the answer is not HTTP")
    raise PostError("the answer is too long")


def words_of(error: BaseException) -> str:
    """Return the cause of an error as a text of at most 200 characters."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    return (str(cause) or type(cause).__name__)[:200]
