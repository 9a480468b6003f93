"""The audit: the public actions of organisers on matches and bots."""

from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from arena.store.sql import page_queries
from leaderboard.values import ShownAuditLine, audit_lines

PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of organisers' actions, the newest first. `rest` is `before` of the next page; None on the last page."""

    lines: tuple[ShownAuditLine, ...]
    rest: float | None


def audit(session: Session, before: float | None = None) -> AuditPage:
    """Return a page of organisers' actions, the newest first; with `before`, only those before this time."""
    rows = page_queries.audit_before(session, before, PAGE)
    return AuditPage(audit_lines(rows), rows[-1].time if len(rows) >= PAGE else None)
