"""Run a submitted bot under a supervisor, which is a child process of the arena or of a worker."""

import subprocess
from functools import partial
from typing import Final

import trio

from arena.errors import UsageError
from arena.host.children import run_child
from arena.sandbox.bot_manifest import Runtime
from arena.sandbox.bubblewrap import command_of
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.sandboxes import SUPERVISOR

LAST_REPORT: Final = 5.0  # seconds that a supervisor has to report when its bot is no longer wanted


async def run_sandbox(order: SandboxOrder, said: bytearray) -> None:
    """Run a bot until its sandbox ends. Append the supervisor's report to `said`, also after a cancellation."""
    options = {"stdout": subprocess.PIPE, "start_new_session": True}
    await run_child(SUPERVISOR, partial(converse, order, said), **options)


async def converse(order: SandboxOrder, said: bytearray, process: trio.Process) -> None:
    """Send a supervisor its order. Append its report to `said`, also after a cancellation."""
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdin.send_all(order.line().encode())
    try:
        async for piece in process.stdout:
            said += piece
    except trio.Cancelled:
        with trio.move_on_after(LAST_REPORT, shield=True):
            await process.stdin.aclose()  # the end of the bot
            async for piece in process.stdout:
                said += piece
        raise


def runtime_trouble(runtime: Runtime) -> str:
    """Return why this machine cannot run bots of a runtime; an empty text if it can."""
    try:
        command_of(("program", "file"), runtime)
    except UsageError as error:
        return str(error)
    return ""
