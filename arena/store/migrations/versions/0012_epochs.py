"""The epoch of a match, which says which referee may write."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0012"
down_revision: Final = "0011"


def upgrade() -> None:
    """Add the column: no match has been handed over yet."""
    op.add_column("matches", sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"))
