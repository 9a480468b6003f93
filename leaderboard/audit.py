"""The audit: the public actions of organisers on matches and bots."""

from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from arena.store.sql import page_queries
from leaderboard.values import ShownAuditLine, audit_lines

PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Lines of the audit, the newest first. `rest` is the value of `before` for the next page; None at the end."""

    lines: tuple[ShownAuditLine, ...]
    rest: float | None


def audit(session: Session, before: float | None = None) -> AuditPage:
    """Return a page of organisers' actions, the newest first, from before the time `before` if it is given."""
    rows = page_queries.audit_before(session, before, PAGE)
    return AuditPage(audit_lines(rows), rows[-1].time if len(rows) >= PAGE else None)
