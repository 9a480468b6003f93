"""Cacao at random, asked option by option from a Python loop or played out inside the engine; and searched.

Runs in an environment that holds the project's wheel, compiled or not. A game starts from a clone of one of 64
openings, so that setting one up (`new`, measured apart) is in no other figure.
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle
from random import Random
from typing import Final

from arena.bots import TO_THE_END, Mcts
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.game import State, playout
from arena.games.steps import OVER

Played = tuple[int, int]  # games, decisions

OPENINGS: Final = 64
SIMULATIONS: Final = 1000  # of a search, as large as an anchor's


def opening(seats: int, number: int) -> State:
    """A game of the canonical rules options, before its first decision."""
    return rules("cacao").new({}, seats, Deal(number.to_bytes(32, "big")))


def openings(seats: int) -> "cycle[State]":
    """The openings, over and over."""
    return cycle([opening(seats, number) for number in range(OPENINGS)])


def loop(seats: int) -> Callable[[], Played]:
    """As a bot author's code drives it: `options`, an index drawn in Python, `apply`."""
    ready = openings(seats)
    draw = Random(seats).random

    def play() -> Played:
        state = next(ready).clone()
        decisions = 0
        while state.to_move != OVER:
            options = state.options()
            state.apply(options[int(draw() * len(options))])
            decisions += 1
        return 1, decisions

    return play


def sampled_loop(seats: int) -> Callable[[], Played]:
    """The same from Python with the engine's own `sample`."""
    ready = openings(seats)
    rng = Rng(seats)

    def play() -> Played:
        state = next(ready).clone()
        decisions = 0
        while state.to_move != OVER:
            state.apply(state.sample(rng))
            decisions += 1
        return 1, decisions

    return play


def playouts(seats: int) -> Callable[[], Played]:
    """Clone an opening and play it out inside the engine."""
    ready = openings(seats)
    rng = Rng(seats)

    def play() -> Played:
        return 1, playout(next(ready).clone(), rng)

    return play


def clones(seats: int) -> Callable[[], Played]:
    """Clone positions from the middle of a game."""
    middles = []
    for number in range(OPENINGS):
        length = playout(opening(seats, number), Rng(number))
        state, same = opening(seats, number), Rng(number)
        for _ in range(length // 2):
            state.apply(state.sample(same))
        middles.append(state)
    ready = cycle(middles)

    def play() -> Played:
        next(ready).clone()
        return 1, 0

    return play


def imagined(seats: int) -> Callable[[], Played]:
    """Imagine an opening as its first seat may: what a search does once per simulation."""
    ready = openings(seats)
    rng = Rng(seats)

    def play() -> Played:
        state = next(ready)
        state.imagine(state.to_move, rng)
        return 1, 0

    return play


def new(seats: int) -> Callable[[], Played]:
    """Set a game up from a seed."""
    number = 0

    def play() -> Played:
        nonlocal number
        number += 1
        opening(seats, number)
        return 1, 0

    return play


def searches(player: Mcts, seats: int) -> Callable[[], Played]:
    """Search an opening; what is counted as games is simulations."""
    ready = openings(seats)
    rng = Rng(seats)

    def play() -> Played:
        player.search(next(ready), rng).grow(SIMULATIONS)
        return SIMULATIONS, 0

    return play


WAYS: Final = {
    "loop": loop,
    "sampled loop": sampled_loop,
    "playout": playouts,
    "clone": clones,
    "imagine": imagined,
    "new": new,
    "search": partial(searches, Mcts()),
    "search to the end": partial(searches, Mcts(cutoff=TO_THE_END)),
}
SIDES: Final = {f"{way} {seats}": partial(start, seats) for way, start in WAYS.items() for seats in (2, 3, 4)}


def is_compiled() -> bool:
    """Whether the engine that is measured runs as machine code: `apply` and everything below it."""
    state = opening(2, 0)
    classes = [*type(state).__mro__[:-1], *type(state.asking).__mro__[:-1], Rng, Mcts]
    files = {str(sys.modules[each.__module__].__file__) for each in classes if each.__module__.startswith("arena.")}
    compiled = {not file.endswith(".py") for file in files}
    if len(compiled) != 1:
        raise SystemExit(f"half of the engine is compiled, half is not: {', '.join(sorted(files))}")
    return compiled.pop()


FACTS: Final = {"compiled": is_compiled()}
