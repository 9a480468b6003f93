"""`Averager`, the base class of players that try each option in a few imagined positions and compare the mean leads."""

from typing import Final

from mypy_extensions import mypyc_attr

from arena.bots.player import BestOption, Player, imagined, margin
from arena.games.chance import AnyRng, Rng, checked
from arena.games.game import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Averager(Player):
    """Takes the option with the best mean lead in points. A subclass says how a game goes on after the option.

    The leads are added up as whole points, so the choice is the same on every machine.
    """

    def __init__(self, worlds: int) -> None:
        self.worlds: Final = worlds

    def go_on(self, state: State, seat: int, turn: int, rng: Rng) -> None:
        """Play on from the position after an option of `seat`, up to the moment where leads are compared.

        `turn` is the turn of the option. The position is changed.
        """
        raise NotImplementedError

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option with the largest sum of leads. All options are tried in the same imagined positions."""
        seat = state.to_move
        known = checked(rng)
        worlds = imagined(state, self.worlds, known)
        best = BestOption(known)
        for option in state.options():
            points = 0
            for world in worlds:
                after = world.clone()
                after.apply(option)
                self.go_on(after, seat, state.turn, known)
                points += margin(after, seat)
            best.weigh(option, points)
        return best.option
