"""Games to learn from: the view of each seat at the start of every turn of Cacao, and how its lead grew from there.

The two training programs also share their options, which `arguments` reads.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.bots import Mcts
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.game import State
from arena.games.steps import OVER
from arena.games.tensors import Question

Rows = NDArray[np.float32]

SCALE = 20.0  # points; the network counts in these
RANDOM = 5  # one decision in 5 is drawn at random, so that games differ

ACTIONS, OBSERVATION = rules("cacao").action_space(2), rules("cacao").observation_space(2)
FEATURES = OBSERVATION.blocks[1]  # all that is no plane of the table
SCALES = np.array(OBSERVATION.scales[FEATURES.first :], np.float32)


def seen(state: State, seat: int) -> Rows:
    """Return the view of a seat as an array of numbers, each divided by its scale, for the network."""
    return np.array(OBSERVATION.observe(Question(ACTIONS, state), seat)[FEATURES.first :], np.float32) / SCALES


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


def arguments(tool: str) -> argparse.Namespace:
    """Return the options of a training program. End the program with a message if one is impossible.

    `tool` is what it trains with, for its help.
    """
    parser = argparse.ArgumentParser(description=f"Train a network with {tool}.")
    parser.add_argument("--games", type=int, default=400, help="games to learn from (default: %(default)s)")
    parser.add_argument(
        "--simulations", type=int, default=50, help="of the search that plays them (default: %(default)s)"
    )
    parser.add_argument("--epochs", type=int, default=20, help="times that each row is learned (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games and the network (default: %(default)s)")
    parser.add_argument("--out", default="network.npz", help="the file (default: %(default)s)")
    args = parser.parse_args()
    if min(args.games, args.simulations, args.epochs) < 1:
        parser.error("expected at least 1 for --games, --simulations and --epochs")
    if not Path(args.out).parent.is_dir():
        parser.error(f"--out {args.out}: there is no folder {Path(args.out).parent}")
    return args
