"""The anchors: engines of the field, driven from a Python loop. Runs in their own environment, without the project.

What is counted: a decision is an answer of a player among whatever the engine offers. Chance nodes (the dice of
backgammon) are drawn and applied by the loop, because that is how OpenSpiel is driven; their time counts, their number
does not. Setting up a game counts as time too: it is below 1 % for backgammon and about 4 % for catanatron.
"""

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from random import Random
from typing import Final

import pyspiel
from catanatron import Color, Game, RandomPlayer

Played = tuple[int, int]  # games, decisions

# Of OpenSpiel's search.
SIMULATIONS: Final = 1000
EXPLORATION: Final = 1.4
MEGABYTES: Final = 1000
SOLVE: Final = False  # stop early where the rest of the tree is proven: no simulation is left out here
VERBOSE: Final = False


def backgammon() -> Callable[[], Played]:
    """OpenSpiel's backgammon with random legal play, through `legal_actions` and `apply_action`."""
    game = pyspiel.load_game("backgammon")
    draw = Random(1).random

    def play() -> Played:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), draw()))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                decisions += 1
        return 1, decisions

    return play


def drawn(outcomes: list[tuple[int, float]], chance: float) -> int:
    """Return the outcome with the share of [0, 1) in which a number lies."""
    for outcome, share in outcomes:
        chance -= share
        if chance < 0:
            return outcome
    return outcomes[-1][0]  # the shares may add up to a little less than 1


def catanatron() -> Callable[[], Played]:
    """Catanatron's own game loop with two of its random players."""
    seeds = Random(2)

    def play() -> Played:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seeds.randrange(1, 2**31))
        game.play()
        return 1, len(game.state.actions)

    return play


def searches(name: str) -> Callable[[], Played]:
    """OpenSpiel's own tree search with random rollouts, all in C++, from the opening; simulations count as games."""
    game = pyspiel.load_game(name)
    rollouts = pyspiel.RandomRolloutEvaluator(1, 3)  # one for each simulation, and a seed
    bot = pyspiel.MCTSBot(game, rollouts, EXPLORATION, SIMULATIONS, MEGABYTES, SOLVE, 4, VERBOSE)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def play() -> Played:
        bot.mcts_search(state)
        return SIMULATIONS, 0

    return play


SIDES: Final = {
    "backgammon": backgammon,
    "catanatron": catanatron,
    "search checkers": partial(searches, "checkers"),
    "search backgammon": partial(searches, "backgammon"),
}
FACTS: Final = {"open_spiel": version("open_spiel"), "catanatron": version("catanatron")}
