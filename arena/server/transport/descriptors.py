"""Descriptors: how many connections an arena accepts, and whether it can accept another one.

Every connection takes a descriptor, and so do the arena's own files, database and children. gRPC lists no connections
and closes none that answers pings. So gRPC gets only a share of the descriptors, and the arena has the rest.
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
    """Raise the soft limit of descriptors to the hard one, and return it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def connections_of(descriptors: int) -> int:
    """Return how many connections an arena accepts with this number of descriptors."""
    return min(int(descriptors * SHARE), MOST)


def lowest_free() -> int:
    """Return the lowest descriptor that is free: at least as many are in use."""
    number = os.dup(0)
    os.close(number)
    return number


class Room:
    """Room for connections; it remembers when there was none."""

    def __init__(self, connections: int, in_use: Callable[[], int] = lowest_free) -> None:
        self._in_use: Final = in_use
        self._full: Final = connections + in_use()
        self._full_at = -inf

    def look(self) -> bool:
        """Check whether there is room; return False if a connection would be refused now."""
        try:
            is_full = self._in_use() >= self._full
        except OSError:  # not even one descriptor is left
            is_full = True
        if is_full:
            self._full_at = trio.current_time()
        return not is_full

    def was_full(self, within: float) -> bool:
        """True if some check within the last `seconds` found no room."""
        return not self.look() or trio.current_time() - self._full_at < within
