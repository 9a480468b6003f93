"""The audit: the public actions of organisers on matches and bots."""

from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from arena.store.sql import page_queries
from leaderboard.values import ShownAuditLine, audit_lines

PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of organisers' actions, the newest first.

    `rest` is the time of the last action on the page: the next page has the actions before it. On the last page it is
    None.
    """

    lines: tuple[ShownAuditLine, ...]
    rest: float | None


def audit(session: Session, before: float | None = None) -> AuditPage:
    """Return a page of organisers' actions, the newest first; with `before`, only those before this time."""
    rows = page_queries.audit_before(session, before, PAGE)
    return AuditPage(audit_lines(session, rows), rows[-1].time if len(rows) >= PAGE else None)
