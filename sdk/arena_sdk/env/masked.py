"""The space of an environment's actions. From a mask it draws what Gymnasium's own space would draw, in less time."""

from typing import Any

import numpy as np
from gymnasium import spaces


class MaskedActions(spaces.Discrete):
    """A Gymnasium space of action indices. `sample` draws one that the given mask offers."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action, one that the mask offers if there is a mask; draw as `Discrete` would."""
        if probability is None and type(mask) is np.ndarray and mask.dtype == np.int8 and mask.shape == (self.n,):
            offered = mask.nonzero()[0]
            if len(offered) > 0 and mask.view(np.uint8).max() == 1:
                return offered[self.np_random.integers(len(offered))]
        return super().sample(mask=mask, probability=probability)
