"""Sums over the blocks that a ladder knows: comparisons, meetings and seats. A ladder chooses its pairings from them.

All sums are whole numbers, so blocks can be added and subtracted in any order. Updating old sums by the blocks of a
round gives the same result as adding up all blocks again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from arena.stats.pools import UNTIMED, Pool
from arena.stats.ratings import Ratings, rate
from arena.stats.sums import Sums
from arena.tournament.formats.base import Pairing, PlayedBlock


class History:
    """The blocks from which a ladder chooses its pairings, at tables of `seats` seats, and counts over these blocks.

    The counts are: how often one entrant did better than another, how many blocks each entrant has played, how many
    blocks each pair has played together, and how often each entrant began a block in each seat.
    """

    def __init__(self, seats: int, blocks: Sequence[PlayedBlock] = ()) -> None:
        self.pool: Final = Pool.of("ladder", seats, {}, 1, UNTIMED)
        self.blocks: Final[list[PlayedBlock]] = []
        self.sums: Final = Sums()
        self.played: Final[Counter[str]] = Counter()  # blocks of each entrant
        self.met: Final[Counter[frozenset[str]]] = Counter()  # blocks of each pair
        self.first: Final[Counter[tuple[str, int]]] = Counter()  # entrant and seat in the first match of a block
        self._ratings: Ratings | None = None  # fitted from these blocks; None before that
        self.follow(blocks)

    def follow(self, blocks: Sequence[PlayedBlock]) -> None:
        """Replace the known blocks by these: remove changed or missing blocks from the sums, and add the new ones."""
        same = min(len(blocks), len(self.blocks))
        for place, (before, now) in enumerate(zip(self.blocks[:same], blocks[:same], strict=True)):
            if now is not before and now != before:
                self._count(before, -1)
                self._count(now, +1)
                self.blocks[place] = now
        for block in self.blocks[same:]:
            self._count(block, -1)
        del self.blocks[same:]
        for block in blocks[same:]:
            self._count(block, +1)
            self.blocks.append(block)

    def _count(self, block: PlayedBlock, times: int) -> None:
        """Add a block to the sums `times` times; with -1, subtract it.

        The sums name the block by its number, not by its public name, which is random.
        """
        self._ratings = None
        for match in block.matches:
            self.sums.add(self.pool, replace(match, block=f"block {block.number}"), times)
        for name in block.pairing.entrants:
            self.played[name] += times
        for pair in meetings(block.pairing):
            self.met[pair] += times
        for seat in enumerate(block.pairing.entrants):
            self.first[seat[::-1]] += times

    def ratings(self) -> Ratings:
        """Return the ratings that the known blocks give. They are stored until the blocks change."""
        if self._ratings is None:
            self._ratings = rate(self.sums)
        return self._ratings


def meetings(pairing: Pairing) -> list[frozenset[str]]:
    """Return all pairs of entrants of a block, each as a set of two names."""
    return [frozenset(pair) for pair in combinations(pairing.entrants, 2)]
