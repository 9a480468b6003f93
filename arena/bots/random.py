"""`random`: any of the options, all equally likely. It looks at nothing else."""

from arena.bots.player import Player
from arena.games.chance import AnyRng, checked
from arena.games.game import State


class Random(Player):
    """Plays at random: what every bot should beat, and a measure of how much of a game is luck."""

    def choose(self, state: State, rng: AnyRng) -> int:
        """One of the options, all equally likely."""
        options = state.options()
        return options[checked(rng).below(len(options))]
