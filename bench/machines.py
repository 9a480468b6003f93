"""Figures of the cost and gain of executors. `machined.py` measures them, in an environment with a cluster."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline
from tests.store import servers

PROGRAM: Final = Path(__file__).with_name("machined.py")
KILLS: Final = 50


def ask(deadline: Deadline, *question: str) -> list[float]:
    """Return the numbers that `machined.py` prints."""
    python = environment.project("compiled", deadline).python
    return [float(number) for number in environment.run([python, PROGRAM, *question], deadline, HOME).split()]


def number(question: str, deadline: Deadline) -> float:
    """Return the answer of `machined.py` to a question with a single number."""
    return ask(deadline, question)[0]


def commits_to_postgresql(deadline: Deadline) -> float:
    """Return the number of results that PostgreSQL takes per second."""
    if servers.program("initdb") is None:
        raise BenchError("there is no PostgreSQL server here")
    server = servers.Server()
    try:
        return ask(deadline, "commits", server.address("postgres"))[0]
    finally:
        server.end()


@cache
def kills(where: str, deadline: Deadline) -> tuple[float, float]:
    """Return the number of jobs lost or answered twice, and the median seconds until all workers have restarted."""
    wrong, back = ask(deadline, "kills", where, str(KILLS))
    return wrong, back


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    "pool": partial(number, "pool"),
    "search": partial(number, "search"),
    "cluster": partial(number, "cluster"),
    "commits SQLite": partial(number, "commits"),
    "commits PostgreSQL": commits_to_postgresql,
    **{
        f"kills {where} {what}": lambda deadline, where=where, at=at: kills(where, deadline)[at]  # type: ignore[misc]
        for where in ("processes", "cluster")
        for at, what in enumerate(("wrong", "back"))
    },
}
