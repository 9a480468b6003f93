"""fastcatan, an engine with a batched environment written in C++: a Python loop, and a batch of games.

A mask has a bit for each legal action of a game. Before the measurement, the batch plays some steps with actions that
are chosen at random from the masks. The measurement plays the same actions again from the same beginning, and writes
the masks again. So the batch's figure does not include the time to choose an action.
"""

import sys
from collections.abc import Callable
from importlib.metadata import version
from random import Random
from typing import Final

import fastcatan
import numpy as np

Played = tuple[int, int]  # games, decisions

GAMES: Final = 64  # at once
STEPS: Final = 400


def loop() -> Callable[[], Played]:
    """Return a function that plays one random game in a Python loop.

    The function returns the number of games, which is 1, and the number of decisions.
    """
    draw = Random(1).random
    env = fastcatan.Env()
    seeds = Random(2)

    def play() -> Played:
        env.reset(seeds.randrange(1 << 31))
        decisions = 0
        over = False
        while not over:
            actions = env.legal_actions()
            over = env.step(actions[int(draw() * len(actions))])
            decisions += 1
        return 1, decisions

    return play


def batch() -> Callable[[], Played]:
    """Return a function that plays stored random actions in many games at once.

    The function returns 0 (games are not counted) and the number of actions.
    """
    env = fastcatan.BatchedEnv(GAMES, 1)
    env.reset()
    masks = np.zeros((GAMES, fastcatan.MASK_WORDS), np.uint64)
    done = np.zeros(GAMES, np.uint8)
    # `reset` begins with the same boards, but its dice differ each time: the drawn actions would not be legal.
    openings = np.zeros((GAMES, fastcatan.SNAPSHOT_BYTES), np.uint8)
    env.save_snapshots(openings)

    def begin() -> None:
        env.load_snapshots(openings)
        env.write_masks(masks)

    begin()
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(STEPS):
        bits = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
        drawn.append((bits * rng.random(bits.shape)).argmax(axis=1).astype(np.uint32))
        env.step_autoreset(drawn[-1], done)
        env.write_masks(masks)

    def play() -> Played:
        begin()
        for actions in drawn:
            env.step_autoreset(actions, done)
            env.write_masks(masks)
        return 0, GAMES * STEPS

    return play


SIDES: Final = {"loop": loop, "batch": batch}
FACTS: Final = {"fastcatan": version("fastcatan"), "version": sys.version.split()[0]}
