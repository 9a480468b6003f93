"""Calls of a bot that has matches at several referees.

Each call has a connection of its own. Its first message decides where the connection goes: to the referee that the
front has named for the message's ticket, and in all other cases to the arena. Nothing else that the bot sends has an
influence on that.
"""

import selectors
import socket
import ssl
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from errno import EINPROGRESS
from typing import Final

from arena.sandbox.call_route import CallRoute
from arena.sandbox.first_call import OPENING, BrokenCallError, FirstCall, last_call, ticket_in
from arena.sandbox.forwarded_calls import READ, UNSENT, ForwardedCall

KEPT: Final = 10_000  # routes that are remembered
CERTIFICATES: Final = 100  # of referees that are remembered
SPEAK_WITHIN: Final = 10.0  # seconds for the first message of a call; the arena then ends the call itself
LED_WITHIN: Final = 2.0  # seconds that a call with an unknown ticket waits for its route, which may be on its way
HELD_WITHIN: Final = 60.0  # seconds that a call waits for the next referee of its match
CONNECT_WITHIN: Final = 5.0  # seconds for a connection, with TLS
HERE: Final = "127.0.0.1"


class CallRoutes:
    """The connections of a bot to the arena and to referees, and the routes of its tickets."""

    def __init__(self, selector: selectors.BaseSelector, calls: set[ForwardedCall], port: int) -> None:
        self.selector: Final = selector
        self.calls: Final = calls  # that have reached their place
        self.port: Final = port  # of the arena, on this machine
        self.waiting: Final[set[RoutedCall]] = set()  # that have not
        self._routes: Final[OrderedDict[str, CallRoute]] = OrderedDict()  # by the hash of a ticket
        self._contexts: Final[dict[str, ssl.SSLContext]] = {}  # by certificate

    def lead(self, route: CallRoute) -> None:
        """Note where calls with a ticket go. Close those that went elsewhere, so that the bot opens them again."""
        before = self._routes.pop(route.ticket, route)
        self._routes[route.ticket] = route
        if len(self._routes) > KEPT:
            self._routes.popitem(last=False)
        if before.address != route.address or route.is_held:
            for call in [each for each in self.calls if each.ticket == route.ticket]:
                call.close()
        for waiting in [each for each in self.waiting if each.ticket == route.ticket]:
            waiting.led(route)

    def accept(self, near: socket.socket) -> None:
        """Take a new connection of the bot."""
        RoutedCall(self, near)

    def route(self, ticket: str) -> CallRoute | None:
        """Return the route of a ticket; None if the front has named none yet."""
        return self._routes.get(ticket)

    def context(self, certificate: str) -> ssl.SSLContext:
        """Return the settings of TLS for a referee, which has to have this certificate."""
        if certificate not in self._contexts:
            if len(self._contexts) >= CERTIFICATES:
                self._contexts.clear()
            self._contexts[certificate] = context_for(certificate)
        return self._contexts[certificate]

    def look(self) -> None:
        """Go on with calls that have waited long enough."""
        now = time.monotonic()
        for each in [each for each in self.waiting if now > each.due]:
            each.late()


