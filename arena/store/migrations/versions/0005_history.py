"""The history of ratings: points of charts on a bot's page, and up to which match the form (sequential Elo) goes."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"


def upgrade() -> None:
    """Add tables for points of charts, each entrant's form (sequential Elo), and the last match that a form includes.

    A chart of ratings begins with the next fit. A chart of forms begins with the first match of the pool.
    """
    op.create_table(
        "points",
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("value", sa.Float(), nullable=False),
        sa.Column("reach", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name=op.f("fk_points_entrant_id")),
        sa.PrimaryKeyConstraint("scope", "entrant_id", "line", "step", name=op.f("pk_points")),
    )
    op.create_table(
        "forms",
        sa.Column("pool_id", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name=op.f("fk_forms_entrant_id")),
        sa.ForeignKeyConstraint(["pool_id"], ["pools.id"], name=op.f("fk_forms_pool_id")),
        sa.PrimaryKeyConstraint("pool_id", "entrant_id", name=op.f("pk_forms")),
    )
    op.create_table(
        "followed",
        sa.Column("pool_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("ruling", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["pool_id"], ["pools.id"], name=op.f("fk_followed_pool_id")),
        sa.PrimaryKeyConstraint("pool_id", name=op.f("pk_followed")),
    )
