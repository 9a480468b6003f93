"""What a newcomer waits for: the build, and after that `scripts/demo` until its first match is over."""

from collections.abc import Callable
from typing import Final

from bench import environment
from bench.environment import Deadline


def build(deadline: Deadline) -> float:
    """Seconds to build a compiled wheel of a clean copy; what the build needs is there already."""
    _, seconds = environment.build("compiled", deadline)
    return seconds


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {"build": build}
