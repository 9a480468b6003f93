"""Figures of the speedup of a search by a second processor, in both games."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from arena.games import GAMES
from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("atonce.py")


def factor(what: str, game: str, deadline: Deadline) -> float:
    """Return how many times faster two processes are than one, at games or tree searches of a game.

    The program `atonce.py` measures this speedup. If `what` is `games`, each process plays games of its own. If it is
    `root`, both share every search.
    """
    python = environment.project("compiled", deadline).python
    return float(environment.run([python, PROGRAM, what, game], deadline, HOME))


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    f"{what} {game}": partial(factor, what, game) for what in ("games", "root") for game in GAMES
}
