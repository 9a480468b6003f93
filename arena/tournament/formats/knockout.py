"""The knockout: an entrant is eliminated after one lost duel.

The order of the entrants is the seeding: the best meets the last, and the two best can meet only in the final. If the
number of entrants is not a power of two, the best seeds have a bye in the first stage. A duel has `blocks` blocks, and
ends early when a lead is safe. If the points are equal after the last block, up to `tie-breaks` more blocks are played,
one at a time, until one decides. If the points are still equal, the better seed advances. Entrants that lose in the
same stage share a rank.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.languages import noted
from arena.tournament.formats.base import PlayedBlock, Round
from arena.tournament.formats.brackets import Bracket, Elimination, first_slots, pairs, stage_name


@dataclass(frozen=True)
class Knockout(Elimination):
    """The format that eliminates an entrant after one lost duel."""

    name = "knockout"
    title = noted("knockout")

    meaning = noted("Knockout: an entrant that loses a duel is out; a duel is %(best)s.")
    lives = 1

    def course(self, bracket: Bracket) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield the rounds of each stage in turn, until one entrant is left."""
        slots = first_slots(bracket.seeds)
        while len(slots) > 1:
            name = stage_name(len(slots))
            duels = yield from bracket.play(name, pairs(slots))
            bracket.leave(name, [duel.loser for duel in duels])
            slots = [duel.winner for duel in duels]
        bracket.champion = slots[0]


FORMAT: Final = Knockout