def context_for(certificate: str) -> ssl.SSLContext:
    """Return settings of TLS that trust one certificate alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificate)
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.set_alpn_protocols(["h2"])
    return context


class RoutedCall:
    """A connection of the bot until it has reached the place of its call."""

    def __init__(self, routes: CallRoutes, near: socket.socket) -> None:
        self.ticket = ""  # its hash, if the call has one
        self.due = float("inf")  # when the call does not wait any longer
        self._routes: Final = routes
        self._selector: Final = routes.selector
        self._near: Final = near
        self._far: socket.socket | None = None
        self._first: Final = FirstCall()
        self._begun: Final = bytearray()  # what the bot has sent for the other end
        self._route = CallRoute("")
        self._hosts: list[str] = []  # to try
        self._is_led = False
        routes.waiting.add(self)
        near.setblocking(False)
        self._selector.register(near, selectors.EVENT_READ, self._hear)
        self._answer(OPENING)

    # The bot ----------------------------------------------------------------------------------------------------------

    def _answer(self, frame: bytes) -> None:
        """Send the bot a frame in place of the arena. The first bytes of a connection always have room."""
        try:
            self._near.send(frame)
        except OSError:
            self.close()

    def _hear(self) -> None:
        """Read what the bot has sent, until the first message of its call is complete."""
        before = self._first.stream
        try:
            data = self._near.recv(READ)
            self._begun.extend(self._first.pass_on(data))
        except BlockingIOError:
            return
        except (OSError, BrokenCallError):
            self.close()
            return
        if not data or len(self._begun) > UNSENT:
            self.close()
            return
        if self._first.stream and not before:
            self.due = time.monotonic() + SPEAK_WITHIN
            self._answer(last_call(self._first.stream))
        if self._first.message is not None and self in self._routes.waiting:
            self._find(self._first.message)

    def _find(self, message: bytes) -> None:
        """Find the place of the call. Wait for the route of a ticket that is not known yet."""
        self._forget(self._near)  # more of it waits at the bot
        self.ticket = ticket_in(message)
        self.due = time.monotonic() + LED_WITHIN
        route = self._routes.route(self.ticket) if self.ticket else CallRoute("")
        if route is not None:
            self.led(route)

    def late(self) -> None:
        """Give up the connection if its place cannot be reached. If it has no place yet, the arena answers the call."""
        if self._is_led:
            self.close()
        else:
            self._forget(self._near)
            self.led(CallRoute(self.ticket))

    # The place --------------------------------------------------------------------------------------------------------

    def led(self, route: CallRoute) -> None:
        """Connect to the place of a route, or to a newer one. Wait if the match has no referee now."""
        if route.is_held:
            self._drop()
            self._is_led, self.due = False, time.monotonic() + HELD_WITHIN
            return
        if self._is_led and route.address == self._route.address:
            return
        self._route, self._is_led = route, True
        self._hosts = list(route.hosts) if route.address else [HERE]
        self.due = time.monotonic() + CONNECT_WITHIN
        self._dial()

    def _dial(self) -> None:
        """Connect to the next host of the place. Close the connection of the bot if there is none."""
        self._drop()
        while self._hosts:
            host = self._hosts.pop(0)
            self._far = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
            self._far.setblocking(False)
            with suppress(OSError):
                if self._far.connect_ex((host, self._route.port or self._routes.port)) in {0, EINPROGRESS}:
                    self._selector.register(self._far, selectors.EVENT_WRITE, self._connected)
                    return
            self._drop()
        self.close()

    def _connected(self) -> None:
        """Begin TLS on the new connection if the referee has TLS."""
        far = self._far
        assert far is not None
        if far.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self._dial()
            return
        self._forget(far)
        try:
            far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._route.certificate:
                context = self._routes.context(self._route.certificate)
                self._far = context.wrap_socket(far, do_handshake_on_connect=False, server_hostname=self._route.host)
        except (OSError, ValueError):
            self._dial()
            return
        self._shake()

    def _shake(self) -> None:
        """Go on with the handshake of TLS. Forward the connection when it is over."""
        far = self._far
        assert far is not None
        self._forget(far)
        try:
            if isinstance(far, ssl.SSLSocket):
                far.do_handshake()
        except ssl.SSLWantReadError:
            self._selector.register(far, selectors.EVENT_READ, self._shake)
        except ssl.SSLWantWriteError:
            self._selector.register(far, selectors.EVENT_WRITE, self._shake)
        except (OSError, ValueError):
            self._dial()
        else:
            self._far = None
            self._routes.waiting.discard(self)
            ForwardedCall(self._selector, self._routes.calls, self._near, far, self._rest(), self.ticket)

    def _rest(self) -> Callable[[bytes], bytes]:
        """Return the filter of what the bot sends. The first bytes that pass it are those that have waited."""

        def passed(data: bytes) -> bytes:
            begun = bytes(self._begun)
            self._begun.clear()
            return begun + self._first.pass_on(data)

        return passed

    # The end ----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the connection."""
        if self in self._routes.waiting:
            self._routes.waiting.discard(self)
            self._drop()
            self._forget(self._near)
            self._near.close()

    def _drop(self) -> None:
        """Close the connection to a host of the place, if there is one."""
        if self._far is not None:
            self._forget(self._far)
            self._far.close()
            self._far = None

    def _forget(self, end: socket.socket) -> None:
        """Wait no longer for one end."""
        with suppress(KeyError, ValueError):
            self._selector.unregister(end)
