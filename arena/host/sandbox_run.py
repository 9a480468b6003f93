"""Run a submitted bot under a supervisor, which is a child process of the arena or of a worker."""

import logging
import subprocess
from typing import Final

import trio

from arena.errors import UsageError
from arena.host.children import run_child
from arena.sandbox.allowance import BYTES, READS
from arena.sandbox.bot_manifest import Runtime
from arena.sandbox.bounds import SIGNALLED, SLOWED, SandboxReport
from arena.sandbox.bubblewrap import command_of
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.sandboxes import SUPERVISOR, clear_remains

log: Final = logging.getLogger(__name__)

TOO_MUCH: Final = f"it sends more than {BYTES >> 10} KB or {READS:,} pieces a second to the arena"
LAST_REPORT: Final = 5.0  # seconds that a supervisor has to report when its bot is no longer wanted


async def run_sandbox(order: SandboxOrder, said: bytearray) -> None:
    """Run a bot until its sandbox ends. Append the supervisor's report to `said`, even if this task is cancelled."""
    number = 0

    async def talk(process: trio.Process) -> None:
        nonlocal number
        number = process.pid
        await converse(order, said, process)

    try:
        code = await run_child(SUPERVISOR, talk, stdout=subprocess.PIPE, start_new_session=True)
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(clear_remains, number)
    if code < 0:
        said[:] = SandboxReport(exit_code=SIGNALLED - code, lost=f"its supervisor was killed by signal {-code}").data()


async def converse(order: SandboxOrder, said: bytearray, process: trio.Process) -> None:
    """Send the settings `order` to a supervisor, the process that runs a sandbox. Append its report to `said`.

    If this task is cancelled, end the bot, and wait at most five seconds for the report.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdin.send_all(order.line().encode())
    try:
        await read_said(order.bot, process.stdout, said)
    except trio.Cancelled:
        with trio.move_on_after(LAST_REPORT, shield=True):
            await process.stdin.aclose()  # the end of the bot
            await read_said(order.bot, process.stdout, said)
        raise


async def read_said(bot: str, stdout: trio.abc.ReceiveStream, said: bytearray) -> None:
    """Append what a supervisor prints to `said`. Log the bot if its supervisor slows it down."""
    async for piece in stdout:
        said += piece
        if said.startswith(SLOWED):
            del said[: len(SLOWED)]
            log.warning("the submitted bot %s is slowed down: %s", bot, TOO_MUCH, extra={"bot": bot})


def runtime_trouble(runtime: Runtime) -> str:
    """Return a text that says why this machine cannot run bots of a runtime such as `node`; an empty text if it can."""
    try:
        command_of(("program", "file"), runtime)
    except UsageError as error:
        return str(error)
    return ""
