"""Figures of 200 watchers of one match: the delay until they see an answer, and their cost for the arena."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("watched.py")
WATCHERS: Final = 200
ROUNDS: Final = 3

Said = dict[str, Any]


@cache
def rounds(deadline: Deadline) -> list[tuple[Said, Said]]:
    """Measure the arena with and without watchers, in turn. Return a list with a pair of figures for each round."""
    python = environment.project("compiled", deadline).python

    def side(watchers: int) -> Said:
        answer = environment.run([python, PROGRAM, "arena", "--watchers", str(watchers)], deadline, HOME)
        said: Said = json.loads(answer)
        return said

    return [(side(WATCHERS), side(0)) for _ in range(ROUNDS)]


def late(deadline: Deadline) -> float:
    """Return the 99th percentile of the milliseconds from an answer's commit to its arrival at a watcher."""
    return median(float(beside["late_ms"]["p99"]) for beside, _ in rounds(deadline))


def decisions(deadline: Deadline) -> float:
    """Return the arena's decisions per second with watchers, divided by those without."""
    return median(
        (beside["decisions"] / beside["seconds"]) / (alone["decisions"] / alone["seconds"])
        for beside, alone in rounds(deadline)
    )


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {"late": late, "decisions": decisions}
