"""Time that bots were not charged: the time for which questions were held on their way, and the credited lag."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Add the columns for held and credited time. They are 0 for earlier matches: their records lack these times."""
    for table in ("seats", "tallies"):
        for column in ("held_us", "credit_us"):
            op.add_column(table, sa.Column(column, sa.BigInteger(), nullable=False, server_default="0"))
