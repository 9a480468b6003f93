"""What a ladder goes by: the blocks that are known, added up.

All of it is whole numbers, so blocks can be added, and taken out again, in any order: whoever adds the blocks of one
round to what is known already has the same in hand as whoever gathers all of them anew.
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
    """Blocks and what they add up to, at tables of so many seats."""

    def __init__(self, seats: int, blocks: Sequence[PlayedBlock] = ()) -> None:
        self.pool: Final = Pool.of("ladder", seats, {}, 1, UNTIMED)
        self.blocks: Final[list[PlayedBlock]] = []
        self.sums: Final = Sums()
        self.played: Final[Counter[str]] = Counter()  # blocks of everybody
        self.met: Final[Counter[frozenset[str]]] = Counter()  # blocks of every two
        self.first: Final[Counter[tuple[str, int]]] = Counter()  # who had which seat in the first match of a block
        self._ratings: Ratings | None = None  # of these blocks, if anybody has asked
        self.follow(blocks)

    def follow(self, blocks: Sequence[PlayedBlock]) -> None:
        """Have these blocks, in this order: what is known of them stays, what is otherwise by now is counted anew."""
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
        """Add a block; -1 times takes it out. It goes by its number: what it is called elsewhere is chance."""
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
        """The ratings of these blocks alone."""
        if self._ratings is None:
            self._ratings = rate(self.sums)
        return self._ratings


def meetings(pairing: Pairing) -> list[frozenset[str]]:
    """Who meets whom in a block."""
    return [frozenset(pair) for pair in combinations(pairing.entrants, 2)]
