"""`greedy`: chooses the option with the best lead in points at the end of the turn."""

from typing import Final

from arena.bots.player import BestOption, Player, imagined, margin
from arena.games.chance import AnyRng, Rng, checked
from arena.games.game import State


class Greedy(Player):
    """Takes the option with the best margin at the end of the turn, averaged over imagined positions.

    It plays the rest of the turn at random. So an option that scores nothing by itself gets the value of the options
    that can follow it in the same turn.
    """

    def __init__(self, worlds: int) -> None:
        self.worlds: Final = worlds

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option with the largest sum of margins over a few imagined positions.

        All options use the same positions.
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
                finish_turn(after, seat, state.turn, known)
                points += margin(after, seat)
            best.weigh(option, points)
        return best.option


def finish_turn(state: State, seat: int, turn: int, rng: Rng) -> None:
    """Play at random until another seat is asked, or another turn begins."""
    while state.to_move == seat and state.turn == turn:
        state.apply(state.sample(rng))
