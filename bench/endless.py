"""Measures an endless ladder: its games per minute, and the growth of the arena's memory and open descriptors."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline

PROGRAM: Final = Path(__file__).with_name("ladder.py")
HOURS: Final = 2
MORE: Final = 600.0  # seconds besides the play: all bots have to connect and to leave


def climbed(deadline: Deadline, minutes: int, *more: str) -> dict[str, Any]:
    """Run an endless ladder (`ladder.py`) for this number of minutes. Return the figures that it prints, as a dict."""
    python = environment.project("compiled", deadline).python
    patience = (deadline.left() - 60 * minutes) / 3  # it starts in three steps, and has to end by itself
    command = [python, PROGRAM, "--minutes", str(minutes), "--patience", f"{patience:.0f}", "--whatever", *more]
    said = environment.run(command, deadline, HOME)
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    return found


def minute(deadline: Deadline) -> float:
    """Return the number of games in one minute of the ladder, if all bots search with 50 simulations."""
    return float(climbed(deadline, 1, "--every", "10", "--kinds", "mcts-50")["games_per_minute"])


@cache
def hours(deadline: Deadline) -> dict[str, Any]:
    """Run the ladder for two hours, and return its figures. Raise BenchError if the deadline is earlier."""
    needed = HOURS * 3600 + MORE
    if deadline.left() < needed:
        raise BenchError(f"it takes two hours and the time to come up: --seconds {needed:.0f} or more")
    return climbed(deadline, HOURS * 60)


def growth(quantity: str) -> Callable[[Deadline], float]:
    """Return a function that measures how much a quantity grows in two hours.

    It returns a number of descriptors; for memory, percent of the mean memory.
    """

    def task(deadline: Deadline) -> float:
        found = hours(deadline)[quantity]
        more = float(found["growth_in_two_hours"])
        return more if quantity.endswith("descriptors") else 100 * more / float(found["mean"])

    return task


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    "minute": minute,
    "hours": lambda deadline: float(hours(deadline)["games_per_minute"]),
    **{name: growth(name) for name in ("arena_mb", "arena_descriptors", "bots_mb", "bots_descriptors")},
}
