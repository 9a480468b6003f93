"""Submitted bots, as the server uses them: packages, runs in the sandbox, and the interface to their store."""

from dataclasses import dataclass
from typing import Final, Protocol

PER_DAY: Final = 5  # submissions of one bot
RUNS_KEPT: Final = 20  # newest runs of one bot that are stored


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted version of a bot, and the digest of its package."""

    bot: str
    version: str
    digest: str
    created: float


@dataclass(frozen=True, slots=True)
class BotRun:
    """A finished run of a submitted bot in its sandbox. `began` is in seconds since 1970."""

    version: str
    began: float
    seconds: float
    exit_code: int
    limit: str  # the limit that stopped the bot
    dismissed: bool  # the arena ended the run
    trouble: str  # why the bot could not be started
    memory_peak: int  # bytes
    processor_seconds: float
    stdout: str
    stderr: str


class Submissions(Protocol):
    """The interface to the store of submitted bots and of their runs."""

    async def submit(self, submission: Submission, data: bytes, by: str) -> bool:
        """Store a package. Return False if this version was submitted before with the same content.

        Raise TakenError if the version was submitted with other content, or has connected without being submitted.
        Raise TooManyError if the bot has reached the daily number of submissions. Refused packages count, too.
        """

    async def check_refused(self, bot: str) -> None:
        """Raise TooManyError if the bot's refused packages alone have reached the daily number of submissions."""

    async def add_refused(self, bot: str, fault: str, by: str) -> None:
        """Count a refused package among the bot's submissions of the day. `fault` is the reason, `by` the token."""

    async def package(self, bot: str, version: str) -> bytes:
        """Return the zip of a version. Raise NotFoundError if the version was not submitted."""

    async def content(self, digest: str) -> bytes:
        """Return the zip of the package with this digest. Raise NotFoundError if there is none."""

    async def is_submitted(self, bot: str, version: str) -> bool:
        """True if this version of a bot was submitted."""

    async def runnable(self) -> list[Submission]:
        """Return the newest submission of each active bot that was neither withdrawn nor refused."""

    async def submitted_by(self, bot: str) -> list[Submission]:
        """Return all submissions of a bot, the newest first. Raise NotFoundError if there is no such bot."""

    async def refuse(self, bot: str, version: str, objection: str) -> None:
        """Store that a submitted version is refused, because of `objection`.

        The version need not have connected before. Raise NotFoundError if there is no such bot.
        """

    async def add_run(self, bot: str, run: BotRun) -> None:
        """Store the report about a run of a bot. Delete all but the newest 20 runs of the bot."""

    async def runs(self, bot: str, version: str, limit: int) -> list[BotRun]:
        """Return at most `limit` of the newest runs of a bot; with `version`, only runs of this version."""


class SubmittedBotsHost(Protocol):
    """The part of an arena that runs its submitted bots."""

    @property
    def store(self) -> Submissions:
        """The store of the submitted bots and of their runs."""

    async def trouble(self, runtime: str) -> str:
        """Return why no machine can run bots with this runtime (such as `python`); an empty text if one can."""

    def submitted(self) -> None:
        """Start the bots that were submitted since this method was called last."""

    def connected(self, token: str) -> None:
        """Remember that the submitted bot with this token has connected."""

    def turned_away(self, token: str, words: str, retry_after: float) -> None:
        """Remember why the submitted bot with this token could not connect."""

    def running_since(self, bot: str, version: str) -> float | None:
        """Return when the running process of a submitted version was started; None if none runs."""

    async def output_so_far(self, bot: str, version: str) -> tuple[str, str]:
        """Return what the running process of a submitted version has written to stdout and to stderr."""

    def trouble_of(self, bot: str, version: str) -> str:
        """Return why a submitted version does not run now; an empty text if it runs."""
