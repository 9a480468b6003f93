"""Figures of the environments for learners: the batch, and PettingZoo's loop with the arena's game and with tictactoe.

The batch plays actions that were chosen at random before the measurement. So no figure includes the time to choose an
action. An answer that needs two actions in a row counts as one decision.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from games import is_compiled, loop, openings, playouts
from pettingzoo.classic import tictactoe_v3

from arena.games.steps import OVER
from arena_sdk import env

Played = tuple[int, int]  # games, decisions

AT_ONCE: Final = 64  # games
STEPS: Final = 400


def batch(observations: Any, game: str, seats: int) -> Callable[[], Played]:
    """Return a function that plays stored random actions in a batch of 64 games.

    Each step writes masks (which actions are legal), and also observations if `observations` names their type. Each
    call of the function returns the counts 0 and the number of decisions: games are not counted.
    """
    games = env.batch(game, seats, AT_ONCE, seed=1, observations=observations)
    drawn = []
    for _ in range(STEPS):
        drawn.append(games.sample())
        games.step(drawn[-1])
    decisions = games.decisions

    def play() -> Played:
        games.reset(1)
        for actions in drawn:
            games.step(actions)
        return 0, decisions

    return play


def loop_by_number(game: str, seats: int) -> Callable[[], Played]:
    """Return a function that plays one random game without building lists of options.

    At each decision it calls `option_count`, `option_at` with a random index, and `apply`. It returns 1 (one game), and
    the number of decisions.
    """
    ready = openings(game, seats)
    draw = Random(seats).random

    def play() -> Played:
        state = next(ready).clone()
        decisions = 0
        while state.to_move != OVER:
            state.apply(state.option_at(int(draw() * state.option_count())))
            decisions += 1
        return 1, decisions

    return play


def aec(made: Callable[[], Any]) -> Callable[[], Played]:
    """Return a function that plays one random game in PettingZoo's loop. It returns 1 and the number of steps."""
    table = made()
    seeds = Random(1)

    def play() -> Played:
        table.reset(seed=seeds.randrange(1 << 31))
        steps = 0
        for agent in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            over = terminated or truncated
            table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
            steps += 1
        return 1, steps

    return play


WAYS: Final = {
    "loop": loop,
    "loop by number": loop_by_number,
    "playout": playouts,
    "batch": partial(batch, None),
    "batch with observations": partial(batch, "int8"),
    "aec": lambda game, seats: aec(partial(env.aec, game, seats)),
}
SIDES: Final = {
    **{f"{game} {way} 2": partial(start, game, 2) for game in ("cacao", "teotihuacan") for way, start in WAYS.items()},
    "tictactoe": partial(aec, tictactoe_v3.env),
}


def bytes_of(game: str) -> int:
    """Return the number of bytes that a step writes for one game: mask, observation, seat, rewards, scores and end."""
    games = env.batch(game, 2, 1, seed=1)
    return sum(
        array.nbytes
        for array in (games.masks, games.observations, games.seats, games.rewards, games.scores, games.done)
    )


FACTS: Final = {
    "compiled": is_compiled(),
    "bytes of a step": {game: bytes_of(game) for game in ("cacao", "teotihuacan")},
}
