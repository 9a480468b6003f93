"""The heartbeat of an event loop: a task that measures how late the loop is. The clocks of matches use this measure."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from arena.referee.clock import Heart


@asynccontextmanager
async def heartbeat() -> AsyncIterator[Heart]:
    """Yield a Heart, which measures stalls of the event loop for all of its matches until the `with` block ends."""
    heart = Heart()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heart.beat)
        yield heart
        nursery.cancel_scope.cancel()
