"""The number of random games of the longest tests: few in each run of the tests, and all of them in `scripts/soak`."""

import os

SOAK = os.environ.get("ARENA_SOAK") == "1"


def games(usually, in_the_soak):
    """Return how many games a test plays."""
    return in_the_soak if SOAK else usually
