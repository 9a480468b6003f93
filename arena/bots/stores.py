"""The value of a position of Cacao: the points so far, and the cacao in store, which scores nothing by itself."""

from typing import Final

from arena.bots.evaluation import Margin
from arena.bots.search import Tuning
from arena.games.cacao.state import Cacao
from arena.games.game import State

UNIT: Final = 10  # everything is counted in tenths of a point
FRUIT: Final = 8  # the value of a cacao while a turn is left to sell it


class Stores(Margin):
    """Rewards each seat for its lead: tanh(lead / scale). Each cacao that can still be sold counts 0.8 points."""

    def __init__(self, scale: float) -> None:
        super().__init__(scale, UNIT)

    def worth(self, state: State) -> list[int]:
        """Return a list with a number for each seat: its points plus the value of its cacao, in tenths of a point."""
        assert isinstance(state, Cacao)
        worth = [UNIT * points for points in state.scores()]
        for seat, village in enumerate(state.villages):
            worth[seat] += FRUIT * int(min(village.cacao, village.left()))
        return worth


# docs/strength.md has the evidence.
TUNING: Final = Tuning(Stores(20), exploration=0.4, cutoff=6, glance=1)
