"""`greedy`: chooses the option with the best lead in points at the end of the turn."""

from arena.bots.averager import Averager
from arena.games.chance import Rng
from arena.games.game import State


class Greedy(Averager):
    """Takes the option with the best lead in points at the end of its turn, averaged over imagined positions.

    It plays the rest of the turn at random. So an option that scores nothing by itself gets the value of the options
    that can follow it in the same turn.
    """

    def go_on(self, state: State, seat: int, turn: int, rng: Rng) -> None:
        """Play the rest of the turn at random; this changes the position."""
        finish_turn(state, seat, turn, rng)


def finish_turn(state: State, seat: int, turn: int, rng: Rng) -> None:
    """Play at random until another seat is asked, or another turn begins."""
    while state.to_move == seat and state.turn == turn:
        state.apply(state.sample(rng))
