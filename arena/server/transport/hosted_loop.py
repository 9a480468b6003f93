"""An asyncio loop in trio's own thread: grpc.aio needs one, and everything else here is trio.

The loop never waits. When it has done all that there is to do it stops, and a trio task waits in its place: for its
descriptors, for its timers, and for work from trio. So what runs in it may do whatever a trio task may do without
waiting (set events, start tasks, cancel scopes), tasks may hand it work, and nothing crosses from thread to thread.
"""

import asyncio
import selectors
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import trio

LOOKS: Final = 32  # in one run of the loop: gRPC tells one event at a time

T = TypeVar("T")


class Hasty(selectors.DefaultSelector):
    """A selector that does not wait: where a loop wants to, its run is stopped, and `within` says for how long."""

    def __init__(self) -> None:
        super().__init__()
        self.within: float | None = None  # seconds until the loop's next timer; None: it has none
        self.most = LOOKS  # in this run
        self.loop: asyncio.AbstractEventLoop | None = None
        self._looks = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready, when all that was known before has been done; after so many looks tasks have their turn."""
        if timeout is not None and timeout <= 0:
            return []
        self._looks += 1
        found = super().select(0) if self._looks <= self.most else []
        if not found:
            self._looks = 0
            self.within = timeout
            assert self.loop is not None
            self.loop.stop()
        return found


class Hosted:
    """An asyncio loop as a guest of trio; `hosted` opens it."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.nursery: Final = nursery  # for tasks that are started from the loop
        self._selector: Final = Hasty()
        self.loop: Final = asyncio.SelectorEventLoop(self._selector)
        self._selector.loop = self.loop
        self.arrivals = 0  # messages that have come in this run of the loop
        self._alone = False  # whether the last one has brought a single message
        self._handed = trio.Event()
        self._timer = trio.CancelScope()

    def rouse(self) -> None:
        """There is work for the loop: to be called by whatever has given it some.

        Where one message came, nobody but who answers it has work now, and it is done at once; where many did, it is
        done when all have had their turn.
        """
        if self.loop.is_running() or self._handed.is_set():
            return
        if self._alone:
            self._alone = False
            self.run(looks=0)
        else:
            self._handed.set()

    async def outcome(self, work: Coroutine[Any, Any, T]) -> T:
        """What an asyncio coroutine returns or raises; giving up on it leaves it alone."""
        done = trio.Event()
        task = self.loop.create_task(work)
        task.add_done_callback(lambda _: done.set())
        self.rouse()
        await done.wait()
        return task.result()

    async def live(self) -> None:
        """Run the loop whenever there is something for it to do."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._heed)
            while True:
                with trio.CancelScope() as self._timer:
                    self._look()
                    while True:
                        await trio.lowlevel.wait_readable(self._selector)
                        self._look()

    def close(self) -> None:
        """Close the loop; what it is handed later is left undone."""
        self._alone = False
        self.loop.close()

    def _look(self) -> None:
        """Let the loop see what has come."""
        self.arrivals = 0
        self.run()
        self._alone = self.arrivals == 1

    async def _heed(self) -> None:
        """Run the loop when trio has work for it: once for all that the tasks of a turn hand in."""
        while True:
            await self._handed.wait()
            self._handed = trio.Event()
            self.run(looks=0)  # what has come meanwhile is seen by whoever waits for it

    @trio.lowlevel.enable_ki_protection  # Ctrl-C is for a task of trio's
    def run(self, looks: int = LOOKS) -> None:
        """Let the loop do all that it can do now."""
        self._selector.most = looks
        self.loop.run_forever()
        within = self._selector.within
        if within is not None and (due := trio.current_time() + within) < self._timer.deadline:
            self._timer.deadline = due


@asynccontextmanager
async def hosted() -> AsyncIterator[Hosted]:
    """An asyncio loop that lives as long as the block runs, and longer than all tasks that were started from it."""
    life = trio.CancelScope(shield=True)

    async def live() -> None:
        with life:
            await guest.live()

    async with trio.open_nursery() as outer:
        try:
            async with trio.open_nursery() as nursery:
                guest = Hosted(nursery)
                outer.start_soon(live)
                yield guest
        finally:
            life.cancel()
    guest.close()
