"""Figures of breaks of a bot's connection, by kind: how often, of 100 breaks, the bot answers within a second."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench import environment
from bench.cable import why_not
from bench.environment import HOME, BenchError, Deadline

PROGRAM: Final = Path(__file__).with_name("dropped.py")
HOW_MANY: Final = 100


def kind(name: str) -> Callable[[Deadline], float]:
    """Return a function that breaks a bot's connection 100 times in one way, and counts the answers within a second."""

    def drops(deadline: Deadline) -> float:
        if name == "pull" and (why := why_not()):
            raise BenchError(f"left out: {why}")
        python = environment.project("compiled", deadline).python
        said = json.loads(environment.run([python, PROGRAM, name, str(HOW_MANY)], deadline, HOME))
        if said["twice"]:
            raise BenchError(f"{said['twice']} records do not replay")
        return float(said["on"])

    return drops


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {"cut": kind("cut"), "kill": kind("kill"), "pull": kind("pull")}
