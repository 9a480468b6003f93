"""An asyncio loop in trio's own thread: grpc.aio needs asyncio, and all other code of the arena uses trio.

The loop never waits. When the loop has no work, it stops. A trio task then waits in its place for descriptors, timers,
and work from trio. So code in the loop may do everything that a trio task may do without waiting: set events, start
tasks, cancel scopes. Trio tasks may give work to the loop. No data crosses threads.
"""

import asyncio
import selectors
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any, Final, TypeVar, TypeVarTuple

import trio

LOOKS: Final = 32  # in one run of the loop: more events may come while it handles some
AT_ONCE: Final = 4096  # bytes of gRPC's socket that are read together
EVENTS: Final = "PollerCompletionQueue._handle_events"  # gRPC's function that handles its events

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Hasty(selectors.DefaultSelector):
    """A selector for an asyncio loop that never waits for events.

    If the loop has nothing to do, the selector stops it, and stores in `within` the seconds until the loop's next
    timer.
    """

    def __init__(self) -> None:
        super().__init__()
        self.within: float | None = None  # seconds until the loop's next timer; None: it has none
        self.most = LOOKS  # in this run
        self.loop: asyncio.AbstractEventLoop | None = None
        self._looks = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the events that are ready, without waiting. Stop the loop if there are none.

        Also stop the loop, and return no events, if it has already looked for events `most` times in this run.
        """
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


class DrainingLoop(asyncio.SelectorEventLoop):
    """An event loop that reads all bytes but one from gRPC's socket before it calls gRPC.

    gRPC writes a byte to a socket for each event, reads one byte in each call, and then handles all events. So each
    further byte would be a call for nothing. One byte is left, because older releases of gRPC fail at an empty socket.
    """

    def add_reader(self, fd: Any, callback: Callable[[*Ts], Any], *args: *Ts) -> None:
        """Call the callback whenever bytes have arrived at this descriptor, until `remove_reader` is called.

        If the callback is gRPC's, first read all bytes that have arrived but one, to save calls (see the class).
        """
        if getattr(getattr(callback, "func", None), "__qualname__", "") != EVENTS:
            super().add_reader(fd, callback, *args)
            return

        def drained() -> None:
            with suppress(BlockingIOError):
                if (more := len(fd.recv(AT_ONCE, socket.MSG_PEEK)) - 1) > 0:
                    fd.recv(more)
            callback(*args)

        super().add_reader(fd, drained)


class Hosted:
    """An asyncio loop that runs inside trio; `hosted` opens it."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.nursery: Final = nursery  # for tasks that are started from the loop
        self._selector: Final = Hasty()
        self.loop: Final = DrainingLoop(self._selector)
        self._selector.loop = self.loop
        self.arrivals = 0  # messages that have arrived in this run of the loop
        self._alone = False  # True if the last run has brought a single message
        self._handed = trio.Event()
        self._timer = trio.CancelScope()

    def rouse(self) -> None:
        """Make the asyncio loop run soon. Every function that gives work to the loop calls this.

        Usually the loop runs after all trio tasks that are ready. It runs immediately if its last run brought only one
        message: then no other message has to be handled first.
        """
        if self.loop.is_running() or self._handed.is_set():
            return
        if self._alone:
            self._alone = False
            self.run(looks=0)
        else:
            self._handed.set()

    async def outcome(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for an asyncio coroutine. Return its result or raise its error.

        The coroutine continues if the wait is cancelled.
        """
        done = trio.Event()
        task = self.loop.create_task(work)
        task.add_done_callback(lambda _: done.set())
        self.rouse()
        await done.wait()
        return task.result()

    async def live(self) -> None:
        """Run the asyncio loop whenever it has work. Never return."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._heed)
            while True:
                with trio.CancelScope() as self._timer:
                    self._look()
                    while True:
                        await trio.lowlevel.wait_readable(self._selector)
                        self._look()

    def close(self) -> None:
        """Close the loop. Work that is given to it later is dropped."""
        self._alone = False
        self.loop.close()

    def _look(self) -> None:
        """Run the asyncio loop to handle new messages. Set `_alone` to True if exactly one arrived, if not to False."""
        self.arrivals = 0
        self.run()
        self._alone = self.arrivals == 1

    async def _heed(self) -> None:
        """Run the asyncio loop when trio tasks have given it work. Never return.

        Trio runs all tasks that are ready, one after the other. The loop then runs once for the work of all these
        tasks.
        """
        while True:
            await self._handed.wait()
            self._handed = trio.Event()
            self.run(looks=0)  # `live` waits for the descriptors, and sees what has arrived meanwhile

    @trio.lowlevel.enable_ki_protection  # Ctrl-C belongs to a task of trio's
    def run(self, looks: int = LOOKS) -> None:
        """Run the loop until it has no more work, or until it has looked for events `looks` times."""
        self._selector.most = looks
        self.loop.run_forever()
        within = self._selector.within
        if within is not None and (due := trio.current_time() + within) < self._timer.deadline:
            self._timer.deadline = due


@asynccontextmanager
async def hosted() -> AsyncIterator[Hosted]:
    """Open an asyncio loop while the `with` block runs. Close it when all tasks that it started have ended."""
    life = trio.CancelScope(shield=True)

    async def live() -> None:
        with life:
            await guest.live()

    with ExitStack() as at_the_end:  # also if the block raises
        async with trio.open_nursery() as outer:
            try:
                async with trio.open_nursery() as nursery:
                    guest = Hosted(nursery)
                    at_the_end.callback(guest.close)
                    outer.start_soon(live)
                    yield guest
            finally:
                life.cancel()
