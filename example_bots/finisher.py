"""Finisher tries every option, plays the rest of its turn at random, and compares the scores at the end of the turn.

It plays every game, because it uses only values that all games have: `turn.state` is a position that looks to the bot
like the true one, `imagine` deals its hidden part anew, `apply` plays an option, and `scores` are the points so far.

    arena play example_bots/finisher.py greedy --games 20
"""

from typing import Final

from arena.games.chance import Rng
from arena.games.game import State
from arena_sdk import Bot, Option, Turn, run

WORLDS: Final = 6  # imagined positions in which every option is tried


class Finisher(Bot):
    """Takes the option that gives the largest lead at the end of its own turn."""

    name = "finisher"

    def choose(self, turn: Turn) -> Option:
        """Return the option with the largest total lead in a few imagined positions; of equal options the first."""
        worlds = [turn.state.imagine(turn.seat, turn.rng) for _ in range(WORLDS)]
        return max(turn.options, key=lambda option: sum(lead(world, turn, option) for world in worlds))


def lead(world: State, turn: Turn, option: Option) -> int:
    """Return by how many points the bot leads at the end of its turn, if it plays this option."""
    after = world.clone()
    after.apply(option.number)
    finish_turn(after, world.turn, turn.rng)
    scores = after.scores()
    own = scores.pop(turn.seat)
    return own - max(scores)


def finish_turn(state: State, turn: int, rng: Rng) -> None:
    """Play the rest of a turn at random. Stop at the end of the game, when no seat has options."""
    while state.turn == turn and state.options():
        state.apply(state.sample(rng))


run(Finisher)
