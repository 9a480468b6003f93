"""Matches with a deal that are not rated, because their tournament or organiser decided so."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"


def upgrade() -> None:
    """Add the column `rated`. It is true for earlier matches, because every match that could be rated was rated."""
    op.add_column("matches", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()))
