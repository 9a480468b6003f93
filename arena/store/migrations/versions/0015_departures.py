"""When a version of a bot disconnected last."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0015"
down_revision: Final = "0014"


def upgrade() -> None:
    """Add the time when a version disconnected last. For stored versions, it is the time of the last connection."""
    op.add_column("versions", sa.Column("departed", sa.Float(), nullable=True))
    op.execute("UPDATE versions SET departed = attended")
