"""Play games of every kind, so that the C compiler learns which parts of the engine run often: see setup.py.

The engine counts how often each part runs. The games are the same each time, so the counts are, too.
"""

from random import Random
from typing import Final

from arena.bots import Mcts
from arena.games import GAMES
from arena.games.batch import Batch
from arena.games.chance import Deal, Rng
from arena.games.game import Rules, State, playout
from arena.games.steps import OVER

DEALS: Final = 40
SIMULATIONS: Final = 200
PLACES: Final = 16  # of a batch
STEPS: Final = 200


def openings(rules: Rules, seats: int) -> list[State]:
    """Return some games before their first decision, each with another deal."""
    return [rules.new({}, seats, Deal(number.to_bytes(32, "big"))) for number in range(DEALS)]


def loop(opening: State, random: Random) -> None:
    """Play a game as a bot does, with `options` and `apply`."""
    state = opening.clone()
    while state.to_move != OVER:
        options = state.options()
        state.apply(options[int(random.random() * len(options))])


def batch(rules: Rules, seats: int) -> None:
    """Play 16 games at a time with random actions, for 200 steps. Write masks and observations after each step.

    A program that trains a bot by reinforcement learning uses the engine in this way.
    """
    games = Batch(rules, seats, {})
    games.deal(PLACES, "train")
    masks = bytearray(PLACES * games.actions.mask_bytes)
    rows = bytearray(PLACES * games.observation.size)
    for _ in range(STEPS):
        games.step(games.sample())
        games.write_masks(memoryview(masks), memoryview(bytearray(PLACES)))
        games.write_observations(memoryview(rows))


def play(rules: Rules, seats: int) -> None:
    """Play games with this number of seats in each way: from a loop, inside the engine, in a search, in a batch."""
    random, rng = Random(seats), Rng(seats)
    for opening in openings(rules, seats):
        loop(opening, random)
        playout(opening.clone(), rng)
        opening.view(0)
    Mcts(SIMULATIONS).choose(opening, rng)
    if not rules.automata:
        batch(rules, seats)


for game in GAMES.values():
    for number in game.seats:
        play(game, number)
