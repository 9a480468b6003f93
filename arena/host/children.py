"""Child processes of an arena. The arena restarts each child that ends, for any reason. No child can end the arena."""

import logging
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias

import trio

log: Final = logging.getLogger(__name__)

Talk: TypeAlias = Callable[[trio.Process], Awaitable[object]]

FIRST: Final = 0.5  # seconds before a child is restarted, at first
LONGEST: Final = 60.0  # seconds before it is restarted, at most; after a longer run the pause is FIRST again
GRACE: Final = 1.0  # seconds for a child that has closed its pipes to end
LEAVING: Final = 5.0  # seconds for a child to end after SIGTERM
LOST: Final = (OSError, trio.BrokenResourceError, trio.ClosedResourceError, trio.BusyResourceError)


async def keep_running(what: str, live: Callable[[], Awaitable[int]], longest: float = LONGEST) -> None:
    """Run the child process that `live` starts, and restart it each time that it ends. Never return.

    The pause before a restart doubles up to `longest` seconds. It is short again after a run that was longer than that.
    """
    pause = FIRST
    while True:
        began = trio.current_time()
        how = await ending(live)
        if trio.current_time() - began > longest:
            pause = FIRST
        log.warning("%s %s; it is started again in %g s", what, how, pause)
        await trio.sleep(pause)
        pause = min(2 * pause, longest)


async def ending(live: Callable[[], Awaitable[int]]) -> str:
    """Wait until `live` returns the exit code of a child process. Return a phrase about the end, for the log."""
    how = ""
    try:
        how = f"ended with {await live()}"
    except* LOST as errors:
        how = f"could not be started or spoken to ({first_of(errors)})"
    return how


def first_of(errors: BaseException) -> BaseException:
    """Return the first exception inside nested exception groups, or the exception itself if it is no group."""
    while isinstance(errors, BaseExceptionGroup):
        errors = errors.exceptions[0]
    return errors


async def run_child(arguments: Sequence[str], talk: Talk = trio.Process.wait, **options: Any) -> int:
    """Start Python with these arguments, wait until the process ends, and return its exit code.

    Meanwhile the function `talk` exchanges messages with the process. When `talk` returns, the process has one second
    to end; then it is killed.
    """
    command = [sys.executable, *arguments]
    how = {"deliver_cancel": dismiss} | options
    start = partial(trio.run_process, command, stdin=subprocess.PIPE, check=False, **how)
    async with trio.open_nursery() as nursery:
        process: trio.Process = await nursery.start(start)
        async with trio.open_nursery() as talking:
            talking.start_soon(talk_to_the_end, talk, process)
            code = await process.wait()
            talking.cancel_scope.cancel()
    return code


async def dismiss(process: trio.Process) -> None:
    """Send SIGTERM to a process, and SIGKILL if it does not end within five seconds. Log nothing."""
    process.terminate()
    await trio.sleep(LEAVING)
    process.kill()


async def talk_to_the_end(talk: Talk, process: trio.Process) -> None:
    """Call `talk` to exchange messages with a process.

    Kill the process if it is alive one second after `talk` has ended.
    """
    with suppress(trio.BrokenResourceError):
        await talk(process)
    with trio.move_on_after(GRACE):
        await process.wait()
    process.kill()
