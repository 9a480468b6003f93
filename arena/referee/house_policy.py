"""The house policy: it plays on for a seat that forfeited, so that the other seats can finish a valid game.

The policy imagines one position that the seat cannot distinguish from the true one. In this position it tries at most
32 options in a random order. It chooses the first option with the largest lead of the seat over the best other seat.
"""

from typing import Final

from arena.games.chance import named_rng
from arena.games.game import State

LOOKS: Final = 32


class House:
    """The house policy for all seats of one match.

    Its choices depend on the positions and on a secret of the match, `salt`.
    """

    def __init__(self, salt: bytes, seats: int) -> None:
        self._rngs: Final = [named_rng(salt, f"house {seat}") for seat in range(seats)]

    def choose(self, state: State) -> int:
        """Return the option that the house policy chooses for the seat to move."""
        seat = state.to_move
        rng = self._rngs[seat]
        imagined = state.imagine(seat, rng)
        options = state.options()
        rng.shuffle(options)
        return max(options[:LOOKS], key=lambda option: _lead_after(imagined, option, seat))


def _lead_after(imagined: State, option: int, seat: int) -> int:
    """Return the lead of the seat over the best other seat if the game were scored right after the option."""
    state = imagined.clone()
    state.apply(option)
    scores = state.scores()
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
