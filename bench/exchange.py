"""Figures of imports and exports, and of the charts after an import. `exchanged.py` measures them."""

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final

from bench import environment
from bench.environment import HOME, Deadline

PROGRAM: Final = Path(__file__).with_name("exchanged.py")
MATCHES: Final = 20_000


@cache
def measured(deadline: Deadline) -> dict[str, float]:
    """Import, chart and export many matches. Return a dict from figure to value."""
    python = environment.project("compiled", deadline).python
    found: dict[str, float] = json.loads(environment.run([python, PROGRAM, str(MATCHES)], deadline, HOME))
    return found


def figure(name: str, deadline: Deadline) -> float:
    """Return one of the figures: `import`, `charts` or `export`."""
    return measured(deadline)[name]


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    name: partial(figure, name) for name in ("import", "charts", "export")
}
