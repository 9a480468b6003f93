"""`random`: takes any option, all equally likely."""

from arena.bots.player import Player
from arena.games.chance import AnyRng, checked
from arena.games.game import State


class Random(Player):
    """Plays at random. Every good bot should beat this one, and its wins show how much of a game is luck."""

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return one of the options, all equally likely."""
        options = state.options()
        return options[checked(rng).below(len(options))]
