"""An arena inside the process of a command. It accepts only connections from this machine, and runs the bots itself."""

import argparse
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import trio

from arena.bots import HOUSE
from arena.cli_support.cluster_args import crew_of
from arena.cli_support.output import note
from arena.errors import ArenaError
from arena.host.children import first_of
from arena.host.house_bots import Household, attend
from arena.host.running_arena import STOPS, RunningArena, folder_of, own_database, running, until_stopped
from arena.server.access.accounts import NotFoundError
from arena.server.arena import Arena
from arena.server.endpoint import Serving
from arena.store.repos.stored_accounts import StoredAccounts
from arena.tasks.dispatcher import opened
from arena.tasks.heap import collect_seldom
from arena.texts import log_to
from arena_sdk.bot import bot_name
from arena_sdk.contenders import resolve
from arena_sdk.prints import prints_capped

T = TypeVar("T")

INSIDE: Final = "inside"  # the label of a token that one run of an arena inside a command makes for a guest
OWN: Final = "this machine"  # the author of bots that are given as files


@dataclass(frozen=True)
class Guest:
    """A bot in a file, which the arena runs as a child process."""

    name: str
    file: Path

    @classmethod
    def of(cls, file: Path) -> "Guest":
        """Return a Guest, a bot that the arena runs from a file, for this file. Its name is the bot's own name."""
        with prints_capped():  # the output of a bot is no result of the command
            bot, _ = resolve(str(file) if "/" in str(file) else f"./{file}")
        return cls(bot_name(bot), file)


def carried_out(work: Callable[..., Awaitable[T]], *args: Any) -> T:
    """Run an async function with `trio.run`, and return its result.

    If an error of the arena ends the function, raise that error itself, without an exception group.
    """
    try:
        return trio.run(work, *args)
    except BaseExceptionGroup as group:
        found = first_of(group)
        if not isinstance(found, ArenaError | KeyboardInterrupt):
            raise
    raise found


@asynccontextmanager
async def inside(
    args: argparse.Namespace, house: Sequence[str], guests: Sequence[Guest], matches: int
) -> AsyncIterator[RunningArena]:
    """Run an arena while the `with` block runs, with house bots and with `guests`, which are bots in files.

    Each bot plays at most `matches` matches at once.
    """
    log_to(sys.stderr, logging.WARNING)
    if args.database is None:
        folder_of(args.data)
    with own_database(args) as database, opened(crew_of(args)) as dispatcher:
        accounts = StoredAccounts(database, frozenset(HOUSE))
        household = Household(house, matches)
        # No bot is examined: the user of the command chooses the bots.
        async with (
            running(database, Serving("127.0.0.1:0"), accounts, household, examines=False) as held,
            trio.open_nursery() as nursery,
        ):
            if dispatcher is not None:
                held.arena.matches.employ(dispatcher)
            for guest in guests:
                secret = await token_of(accounts, guest)
                nursery.start_soon(keep_guest, guest, secret, matches, held.arena, held.server.inside)
            await held.arena.matches.resume()
            held.tournaments.leave_others()  # the user of the command says which tournament is resumed
            collect_seldom()
            yield held
            nursery.cancel_scope.cancel()


async def token_of(accounts: StoredAccounts, guest: Guest) -> str:
    """Return the secret of a new token for a guest, a bot from a file.

    Register the guest if it is unknown, and revoke the tokens of its earlier runs.
    """
    try:
        await accounts.bot(guest.name)
    except NotFoundError:
        return (await accounts.register(guest.name, "", f"the bot in {guest.file.name}", claims=True)).secret
    for token in await accounts.tokens(guest.name):
        if token.label == INSIDE and token.revoked is None:
            await accounts.revoke_token(token.id, "", "its run is over")
    return (await accounts.create_token("bot", guest.name, INSIDE, "")).secret


async def keep_guest(guest: Guest, secret: str, matches: int, arena: Arena, port: int) -> None:
    """Run a guest, a bot from a file, until its process ends, and print the exit code. Do not restart it."""
    code = await attend(str(guest.file), secret, matches, port)
    if not arena.stopping:
        note(f"{guest.name} ended with {code}: `arena doctor {guest.file}` says more")


async def until_told(held: RunningArena, work: Callable[[], Awaitable[None]], again: str, grace: float) -> bool:
    """Run the async function `work` in the arena. Return True if it ended, False if SIGINT or SIGTERM interrupted it.

    After a signal, print `again`, the command that continues the work. Running matches then have `grace` seconds to
    end.
    """
    first = f"\ninterrupted: running matches have {grace:g} s to end, once more ends them now\nto go on:\n  {again}"
    second = "running matches are left as they are, to go on"
    with trio.open_signal_receiver(*STOPS) as signals:
        return await until_stopped(held, work, signals, grace, first=first, second=second)
