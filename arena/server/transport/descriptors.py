"""File descriptors: how many connections an arena accepts, and whether it can accept another one.

Every connection needs a descriptor, and so do the arena's own files, database and child processes. gRPC gives no list
of connections, and closes no connection that answers pings. So gRPC gets only a part of the descriptors; the rest is
for the arena.
"""

import os
import resource
from collections.abc import Callable
from math import inf
from typing import Final

import trio

SHARE: Final = 0.8  # of all descriptors, for connections
MOST: Final = 20_000  # connections at most, for any number of descriptors: each costs some 20 KB


def raise_limit() -> int:
    """Raise the soft limit of file descriptors to the hard limit. Return the new limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def connections_of(descriptors: int) -> int:
    """Return how many connections an arena accepts with this number of descriptors."""
    return min(int(descriptors * SHARE), MOST)


def lowest_free() -> int:
    """Return the lowest free descriptor, which is a lower bound of the number in use."""
    number = os.dup(0)
    os.close(number)
    return number


class Room:
    """Checks whether a new connection can be accepted, and remembers the last time when none could be accepted."""

    def __init__(self, connections: int, in_use: Callable[[], int] = lowest_free) -> None:
        self._in_use: Final = in_use
        self._full: Final = connections + in_use()
        self._full_at = -inf

    def look(self) -> bool:
        """Check now whether the arena can accept a new connection. Return False if it would refuse one."""
        try:
            is_full = self._in_use() >= self._full
        except OSError:  # no descriptor is left
            is_full = True
        if is_full:
            self._full_at = trio.current_time()
        return not is_full

    def was_full(self, within: float) -> bool:
        """True if no connection can be accepted now, or none could be at a check in the last `within` seconds."""
        return not self.look() or trio.current_time() - self._full_at < within
