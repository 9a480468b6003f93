"""Figures of how long pages take, with few and with many stored matches; `sited.py` measures them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("sited.py")
FEW, MANY = 1_000, 100_000
PAGES: Final = ("ranking", "bot", "matches", "match")
measured: Final[dict[int, dict[str, float]]] = {}  # one run measures all pages


def seconds(page: str, games: int, deadline: Deadline) -> float:
    """Return the median time that the server takes for a page."""
    if games not in measured:
        python = environment.project("compiled", deadline).python
        answer = environment.run([python, PROGRAM, str(games)], deadline, HOME)
        measured[games] = {name: float(time) for name, time in (line.split() for line in answer.splitlines())}
    return measured[games][page]


def growth(page: str, deadline: Deadline) -> float:
    """Return the time of a page with many stored matches, divided by its time with few."""
    return seconds(page, MANY, deadline) / seconds(page, FEW, deadline)


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    **{page: partial(seconds, page, MANY) for page in PAGES},
    **{f"{page} growth": partial(growth, page) for page in PAGES},
}
