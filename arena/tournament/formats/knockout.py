"""The knockout: an entrant that loses a duel is out.

The order of the entrants is the seeding: the best meets the last, and the two best can meet in the final at the
earliest. If the number of entrants is no power of two the best seeds go on without a duel. A duel is the best of
`blocks` blocks: it ends as soon as a lead is out of reach. If it is even after the last block, up to `tie-breaks` more
are played, one at a time, until one of them decides; if all of these are even, too, the better seed goes on. Entrants
that lose in the same stage share a rank.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from arena.languages import noted
from arena.tournament.formats.base import PlayedBlock, Round
from arena.tournament.formats.brackets import Bracket, Elimination, first_slots, pairs, stage_name


@dataclass(frozen=True)
class Knockout(Elimination):
    """Out after one lost duel."""

    meaning = noted("Knockout: an entrant that loses a duel is out; a duel is %(best)s.")

    def course(self, bracket: Bracket) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield the rounds of stage after stage, until one entrant is left."""
        slots = first_slots(bracket.seeds)
        while len(slots) > 1:
            name = stage_name(len(slots))
            duels = yield from bracket.play(name, pairs(slots))
            bracket.leave(name, [duel.loser for duel in duels])
            slots = [duel.winner for duel in duels]
        bracket.champion = slots[0]
