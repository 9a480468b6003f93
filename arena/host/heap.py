"""Memory settings for a process that runs for weeks."""

import ctypes
import gc
from contextlib import suppress
from typing import Final

COLLECT: Final = 50_000  # objects between two runs of the collector; the default is too low for many streams
M_ARENA_MAX: Final = -8  # of glibc's malloc.h


def share_heap() -> None:
    """Let all threads take memory from one heap. By default glibc makes a separate heap for each of many threads.

    A thread cannot use the free memory of another heap, so the arena's memory would grow for hours. C libraries other
    than glibc have one heap anyway.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def collect_seldom() -> None:
    """Exclude all present objects from garbage collection, and collect newer objects less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT, 20, 50)
