"""The terms that all matches of a round or of a tournament share."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.games.game import Rules, Scalar
from arena.record.format import Fairness
from arena.referee.clock import TimeControl


@dataclass(frozen=True)
class MatchTerms:
    """The terms of a match: the game, its rules options, the clock, and the source of the deals.

    Rounds with the same seed have the same deals.
    """

    rules: Rules
    options: Mapping[str, Scalar]
    clock: TimeControl
    seed: str = ""  # empty for fair deals
    position: str = ""  # where every match begins; empty for a deal
    rated: bool = True  # whether the results count for the ratings; never those of a seed
    resume_within: float | None = None  # seconds to reconnect after a restart; None: the limit of the arena
    ladder: bool = False  # True for a match of the standing ladder: it begins when no other match needs its bots

    def __post_init__(self) -> None:
        if self.seed:  # the organiser knows the deals
            object.__setattr__(self, "rated", False)

    @property
    def fairness(self) -> Fairness:
        """Return the source of the deals: `position`, `seeded` or `committed`."""
        if self.position:
            return "position"
        return "seeded" if self.seed else "committed"

    @property
    def deals_anew(self) -> bool:
        """True if a void match is repeated with a new deal: in rated play, because bots know a part of the old deal."""
        return self.rated and self.fairness == "committed"
