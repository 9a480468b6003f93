"""Run a submitted bot under a supervisor, which is a child process of the arena or of a worker."""

import logging
import socket
import subprocess
from collections.abc import AsyncIterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import trio

from arena.errors import UsageError
from arena.host.children import run_child
from arena.sandbox.allowance import BYTES, READS
from arena.sandbox.bot_manifest import Runtime
from arena.sandbox.bounds import SIGNALLED, SLOWED, SandboxReport
from arena.sandbox.bubblewrap import command_of
from arena.sandbox.call_route import CallRoute
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.sandboxes import SUPERVISOR, clear_remains

log: Final = logging.getLogger(__name__)

TOO_MUCH: Final = f"it sends more than {BYTES >> 10} KB or {READS:,} pieces a second to the arena"
LAST_REPORT: Final = 5.0  # seconds that a supervisor has to report when its bot is no longer wanted


async def run_sandbox(order: SandboxOrder, said: bytearray, routes: AsyncIterable[CallRoute] | None = None) -> None:
    """Run a bot until its sandbox ends. Append the supervisor's report to `said`, even if this task is cancelled.

    `routes` yields, for each match of the bot, the referee to which its calls go. If it is None, all calls go to the
    arena.
    """
    number = 0

    async def talk(process: trio.Process) -> None:
        nonlocal number
        number = process.pid
        await converse(order, said, routes, process)

    try:
        code = await run_child(SUPERVISOR, talk, stdout=subprocess.PIPE, start_new_session=True)
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(clear_remains, number)
    if code < 0:
        said[:] = SandboxReport(exit_code=SIGNALLED - code, lost=f"its supervisor was killed by signal {-code}").data()


async def converse(
    order: SandboxOrder, said: bytearray, routes: AsyncIterable[CallRoute] | None, process: trio.Process
) -> None:
    """Send the settings `order` to a supervisor, the process that runs a sandbox, and then all `routes`.

    A route names the referee to which the bot's calls in one match go. Append the supervisor's report to `said`. If
    this task is cancelled, end the bot, and wait at most five seconds for the report.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdin.send_all(order.line().encode())
    async with trio.open_nursery() as nursery:
        if routes is not None:
            nursery.start_soon(lead_calls, routes, process.stdin)
        try:
            await read_said(order.bot, process.stdout, said)
        except trio.Cancelled:
            with trio.move_on_after(LAST_REPORT, shield=True):
                await process.stdin.aclose()  # the end of the bot
                await read_said(order.bot, process.stdout, said)
            raise
        nursery.cancel_scope.cancel()


async def read_said(bot: str, stdout: trio.abc.ReceiveStream, said: bytearray) -> None:
    """Append what a supervisor prints to `said`. Log the bot if its supervisor slows it down."""
    async for piece in stdout:
        said += piece
        if said.startswith(SLOWED):
            del said[: len(SLOWED)]
            log.warning("the submitted bot %s is slowed down: %s", bot, TOO_MUCH, extra={"bot": bot})


async def lead_calls(routes: AsyncIterable[CallRoute], stdin: trio.abc.SendStream) -> None:
    """Send the supervisor, for each match of the bot, the address of the referee to which the bot's calls go.

    The address includes the IP addresses of the referee's name. If the name cannot be looked up at the moment, those
    that were found last are sent.
    """
    known: dict[str, tuple[str, ...]] = {}  # by the referee's address
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        async for route in routes:
            try:
                hosts = known[route.address] = await hosts_of(route)
            except OSError as error:
                log.warning("the referee at %s cannot be found from this machine: %s", route.address, error)
                if not (hosts := known.get(route.address, ())):
                    continue
            await stdin.send_all(replace(route, hosts=hosts).line().encode())


async def hosts_of(route: CallRoute) -> tuple[str, ...]:
    """Return the IP addresses of the referee that a route names; none for the arena.

    Raise OSError if they are not found.
    """
    if not route.address:
        return ()
    found = await trio.socket.getaddrinfo(route.host, route.port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


def runtime_trouble(runtime: Runtime) -> str:
    """Return a text that says why this machine cannot run bots of a runtime such as `node`; an empty text if it can."""
    try:
        command_of(("program", "file"), runtime)
    except UsageError as error:
        return str(error)
    return ""
