"""Start and stop an arena with its house bots, tournaments and ratings. No other arena uses its database.

`arena serve` uses this module, and so do commands that run an arena inside themselves.
"""

import argparse
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import trio

from arena.cli_support.args import database_of
from arena.cli_support.output import note
from arena.errors import UsageError
from arena.host.house_bots import Household, keep_house
from arena.host.office import Office
from arena.host.ratings_process import keep_rated
from arena.server.access.accounts import Accounts
from arena.server.arena import Arena
from arena.server.endpoint import Serving, served
from arena.server.tournaments.tournaments import Tournaments
from arena.server.transport.bridge import Handler, Served
from arena.store.db.database import Database
from arena.store.db.lock import alone
from arena.store.repos.stored_results import StoredResults

STOPS: Final = (signal.SIGINT, signal.SIGTERM)
NAMED: Final = 5  # running matches at most in the line that says for which the arena waits

Methods: TypeAlias = Callable[[Office], Mapping[str, Handler]]  # further methods of an arena with this office


@dataclass(frozen=True)
class RunningArena:
    """An arena that runs, with its gRPC server, its database, and its office, which runs tournaments and schedules."""

    arena: Arena
    server: Served
    office: Office
    database: Database

    @property
    def tournaments(self) -> Tournaments:
        """The object that starts, resumes and watches the tournaments of the arena."""
        return self.office.tournaments


def folder_of(data: Path) -> None:
    """Make the folder for the arena's data, unless it exists. Raise UsageError if that is not possible."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as reason:
        raise UsageError(f"{data} cannot be the data folder: {reason.strerror}") from None


@contextmanager
def own_database(args: argparse.Namespace, *, durable: bool = False) -> Iterator[Database]:
    """Open the database that the command line names, while the `with` block runs. Lock it against other arenas."""
    database = Database(database_of(args), durable=durable)
    try:
        with alone(database):
            yield database
    finally:
        database.close()


@asynccontextmanager
async def running(  # noqa: PLR0913 -- what an arena is made of
    database: Database,
    how: Serving,
    accounts: Accounts,
    household: Household,
    methods: Methods = lambda _: {},
    *,
    examines: bool,
) -> AsyncIterator[RunningArena]:
    """Run an arena while the `with` block runs: serve calls, run house bots, fit rankings."""
    offices: list[Office] = []

    def more(arena: Arena) -> Mapping[str, Handler]:
        arena.matches.offers.house = frozenset(household.names)
        offices.append(Office(arena, database, household, examines=examines))
        return methods(offices[0])

    async with (
        served(how, accounts, StoredResults(database), more) as (arena, server),
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(keep_house, household, arena, server.inside)
        nursery.start_soon(keep_rated, arena, database)
        yield RunningArena(arena, server, offices[0], database)
        nursery.cancel_scope.cancel()


async def until_stopped(  # noqa: PLR0913 -- what is done, what ends it, and the words for that
    held: RunningArena,
    work: Callable[[], Awaitable[None]],
    signals: AsyncIterator[int],
    grace: float,
    *,
    first: str,
    second: str = "",
) -> bool:
    """Run the async function `work` in an arena. Return True if it ended, False if a signal stopped the arena first.

    After the first signal, running matches have `grace` seconds to end. The second signal stops the arena immediately.
    Matches that have not ended go on when the arena starts again. `first` and `second` are the texts to print after the
    two signals.
    """
    done = False
    async with trio.open_nursery() as nursery:

        async def watch() -> None:
            await anext(signals)
            note(first)
            if waits := awaited(held.arena):
                note(waits)
            await stop(held, signals, grace, second)
            nursery.cancel_scope.cancel()

        nursery.start_soon(watch)
        await work()
        done = True
        nursery.cancel_scope.cancel()
    return done


def awaited(arena: Arena) -> str:
    """Return a line with the running matches that a stopping arena waits for; an empty text if there is none."""
    running = [table.entry for table in arena.matches.tables.values() if table.is_played]
    named = [f"{match.match} ({', '.join(seat.entrant for seat in match.seats)})" for match in running[:NAMED]]
    if len(running) > NAMED:
        named.append(f"{len(running) - NAMED} more")
    if arena.matches.blocks.are_at_work:
        named.append("blocks that worker processes play")
    return f"waiting for {', '.join(named)}" if named else ""


async def stop(held: RunningArena, signals: AsyncIterator[int], grace: float, second: str) -> None:
    """Stop an arena. Running matches have `grace` seconds to end; a further signal stops it without this wait."""
    held.server.drain()
    held.office.stop()
    held.database.patience = grace
    async with trio.open_nursery() as nursery:

        async def hurry() -> None:
            await anext(signals)
            if second:
                note(second)
            held.arena.matches.hurry()

        nursery.start_soon(hurry)
        await held.arena.stop(grace)
        nursery.cancel_scope.cancel()
