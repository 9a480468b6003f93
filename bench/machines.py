"""Figures: what it costs and gains to play matches in other processes. `machined.py` measures them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline
from tests.store import servers

PROGRAM: Final = Path(__file__).with_name("machined.py")
KILLS: Final = 50


def ask(deadline: Deadline, *question: str) -> list[float]:
    """Run `machined.py` with these arguments, and return the numbers that it prints."""
    python = environment.project("compiled", deadline).python
    return [float(number) for number in environment.run([python, PROGRAM, *question], deadline, HOME).split()]


def number(question: str, deadline: Deadline) -> float:
    """Return the single number that `machined.py` prints, if `question` is its argument."""
    return ask(deadline, question)[0]


def commits_to_postgresql(deadline: Deadline) -> float:
    """Return how many results per second PostgreSQL stores."""
    with a_server() as address:
        return ask(deadline, "commits", address)[0]


@contextmanager
def a_server() -> Iterator[str]:
    """Run a PostgreSQL server; yield the address of its database."""
    if servers.program("initdb") is None:
        raise BenchError("there is no PostgreSQL server here")
    server = servers.Server()
    try:
        yield server.address("postgres")
    finally:
        server.end()


@cache
def kills(where: str, deadline: Deadline) -> tuple[float, float]:
    """Kill workers (`where` is "processes" or "cluster"), and return two numbers.

    They are the number of jobs that were lost or answered twice, and the median seconds until all workers answer
    again.
    """
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
