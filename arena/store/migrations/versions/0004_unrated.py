"""Matches that are not rated although they begin with a deal: those of tournaments that say so, and asked for so."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"


def upgrade() -> None:
    """Add the column; until now everything that could be was rated."""
    op.add_column("matches", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()))
