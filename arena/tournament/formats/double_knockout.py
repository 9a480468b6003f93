"""The double knockout: an entrant is eliminated after two lost duels.

An entrant that loses its first duel moves to the losers' bracket. Each stage of the winners' bracket is followed by two
stages of the losers' bracket. In the first one, the entrants of the losers' bracket meet each other. In the second one,
the winners of these duels meet the entrants that have just moved down, in opposite order, so that the same two do not
meet again soon. The winners of both brackets meet in the grand final. If the entrant from the losers' bracket wins the
grand final, both have lost once, and the final is played again. Seeding, byes and duels are those of the knockout.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.languages import noted
from arena.tournament.formats.base import PlayedBlock, Round
from arena.tournament.formats.brackets import Bracket, Elimination, Slot, first_slots, pairs, stage_name


@dataclass(frozen=True)
class DoubleKnockout(Elimination):
    """The format that eliminates an entrant after two lost duels."""

    name = "double-knockout"
    title = noted("double knockout")

    meaning = noted("Double knockout: an entrant that loses two duels is out; a duel is %(best)s.")
    lives = 2

    def course(self, bracket: Bracket) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield the rounds of both brackets until each bracket has one entrant left, then those of the grand final."""
        slots = first_slots(bracket.seeds)
        duels = yield from bracket.play(f"winners' {stage_name(len(slots))}", pairs(slots))
        above, below = [duel.winner for duel in duels], [duel.loser for duel in duels]
        losers_stage = 1
        while len(above) > 1:
            up, down = f"winners' {stage_name(len(above))}", f"losers' round {losers_stage}"
            duels = yield from bracket.play(f"{up} and {down}", [*pairs(above), *pairs(below)])
            upper, lower = duels[: len(above) // 2], duels[len(above) // 2 :]
            bracket.leave(down, [duel.loser for duel in lower])
            above, fallen = [duel.winner for duel in upper], [duel.loser for duel in upper]
            name = f"losers' round {losers_stage + 1}" if len(above) > 1 else "losers' final"
            duels = yield from bracket.play(name, zip([duel.winner for duel in lower], reversed(fallen), strict=True))
            bracket.leave(name, [duel.loser for duel in duels])
            below = [duel.winner for duel in duels]
            losers_stage += 2
        yield from self.grand_final(bracket, above[0], below[0])

    def grand_final(
        self, bracket: Bracket, unbeaten: Slot, beaten: Slot
    ) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield the rounds of the grand final. Repeat the final if the unbeaten entrant loses it."""
        (duel,) = yield from bracket.play("grand final", [(unbeaten, beaten)])
        if duel.decided and duel.winner == beaten:  # in an outline, the final may be open
            (duel,) = yield from bracket.play("grand final, once more", [(unbeaten, beaten)])
        bracket.leave("grand final", [duel.loser])
        bracket.champion = duel.winner


FORMAT: Final = DoubleKnockout
