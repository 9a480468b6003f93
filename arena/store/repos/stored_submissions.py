"""Store and read submitted bots. Each package is stored once, under the digest of its content."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from sqlmodel import Session

from arena.server.access.accounts import NotFoundError, TakenError, TooManyError
from arena.server.access.submissions import PER_DAY, RUNS_KEPT, BotRun, Submission
from arena.store import tables
from arena.store.db.database import Database
from arena.store.repos import account_values as bots
from arena.store.sql import identity_queries, submission_queries

DAY: Final = 86_400.0
REASON_KEPT: Final = 200  # characters of the reason for which a package was refused
NEVER: Final = 0.0  # the last connection of a version that has never connected


class StoredSubmissions:
    """The submitted bots of one database."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database: Final = database
        self.now: Final = now

    async def submit(self, submission: Submission, data: bytes, by: str) -> bool:
        """Store a submission with its package, a zip. Return False if it is stored already."""

        def work(session: Session) -> bool:
            bot, now = bots.registered(session, submission.bot), self.now()
            if self._is_known(session, bot, submission):
                return False
            since = now - DAY
            stored = submission_queries.submitted_since(session, bot, since)
            check_day(bot, [*stored, *submission_queries.refused_since(session, bot, since)], now)
            if submission_queries.package_of(session, submission.digest) is None:
                row = tables.PackageRow(digest=submission.digest, size=len(data), created=now, data=data)
                session.add(row)
                session.flush()
            assert bot.id is not None
            made = tables.SubmissionRow(
                bot_id=bot.id, version=submission.version, digest=submission.digest, created=now
            )
            session.add(made)
            target = f"{bot.name}@{submission.version}"
            session.add(tables.AuditRow(time=now, token=by, action="SubmitBot", target=target, reason=""))
            return True

        return await self.database.do(work)

    async def check_refused(self, bot: str) -> None:
        """Raise TooManyError if the bot's refused packages alone have reached the daily number of submissions."""

        def question(session: Session) -> None:
            row, now = bots.registered(session, bot), self.now()
            check_day(row, submission_queries.refused_since(session, row, now - DAY), now)

        await self.database.ask(question)

    async def add_refused(self, bot: str, fault: str, by: str) -> None:
        """Store in the audit that a package of a bot was refused, so that it counts among the day's submissions."""

        def work(session: Session) -> None:
            row = bots.registered(session, bot)
            action, reason = submission_queries.REFUSED, fault[:REASON_KEPT]
            session.add(tables.AuditRow(time=self.now(), token=by, action=action, target=row.name, reason=reason))

        await self.database.do(work)

    def _is_known(self, session: Session, bot: tables.BotRow, submission: Submission) -> bool:
        """True if this submission is stored already.

        Raise TakenError if the version was submitted with another package, or has connected without a submission.
        """
        version = submission.version
        found = submission_queries.submission_of(session, bot, version)
        if found is not None and found.digest != submission.digest:
            raise TakenError(f"version {version} was submitted with another content: expected another version")
        if found is None and identity_queries.version_named(session, bot, version) is not None:
            raise TakenError(f"version {version} has connected from elsewhere: expected another version")
        return found is not None

    async def package(self, bot: str, version: str) -> bytes:
        """Return the zip of a submitted version. Raise NotFoundError if there is none."""

        def question(session: Session) -> bytes:
            row = bots.registered(session, bot)
            found = submission_queries.submission_of(session, row, version)
            if found is None:
                raise NotFoundError(f"{row.name} has no submitted version {ascii(version)[:60]}")
            return stored_content(session, found.digest)

        return await self.database.ask(question)

    async def content(self, digest: str) -> bytes:
        """Return the zip with this digest. Raise NotFoundError if there is none."""
        return await self.database.ask(lambda session: stored_content(session, digest))

    async def is_submitted(self, bot: str, version: str) -> bool:
        """True if this version of a bot was submitted."""
        folded = bot.casefold()
        return await self.database.ask(lambda session: submission_queries.is_submitted(session, folded, version))

    async def runnable(self) -> list[Submission]:
        """Return the newest submission of each active bot that was neither withdrawn nor refused."""

        def question(session: Session) -> list[Submission]:
            found = submission_queries.runnable_submissions(session)
            return [Submission(name, row.version, row.digest, row.created) for row, name in found]

        return await self.database.ask(question)

    async def submitted_by(self, bot: str) -> list[Submission]:
        """Return all submissions of a bot, the newest first."""

        def question(session: Session) -> list[Submission]:
            row = bots.registered(session, bot)
            found = submission_queries.submissions_of(session, row)
            return [Submission(row.name, each.version, each.digest, each.created) for each in found]

        return await self.database.ask(question)

    async def refuse(self, bot: str, version: str, objection: str) -> None:
        """Refuse a submitted version, and store the objection. Store the version first if it has never connected."""

        def work(session: Session) -> None:
            row = bots.registered(session, bot)
            assert row.id is not None
            found = identity_queries.version_named(session, row, version)
            if found is None:
                found = tables.VersionRow(bot_id=row.id, name=version, created=self.now(), attended=NEVER)
                session.add(found)
            found.admitted, found.refused = None, objection

        await self.database.do(work)

    async def add_run(self, bot: str, run: BotRun) -> None:
        """Store how a run of a bot ended, and delete all runs of this bot but the newest ones."""

        def work(session: Session) -> None:
            row = identity_queries.bot_named(session, bot)
            if row is None or row.id is None or row.state == "deleted":
                return
            session.add(run_row(row.id, run))
            session.flush()
            submission_queries.forget_runs(session, row, RUNS_KEPT)

        await self.database.do(work)

    async def runs(self, bot: str, version: str, limit: int) -> list[BotRun]:
        """Return the newest runs of a bot, or of one version of it, `limit` at most."""

        def question(session: Session) -> list[BotRun]:
            row = bots.registered(session, bot)
            found = submission_queries.newest_runs(session, row, version, limit)
            return [run_value(each) for each in found]

        return await self.database.ask(question)


