"""How pages read the database: in threads of their own, a few at a time, so that matches never wait for readers."""

from collections.abc import Callable
from typing import Final, TypeVar

import trio
from sqlmodel import Session

from arena.store import pages
from arena.store.database import Database
from arena.store.pages import Kept

THREADS: Final = 4  # pages that are made at once; the others wait
SCOPES: Final = 64  # rankings that are remembered

T = TypeVar("T")


class NotThereError(Exception):
    """There is no such thing; the message says what was looked for."""


class BadQuestionError(Exception):
    """The address asks for something that cannot be asked; the message says what can."""


class Reader:
    """Answers questions of pages. Rankings are parsed once for as long as they stay the same."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database
        self._limiter: Final = trio.CapacityLimiter(THREADS)
        self._rankings: dict[str, Kept] = {}

    async def ask(self, question: Callable[[Session], T]) -> T:
        """What a question finds."""
        return await self.work(lambda: self.database.read(question))

    async def work(self, work: Callable[[], T]) -> T:
        """Do something that takes its time."""
        return await trio.to_thread.run_sync(work, limiter=self._limiter, abandon_on_cancel=True)

    def ranking(self, session: Session, scope: str) -> Kept | None:
        """The ranking of a pool, or the combined one."""
        computed = pages.ranking_computed(session, scope)
        if computed is None:
            return None
        known = self._rankings.get(scope)
        if known is None or known.computed != computed:
            found = pages.kept_ranking(session, scope)
            assert found is not None  # rankings are replaced, never dropped
            if len(self._rankings) >= SCOPES:
                self._rankings.clear()
            known = self._rankings[scope] = found
        return known
