"""The anchor of a pool: the entrant with the estimate 1500, which fixes the scale.

The anchor moves the scale and nothing else: intervals and comparisons do not depend on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.stats.pools import ANCHORS, SOLO_ANCHORS

LEAST: Final = 50  # blocks that a bot of `ANCHORS` needs: with fewer, a newcomer would move the scale of all others


@dataclass(frozen=True, slots=True)
class AnchorCandidate:
    """A candidate for the anchor: an entrant, its bot, and what it has played in the pool."""

    entrant: str
    bot: str
    is_house: bool
    blocks: int
    comparisons: int


def anchor_among(candidates: Iterable[AnchorCandidate], anchors: tuple[str, ...] = ANCHORS) -> str | None:
    """Return the anchor: the entrant of the first bot in `anchors` with enough blocks, or else the busiest house bot.

    A pool against an automaton takes its own anchor from the first block on, and no other. Of several versions of a
    bot the one with the most comparisons counts. None if no entrant may be the anchor.
    """
    found = sorted(candidates, key=lambda each: (-each.comparisons, each.entrant))
    are_automata = set(anchors) <= set(SOLO_ANCHORS)
    least = 1 if are_automata else LEAST
    listed = [each for bot in anchors for each in found if each.bot == bot and each.blocks >= least]
    house = [each for each in found if each.is_house and not are_automata]
    return next((each.entrant for each in [*listed, *house]), None)