def check_day(bot: tables.BotRow, today: Sequence[float], now: float) -> None:
    """Raise TooManyError if a bot has reached the limit of submissions in one day. `today` are their times."""
    if len(today) >= PER_DAY:
        words = f"{PER_DAY} submissions of {bot.name} in a day, with refused ones: that is the limit"
        raise TooManyError(words, sorted(today)[-PER_DAY] + DAY - now)


def stored_content(session: Session, digest: str) -> bytes:
    """Return the zip with this digest. Raise NotFoundError if there is none."""
    found = submission_queries.package_of(session, digest)
    if found is None:
        raise NotFoundError(f"no package has the digest {ascii(digest)[:70]}")
    return found.data


def run_row(bot_id: int, run: BotRun) -> tables.BotRunRow:
    """Return a run of a bot as a table row. Replace NUL characters, because PostgreSQL cannot store them."""
    return tables.BotRunRow(
        bot_id=bot_id,
        version=run.version,
        began=run.began,
        seconds=run.seconds,
        exit_code=run.exit_code,
        stopped_by=run.limit,
        dismissed=run.dismissed,
        trouble=run.trouble.replace("\0", "\N{REPLACEMENT CHARACTER}"),
        memory_peak=run.memory_peak,
        processor_seconds=run.processor_seconds,
        stdout=run.stdout.replace("\0", "\N{REPLACEMENT CHARACTER}"),
        stderr=run.stderr.replace("\0", "\N{REPLACEMENT CHARACTER}"),
    )


def run_value(row: tables.BotRunRow) -> BotRun:
    """Return the run of a bot that a table row stores."""
    return BotRun(
        version=row.version,
        began=row.began,
        seconds=row.seconds,
        exit_code=row.exit_code,
        limit=row.stopped_by,
        dismissed=row.dismissed,
        trouble=row.trouble,
        memory_peak=row.memory_peak,
        processor_seconds=row.processor_seconds,
        stdout=row.stdout,
        stderr=row.stderr,
    )
