"""`greedy`: what scores best at once."""

from typing import Final

from arena.bots.player import Best, Player, imagined, margin
from arena.games.chance import Rng
from arena.games.game import State


class Greedy(Player):
    """Takes the option with the best margin right after it, on average over imagined positions."""

    def __init__(self, worlds: int) -> None:
        self.worlds: Final = worlds

    def choose(self, state: State, rng: Rng) -> int:
        """The option after which this seat leads by most, summed over the same imagined positions for every option."""
        seat = state.to_move
        worlds = imagined(state, self.worlds, rng)
        best = Best(rng)
        for option in state.options():
            points = 0
            for world in worlds:
                after = world.clone()
                after.apply(option)
                points += margin(after, seat)
            best.weigh(option, points)
        return best.option
