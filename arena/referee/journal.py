"""The journal: stores a match while it is played, so that nothing is lost when the arena crashes."""

from typing import Final, Protocol


class Journal(Protocol):
    """Stores a match as it happens, line by line; a line comes without its newline."""

    async def begin(self, line: bytes) -> None:
        """Write the header."""

    async def entry(self, line: bytes) -> None:
        """Write an answer or a forfeit; the match goes on when this returns."""

    async def commit(self, line: bytes, head: str) -> None:
        """Write the result and publish the chain's head; seats get the result when this returns."""


class NoJournal:
    """Stores nothing: the record is in the outcome."""

    async def begin(self, line: bytes) -> None:
        """Write nothing."""

    async def entry(self, line: bytes) -> None:
        """Write nothing."""

    async def commit(self, line: bytes, head: str) -> None:
        """Write nothing."""


NO_JOURNAL: Final = NoJournal()
