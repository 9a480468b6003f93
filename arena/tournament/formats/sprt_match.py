"""The SPRT: two bots, or two versions of one, play until it is known whether the first is so much stronger.

They play paired deals in rounds of R blocks. The test (`arena.stats.sprt`) looks after every block, in fixture order,
and the first look at which the likelihood ratio reaches a bound decides; blocks of the round that come after it change
nothing. Where a number of blocks was set, reaching it without a decision leaves the question open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from arena.errors import UsageError
from arena.stats.sprt import Sprt, Verdict, counted
from arena.tournament import keys
from arena.tournament.formats.authors import Authors
from arena.tournament.formats.base import (
    Format,
    Pairing,
    PlayedBlock,
    Round,
    Settings,
    Standing,
    by_mean_score,
    check_entrants,
    check_games,
    scores,
)
from arena.tournament.keys import REQUIRED, Key


@dataclass(frozen=True)
class Looked:
    """What the test says: the logarithm of the likelihood ratio, and after how many blocks that was."""

    verdict: Verdict
    ratio: float
    blocks: int
    counts: tuple[int, ...]  # blocks by the first entrant's score, from nothing to everything


@dataclass(frozen=True)
class SprtMatch(Format):
    """Two until it is known; `matches` is how many a block has."""

    keys = (
        Key("elo0", keys.between(-2000, 2000), REQUIRED),
        Key("elo1", keys.between(-2000, 2000), REQUIRED),
        Key("alpha", keys.between(0, 0.5), 0.05),
        Key("beta", keys.between(0, 0.5), 0.05),
        Key("games", keys.whole(1, 10_000_000)),
        Key("round-size", keys.whole(1, 1000), 8),
    )
    pauses = True

    test: Sprt
    blocks: int | None = None  # at most
    round_size: int = 8  # R
    matches: int = 2

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "SprtMatch":
        """Return the format with these settings. Games are played in whole blocks."""
        games = settings["games"]
        blocks = None if games is None else games // matches
        return cls(cls.test_of(settings), blocks, settings["round-size"], matches)

    @classmethod
    def test_of(cls, settings: Settings) -> Sprt:
        """The test."""
        return Sprt(*(settings[key] for key in ("elo0", "elo1", "alpha", "beta")))

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that say what the format does."""
        elo0, elo1, alpha, beta = (settings[key] for key in ("elo0", "elo1", "alpha", "beta"))
        games = "" if settings["games"] is None else f" It ends after {settings['games']} games in any case."
        question = f"whether the first is stronger than the second by {elo1:g} Elo points or by {elo0:g} only"
        return [f"SPRT: {question}, with errors of {alpha:.3g} and {beta:.3g}.{games}"]

    @classmethod
    def check_settings(cls, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Raise UsageError unless tables have two seats and the hypotheses are in their order."""
        if seats != 2:
            raise UsageError(f"seats: {seats}: expected 2, as an sprt is between two")
        try:
            cls.test_of(settings)
        except UsageError as error:
            raise UsageError(f"[sprt] {error}") from None
        check_games(settings["games"], matches, "sprt")

    def check(self, entrants: Sequence[str]) -> None:
        """UsageError unless there are two."""
        check_entrants(entrants, 2, 2)
        if len(entrants) > 2:
            raise UsageError(f"{len(entrants)} entrants: expected two, the first of which is tested against the second")

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """The next blocks, as long as nothing is decided."""
        self.check(entrants)
        number, size = len(played) // self.round_size, self.round_size
        if self.look(entrants, played[: number * size]).verdict != "open":
            return None
        left = size if self.blocks is None else min(size, self.blocks - number * size)
        if left <= 0 or (self.blocks is not None and len(played) >= self.blocks):
            return None
        one, other = entrants
        pairings = [Pairing((one, other) if turn % 2 == 0 else (other, one)) for turn in range(left)]
        return Round(f"blocks {number * size + 1} to {number * size + left}", tuple(pairings))

    def look(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Looked:
        """What is decided, at the block that decided it; or how it stands after all of them."""
        found = [float(score) for block in played if (score := scores(block).get(entrants[0])) is not None]
        ratios = self.test.ratios(found, self.matches)
        decided = [block for block, ratio in enumerate(ratios) if self.test.verdict(ratio) != "open"]
        at = decided[0] if decided else len(found)
        counts = tuple(int(count) for count in counted(found[:at], self.matches))
        return Looked(self.test.verdict(ratios[at]), ratios[at], at, counts)

    def length(self, entrants: Sequence[str]) -> None:
        """It ends when something is decided."""

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """By the mean score of a block."""
        return by_mean_score(entrants, played)
