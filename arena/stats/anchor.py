"""The anchor of a pool: the entrant with the estimate 1500, which fixes the scale.

The anchor shifts the scale, but changes no interval and no comparison.
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
    """Return the anchor of a pool: the first bot in `anchors` with enough blocks; else the house bot that played most.

    A pool against an automaton has a list of its own; one block is enough, and no other bot can be its anchor. If
    several versions of a bot qualify, the one with the most comparisons is the anchor. Return None if no entrant
    qualifies.
    """
    found = sorted(candidates, key=lambda each: (-each.comparisons, each.entrant))
    are_automata = set(anchors) <= set(SOLO_ANCHORS)
    least = 1 if are_automata else LEAST
    listed = [each for bot in anchors for each in found if each.bot == bot and each.blocks >= least]
    house = [each for each in found if each.is_house and not are_automata]
    return next((each.entrant for each in [*listed, *house]), None)
