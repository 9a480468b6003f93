"""Time of decisions that the arena did not charge to bots, because their connections were slow.

`held_us` is the time until a question was sent to the bot, `credit_us` is network delay that was credited to the bot.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Add the columns `held_us` and `credit_us`, with 0 for earlier matches.

    The records of earlier matches do not say how long questions waited, nor which network delay was credited.
    """
    for table in ("seats", "tallies"):
        for column in ("held_us", "credit_us"):
            op.add_column(table, sa.Column(column, sa.BigInteger(), nullable=False, server_default="0"))
