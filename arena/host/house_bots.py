"""House bots as child processes. Each one connects like any other bot, and is restarted when it ends."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import trio

from arena.bots import HOUSE
from arena.host.children import LEAVING, keep_running, run_child
from arena.server.access.accounts import hashed, new_secret
from arena.server.access.door import Holder
from arena.server.arena import Arena


@dataclass(frozen=True)
class Household:
    """The house bots of an arena, and the number of matches that each bot plays at once."""

    names: Sequence[str] = field(default_factory=lambda: tuple(HOUSE))
    matches: int = 4

    @property
    def versions(self) -> dict[str, str]:
        """The house bots' versions, as a dict from the bot's name to its version."""
        return {name: HOUSE[name].version for name in self.names}


async def keep_house(household: Household, arena: Arena, port: int) -> None:
    """Run the house bots, which connect to this port of this machine. Never return."""
    async with trio.open_nursery() as nursery:
        for name in household.names:
            nursery.start_soon(keep_attending, name, household.matches, arena, port)


async def keep_attending(name: str, matches: int, arena: Arena, port: int) -> None:
    """Run a house bot's process, and restart it each time that it ends. Each run gets a new token. Never return."""
    await keep_running(f"the house bot {name}", partial(attend_once, name, matches, arena, port))


async def attend_once(name: str, matches: int, arena: Arena, port: int) -> int:
    """Run a house bot until its process ends. Then let the bot forfeit its running matches, and return the exit code.

    If the bot has ended because the arena stops, wait forever instead, so that the bot is not restarted.
    """
    secret = new_secret()
    key = hashed(secret)
    arena.door.house[key] = Holder(f"house {name}", "bot", name, is_house=True)
    try:
        code = await attend(name, secret, matches, port)
    finally:
        del arena.door.house[key]
    if arena.stopping:  # it has left because the arena stops
        await trio.sleep_forever()
    arena.crashed(name, f"its process ended with {code}")
    return code


async def attend(bot: str, secret: str, matches: int, port: int) -> int:
    """Run a bot, which connects to the arena at `port`, until its process ends. Return the exit code.

    `bot` is the name of a house bot or the path of a bot's file. The bot's process also ends when this process ends,
    for any reason.
    """
    arguments = ["-m", "arena_sdk", bot, "--arena", f"127.0.0.1:{port}", "--matches", str(matches), "--with-parent"]
    environment = {**os.environ, "ARENA_TOKEN": secret}
    return await run_child(
        arguments,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,  # Ctrl-C is for the arena, which lets its bots finish
        deliver_cancel=send_away,
    )


async def send_away(process: trio.Process) -> None:
    """Close a bot's stdin, so that it ends immediately, even during a match. Kill it after five seconds.

    After SIGTERM, the bot would wait for the end of its matches, which the stopped arena does not continue.
    """
    assert process.stdin is not None
    await process.stdin.aclose()
    await trio.sleep(LEAVING)
    process.kill()
