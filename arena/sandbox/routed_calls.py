"""Forward the calls of a submitted bot that has matches at several referees.

Each call has a connection of its own. The supervisor forwards the connection to the call's *destination*: a referee or
the arena. The first message of the call decides: if it has a ticket for which `arena serve` has named a referee, the
destination is that referee; in all other cases it is the arena. Nothing else that the bot sends has an influence.
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

from arena.sandbox.allowance import Allowance
from arena.sandbox.call_route import CallRoute
from arena.sandbox.first_call import OPENING, BrokenCallError, FirstCall, last_call, ticket_in
from arena.sandbox.forwarded_calls import READ, UNSENT, ArenaLine, ForwardedCall

KEPT: Final = 10_000  # routes that are remembered
CERTIFICATES: Final = 100  # of referees that are remembered
SPEAK_WITHIN: Final = 10.0  # seconds for the first message of a call; the arena then ends the call itself
UNCALLED: Final = 1 << 16  # bytes that the bot may send on a connection before its call begins
LED_WITHIN: Final = 2.0  # seconds that a call with an unknown ticket waits for its route, which may be on its way
HELD_WITHIN: Final = 60.0  # seconds that a call waits for the next referee of its match
CONNECT_WITHIN: Final = 5.0  # seconds for a connection, with TLS


class CallRoutes:
    """The connections of a bot to the arena and to referees, and to which referee the calls with each ticket go."""

    def __init__(
        self, selector: selectors.BaseSelector, calls: set[ForwardedCall], line: ArenaLine, allowance: Allowance
    ) -> None:
        self.selector: Final = selector
        self.calls: Final = calls  # that are connected to their destination
        self.line: Final = line  # to the arena
        self.allowance: Final = allowance
        self.waiting: Final[set[RoutedCall]] = set()  # that are not connected yet
        self._routes: Final[OrderedDict[str, CallRoute]] = OrderedDict()  # by the hash of a ticket
        self._contexts: Final[dict[str, ssl.SSLContext]] = {}  # by certificate

    def lead(self, route: CallRoute) -> None:
        """Store a route: it names the referee or the arena as the destination of calls with one ticket.

        Close open calls with this ticket that have another destination. The bot then opens them again.
        """
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
        """Handle a new connection of the bot: its first message decides to where it is forwarded."""
        RoutedCall(self, near)

    def route(self, ticket: str) -> CallRoute | None:
        """Return the route that says where calls with this ticket go; None if `arena serve` has sent none yet."""
        return self._routes.get(ticket)

    def context(self, certificate: str) -> ssl.SSLContext:
        """Return TLS settings for connections to the referee with this certificate, as PEM."""
        if certificate not in self._contexts:
            if len(self._contexts) >= CERTIFICATES:
                self._contexts.clear()
            self._contexts[certificate] = context_for(certificate)
        return self._contexts[certificate]

    def look(self) -> None:
        """Handle connections that have waited too long.

        Forward a connection to the arena if its referee is not known yet. Close it if the referee did not answer.
        """
        now = time.monotonic()
        for each in [each for each in self.waiting if now > each.due]:
            each.late()


def context_for(certificate: str) -> ssl.SSLContext:
    """Return TLS settings that trust only this certificate, as PEM."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificate)
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.set_alpn_protocols(["h2"])
    return context


