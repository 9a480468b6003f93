"""Engines of other projects, driven by a Python loop: the speed of ours is divided by theirs.

They have their own environment.

A decision is one choice of a player among the actions that the engine offers. The loop also draws and applies chance
nodes, such as the dice of backgammon, because OpenSpiel requires that. The time for chance nodes counts, but chance
nodes do not count as decisions. The setup of a game counts as time, too: below 1 % for backgammon, about 4 % for
catanatron.
"""

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from random import Random
from typing import Final

import pyspiel
from catanatron import Color, Game, RandomPlayer

Played = tuple[int, int]  # games, decisions

# Settings of OpenSpiel's search.
SIMULATIONS: Final = 1000
EXPLORATION: Final = 1.4
MEGABYTES: Final = 1000
SOLVE: Final = False  # may stop early if the result is proven; here all simulations are made
VERBOSE: Final = False


def backgammon() -> Callable[[], Played]:
    """Return a function that plays one random game of OpenSpiel's backgammon in a Python loop.

    The function returns the number of games, 1, and the number of decisions.
    """
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
    """Return an outcome of a chance node (such as dice), chosen by the random number `chance` from 0 to 1.

    `outcomes` is a list of pairs: an outcome and its probability.
    """
    for outcome, share in outcomes:
        chance -= share
        if chance < 0:
            return outcome
    return outcomes[-1][0]  # the probabilities may add up to a little less than 1


def catanatron() -> Callable[[], Played]:
    """Return a function that plays one game between two of Catanatron's random players in Catanatron's own loop.

    The function returns the number of games, 1, and the number of actions.
    """
    seeds = Random(2)

    def play() -> Played:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seeds.randrange(1, 2**31))
        game.play()
        return 1, len(game.state.actions)

    return play


def searches(name: str) -> Callable[[], Played]:
    """Return a function that searches the opening of a game once, with OpenSpiel's tree search in C++.

    The search makes random rollouts. The function returns a pair: the number of simulations, and 0 as decisions.
    """
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
