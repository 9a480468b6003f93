"""Time that bots were not charged: the time that questions were held on their way, and the credited lag."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Add the columns. They are empty for matches of earlier releases, because their records lack these times."""
    for table in ("seats", "tallies"):
        for column in ("held_us", "credit_us"):
            op.add_column(table, sa.Column(column, sa.BigInteger(), nullable=False, server_default="0"))
