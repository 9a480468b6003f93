"""The free time of a bot, beside that of other bots: the part of a decision's time that the arena does not charge.

Such time is lost by network lag, or before the arena has sent the question.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Final

from arena.store.sql.page_queries import FreeTime

DECISIONS: Final = 100  # that a bot has to have taken to be compared
OTHERS: Final = 3  # bots that there have to be to compare it with
NOTICEABLE_US: Final = 5_000  # microseconds of a decision; less free time is never marked
TIMES: Final = 4  # the median of the other bots


@dataclass(frozen=True, slots=True)
class Lag:
    """The free time of a bot, which the arena did not charge, and `median_us`, the median free time of the other bots.

    Times are means per decision, in microseconds.
    """

    decisions: int
    held_us: float
    credit_us: float
    share: float  # of all its time, charged and free
    median_us: float | None  # of the other bots, held and credited; None if they are too few
    out_of_line: bool


def lag_of(bot: int, found: Iterable[FreeTime]) -> Lag | None:
    """Return the Lag of a bot: its free time for decisions, compared with that of other bots.

    Free time is the part that the arena did not charge to the bot's clock. The Lag also says whether the bot has far
    more of it than the median of the other bots. Return None if no decision of the bot was measured.
    """
    times = list(found)
    mine = next((each for each in times if each.bot == bot), None)
    if mine is None or not mine.decisions:
        return None
    others = [_free_us(each) for each in times if each.bot != bot and each.registered and each.decisions >= DECISIONS]
    usual = median(others) if len(others) >= OTHERS else None
    free = mine.held_us + mine.credit_us
    return Lag(
        decisions=mine.decisions,
        held_us=mine.held_us / mine.decisions,
        credit_us=mine.credit_us / mine.decisions,
        share=free / (free + mine.think_us) if free else 0.0,
        median_us=usual,
        out_of_line=mine.decisions >= DECISIONS and usual is not None and _stands_out(_free_us(mine), usual),
    )


def _free_us(times: FreeTime) -> float:
    return (times.held_us + times.credit_us) / times.decisions


def _stands_out(free_us: float, usual_us: float) -> bool:
    return free_us >= NOTICEABLE_US and free_us > TIMES * usual_us
