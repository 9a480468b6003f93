"""Database reads for pages. They run in a few threads, so that a fast page need not wait for a slow one."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeVar, cast

import trio
from sqlmodel import Session

from arena.store.db.database import Database
from arena.store.ratings.rankings import KeptRanking, kept_ranking
from arena.store.sql import match_queries
from leaderboard.replays import Replays

THREADS: Final = 4  # pages that are made at once; the others wait
DRAWING: Final = 2  # of them draw whole matches, so that other pages need not wait
MOST: Final = 64  # rankings and tables that are remembered
LONG: Final = 0.25  # seconds: making a value is slow if it takes longer
SHARE: Final = 10  # a slow value is made again only after this multiple of the time for making it

T = TypeVar("T")


class NotThereError(Exception):
    """Raised if an address names an object, such as a bot, that does not exist. The message names it."""


class BadQuestionError(Exception):
    """Raised if an address asks for something impossible. The message names the possible values."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A value that was slow to make, and the state of the data from which it was made.

    Until the time `until`, the value is not made again, even if the data change.
    """

    state: object
    value: object
    until: float


class Reader:
    """Runs the database reads of pages in threads, and stores slow results until their data change."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database
        self.replays: Final = Replays()
        self._limiter: Final = trio.CapacityLimiter(THREADS)
        self._drawing: Final = trio.CapacityLimiter(DRAWING)
        self._remembered: dict[str, Remembered] = {}

    async def ask(self, question: Callable[[Session], T]) -> T:
        """Run a database read in a thread, and return its result."""
        return await self.work(lambda: self.database.read(question))

    async def work(self, work: Callable[[], T]) -> T:
        """Run a function in a thread, and return its result."""
        return await trio.to_thread.run_sync(work, limiter=self._limiter, abandon_on_cancel=True)

    async def draw(self, work: Callable[[], T]) -> T:
        """Run a function that may take seconds in a thread, and return its result.

        At most two such calls run at a time, so that other pages need not wait.
        """
        async with self._drawing:
            return await self.work(work)

    def ranking(self, session: Session, scope: str) -> KeptRanking | None:
        """Return the stored ranking of a pool, or the combined one; None if there is none."""
        computed = match_queries.ranking_computed(session, scope)
        return self.remembered(f"ranking {scope}", computed, lambda: kept_ranking(session, scope))

    def remembered(self, name: str, state: object, make: Callable[[], T]) -> T:
        """Return the stored value of this name. Make it first if it is missing, or if `state` has changed since.

        A value that was slow to make is made again only after a while, so that other pages are not delayed.
        """
        now = monotonic()
        known = self._remembered.get(name)
        if known is None or (known.state != state and now >= known.until):
            value = make()
            took = monotonic() - now
            if len(self._remembered) >= MOST:
                self._remembered.clear()
            known = self._remembered[name] = Remembered(state, value, now + SHARE * took if took > LONG else now)
        return cast("T", known.value)
