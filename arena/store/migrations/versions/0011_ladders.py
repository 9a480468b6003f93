"""The standing ladders, which the arena plays when it is idle: the state of each pool."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0011"
down_revision: Final = "0010"


def upgrade() -> None:
    """Add the table of standing ladders."""
    op.create_table(
        "ladders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("speed", sa.String(), nullable=False),
        sa.Column("clock", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("entrants", sa.Integer(), nullable=False),
        sa.Column("settled", sa.Integer(), nullable=False),
        sa.Column("reach", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladders")),
        sa.UniqueConstraint(
            "game",
            "seats",
            "options",
            "rules_version",
            "speed",
            name=op.f("uq_ladders_game_seats_options_rules_version_speed"),
        ),
    )
