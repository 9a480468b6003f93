"""Figures of matches over the wire: the speed of an arena, compared with the speed of an echo.

The echo is a server of grpc.aio without an arena. It sends stored messages of an arena to its clients, the next one
after each answer. Servers run on one processor, clients on the other ones. Arena and echo are measured three times in
turn, and the median ratio counts.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("wired.py")
MESSAGES: Final = HOME / "wire-messages.json"
ROUNDS: Final = 3

Said = dict[str, Any]


def side(deadline: Deadline, *arguments: str) -> Said:
    """Run the program `wired.py` with an arena or with the echo. Return a dict with the figures that it prints.

    `arguments` are those of the program. The first one is `arena` or `echo`, the server without an arena.
    """
    python = environment.project("compiled", deadline).python
    said: Said = json.loads(environment.run([python, PROGRAM, *arguments], deadline, HOME))
    return said


@cache
def rounds(deadline: Deadline, at_once: int, games: int) -> list[tuple[Said, Said]]:
    """Measure the arena and then the echo, a server without an arena. Do so three times.

    Return a list with a pair for each time. A pair has two dicts of figures: those of the arena, and those of the echo.
    """
    side(deadline, "arena", "--at-once", "2", "--games", "20", "--keep", str(MESSAGES))
    streams = str(2 * at_once if at_once > 2 else 2)
    echo = ("echo", "--streams", streams, "--messages", str(MESSAGES), "--seconds", "2")
    arena = ("arena", "--at-once", str(at_once), "--games", str(games))
    return [(side(deadline, *arena), side(deadline, *echo)) for _ in range(ROUNDS)]


def rate(said: Said, unit: str = "decisions") -> float:
    """Return how many decisions, or other things that `unit` names, one side (arena or echo) handled per second."""
    return float(said[unit] / said["seconds"])


def ratio(deadline: Deadline, at_once: int, games: int) -> float:
    """Return the arena's decisions per second, divided by those of the echo, a server without an arena.

    `at_once` is the number of parallel matches.
    """
    return median(rate(arena) / rate(echo) for arena, echo in rounds(deadline, at_once, games))


def two(deadline: Deadline) -> float:
    """Return the arena's decisions per second with two parallel matches, divided by those of the echo.

    The echo is a server without an arena. It serves two streams, because at any moment each of the two matches asks
    only one seat.
    """
    return ratio(deadline, 2, 200)


def twenty(deadline: Deadline) -> float:
    """Return the arena's decisions per second with twenty parallel matches, divided by those of the echo.

    The echo is a server without an arena.
    """
    return ratio(deadline, 20, 400)


@cache
def arena(deadline: Deadline, at_once: int, games: int) -> Said:
    """Run the arena without an echo, and return its figures."""
    return side(deadline, "arena", "--at-once", str(at_once), "--games", str(games))


def beside(trouble: str) -> Callable[[Deadline], float]:
    """Return a function that measures how much other traffic slows the arena.

    The option `trouble` of `wired.py` names the traffic: a flood of messages, or readers of the site. The function
    returns the decisions per second of twenty matches with this traffic, divided by those without it.
    """
    arena = ("arena", "--at-once", "20", "--games", "200")

    def measured(deadline: Deadline) -> float:
        pairs = [(side(deadline, *arena, trouble), side(deadline, *arena)) for _ in range(ROUNDS)]
        return median(rate(troubled) / rate(quiet) for troubled, quiet in pairs)

    return measured


def own(deadline: Deadline) -> float:
    """Return the median microseconds that the referee takes from a choice to the next question of the match.

    Only one match is played at a time.
    """
    return float(arena(deadline, 1, 60)["own_us"])


def crowd(deadline: Deadline) -> float:
    """Return the games per second with 64 parallel matches, divided by those with 2."""
    few = [rate(said, "games") for said, _ in rounds(deadline, 2, 200)]
    return rate(arena(deadline, 64, 600), "games") / median(few)


def memory(deadline: Deadline) -> float:
    """Return the memory in megabytes that 64 parallel matches need."""
    return float(arena(deadline, 64, 600)["memory_mb"])


def processor(deadline: Deadline) -> float:
    """Return the server's processor time per decision in microseconds, in all threads."""
    return float(arena(deadline, 64, 600)["processor_us"])


def games(deadline: Deadline) -> float:
    """Return the games per second with two parallel matches."""
    return median(rate(said, "games") for said, _ in rounds(deadline, 2, 200))


def games_of(game: str, seats: int) -> Callable[[Deadline], float]:
    """Return a function that measures the matches per second in one game, with two parallel matches."""

    def measured(deadline: Deadline) -> float:
        said = side(deadline, "arena", "--game", game, "--seats", str(seats), "--at-once", "2", "--games", "60")
        return rate(said, "games")

    return measured


def decisions(deadline: Deadline) -> float:
    """Return the decisions per second with two parallel matches."""
    return median(rate(said) for said, _ in rounds(deadline, 2, 200))


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    "two": two,
    "twenty": twenty,
    "flood": beside("--flood"),
    "readers": beside("--readers"),
    "own": own,
    "crowd": crowd,
    "memory": memory,
    "games": games,
    "games teotihuacan 2": games_of("teotihuacan", 2),
    "games teotihuacan 4": games_of("teotihuacan", 4),
    "decisions": decisions,
    "processor": processor,
}
