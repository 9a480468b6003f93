"""Makes the tables of the arena.

At the first release this file is written out, table by table; later changes get files of their own.
"""

from typing import Final

from alembic import op

from arena.store.tables import METADATA

revision: Final = "0001"
down_revision: Final = None


def upgrade() -> None:
    """Make all tables and indexes that `arena.store.tables` describes."""
    METADATA.create_all(op.get_bind())
