"""The chain: each entrant plays the next one on the list, and the last one plays the first. The mean score decides."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.languages import noted, say
from arena.tournament.formats.authors import Authors
from arena.tournament.formats.base import (
    ROUNDS,
    Format,
    Pairing,
    PlayedBlock,
    Round,
    Settings,
    Standing,
    by_mean_score,
    check_entrants,
    following,
    times,
)


@dataclass(frozen=True)
class Chain(Format):
    """The format in which each entrant plays its neighbours on the list, once or several times."""

    name = "chain"
    title = noted("chain")
    keys = (ROUNDS,)

    seats: int = 2
    rounds: int = 1

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "Chain":
        """Return the chain with these settings of the regulations."""
        return cls(seats, settings["rounds"])

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format."""
        return [say("Chain: each entrant against the next, %(times)s.", times=times(settings["rounds"]))]

    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if there are too few entrants for a table."""
        check_entrants(entrants, self.seats, self.seats)

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the next repetition; None after the last one."""
        self.check(entrants)
        return following(self.course(entrants), played)

    def course(self, entrants: Sequence[str]) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield one round for each repetition."""
        twice = [*entrants, *entrants]
        tables = tuple(Pairing(tuple(twice[at : at + self.seats])) for at in range(len(entrants)))
        for number in range(self.rounds):
            yield Round(f"round {number + 1} of {self.rounds}", tables)

    def length(self, entrants: Sequence[str]) -> int:
        """Return the number of blocks: one for each entrant in each repetition."""
        return self.rounds * len(entrants)

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the tournament's table, ranked by mean block score."""
        return by_mean_score(entrants, played)


FORMAT: Final = Chain
