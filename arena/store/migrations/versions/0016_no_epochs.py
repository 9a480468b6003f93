"""Matches without epochs: the arena itself referees all matches of connected bots."""

from typing import Final

from alembic import op

revision: Final = "0016"
down_revision: Final = "0015"


def upgrade() -> None:
    """Remove the column `epoch` of matches."""
    op.drop_column("matches", "epoch")
