"""A space of actions. It draws the same random actions as Gymnasium's own space, in less time."""

from typing import Any

import numpy as np
from gymnasium import spaces


class MaskedActions(spaces.Discrete):
    """A Gymnasium space of action indices. `sample` draws one of the actions that a mask offers."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action; with a mask, one that the mask offers.

        The result equals that of Gymnasium's `Discrete` with the same random numbers.
        """
        if probability is None and type(mask) is np.ndarray and mask.dtype == np.int8 and mask.shape == (self.n,):
            offered = mask.nonzero()[0]
            if len(offered) > 0 and mask.view(np.uint8).max() == 1:
                return offered[self.np_random.integers(len(offered))]
        return super().sample(mask=mask, probability=probability)
