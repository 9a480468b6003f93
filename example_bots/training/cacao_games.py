"""Games to learn from: the view of each seat at the start of every turn of Cacao, and how its lead grew from there."""

import numpy as np
from numpy.typing import NDArray

from arena.bots import Mcts
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.game import State
from arena.games.steps import OVER

Rows = NDArray[np.float32]

SCALE = 20.0  # points; the network counts in these
RANDOM = 5  # one decision in 5 is drawn at random, so that games differ

OBSERVATION = rules("cacao").observation_space(2)
FEATURES = OBSERVATION.blocks[1]  # all that is no plane of the table
SCALES = np.array(OBSERVATION.scales[FEATURES.first :], np.float32)


def seen(state: State, seat: int) -> Rows:
    """Return the view of a seat as an array of numbers, each divided by its scale, for the network."""
    return np.array(OBSERVATION.observe(state, seat)[FEATURES.first :], np.float32) / SCALES


def lead(state: State, seat: int) -> float:
    """Return the current lead of a seat, in units of 20 points."""
    scores = state.scores()
    return (scores[seat] - scores[1 - seat]) / SCALE


def games(number: int, seed: int, player: Mcts) -> tuple[Rows, Rows]:
    """Play games. Return two arrays: the view of each seat at each turn, as a row, and the growth of the seat's lead.

    The growth is the lead at the end of the game minus that at the turn, in units of 20 points.
    """
    rng = Rng(seed)
    rows: list[Rows] = []
    gained: list[float] = []
    for game in range(number):
        state = rules("cacao").new({}, 2, Deal.of(f"{seed} {game}"))
        begun: list[float] = []
        turn = -1
        while state.to_move != OVER:
            if state.turn != turn:
                turn = state.turn
                rows += [seen(state, seat) for seat in (0, 1)]
                begun += [lead(state, seat) for seat in (0, 1)]
            at_random = rng.below(RANDOM) == 0
            state.apply(state.sample(rng) if at_random else player.choose(state, rng))
        gained += [lead(state, number % 2) - before for number, before in enumerate(begun)]
    return np.array(rows), np.array(gained, np.float32)
