"""Settings of memory for a process that serves for weeks."""

import ctypes
import gc
from contextlib import suppress
from typing import Final

COLLECT: Final = 50_000  # objects between two runs of the collector: with many streams it would run all the time
M_ARENA_MAX: Final = -8  # of glibc's malloc.h


def share_heap() -> None:
    """Let all threads take memory from one heap; left to itself, glibc has one for each of the first sixteen or more.

    What is free in a heap is of no use to the threads of another, so an arena would grow for hours. Other libraries
    have one heap anyway.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def collect_seldom() -> None:
    """Never examine again the objects that live since the start, and the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT, 20, 50)
