"""The state of an SPRT (a sequential test of an entrant) for its page: ratio by block, bounds, Elo interval, scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Final

from arena.stats.intervals import estimate
from arena.tournament.formats.base import PlayedBlock, scores
from arena.tournament.formats.sprt_match import SprtMatch
from arena.tournament.snapshot import TournamentSnapshot

STEPS: Final = 400  # points of the drawn path at most
FARTHEST: Final = 2000.0  # Elo points that a score of 0 or 1 is shown as


@dataclass(frozen=True, slots=True)
class SprtPage:
    """The state of an SPRT, a sequential test that ends when `ratio` reaches `low` or `high`.

    `ratio` is the logarithm of the likelihood ratio.
    """

    tested: str  # by key
    field: tuple[str, ...]  # by key
    elo0: float
    elo1: float
    verdict: str  # accepted, rejected, open
    ratio: float
    low: float
    high: float
    blocks: int  # behind the ratio
    more: int  # blocks that were played beside them and came too late for the test
    path: tuple[tuple[int, float], ...]  # numbers of blocks, each with the ratio after it
    counts: tuple[int, ...]  # blocks by score, from the lowest to the highest
    elo: float | None
    elo_low: float | None
    elo_high: float | None


def sprt_of(course: TournamentSnapshot, played: Sequence[PlayedBlock]) -> SprtPage | None:
    """Return the state of a tournament's SPRT; None if the tournament has another format or has not begun."""
    form = course.form if course.entrants else None
    if not isinstance(form, SprtMatch):
        return None
    looked = form.look(course.keys, played)
    tested, *field = course.keys
    found = [float(score) for block in played if (score := scores(block).get(tested)) is not None]
    ratios = form.test.ratios(found, form.matches, form.seats)[: looked.blocks + 1]
    low, high = form.test.bounds
    elo, elo_low, elo_high = elo_interval(found[: looked.blocks])
    return SprtPage(
        tested=tested,
        field=tuple(field),
        elo0=form.test.elo0,
        elo1=form.test.elo1,
        verdict=looked.verdict,
        ratio=looked.ratio,
        low=low,
        high=high,
        blocks=looked.blocks,
        more=len(found) - looked.blocks,
        path=thinned(list(enumerate(ratios))),
        counts=looked.counts,
        elo=elo,
        elo_low=elo_low,
        elo_high=elo_high,
    )


def thinned(path: Sequence[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
    """Return about `STEPS` points of an SPRT's path (its ratio after each block), with the first and the last one."""
    every = len(path) // STEPS + 1
    return (*path[:-1:every], path[-1])


def elo_interval(found: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """Return the Elo difference for the mean of these block scores, and the ends of its 95 % interval.

    A value that cannot be computed is None.
    """
    if not found:
        return None, None, None
    mean = estimate(found)
    low, high = mean.bounds if mean.bounds is not None else (None, None)
    return elo_of(mean.mean), None if low is None else elo_of(low), None if high is None else elo_of(high)


def elo_of(score: float) -> float:
    """Return the Elo difference at which this score, from 0 to 1, is expected."""
    if score <= 0 or score >= 1:
        return FARTHEST if score >= 1 else -FARTHEST
    return max(-FARTHEST, min(FARTHEST, 400 * log10(score / (1 - score))))
