"""The admin address: a small HTTP server in the arena's process, with `/healthz`, `/metrics` and `/cluster`.

It answers only GET requests for these pages. The number of connections is limited, and so are the time and the bytes of
each one. At most a hundred connections are accepted per second. So callers of this address cannot slow the arena.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import trio

from arena.errors import UsageError
from arena.server.endpoint import is_loopback

log: Final = logging.getLogger(__name__)

MOST: Final = 8  # connections that are open at the same time
PACE: Final = 0.01  # seconds between two connections that are accepted
ASKING: Final = 2.0  # seconds for a request
WITHIN: Final = 5.0  # seconds for a request and its answer
HEAD: Final = 8192  # bytes of a request
BACKLOG: Final = 16
PLAIN: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class AdminAddress:
    """The host and port at which the admin server listens and serves pages such as `/healthz` and `/metrics`."""

    host: str
    port: int

    @property
    def shown(self) -> str:
        """The host in the form that a URL needs: an IPv6 address in brackets."""
        return f"[{self.host}]" if ":" in self.host else self.host


@dataclass(frozen=True)
class AdminAnswer:
    """The answer to an HTTP request: status, body and content type."""

    status: HTTPStatus
    body: bytes
    kind: str = PLAIN


Page = Callable[[], Awaitable[AdminAnswer]]
Pages = Mapping[str, Page]  # by path


def read_admin(text: str, *, insecure: bool) -> AdminAddress:
    """Return the admin address from the text HOST:PORT.

    Raise UsageError if the text is malformed, or if other machines could reach the address and `insecure` is false.
    """
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise UsageError(f"admin {text!r}: expected HOST:PORT")
    if not insecure and not is_loopback(host):
        raise UsageError(
            f"admin {text}: {host} is not this machine alone, and the admin address has neither TLS nor a password; "
            "expected an address such as 127.0.0.1, or --insecure-admin"
        )
    return AdminAddress(host.strip("[]"), int(port))


@asynccontextmanager
async def administered(where: AdminAddress, pages: Pages) -> AsyncIterator[int]:
    """Serve the admin address while the `with` block runs. Yield its port.

    Raise UsageError if the arena cannot listen at the address.
    """
    try:
        listeners = await trio.open_tcp_listeners(where.port, host=where.host, backlog=BACKLOG)
    except OSError as error:
        words = f"cannot listen at {where.shown}:{where.port} for --admin: {error.strerror or error}"
        raise UsageError(words) from error
    port = port_of(listeners[0].socket)
    room = trio.CapacityLimiter(MOST)
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(accept_all, listener, pages, room, nursery)
        yield port
        nursery.cancel_scope.cancel()


def port_of(listening: trio.socket.SocketType) -> int:
    """Return the port of a listening socket."""
    port: int = listening.getsockname()[1]
    return port


async def accept_all(
    listener: trio.SocketListener, pages: Pages, room: trio.CapacityLimiter, nursery: trio.Nursery
) -> None:
    """Accept connections one after another, up to the limit. Further connections wait in the backlog of the socket."""
    async with listener:
        while True:
            ticket = object()
            await room.acquire_on_behalf_of(ticket)
            try:
                stream = await listener.accept()
            except OSError as error:  # no descriptor is left, for example
                room.release_on_behalf_of(ticket)
                log.warning("the admin address accepts nothing for a second: %s", error)
                await trio.sleep(1.0)
                continue
            nursery.start_soon(answer, stream, pages, room, ticket)
            await trio.sleep(PACE)


async def answer(stream: trio.SocketStream, pages: Pages, room: trio.CapacityLimiter, ticket: object) -> None:
    """Answer one HTTP request, and close its connection. An error of the client ends only this connection."""
    try:
        with trio.move_on_after(WITHIN):
            async with stream:
                head = None
                with trio.move_on_after(ASKING):
                    head = await read_head(stream)
                if head is not None:
                    await stream.send_all(written(await found(head, pages)))
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        pass
    except Exception:
        log.exception("a request to the admin address failed")
    finally:
        room.release_on_behalf_of(ticket)


async def read_head(stream: trio.SocketStream) -> bytes | None:
    """Return the first line and the headers of an HTTP request as bytes.

    Return b"" if they are too long, and None if the client has closed the connection.
    """
    head = b""
    while b"\r\n\r\n" not in head:
        if len(head) > HEAD:
            return b""
        more = await stream.receive_some(HEAD)
        if not more:
            return None
        head += more
    return head


async def found(head: bytes, pages: Pages) -> AdminAnswer:
    """Return the answer to the HTTP request with the headers `head`: a page of the admin address, or an error."""
    method, target, protocol = [*head.partition(b"\r\n")[0].decode("latin-1").split(" "), "", "", ""][:3]
    if not protocol.startswith("HTTP/1."):
        return refused(HTTPStatus.BAD_REQUEST)
    page = pages.get(target.partition("?")[0])
    if page is None:
        return refused(HTTPStatus.NOT_FOUND)
    if method != "GET":
        return refused(HTTPStatus.METHOD_NOT_ALLOWED)
    return await page()


def refused(status: HTTPStatus) -> AdminAnswer:
    """Return an answer with this HTTP error status."""
    words = f"{status.value} {status.phrase}: expected GET /healthz, /metrics, /cluster or /cluster.json"
    return AdminAnswer(status, f"{words}\n".encode())


def written(given: AdminAnswer) -> bytes:
    """Return an answer as the bytes of an HTTP response."""
    lines = [
        f"HTTP/1.1 {given.status.value} {given.status.phrase}",
        f"Content-Type: {given.kind}",
        f"Content-Length: {len(given.body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    ]
    if given.status is HTTPStatus.METHOD_NOT_ALLOWED:
        lines.append("Allow: GET")
    return "\r\n".join([*lines, "", ""]).encode() + given.body


def is_open(where: AdminAddress) -> bool:
    """True if other machines may be able to reach the admin address."""
    return not is_loopback(where.host)
