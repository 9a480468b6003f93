"""The journal: stores a match while it is played, so that a crash of the arena loses nothing."""

from typing import Final, Protocol


class Journal(Protocol):
    """Stores a running match line by line. The lines have no newline at the end."""

    async def begin(self, line: bytes) -> None:
        """Store the header, which is the first line of the match."""

    async def entry(self, line: bytes) -> None:
        """Store an answer or a forfeit. The match continues when this returns."""

    async def commit(self, line: bytes, head: str) -> None:
        """Store the result, and publish the last hash of the record's chain, `head`.

        The seats get the result when this returns.
        """


class NoJournal:
    """A journal that stores nothing.

    The record of the match is then only in the MatchOutcome that `play_match` returns.
    """

    async def begin(self, line: bytes) -> None:
        """Do nothing: this journal stores nothing."""

    async def entry(self, line: bytes) -> None:
        """Do nothing: this journal stores nothing."""

    async def commit(self, line: bytes, head: str) -> None:
        """Do nothing: this journal stores nothing."""


NO_JOURNAL: Final = NoJournal()
