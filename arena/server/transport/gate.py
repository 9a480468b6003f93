"""The gate: limits the rate of calls on one connection, before the arena allocates anything for a call."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import grpc
import trio

from arena.server.transport.hang_up import hang_up
from arena.server.transport.limits import Paces

PER_SECOND: Final = 50.0  # calls that one connection opens, in the long run
AT_ONCE: Final = 200  # of these calls, before each waits for its turn
TURN: Final = 5.0  # seconds that a call waits for its turn at most
REFUSALS: Final = 100  # calls of one connection that are refused one after another, before it is closed
CONNECTIONS: Final = 10_000  # of these the refusals are counted

Trusted = Callable[[str], bool]  # True if a peer is a front, which forwards the calls of many clients


def no_front(_peer: str) -> bool:
    """Return False: no peer is a trusted proxy."""
    return False


class Gate:
    """Limits how many calls per second each connection may open. A waiting call needs only a timer.

    A connection that does not slow down is closed: even refusing its calls costs time that the others need.
    """

    def __init__(self, is_front: Trusted = no_front) -> None:
        self._is_front: Final = is_front
        self._paces: Final = Paces(PER_SECOND, AT_ONCE)  # by peer: address and port, so one connection
        self._refused: Final[OrderedDict[str, int]] = OrderedDict()  # calls refused since the last one let in at once

    async def lets_in(self, context: Any) -> bool:
        """Wait for a call's turn and return True. If too many calls are waiting, refuse the call and return False."""
        peer: str = context.peer()
        if self._is_front(peer):
            return True
        wait = self._paces.take(peer, trio.current_time(), TURN)
        if not wait:
            self._refused.pop(peer, None)
            return True
        if wait > TURN:
            self._count(peer)
        await asyncio.sleep(min(wait, TURN))
        if wait <= TURN:
            return True
        words = f"{PER_SECOND:g} calls a second of one connection: that is the limit"
        await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, words, (("retry-after", "1"),))
        return False

    def _count(self, peer: str) -> None:
        """Count a refused call. Close the connection if it has too many."""
        refused = self._refused.pop(peer, 0) + 1
        if refused > REFUSALS:
            hang_up(peer)
            return
        self._refused[peer] = refused
        if len(self._refused) > CONNECTIONS:
            self._refused.popitem(last=False)
