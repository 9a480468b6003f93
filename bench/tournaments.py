"""Figures of tournaments in an arena that is killed 50 times, by format: faults, and seconds until it plays again."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline
from bench.figures import FORMATS

PROGRAM: Final = Path(__file__).with_name("cups.py")
HOW_MANY: Final = 50


@cache
def held(deadline: Deadline, kind: str) -> dict[str, Any]:
    """Return the figures that `cups.py` prints for a format, by name.

    Raise BenchError if no kill interrupted a tournament.
    """
    python = environment.project("compiled", deadline).python
    found: dict[str, Any] = json.loads(environment.run([python, PROGRAM, str(HOW_MANY), kind], deadline, HOME))
    if found["worst"] is None:
        raise BenchError("no kill came in the middle of a tournament")
    return found


def task(kind: str, which: str) -> Callable[[Deadline], float]:
    """Return a function that measures the figure `which` of the tournaments of one format (`kind`)."""
    return lambda deadline: float(held(deadline, kind)[which])


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    f"{which} {kind}": task(kind, which) for kind in FORMATS for which in ("wrong", "p50", "worst")
}
