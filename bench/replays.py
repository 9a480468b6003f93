"""Figures of the size and the time of a replay of a four-seat match. `replayed.py` measures them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("replayed.py")
GAMES: Final = ("teotihuacan", "cacao")
OF_A_GAME: Final = ("first-kb", "wire-kb", "file-kb", "frames-s")
OF_THE_PAGE: Final = ("page-p50-ms", "page-p99-ms")
measured: Final[dict[str, float]] = {}  # one run measures everything


def found(name: str, deadline: Deadline) -> float:
    """Return the value with this name that `replayed.py` prints. The program runs only once."""
    if not measured:
        python = environment.project("compiled", deadline).python
        answer = environment.run([python, PROGRAM], deadline, HOME)
        measured.update({key: float(value) for key, value in (line.split() for line in answer.splitlines())})
    return measured[name]


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    name: partial(found, name) for name in [*(f"{game}-{what}" for game in GAMES for what in OF_A_GAME), *OF_THE_PAGE]
}
