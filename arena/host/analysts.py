"""Analyse finished matches in a worker process of the lowest priority, while the arena runs.

The matches without an analysis in the database are the queue, the newest first. So it survives a restart. The worker
never delays a match: it gets the processor only when no other process wants it.
"""

import logging
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import trio

from arena.analysis import VERSION
from arena.analysis.work import AnalysisTask, analyse_task
from arena.errors import ArenaError
from arena.games import DESCRIPTORS
from arena.server.arena import Arena
from arena.store.db.database import Database
from arena.store.repos.match_rows import unpacked
from arena.store.repos.stored_analyses import store_analysis
from arena.store.sql.analysis_queries import UnanalysedMatch, next_unanalysed
from arena.tasks.awaited import result_of
from arena.tasks.dispatcher import Dispatcher
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job

log: Final = logging.getLogger(__name__)

NONE: Final = "none"
RATED: Final = "rated"
ALL: Final = "all"
LOWEST: Final = 19  # the niceness of the worker
LATER: Final = 2.0  # seconds after the arena's start in which only resumed matches use the processor
LOOK: Final = 10.0  # seconds between two checks of the queue if no match has ended
MOMENT: Final = 0.5  # seconds after the end of a match in which its deal is disclosed, if it was the last of its block
ONE: Final = Crew(1, nice=LOWEST)


@dataclass(frozen=True, slots=True)
class AnalysisWish:
    """The settings of automatic analysis: `which` is `rated`, `all` or `none`; `by` is the search of the decisions."""

    which: str
    by: str


class Analysts:
    """Analyses the matches in a database with one worker process, which runs only if there are matches to analyse."""

    def __init__(self, database: Database, wish: AnalysisWish, crew: Crew = ONE) -> None:
        self.database: Final = database
        self.wish: Final = wish
        self.crew: Final = crew
        self._failed: Final[set[int]] = set()  # matches that could not be analysed; tried again after a restart

    async def work_off(self) -> int:
        """Analyse matches until the queue is empty. Return how many matches were analysed."""
        match = await self._next()
        if match is None:
            return 0
        done = 0
        dispatcher = Dispatcher(self.crew)
        try:
            while match is not None:
                done += await self._analyse(dispatcher, match)
                match = await self._next()
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(dispatcher.close)
        return done

    async def _next(self) -> UnanalysedMatch | None:
        """Return the next match to analyse; None if the queue is empty."""
        games = [name for name, described in DESCRIPTORS.items() if described.luck]
        rated, but = self.wish.which == RATED, frozenset(self._failed)
        return await self.database.ask(
            lambda session: next_unanalysed(session, games, self.wish.by, VERSION, rated=rated, but=but)
        )

    async def _analyse(self, dispatcher: Dispatcher, match: UnanalysedMatch) -> bool:
        """Analyse a match and store the result. Return True; or False if the match cannot be analysed."""
        try:
            task = AnalysisTask(f"match {match.public}", unpacked(match.record), self.wish.by)
            done = await result_of(dispatcher.submit(Job(analyse_task, task, "analyse")))
        except (ArenaError, zlib.error) as error:
            log.warning("no analysis: %s", error)
            self._failed.add(match.id)
            return False
        values = done.value.values()
        await self.database.do(lambda session: store_analysis(session, values, time.time()))
        return True


async def keep_analysed(arena: Arena, analysts: Analysts) -> None:
    """Analyse new matches soon after they have ended. Never return."""
    await trio.sleep(LATER)
    while True:
        seen = arena.matches.tables.changes
        try:
            await analysts.work_off()
        except ArenaError as error:
            log.error("no analyses for now: %s", error)  # noqa: TRY400 -- the message says all
        with trio.move_on_after(LOOK):
            await changed_since(seen, arena)
        await trio.sleep(MOMENT)


async def changed_since(seen: int, arena: Arena) -> None:
    """Wait until another match has ended or an organiser has changed a result.

    The arena counts these events; `seen` is the earlier value of that counter.
    """
    while arena.matches.tables.changes == seen:
        await arena.lobby.changed()


@asynccontextmanager
async def analysing(arena: Arena, database: Database, wish: AnalysisWish) -> AsyncIterator[None]:
    """Let an arena analyse its matches while the `with` block runs, if the settings ask for it."""
    async with trio.open_nursery() as nursery:
        if wish.which != NONE:
            nursery.start_soon(keep_analysed, arena, Analysts(database, wish))
        yield
        nursery.cancel_scope.cancel()
