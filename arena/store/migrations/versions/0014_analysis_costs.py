"""The cost of bots' blunders by chapter of the rules: how much worse they were than the best options."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0014"
down_revision: Final = "0012"


def upgrade() -> None:
    """Add the table for the cost of bots' blunders, as analyses of matches have computed it.

    It is empty, because earlier analyses do not say which chapter of the rules each decision belongs to.
    """
    op.create_table(
        "analysis_costs",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.String(), nullable=False),
        sa.Column("search", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("blunders", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_analysis_costs_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", "chapter", name=op.f("pk_analysis_costs")),
    )
