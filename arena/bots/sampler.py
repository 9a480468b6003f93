"""`sampler`: plays a few random games to the end after each option, and takes the option with the best mean lead."""

from arena.bots.averager import Averager
from arena.games.chance import Rng
from arena.games.game import State, playout


class Sampler(Averager):
    """Takes the option with the best mean lead at the end of random games from imagined positions."""

    def go_on(self, state: State, seat: int, turn: int, rng: Rng) -> None:
        """Play the rest of the game at random; this changes the position."""
        playout(state, rng)
