"""`sampler`: plays a few random games to the end after each option, and takes the option with the best mean margin."""

from typing import Final

from arena.bots.player import BestOption, Player, imagined, margin
from arena.games.chance import AnyRng, checked
from arena.games.game import State, playout


class Sampler(Player):
    """Takes the option with the best mean margin at the end of random playouts from imagined positions.

    The margin is summed in whole points, so that the choice is the same on every machine.
    """

    def __init__(self, playouts: int) -> None:
        self.playouts: Final = playouts

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option with the best sum of margins after random playouts. All options use the same positions."""
        seat = state.to_move
        known = checked(rng)
        worlds = imagined(state, self.playouts, known)
        best = BestOption(known)
        for option in state.options():
            points = 0
            for world in worlds:
                after = world.clone()
                after.apply(option)
                playout(after, known)
                points += margin(after, seat)
            best.weigh(option, points)
        return best.option
