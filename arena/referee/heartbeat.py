"""The heart of an event loop, beating beside what is timed by it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from arena.referee.clock import Heart


@asynccontextmanager
async def heartbeat() -> AsyncIterator[Heart]:
    """Yield a heart that beats while the block runs: one for each event loop, shared by all its matches."""
    heart = Heart()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heart.beat)
        yield heart
        nursery.cancel_scope.cancel()
