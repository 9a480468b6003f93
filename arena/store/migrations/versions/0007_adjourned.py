"""Matches that wait for their bots, blocks that replay a void match, and faults of the arena in matches of bots."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Add the columns for adjourned matches and replayed blocks, and the table of faults.

    At the migration no match waits, and no block replays a match of another block.
    """
    op.add_column("matches", sa.Column("adjourned", sa.Text(), nullable=False, server_default=""))
    op.add_column("blocks", sa.Column("instead_of", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_blocks_round_id_instead_of"), "blocks", ["round_id", "instead_of"])
    op.create_table(
        "faults",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("lead", sa.Integer(), nullable=True),
        sa.Column("absent", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_faults_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_faults")),
    )
    op.create_index(op.f("ix_faults_match_id"), "faults", ["match_id"])
