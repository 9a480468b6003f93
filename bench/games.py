"""Calls that the bench times in the project's games: random play, searches, views and pictures.

This module runs in an environment that has the project's wheel, compiled or not. A game starts from a clone of one of
64 openings. So only the figure `new` includes the setup of a game.

Most functions here return a function, which the bench calls again and again. Each call does one piece of work and
returns two counts: of games and of decisions. If the work is no game, the first number counts what is measured, such as
clones. The count that the bench does not need is 0.
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import cycle
from random import Random
from typing import Final

from arena.bots import TO_THE_END, Mcts
from arena.games import GAMES, rules
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR, State, playout
from arena.games.steps import OVER
from arena.protocol.games import codec as codec_of

Played = tuple[int, int]  # games, decisions

OPENINGS: Final = 64
SIMULATIONS: Final = 1000  # of a search, as large as an anchor's


def opening(game: str, seats: int, number: int) -> State:
    """Return a game with canonical rules options, before its first decision. `number` gives the deal."""
    return rules(game).new({}, seats, Deal(number.to_bytes(32, "big")))


def openings(game: str, seats: int) -> "cycle[State]":
    """Return an iterator over 64 openings of a game. After the last opening it begins again with the first."""
    return cycle([opening(game, seats, number) for number in range(OPENINGS)])


def loop(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that plays one random game as a bot's code does.

    At each decision it calls `options`, draws an index in Python, and calls `apply`. It returns 1 (one game), and the
    number of decisions.
    """
    ready = openings(game, seats)
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


def sampled_loop(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that plays one random game in a Python loop, with options drawn by the engine's `sample`.

    The function returns 1 (one game), and the number of decisions.
    """
    ready = openings(game, seats)
    rng = Rng(seats)

    def play() -> Played:
        state = next(ready).clone()
        decisions = 0
        while state.to_move != OVER:
            state.apply(state.sample(rng))
            decisions += 1
        return 1, decisions

    return play


def playouts(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that clones an opening, and plays it at random to the end inside the engine.

    The function returns 1 (one game), and the number of decisions.
    """
    ready = openings(game, seats)
    rng = Rng(seats)

    def play() -> Played:
        return 1, playout(next(ready).clone(), rng)

    return play


def clones(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that clones a position from the middle of a random game.

    There are 64 such positions; each call takes the next one. It returns the counts 1 (one clone) and 0 (no decisions).
    """
    middles = []
    for number in range(OPENINGS):
        length = playout(opening(game, seats, number), Rng(number))
        state, same = opening(game, seats, number), Rng(number)
        for _ in range(length // 2):
            state.apply(state.sample(same))
        middles.append(state)
    ready = cycle(middles)

    def play() -> Played:
        next(ready).clone()
        return 1, 0

    return play


def imagined(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that makes one imagined position, as a search does for each simulation.

    The position is an opening in which the hidden stacks and hands are random: the seat to move cannot distinguish it
    from the true opening. Each call returns the counts 1 (one position) and 0 (no decisions).
    """
    ready = openings(game, seats)
    rng = Rng(seats)

    def play() -> Played:
        state = next(ready)
        state.imagine(state.to_move, rng)
        return 1, 0

    return play


def new(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that sets up one new game, each time with the next seed.

    Each call returns the counts 1 (one game) and 0 (no decisions).
    """
    number = 0

    def play() -> Played:
        nonlocal number
        number += 1
        opening(game, seats, number)
        return 1, 0

    return play


def searches(player: Mcts, game: str, seats: int) -> Callable[[], Played]:
    """Return a function that runs the tree search of `player` at one opening of a game.

    Each call takes the next opening. It returns the counts 1,000 (simulations of the search) and 0 (no decisions).
    """
    ready = openings(game, seats)
    rng = Rng(seats)

    def play() -> Played:
        player.search(next(ready), rng).grow(SIMULATIONS)
        return SIMULATIONS, 0

    return play


def views(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that encodes one view as the bytes that the arena would send to the seat that has to decide.

    The views are those of all decisions of some random games.
    """
    codec = codec_of(game)
    seen = []
    for number in range(OPENINGS):
        state, rng = opening(game, seats, number), Rng(number)
        while state.to_move != OVER:
            seen.append(state.view(state.to_move))
            state.apply(state.sample(rng))
    ready = cycle(seen)

    def play() -> Played:
        codec.encode_view(next(ready))
        return 0, 1

    return play


def pictures(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that draws one picture: the position after an answer, as a spectator sees it.

    The picture highlights what the answer changed. Each call takes the next position from some random games. It returns
    the counts 0 (no games) and 1 (one decision).
    """
    drawn, seen = GAMES[game], []
    for number in range(OPENINGS // 8):
        state, rng = opening(game, seats, number), Rng(number)
        before = state.view(SPECTATOR)
        while state.to_move != OVER:
            state.apply(state.sample(rng))
            now = state.view(SPECTATOR)
            seen.append((now, before))
            before = now
    ready = cycle(seen)

    def play() -> Played:
        now, before = next(ready)
        drawn.picture(now, names=["sampler", "greedy", "mcts-200", "random"], before=before)
        return 0, 1

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
    "view": views,
    "picture": pictures,
}
SIDES: Final = {
    f"{game} {way} {seats}": partial(start, game, seats)
    for game in GAMES
    for way, start in WAYS.items()
    for seats in GAMES[game].seats
}


def is_compiled() -> bool:
    """True if the measured engines are compiled. Raise SystemExit if only some of their modules are."""
    states = [opening(game, 2, 0) for game in GAMES]
    classes = [each for state in states for one in (state, state.asking) for each in type(one).__mro__[:-1]]
    files = {
        str(sys.modules[each.__module__].__file__)
        for each in [*classes, Rng, Mcts]
        if each.__module__.startswith("arena.")
    }
    compiled = {not file.endswith(".py") for file in files}
    if len(compiled) != 1:
        raise SystemExit(f"half of the engine is compiled, half is not: {', '.join(sorted(files))}")
    return compiled.pop()


FACTS: Final = {"compiled": is_compiled()}
