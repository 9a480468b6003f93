"""Tournaments with their entrants, rounds and pairings; schedules; and whether a version of a bot was refused."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Add the tables and columns that tournaments and schedules need."""
    op.add_column("tournaments", sa.Column("reason", sa.String(), nullable=False, server_default=""))
    op.add_column("tournaments", sa.Column("seed", sa.String(), nullable=False, server_default=""))
    op.add_column("tournaments", sa.Column("schedule", sa.String(), nullable=False, server_default=""))
    op.create_index(op.f("ix_tournaments_schedule"), "tournaments", ["schedule"], unique=False)
    op.add_column("versions", sa.Column("refused", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "entries",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrants.id"], name=op.f("fk_entries_entrant_id")),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_entries_tournament_id")),
        sa.PrimaryKeyConstraint("tournament_id", "place", name=op.f("pk_entries")),
        sa.UniqueConstraint("tournament_id", "key", name=op.f("uq_entries_tournament_id_key")),
    )
    op.create_table(
        "stages",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("public", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("byes", sa.Text(), nullable=False),
        sa.Column("instead_of", sa.String(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_stages_tournament_id")),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_stages")),
        sa.UniqueConstraint("public", name=op.f("uq_stages_public")),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("entrants", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_pairings_tournament_id")),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_pairings")),
    )
    op.create_table(
        "schedules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("cron", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("missed", sa.String(), nullable=False),
        sa.Column("overlap", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("done", sa.Float(), nullable=False),
        sa.Column("runs", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedules")),
        sa.UniqueConstraint("name", name=op.f("uq_schedules_name")),
        sa.UniqueConstraint("public", name=op.f("uq_schedules_public")),
    )
