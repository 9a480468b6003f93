"""An arena inside this process: it listens on this machine alone, for bots that are its own child processes."""

import argparse
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import trio

from arena.bots import HOUSE
from arena.cli_support.args import database_of
from arena.cli_support.cluster_args import crew_of
from arena.cli_support.output import note
from arena.errors import ArenaError, UsageError
from arena.host.house_bots import Household, attend, keep_house
from arena.host.office import Office
from arena.host.ratings_process import keep_rated
from arena.server.access.accounts import NotFoundError
from arena.server.arena import Arena
from arena.server.endpoint import Serving, served
from arena.server.tournaments.tournaments import Tournaments
from arena.store.db.database import Database
from arena.store.db.lock import alone
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.tasks.dispatcher import opened
from arena.texts import log_to
from arena_sdk.bot import bot_name
from arena_sdk.contenders import resolve
from arena_sdk.prints import prints_capped

T = TypeVar("T")

INSIDE: Final = "inside"  # the label of a token that one run of an arena inside a command makes for a guest
OWN: Final = "this machine"  # the author of bots that are given as files


@dataclass(frozen=True)
class Guest:
    """A bot in a file, which attends as a child process."""

    name: str
    file: Path

    @classmethod
    def of(cls, file: Path) -> "Guest":
        """The bot in a file."""
        with prints_capped():  # what a bot prints is no result
            bot, _ = resolve(str(file) if "/" in str(file) else f"./{file}")
        return cls(bot_name(bot), file)


@dataclass(frozen=True)
class Inside:
    """The arena inside this process, while it runs."""

    arena: Arena
    tournaments: Tournaments
    database: Database
    port: int


def carried_out(work: Callable[..., Awaitable[T]], *args: Any) -> T:
    """What `trio.run` gives; of an error that tasks have passed on in groups, the error itself."""
    try:
        return trio.run(work, *args)
    except BaseExceptionGroup as group:
        inner: BaseException = group
        while isinstance(inner, BaseExceptionGroup):
            inner = inner.exceptions[0]
        if not isinstance(inner, ArenaError | KeyboardInterrupt):
            raise
        found = inner
    raise found


def folder_of(data: Path) -> None:
    """The folder for what is kept."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as reason:
        raise UsageError(f"{data} cannot be a folder for what is kept: {reason.strerror}") from None


@asynccontextmanager
async def inside(
    args: argparse.Namespace, house: Sequence[str], guests: Sequence[Guest], matches: int
) -> AsyncIterator[Inside]:
    """An arena with house bots and guests, as long as the block runs; each plays so many matches at once."""
    log_to(sys.stderr, logging.WARNING)
    if args.database is None:
        folder_of(args.data)
    crew = crew_of(args)
    database = Database(database_of(args))
    try:
        with alone(database), opened(crew) as dispatcher:
            accounts = StoredAccounts(database, frozenset(HOUSE))
            async with served(Serving("127.0.0.1:0"), accounts, StoredResults(database)) as (arena, server):
                household = Household(house, matches)
                arena.matches.offers.house = frozenset(house)
                if dispatcher is not None:
                    arena.matches.employ(dispatcher)
                # Nobody is examined: whoever starts it chooses the bots.
                office = Office(arena, database, household, examines=False)
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(keep_house, household, arena, server.inside)
                    nursery.start_soon(keep_rated, arena, database)
                    for guest in guests:
                        secret = await token_of(accounts, guest)
                        nursery.start_soon(keep_guest, guest, secret, matches, arena, server.inside)
                    await arena.matches.resume()
                    arena.matches.leave(office.tournaments.live)  # whoever starts it says which is gone on with
                    yield Inside(arena, office.tournaments, database, server.port)
                    nursery.cancel_scope.cancel()
    finally:
        database.close()


async def token_of(accounts: StoredAccounts, guest: Guest) -> str:
    """Return a new token for a guest, which is registered when it first comes. Those of earlier runs are revoked."""
    try:
        await accounts.bot(guest.name)
    except NotFoundError:
        return (await accounts.register(guest.name, "", f"the bot in {guest.file.name}", claims=True)).secret
    for token in await accounts.tokens(guest.name):
        if token.label == INSIDE and token.revoked is None:
            await accounts.revoke_token(token.id, "", "its run is over")
    return (await accounts.create_token("bot", guest.name, INSIDE, "")).secret


async def keep_guest(guest: Guest, secret: str, matches: int, arena: Arena, port: int) -> None:
    """Let the bot in a file attend; it is not started again when it ends: its matches say why."""
    code = await attend(str(guest.file), secret, matches, port)
    if not arena.stopping:
        note(f"{guest.name} ended with {code}: `arena doctor {guest.file}` says more")


async def until_told(held: Inside, work: Callable[[], Awaitable[None]], again: str, grace: float) -> bool:
    """Do something in the arena; whether it was done, or interrupted by SIGINT or SIGTERM.

    The first signal lets running matches end within `grace` seconds, the second one does not wait. Nothing is lost
    either way.
    """
    done = False
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                await anext(signals)
                note(f"\ninterrupted: running matches have {grace:g} s to end, once more ends them now")
                note(f"to go on:\n  {again}")
                held.tournaments.stop()
                async with trio.open_nursery() as stopping:

                    async def hurry() -> None:
                        await anext(signals)
                        note("running matches are left as they are, to go on")
                        held.arena.matches.hurry()

                    stopping.start_soon(hurry)
                    await held.arena.stop(grace)
                    stopping.cancel_scope.cancel()
                nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            await work()
            done = True
            nursery.cancel_scope.cancel()
    return done
