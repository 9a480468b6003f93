"""Measures how often a bot that answers immediately loses on time, and how long the referee itself stalls.

20,000 games take long: `scripts/bench losses --seconds 3600`. They are played a thousand at a time, and the results are
stored in `.bench/losses.jsonl`. So an interrupted run can be continued while the project does not change.
"""

import json
import sys
from collections.abc import Callable
from typing import Any, Final

from bench.environment import HOME, Deadline, fingerprint
from bench.wire import side

GAMES: Final = 20_000
AT_A_TIME: Final = 1_000
KEPT: Final = HOME / "losses.jsonl"


def played(deadline: Deadline) -> list[dict[str, Any]]:
    """Play all games that are not stored yet, a thousand at a time, with bots that answer immediately.

    Return a list with a dict of figures for each thousand games, the stored ones included.
    """
    found = kept()
    while (games := sum(each["games"] for each in found)) < GAMES:
        terms = ("--games", str(AT_A_TIME), "--at-once", "16", "--processes", "4", "--clock", "st=0.2")
        found.append(side(deadline, "arena", *terms))
        with KEPT.open("a") as file:
            file.write(json.dumps({"of": fingerprint(), "said": found[-1]}) + "\n")
        sys.stderr.write(f"{lost(found)} lost on time in {games + found[-1]['games']} games so far\n")
    return found


def kept() -> list[dict[str, Any]]:
    """Return the stored results of earlier runs with the same sources."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    now = fingerprint()
    return [row["said"] for row in map(json.loads, lines) if row["of"] == now]


def lost(found: list[dict[str, Any]]) -> int:
    """Return how many of these games were lost on time."""
    return sum(each["losses"].get("time", 0) for each in found)


def losses(deadline: Deadline) -> float:
    """Play all games. Return how many of them were lost on time."""
    return float(lost(played(deadline)))


def stall(part: str) -> Callable[[Deadline], float]:
    """Return a function that measures how long the referee stalls, in microseconds.

    The function gets a deadline, plays the games in groups of a thousand, and computes one value for each group. It
    returns the largest of these values. `part` says which value: the longest stall (`max`), or a percentile (`p99` or
    `p99.9`).
    """
    return lambda deadline: float(max(each["stall_us"][part] for each in played(deadline)))


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    "losses": losses,
    "stall_p99": stall("p99"),
    "stall_p999": stall("p99.9"),
    "stall_max": stall("max"),
}
