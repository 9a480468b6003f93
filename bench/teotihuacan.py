"""Figures of the lengths of games of Teotihuacan and of their lists of options, in 10,000 games per seat count."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, Deadline

GAMES: Final = 10_000
PROGRAM: Final = Path(__file__).with_name("lengths.py")
QUANTITIES: Final = ("decisions per game", "options, median", "options, p99", "options, longest list")


@cache
def counted(seats: int, deadline: Deadline) -> tuple[float, ...]:
    """Play 10,000 random games with a number of seats. Return a tuple with a value for each name in `QUANTITIES`.

    The program `lengths.py` plays the games and prints the values. A second call for the same seats plays no games.
    """
    python = environment.project("compiled", deadline).python
    printed = environment.run([python, PROGRAM, "teotihuacan", str(seats), str(GAMES)], deadline, HOME)
    return tuple(float(number) for number in printed.split())


def quantity(which: int, seats: int, deadline: Deadline) -> float:
    """Return one of the values that `counted` returns, by its index in `QUANTITIES`."""
    return counted(seats, deadline)[which]


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    f"{name} {seats}": partial(quantity, which, seats) for which, name in enumerate(QUANTITIES) for seats in (2, 3, 4)
}
