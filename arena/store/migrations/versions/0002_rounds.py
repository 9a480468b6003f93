"""Values that let rounds continue after a crash: their terms (game, options, clock, entrants), seatings and tickets.

A ticket is the secret with which a bot joins a match.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"

RULING: Final = "the arena ended in the middle of it, in a release that could not go on with it"


def upgrade() -> None:
    """Add the columns with which matches are resumed. Make unfinished matches void, and close all rounds.

    Delete all journals. The unfinished matches cannot be resumed, because earlier releases did not store their secrets.
    """
    op.add_column("rounds", sa.Column("agreed", sa.Text(), nullable=False, server_default=""))
    op.create_index(op.f("ix_rounds_closed"), "rounds", ["closed"], unique=False)
    op.add_column("matches", sa.Column("place", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("fault", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("ticket", sa.String(), nullable=False, server_default=""))
    matches = sa.table("matches", sa.column("id"), sa.column("state"), sa.column("ruling"))
    journal = sa.table("journal")
    unfinished = matches.c.state.in_(["offered", "running"])
    op.execute(journal.delete())
    op.execute(matches.update().where(unfinished).values(state="void", ruling=RULING))
    rounds = sa.table("rounds", sa.column("closed", sa.Boolean()))
    op.execute(rounds.update().values(closed=True))
