"""Queries about submitted bots and their runs."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import and_, func, or_
from sqlmodel import Session, col, delete, select

from arena.store.tables import AuditRow, BotRow, BotRunRow, PackageRow, SubmissionRow, VersionRow

REFUSED: Final = "RefusePackage"  # the action in the audit


def submission_of(session: Session, bot: BotRow, version: str) -> SubmissionRow | None:
    """Return the submission of a version of a bot; None if there is none."""
    wanted = select(SubmissionRow).where(SubmissionRow.bot_id == bot.id, SubmissionRow.version == version)
    return session.exec(wanted).one_or_none()


def is_submitted(session: Session, folded: str, version: str) -> bool:
    """True if this version of a bot was submitted. `folded` is the bot's name in lower case."""
    wanted = select(SubmissionRow.id).join(BotRow, col(BotRow.id) == SubmissionRow.bot_id)
    return session.exec(wanted.where(BotRow.folded == folded, SubmissionRow.version == version)).first() is not None


def submitted_since(session: Session, bot: BotRow, time: float) -> Sequence[float]:
    """Return the times of a bot's submissions after a given time, the oldest first."""
    wanted = select(SubmissionRow.created).where(SubmissionRow.bot_id == bot.id, SubmissionRow.created > time)
    return session.exec(wanted.order_by(col(SubmissionRow.created))).all()


def refused_since(session: Session, bot: BotRow, time: float) -> Sequence[float]:
    """Return the times after a given time at which a package of a bot was refused, the oldest first."""
    wanted = select(AuditRow.time).where(AuditRow.target == bot.name, AuditRow.action == REFUSED, AuditRow.time > time)
    return session.exec(wanted.order_by(col(AuditRow.time))).all()


def package_of(session: Session, digest: str) -> PackageRow | None:
    """Return the package with a digest; None if there is none."""
    return session.get(PackageRow, digest)


def runnable_submissions(session: Session) -> Sequence[tuple[SubmissionRow, str]]:
    """Return the submission to run of each active bot, with the bot's name: the newest one that may connect.

    A version may connect unless it was withdrawn or refused.
    """
    newest = (
        select(func.max(SubmissionRow.id))
        .outerjoin(
            VersionRow,
            (col(VersionRow.bot_id) == SubmissionRow.bot_id) & (col(VersionRow.name) == SubmissionRow.version),
        )
        .where(or_(col(VersionRow.id).is_(None), and_(col(VersionRow.withdrawn) == "", col(VersionRow.refused) == "")))
        .group_by(col(SubmissionRow.bot_id))
    )
    wanted = (
        select(SubmissionRow, BotRow.name)
        .join(BotRow, col(BotRow.id) == SubmissionRow.bot_id)
        .where(col(SubmissionRow.id).in_(newest), BotRow.state == "active")
        .order_by(col(SubmissionRow.id))
    )
    return session.exec(wanted).all()


def submissions_of(session: Session, bot: BotRow) -> Sequence[SubmissionRow]:
    """Return the submissions of a bot, the newest first."""
    wanted = select(SubmissionRow).where(SubmissionRow.bot_id == bot.id)
    return session.exec(wanted.order_by(col(SubmissionRow.id).desc())).all()


def newest_runs(session: Session, bot: BotRow, version: str, limit: int) -> Sequence[BotRunRow]:
    """Return the newest runs of a bot, or of one version of it."""
    wanted = select(BotRunRow).where(BotRunRow.bot_id == bot.id)
    if version:
        wanted = wanted.where(BotRunRow.version == version)
    return session.exec(wanted.order_by(col(BotRunRow.id).desc()).limit(limit)).all()


def forget_runs(session: Session, bot: BotRow, kept: int) -> None:
    """Delete all runs of a bot except the newest ones."""
    newest = select(BotRunRow.id).where(BotRunRow.bot_id == bot.id).order_by(col(BotRunRow.id).desc()).limit(kept)
    numbers = session.exec(newest).all()
    session.exec(delete(BotRunRow).where(col(BotRunRow.bot_id) == bot.id, col(BotRunRow.id).not_in(numbers)))


def forget_submissions(session: Session, bot: BotRow) -> None:
    """Delete a bot's submissions and runs, and the packages that no bot uses any more."""
    session.exec(delete(BotRunRow).where(col(BotRunRow.bot_id) == bot.id))
    session.exec(delete(SubmissionRow).where(col(SubmissionRow.bot_id) == bot.id))
    session.exec(delete(PackageRow).where(col(PackageRow.digest).not_in(select(SubmissionRow.digest))))
