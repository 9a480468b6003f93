"""The anchor of a pool: the entrant with the rating 1500, which fixes the scale of the ratings.

With another anchor all ratings are shifted by one number; no interval gets wider or narrower.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.stats.pools import ANCHORS, SOLO_ANCHORS

LEAST: Final = 50  # blocks that a bot of `ANCHORS` needs: with fewer, a newcomer would move the scale of all others


@dataclass(frozen=True, slots=True)
class AnchorCandidate:
    """A candidate for the anchor: an entrant, its bot, and its numbers of blocks and comparisons in the pool."""

    entrant: str
    bot: str
    is_house: bool
    blocks: int
    comparisons: int


def anchor_among(candidates: Iterable[AnchorCandidate], anchors: tuple[str, ...] = ANCHORS) -> str | None:
    """Return the anchor of a pool: the first bot in `anchors` with at least 50 blocks.

    If none has them, return the house bot with the most comparisons; None if the pool has no house bot. If `anchors`
    names automata, one block is enough, and no house bot is taken instead. Of several versions of a bot, the one with
    the most comparisons is the anchor.
    """
    found = sorted(candidates, key=lambda each: (-each.comparisons, each.entrant))
    are_automata = set(anchors) <= set(SOLO_ANCHORS)
    least = 1 if are_automata else LEAST
    listed = [each for bot in anchors for each in found if each.bot == bot and each.blocks >= least]
    house = [each for each in found if each.is_house and not are_automata]
    return next((each.entrant for each in [*listed, *house]), None)
