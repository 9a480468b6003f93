"""Tokens and invites that were made with a token.

If a token is revoked, the tokens and invites that were made with it are revoked, too.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008"
down_revision: Final = "0007"


def upgrade() -> None:
    """Add the column `parent` to tokens and invites.

    Tokens and invites of earlier releases have no parent, because earlier releases did not store it.
    """
    op.add_column("tokens", sa.Column("parent", sa.String(), nullable=False, server_default=""))
    op.create_index(op.f("ix_tokens_parent"), "tokens", ["parent"])
    op.add_column("invites", sa.Column("parent", sa.String(), nullable=False, server_default=""))
    op.create_index(op.f("ix_invites_parent"), "invites", ["parent"])