class RoutedCall:
    """A new connection of the bot, until it is connected to the destination of its call: a referee or the arena."""

    def __init__(self, routes: CallRoutes, near: socket.socket) -> None:
        self.ticket = ""  # its hash, if the call has one
        self.due = float("inf")  # the time at which the call stops waiting
        self._routes: Final = routes
        self._selector: Final = routes.selector
        self._near: Final = near
        self._far: socket.socket | None = None
        self._first: Final = FirstCall()
        self._begun: Final = bytearray()  # bytes from the bot that are not forwarded yet
        self._route = CallRoute("")
        self._hosts: list[str] = []  # to try
        self._is_led = False
        routes.waiting.add(self)
        near.setblocking(False)
        self._selector.register(near, selectors.EVENT_READ, self._hear)
        self._answer(OPENING)

    # The bot ----------------------------------------------------------------------------------------------------------

    def _answer(self, frame: bytes) -> None:
        """Send the bot an HTTP/2 frame in place of the arena. The buffer of a new connection always has room for it."""
        try:
            self._near.send(frame)
        except OSError:
            self.close()

    def _hear(self) -> None:
        """Read bytes from the bot, until the first message of its call is complete. Then find the destination."""
        before = self._first.stream
        try:
            data = self._near.recv(READ)
            self._begun.extend(self._first.pass_on(data))
        except BlockingIOError:
            return
        except (OSError, BrokenCallError):
            self.close()
            return
        if not data or len(self._begun) > (UNSENT if self._first.stream else UNCALLED):
            self.close()
            return
        if self._first.stream and not before:
            self.due = time.monotonic() + SPEAK_WITHIN
            self._answer(last_call(self._first.stream))
        if self._first.message is not None and self in self._routes.waiting:
            self._find(self._first.message)

    def _find(self, message: bytes) -> None:
        """Find the destination of the call by its first message. If its ticket has no route yet, wait for the route."""
        self._forget(self._near)  # more of it waits at the bot
        self.ticket = ticket_in(message)
        self.due = time.monotonic() + LED_WITHIN
        route = self._routes.route(self.ticket) if self.ticket else CallRoute("")
        if route is not None:
            self.led(route)

    def late(self) -> None:
        """End the wait of this connection, because it has lasted too long.

        If it waited for the answer of its destination, close it. If the destination is not known yet, forward the
        connection to the arena, which answers the call.
        """
        if self._is_led:
            self.close()
        else:
            self._forget(self._near)
            self.led(CallRoute(self.ticket))

    # The destination --------------------------------------------------------------------------------------------------

    def led(self, route: CallRoute) -> None:
        """Connect to the destination that this route names. Wait if the match has no referee now."""
        if route.is_held:
            self._drop()
            self._is_led, self.due = False, time.monotonic() + HELD_WITHIN
            return
        if self._is_led and route.address == self._route.address:
            return
        self._route, self._is_led = route, True
        self._hosts = list(route.hosts)
        self.due = time.monotonic() + CONNECT_WITHIN
        if route.address:
            self._dial()
        else:
            self._dial_arena()

    def _dial_arena(self) -> None:
        """Forward the connection to the arena. Close it if the arena accepts none."""
        self._drop()
        try:
            far = self._routes.line.dial()
        except OSError:
            self.close()
        else:
            self._forward(far)

    def _dial(self) -> None:
        """Connect to the next IP address of the destination. Close the connection of the bot if none is left."""
        self._drop()
        while self._hosts:
            host = self._hosts.pop(0)
            self._far = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
            self._far.setblocking(False)
            with suppress(OSError):
                if self._far.connect_ex((host, self._route.port)) in {0, EINPROGRESS}:
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
        """Continue the TLS handshake with the destination. When it is complete, forward the connection."""
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
            self._forward(far)

    def _forward(self, far: socket.socket) -> None:
        """Forward the connection to its destination from now on."""
        self._routes.waiting.discard(self)
        ForwardedCall(
            self._selector, self._routes.calls, self._near, far, self._routes.allowance, self._rest(), self.ticket
        )

    def _rest(self) -> Callable[[bytes], bytes]:
        """Return a function that takes bytes that the bot sends, and returns the bytes to forward.

        Its first result begins with the bytes that the bot had sent before the call was forwarded.
        """

        def passed(data: bytes) -> bytes:
            begun = bytes(self._begun)
            self._begun.clear()
            return begun + self._first.pass_on(data)

        return passed

    # The end ----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the connection of the bot, unless it is forwarded already."""
        if self in self._routes.waiting:
            self._routes.waiting.discard(self)
            self._drop()
            self._forget(self._near)
            self._near.close()

    def _drop(self) -> None:
        """Close the connection to the destination, if there is one."""
        if self._far is not None:
            self._forget(self._far)
            self._far.close()
            self._far = None

    def _forget(self, end: socket.socket) -> None:
        """Remove a socket from the selector, so that its events have no effect."""
        with suppress(KeyError, ValueError):
            self._selector.unregister(end)
