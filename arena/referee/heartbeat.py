"""The heartbeat of an event loop: a task that measures how late the loop is. The clocks of matches use this measure."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from arena.referee.clock import Heart


@asynccontextmanager
async def heartbeat() -> AsyncIterator[Heart]:
    """Yield a heart that beats until the `with` block ends. All matches of one event loop share it."""
    heart = Heart()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heart.beat)
        yield heart
        nursery.cancel_scope.cancel()
