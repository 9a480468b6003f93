"""Memory settings for processes that run for weeks: the arena, its site and workers."""

import ctypes
import gc
from contextlib import suppress
from typing import Final

STARTING: Final = 200_000  # objects between two runs of the collector: more than a process imports
COLLECT: Final = 50_000  # the same after the start: with many streams the collector would run all the time
M_ARENA_MAX: Final = -8  # of glibc's malloc.h


def share_heap() -> None:
    """Let all threads share one heap. By default, the C library glibc makes separate heaps for threads.

    A thread cannot use the free memory of another heap, so the arena's memory would grow for hours. Other C libraries
    have one heap anyway.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def start_uncollected() -> None:
    """Make the garbage collector run less often while a process starts.

    All imported objects stay in use, so the collector finds nothing. Without this, it takes a fifth of the starting
    time.
    """
    gc.set_threshold(STARTING, 20, 50)


def collect_seldom() -> None:
    """Exclude all objects that exist now from garbage collection, and collect newer objects less often."""
    gc.freeze()
    gc.set_threshold(COLLECT, 20, 50)
