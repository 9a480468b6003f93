"""Figures of how long pages take: with few and many stored matches, and during matches. `sited.py` measures them."""

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("sited.py")
FEW, MANY = 1_000, 100_000
PAGES: Final = ("home", "ranking", "bot", "matches", "match")
BESIDE: Final = ("ranking", "match")
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


@cache
def beside(deadline: Deadline) -> dict[str, dict[str, float]]:
    """Measure how long the ranking page and a match page take while an arena plays twenty matches.

    Return a dict from page to a dict with the median `p50` and the 99th percentile `p99`, in seconds.
    """
    python = environment.project("compiled", deadline).python
    said: dict[str, dict[str, float]] = json.loads(
        environment.run([python, PROGRAM, str(MANY), "--beside"], deadline, HOME)
    )
    return said


def milliseconds(page: str, part: str, deadline: Deadline) -> float:
    """Return the median or the 99th percentile of a page's milliseconds while an arena plays twenty matches."""
    return 1000 * beside(deadline)[page][part]


def spread(page: str, deadline: Deadline) -> float:
    """Return the 99th percentile of a page's seconds, divided by the median, while an arena plays twenty matches."""
    return beside(deadline)[page]["p99"] / beside(deadline)[page]["p50"]


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    **{page: partial(seconds, page, MANY) for page in PAGES},
    **{f"{page} growth": partial(growth, page) for page in PAGES},
    **{f"{page} beside {part}": partial(milliseconds, page, part) for page in BESIDE for part in ("p50", "p99")},
    **{f"{page} spread": partial(spread, page) for page in BESIDE},
}
