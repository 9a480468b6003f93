"""Figures of the actual error rates of rating intervals and sequential tests (SPRT); `promises.py` measures them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from bench.environment import Deadline
from bench.figures import REGIMES
from bench.ratings import SEATS, ask

PROGRAM: Final = Path(__file__).with_name("promises.py")


def coverage(regime: str, seats: int, deadline: Deadline) -> tuple[float, float, float]:
    """Return the mean share of intervals that contain the true rating, and the bounds of this mean's interval."""
    mean, low, high = ask(deadline, "bars", regime, str(seats), program=PROGRAM)
    return mean, low, high


def share(promise: str, seats: int, deadline: Deadline) -> float:
    """Return a share from 0 to 1 that `promises.py` measures; `promise` says which.

    `errors`: how often a sequential test is wrong. `looks`: in how many series of matches at least one interval, read
    after each block, excludes the true value.
    """
    return ask(deadline, promise, str(seats), program=PROGRAM)[0]


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {
    f"{promise} {seats}": partial(share, promise, seats) for promise in ("errors", "looks") for seats in SEATS
}
ESTIMATES: Final = {f"{regime} {seats}": partial(coverage, regime, seats) for regime in REGIMES for seats in SEATS}
