"""Figures for each game: how much faster two processes of `arena analyse` analyse a folder of records than one."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bench import environment
from bench.environment import HOME, Deadline

RECORDS: Final = HOME / "analysed"
GAMES_PLAYED: Final = {"cacao": 24, "teotihuacan": 10}  # so that one process needs about half a minute
ROUNDS: Final = 3
SEARCH: Final = "mcts-800"


def factor(game: str, deadline: Deadline) -> float:
    """Return the speedup by a second process when `arena analyse` analyses a folder of a game's records.

    It is the time that one process takes, divided by the time that two take: the median of several measurements.
    """
    arena = environment.project("compiled", deadline).python.with_name("arena")
    folder = RECORDS / game
    shutil.rmtree(folder, ignore_errors=True)
    series = ["--game", game, "--games", str(GAMES_PLAYED[game]), "--seed", "analysed", "--tc", "none"]
    words: list[str | Path] = [arena, "play", "greedy", "learned", *series, "--no-review", "--records", folder]
    environment.run(words, deadline, HOME)
    factors = []
    for _ in range(ROUNDS):
        alone, together = (seconds(arena, folder, processes, deadline) for processes in (1, 2))
        factors.append(alone / together)
    return median(factors)


def seconds(arena: Path, folder: Path, processes: int, deadline: Deadline) -> float:
    """Return how long the analysis of the folder takes, from the start of the command to its end."""
    began = perf_counter()
    environment.run(
        [arena, "analyse", folder, "--by", SEARCH, "--concurrency", str(processes), "--json"], deadline, HOME
    )
    return perf_counter() - began


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    f"folder {game}": partial(factor, game) for game in GAMES_PLAYED
}
