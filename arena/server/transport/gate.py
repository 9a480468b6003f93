"""The gate: limits the rate of calls on one connection, before the arena allocates anything for a call."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

import grpc
import trio

from arena.server.transport.hang_up import hang_up
from arena.server.transport.limits import Paces

PER_SECOND: Final = 50.0  # calls that one connection opens, in the long run
AT_ONCE: Final = 200  # calls of a connection that need not wait, before each further call waits for its turn
TURN: Final = 5.0  # seconds that a call waits for its turn at most
REFUSALS: Final = 20  # calls of one connection that are refused one after another, before it is closed
CONNECTIONS: Final = 10_000  # connections for which refusals are counted, at most
SANDBOX: Final = "unix-abstract:"  # the peers of submitted bots: all connections of one are limited together
STRICT: Final = 60.0  # seconds after a closed connection in which its host may open fewer calls
STRICT_AT_ONCE: Final = 20
STRICT_TURN: Final = 0.5

N = TypeVar("N", int, float)

Trusted = Callable[[str], bool]  # True if a peer is a front, which forwards the calls of many clients
Closed = Callable[[str, str], None]  # called with the host of a closed connection, and the authorization of its call


def no_front(_peer: str) -> bool:
    """Return False, because this arena has no trusted proxy in front of it. This is the default for `is_front`."""
    return False


class Gate:
    """Limits how many calls per second each connection may open. A waiting call needs only a timer.

    A connection that does not slow down is closed, because each refused call also costs the arena time. For the next
    minute, connections from the same host may open fewer calls at once, so an immediate reconnect gains nothing.
    """

    def __init__(self, is_front: Trusted = no_front, closed: Closed = lambda _peer, _secret: None) -> None:
        self._is_front: Final = is_front
        self._told: Final = closed
        self._paces: Final = Paces(PER_SECOND, AT_ONCE)  # by peer: address and port, so one connection
        self._strict: Final = Paces(PER_SECOND, STRICT_AT_ONCE)
        self._closed: Final[OrderedDict[str, float]] = OrderedDict()  # hosts, and when a connection was closed last
        self._refused: Final[OrderedDict[str, int]] = OrderedDict()  # calls refused since the last one let in at once

    async def lets_in(self, context: Any) -> bool:
        """Wait for a call's turn and return True. If too many calls are waiting, refuse the call and return False."""
        peer: str = context.peer()
        if self._is_front(peer):
            return True
        now = trio.current_time()
        is_strict = now - self._closed.get(host_of(peer), -STRICT) < STRICT
        paces, turn = (self._strict, STRICT_TURN) if is_strict else (self._paces, TURN)
        wait = paces.take(host_of(peer) if peer.startswith(SANDBOX) else peer, now, turn)
        if not wait:
            self._refused.pop(peer, None)
            return True
        if wait > turn:
            self._count(peer, now, context)
        await asyncio.sleep(min(wait, turn))
        if wait <= turn:
            return True
        words = f"{PER_SECOND:g} calls a second of one connection: that is the limit"
        await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, words, (("retry-after", "1"),))
        return False

    def _count(self, peer: str, now: float, context: Any) -> None:
        """Count a refused call of a connection. Close the connection if too many of its calls were refused."""
        refused = self._refused.pop(peer, 0) + 1
        if refused <= REFUSALS:
            put(self._refused, peer, refused)
        elif hang_up(peer):
            put(self._closed, host_of(peer), now)
            self._told(host_of(peer), dict(context.invocation_metadata() or ()).get("authorization", ""))


def host_of(peer: str) -> str:
    """Return the host of a gRPC peer: the peer without its port."""
    return peer.rpartition(":")[0]


def put(store: OrderedDict[str, N], key: str, value: N) -> None:
    """Store a value as the newest one. Remove the oldest value if there are more than 10,000."""
    store[key] = value
    store.move_to_end(key)
    if len(store) > CONNECTIONS:
        store.popitem(last=False)
