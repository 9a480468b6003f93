"""Whether a clock ever runs out for a bot that answers at once, and how long the referee itself stood still.

20,000 games take a while: `scripts/bench losses --seconds 3600`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from bench.environment import Deadline
from bench.wire import side

GAMES: Final = 20_000


@cache
def played(deadline: Deadline) -> dict[str, Any]:
    """All of them, by trivial bots in four processes."""
    terms = ("--games", str(GAMES), "--at-once", "16", "--processes", "4", "--clock", "st=0.2")
    return side(deadline, "arena", *terms)


def losses(deadline: Deadline) -> float:
    """How many lost on time."""
    return float(played(deadline)["losses"].get("time", 0))


def stall(part: str) -> Callable[[Deadline], float]:
    """A part of the distribution of stalls."""
    return lambda deadline: float(played(deadline)["stall_us"][part])


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    "losses": losses,
    "stall_p99": stall("p99"),
    "stall_p999": stall("p99.9"),
    "stall_max": stall("max"),
}
