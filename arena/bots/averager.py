"""`Averager`, the base class of players that try every option in imagined positions and compare the mean leads.

A lead is a seat's number of points less that of the best other seat.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from arena.bots.player import BestOption, Player, imagined, margin
from arena.games.chance import AnyRng, Rng, checked
from arena.games.game import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Averager(Player):
    """Takes the option after which its seat has the best mean lead in points over the best other seat.

    The mean is over a few imagined positions, which the seat cannot distinguish from the true one. In each of them the
    option is played, and the method `go_on` of a subclass continues the game. Leads are added up as whole points, so
    the choice is the same on every machine.
    """

    def __init__(self, worlds: int) -> None:
        self.worlds: Final = worlds

    def go_on(self, state: State, seat: int, turn: int, rng: Rng) -> None:
        """Play on from the position after an option of `seat`, up to the moment at which the seat's lead is measured.

        `turn` is the number of the turn in which the option was played. The position is changed.
        """
        raise NotImplementedError

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option after which the seat to move has the best mean lead in points over the best other seat.

        All options are tried in the same imagined positions, which the seat cannot distinguish from the true one.
        """
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
