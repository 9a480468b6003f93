"""Figures of the quality and the speed of ratings. `rated.py` measures them in an environment with the project."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("rated.py")
STORED: Final = Path(__file__).with_name("stored.py")
measured: Final[dict[int, list[float]]] = {}  # one run gives the coverage and both errors


def ask(deadline: Deadline, *question: str, program: Path = PROGRAM) -> list[float]:
    """Run a program of the bench with these arguments, and return the numbers that it prints."""
    python = environment.project("compiled", deadline).python
    return [float(number) for number in environment.run([python, program, *question], deadline, HOME).split()]


def update(deadline: Deadline) -> float:
    """Return the seconds to store one result in a large database."""
    return ask(deadline, "update", program=STORED)[0]


def seconds(what: str, deadline: Deadline) -> float:
    """Return the seconds that a measurement of `rated.py` prints."""
    return ask(deadline, what)[0]


def simulated(seats: int, deadline: Deadline) -> list[float]:
    """Return the numbers that `rated.py coverage` prints for a number of seats. They are measured only once."""
    if seats not in measured:
        measured[seats] = ask(deadline, "coverage", str(seats))
    return measured[seats]


def coverage(seats: int, deadline: Deadline) -> tuple[float, float, float]:
    """Return the mean share of 95 % intervals that contain the true rating, and the bounds of this mean's interval."""
    mean, low, high, _, _ = simulated(seats, deadline)
    return mean, low, high


def error(seats: int, form: bool, deadline: Deadline) -> float:
    """Return the root mean square error in Elo points, of the ratings or of the form (sequential Elo)."""
    return simulated(seats, deadline)[4 if form else 3]


SEATS: Final = (2, 3, 4)
TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    "refit": partial(seconds, "refit"),
    "intervals": partial(seconds, "intervals"),
    "update": update,
    **{f"error {seats}": partial(error, seats, False) for seats in SEATS},
    **{f"form {seats}": partial(error, seats, True) for seats in SEATS},
}
ESTIMATES: Final = {f"coverage {seats}": partial(coverage, seats) for seats in SEATS}
