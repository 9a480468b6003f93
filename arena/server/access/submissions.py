"""Submitted bots: the packages that authors hand in, and the runs of their bots. The interface and its values."""

from dataclasses import dataclass
from typing import Final, Protocol

PER_DAY: Final = 5  # submissions of one bot
RUNS_KEPT: Final = 20  # of one bot


@dataclass(frozen=True, slots=True)
class Submission:
    """A version of a bot that was handed in, and the digest of its package."""

    bot: str
    version: str
    digest: str
    created: float


@dataclass(frozen=True, slots=True)
class BotRun:
    """A run of a submitted bot in its sandbox."""

    version: str
    began: float
    seconds: float
    exit_code: int
    limit: str  # that stopped it
    dismissed: bool  # the arena ended it
    trouble: str  # why it could not be started
    memory_peak: int  # bytes
    processor_seconds: float
    stdout: str
    stderr: str


class Submissions(Protocol):
    """What an arena needs of the store of its submitted bots."""

    async def submit(self, submission: Submission, data: bytes, by: str) -> bool:
        """Store a package. Return False if this version was handed in before with the same content.

        Raise TakenError if the version has another content or has attended from elsewhere, TooManyError after the
        submissions of a day.
        """

    async def package(self, bot: str, version: str) -> bytes:
        """Return the zip of a version. Raise NotFoundError if none was handed in."""

    async def content(self, digest: str) -> bytes:
        """Return the zip with this digest. Raise NotFoundError if there is none."""

    async def is_submitted(self, bot: str, version: str) -> bool:
        """True if this version of a bot was handed in."""

    async def runnable(self) -> list[Submission]:
        """Return the newest submission of each active bot, unless its version was withdrawn or refused."""

    async def add_run(self, bot: str, run: BotRun) -> None:
        """Store how a run ended; the store holds the newest runs of each bot."""

    async def runs(self, bot: str, version: str, limit: int) -> list[BotRun]:
        """Return the newest runs of a bot, or of one version of it."""


class SubmittedBotsHost(Protocol):
    """The part of an arena that runs its submitted bots."""

    @property
    def store(self) -> Submissions:
        """The store of the submissions."""

    async def trouble(self, runtime: str) -> str:
        """Return why this machine cannot run the bots of a runtime; empty if it can."""

    def handed_in(self) -> None:
        """Start the bot of a new submission."""
