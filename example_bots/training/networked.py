"""Networked plays Cacao with a network that you trained: it takes the option with the largest expected lead.

    python example_bots/training/train_numpy.py
    arena play example_bots/training/networked.py greedy --games 40

It reads `network.npz` from the folder where it is started, or the file that `NETWORK` names.
"""

import os
import sys
import zipfile

import numpy as np
from cacao_games import lead, seen

from arena.games.game import State
from arena.games.steps import OVER
from arena_sdk import Bot, Option, Turn, run

WORLDS = 4  # positions that are imagined for each option


class Networked(Bot):
    """Takes the option with the largest lead that its network expects, over several imagined positions."""

    name = "networked"
    games = ("cacao",)
    seats = (2,)  # the network has seen no other games

    def __init__(self) -> None:
        with np.load(network_file()) as network:
            self.first, self.bias, self.second = network["first"], network["bias"], network["second"]

    def choose(self, turn: Turn) -> Option:
        """Return the option with the largest expected lead, on average over the imagined positions.

        The expected lead is the lead at the end of the turn, plus the growth that the network expects from there.
        """
        worlds = [turn.state.imagine(turn.seat, turn.rng) for _ in range(WORLDS)]
        after = [self.finished(world, option, turn) for option in turn.options for world in worlds]
        rows = np.array([seen(state, turn.seat) for state in after])
        expected = np.tanh(rows @ self.first + self.bias) @ self.second
        expected[[state.to_move == OVER for state in after]] = 0
        worth = expected + [lead(state, turn.seat) for state in after]
        best = worth.reshape(-1, WORLDS).sum(axis=1).argmax()
        return turn.options[int(best)]

    def finished(self, world: State, option: Option, turn: Turn) -> State:
        """Return the position at the end of the turn after an option. Further decisions are drawn at random."""
        state = world.clone()
        state.apply(option.number)
        while state.to_move == turn.seat and state.turn == turn.state.turn:
            state.apply(state.sample(turn.rng))
        return state


def network_file() -> str:
    """Return the path of the network's file. End the program with a message if it is missing, or not such a file."""
    path = os.environ.get("NETWORK", "network.npz")
    if not zipfile.is_zipfile(path):
        sys.exit(f"{path} is no network: train one with train_numpy.py, or name its file in NETWORK")
    return path


run(Networked)
