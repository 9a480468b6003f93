"""The epoch of a match, which says which referee may write to its journal."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0012"
down_revision: Final = "0011"


def upgrade() -> None:
    """Add the column `epoch` of matches. It is 0, because no match has been handed to another referee yet."""
    op.add_column("matches", sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"))
