"""Bots that authors submit: their packages, and how their runs ended."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0010"
down_revision: Final = "0009"


def upgrade() -> None:
    """Add the tables of packages, submissions and runs of submitted bots."""
    op.create_table(
        "packages",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_packages")),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_submissions_bot_id")),
        sa.ForeignKeyConstraint(["digest"], ["packages.digest"], name=op.f("fk_submissions_digest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
        sa.UniqueConstraint("bot_id", "version", name=op.f("uq_submissions_bot_id_version")),
    )
    op.create_table(
        "bot_runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("exit_code", sa.Integer(), nullable=False),
        sa.Column("stopped_by", sa.String(), nullable=False),
        sa.Column("dismissed", sa.Boolean(), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("memory_peak", sa.BigInteger(), nullable=False),
        sa.Column("processor_seconds", sa.Float(), nullable=False),
        sa.Column("stdout", sa.Text(), nullable=False),
        sa.Column("stderr", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bots.id"], name=op.f("fk_bot_runs_bot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_runs")),
    )
    op.create_index(op.f("ix_bot_runs_bot_id"), "bot_runs", ["bot_id"])
