"""Reads the seed of an environment, a whole number or a text, from which the deals of its games follow."""

import secrets
from typing import Any

from arena.errors import UsageError


def seed_text(seed: Any) -> str:
    """Return a seed as text; a new seed for None. Raise UsageError unless it is a whole number from 0, or a text."""
    if seed is None:
        return str(secrets.randbits(63))
    if isinstance(seed, str) and seed:
        return seed
    try:
        number = seed.__index__()
    except AttributeError:
        number = -1
    if isinstance(seed, bool) or number < 0:
        raise UsageError(f"seed {seed!r}: expected a whole number from 0, or a text")
    return str(number)
