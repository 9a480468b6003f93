"""Bootstrap replicates: histories in which each block happened as often as a Poisson draw says.

The ratings of the replicates differ as much as luck can change a rating. A block counts as a whole, because its games
share a deal and are not independent evidence. The draws depend only on the block's id. So a result can be added to the
replicates' sums, or removed from them, without looking at any other result.
"""

from functools import lru_cache
from hashlib import shake_256
from math import exp, factorial
from typing import Final

import numpy as np
from numpy.typing import NDArray

REPLICATES: Final = 200
COLUMNS: Final = 1 + REPLICATES  # the history itself, then its replicates
LABEL: Final = b"tlachtli bootstrap 1\n"  # a change of the drawing needs another number, and new sums
LARGEST: Final = 12  # once in 60 billion draws there would be more

Counts = NDArray[np.int64]

# A draw is the smallest k for which 32 random bits are below 2**32 times the probability of at most k.
BELOW: Final = np.array(
    [round(2**32 * sum(exp(-1) / factorial(k) for k in range(most + 1))) for most in range(LARGEST)], dtype=np.uint64
)


@lru_cache(maxsize=256)  # a block is counted match by match, in a short time
def weights(block: str) -> Counts:
    """Return how often a block counts, as a read-only array: in the real results (1), then in each replicate.

    A replicate is a resampled history for the bootstrap. Its numbers are Poisson draws with the mean 1.
    """
    bits = np.frombuffer(shake_256(LABEL + block.encode()).digest(4 * REPLICATES), dtype="<u4")
    drawn = np.ones(COLUMNS, dtype=np.int64)
    drawn[1:] = np.searchsorted(BELOW, bits.astype(np.uint64), side="right")
    drawn.flags.writeable = False
    return drawn
