"""The terms that all matches of a round or of a tournament share."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.games.game import Rules, Scalar
from arena.record.format import Fairness
from arena.referee.clock import TimeControl


@dataclass(frozen=True)
class MatchTerms:
    """The terms that several matches share: the game, its rules options, the clock, and the source of the deals.

    The organiser may give a `seed`, from which the deals follow: rounds with the same seed have the same deals.
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
        """Return one word for how the matches begin: `position`, `seeded` or `committed`.

        They begin at a given position, with deals of a known seed, or with deals that are secret until they have been
        played.
        """
        if self.position:
            return "position"
        return "seeded" if self.seed else "committed"

    @property
    def deals_anew(self) -> bool:
        """True if a void match is repeated with a new deal.

        That is so in rated matches with secret deals, because the bots already know a part of the old deal.
        """
        return self.rated and self.fairness == "committed"
