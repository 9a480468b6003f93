"""The SPRT: a test during play decides if the first entrant is stronger than its opponents by a stated difference.

At tables of two, the test is between two bots or two versions of one bot. At tables of three and four, the first
entrant plays against the same two or three opponents, its field. The entrants play paired deals, in rounds of R blocks.
The test (`arena.stats.sprt`) is evaluated after every block, in fixture order. It decides at the first block at which
the likelihood ratio reaches a bound; later blocks of the round change nothing. If the regulations limit the number of
blocks, the test may end at this limit without a decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import permutations
from typing import Final

from arena.errors import UsageError
from arena.languages import noted, say
from arena.languages.locales import in_decimals
from arena.stats.sprt import Sprt, Verdict, counted
from arena.tournament import keys
from arena.tournament.formats.authors import Authors, check_apart
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

COUNTS: Final = {2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True)
class Looked:
    """The state of a sequential test: its decision, its logarithm of the likelihood ratio, and its number of blocks."""

    verdict: Verdict
    ratio: float
    blocks: int
    counts: tuple[int, ...]  # blocks by the first entrant's score, from the lowest to the highest


@dataclass(frozen=True)
class SprtMatch(Format):
    """The format in which the same entrants play until an SPRT decides. A block has `matches` matches."""

    name = "sprt"
    title = noted("SPRT")
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
    seats: int = 2
    authors: Authors = field(default_factory=dict)

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "SprtMatch":
        """Return the format with these settings. A limit of games becomes a limit of blocks: as many as fit into it."""
        games = settings["games"]
        blocks = None if games is None else games // matches
        return cls(cls.test_of(settings), blocks, settings["round-size"], matches, seats, authors)

    @classmethod
    def test_of(cls, settings: Settings) -> Sprt:
        """Return the SPRT with the hypotheses and error rates of the settings."""
        return Sprt(*(settings[key] for key in ("elo0", "elo1", "alpha", "beta")))

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format."""
        elo0, elo1, alpha, beta = (settings[key] for key in ("elo0", "elo1", "alpha", "beta"))
        words = [
            say(
                "SPRT: whether the first is stronger than the rest of its table by %(elo1)s Elo points or by %(elo0)s "
                "only, with errors of %(alpha)s and %(beta)s.",
                elo1=in_decimals(f"{elo1:g}"),
                elo0=in_decimals(f"{elo0:g}"),
                alpha=in_decimals(f"{alpha:.3g}"),
                beta=in_decimals(f"{beta:.3g}"),
            )
        ]
        if settings["games"] is not None:
            words.append(say("It ends after %(games)s games in any case.", games=settings["games"]))
        return [" ".join(words)]

    @classmethod
    def check_settings(cls, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Raise UsageError if `elo0` is not below `elo1`, an error rate is wrong, or the limit of games is too low.

        The limit must allow all matches of one block.
        """
        try:
            cls.test_of(settings)
        except UsageError as error:
            raise UsageError(f"[sprt] {error}") from None
        check_games(settings["games"], matches, "sprt")

    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError unless there is one entrant for each seat.

        At tables of three and four, all entrants must have different authors.
        """
        check_entrants(entrants, self.seats, self.seats)
        if len(entrants) > self.seats:
            others = "the second" if self.seats == 2 else "the others"
            expected = COUNTS[self.seats]
            raise UsageError(
                f"{len(entrants)} entrants: expected {expected}, the first of which is tested against {others}"
            )
        if self.seats > 2:
            check_apart(entrants, self.authors, self.seats)

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the round of the next blocks; None after the decision of the test or at the limit of games."""
        self.check(entrants)
        number, size = len(played) // self.round_size, self.round_size
        if self.look(entrants, played[: number * size]).verdict != "open":
            return None
        left = size if self.blocks is None else min(size, self.blocks - number * size)
        if left <= 0 or (self.blocks is not None and len(played) >= self.blocks):
            return None
        pairings = [self.seating(entrants, turn) for turn in range(left)]
        return Round(f"blocks {number * size + 1} to {number * size + left}", tuple(pairings))

    def seating(self, entrants: Sequence[str], turn: int) -> Pairing:
        """Return the entrants of block number `turn` in the seat order of its first match.

        From one block to the next, all entrants move by one seat. When each has had every seat, the opponents of the
        first entrant take another order among themselves.
        """
        tested, *others = entrants
        orders = list(permutations(others))
        order = (tested, *orders[turn // self.seats % len(orders)])
        first = turn % self.seats
        return Pairing(order[first:] + order[:first])

    def look(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Looked:
        """Return the state of the sequential test after the block that decided it, or after all blocks.

        It is the state after all blocks if the test is undecided.
        """
        found = [float(score) for block in played if (score := scores(block).get(entrants[0])) is not None]
        ratios = self.test.ratios(found, self.matches, self.seats)
        decided = [block for block, ratio in enumerate(ratios) if self.test.verdict(ratio) != "open"]
        at = decided[0] if decided else len(found)
        counts = tuple(int(count) for count in counted(found[:at], self.matches, self.seats))
        return Looked(self.test.verdict(ratios[at]), ratios[at], at, counts)

    def length(self, entrants: Sequence[str]) -> None:
        """Return None: the number of blocks depends on results."""

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the tournament's table, ranked by mean block score."""
        return by_mean_score(entrants, played)


FORMAT: Final = SprtMatch
