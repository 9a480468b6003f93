"""Figures of an arena that is killed 50 times during matches, on both databases: lost matches, and time to restart."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline
from tests.store import servers

PROGRAM: Final = Path(__file__).with_name("killed.py")
HOW_MANY: Final = 50

Said = dict[str, Any]


@cache
def killed(deadline: Deadline, where: str) -> Said:
    """Run `killed.py` on SQLite or PostgreSQL. Return the figures that it prints, by name."""
    python = environment.project("compiled", deadline).python
    if where == "SQLite":
        return said(environment.run([python, PROGRAM, str(HOW_MANY)], deadline, HOME))
    if servers.program("initdb") is None:
        raise BenchError("there is no PostgreSQL server here")
    server = servers.Server()
    try:
        return said(environment.run([python, PROGRAM, str(HOW_MANY), server.address("postgres")], deadline, HOME))
    finally:
        server.end()


def said(text: str) -> Said:
    """Return the figures that `killed.py` printed. Raise BenchError if its matches ended before the last kill."""
    found: Said = json.loads(text)
    if not found["left"]:
        raise BenchError("all matches were over before the last kill")
    if found["damaged"]:
        raise BenchError(f"{found['damaged']} records do not play again as they stand")
    return found


def spoilt(where: str) -> Callable[[Deadline], float]:
    """Return a function that counts matches that were lost or played twice."""
    return lambda deadline: float(killed(deadline, where)["lost"] + killed(deadline, where)["twice"])


def seconds(where: str, which: str) -> Callable[[Deadline], float]:
    """Return a function that measures the median or the largest time from open port to first decision, in seconds."""
    return lambda deadline: float(killed(deadline, where)[which])


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    name: task
    for where in ("SQLite", "PostgreSQL")
    for name, task in {
        f"spoilt {where}": spoilt(where),
        f"p50 {where}": seconds(where, "p50"),
        f"worst {where}": seconds(where, "worst"),
    }.items()
}
