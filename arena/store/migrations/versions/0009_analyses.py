"""Analyses of matches. They can be computed again from the record."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0009"
down_revision: Final = "0008"


def upgrade() -> None:
    """Add the table of analyses."""
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("search", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_analyses_match_id")),
        sa.PrimaryKeyConstraint("match_id", "search", name=op.f("pk_analyses")),
    )
    op.create_index(op.f("ix_analyses_created"), "analyses", ["created"])
