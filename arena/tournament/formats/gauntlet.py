"""The gauntlet: one or several challengers against all other entrants, which are the field.

Challengers do not meet each other. At tables of two, a repetition has one block for each challenger and member of the
field. At larger tables, a challenger sits with as many members of the field as there are other seats. A repetition then
has, for each challenger, as many tables as the field has members. So the challenger meets each member equally often,
and its seat changes from table to table. Entrants are ranked by mean block score.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

from arena.errors import UsageError, nearest
from arena.languages import listed, noted, say
from arena.tournament import keys
from arena.tournament.formats.authors import Authors, check_apart, friends, most, ring
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
from arena.tournament.formats.design import base_tables
from arena.tournament.keys import Key


@dataclass(frozen=True)
class Gauntlet(Format):
    """The format in which challengers play against the field. By default the first entrant is the challenger."""

    name = "gauntlet"
    title = noted("gauntlet")
    keys = (ROUNDS, Key("challengers", keys.listed(keys.text), ()))

    seats: int = 2
    rounds: int = 1  # repetitions
    challengers: tuple[str, ...] = ()
    authors: Authors = field(default_factory=dict)

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "Gauntlet":
        """Return the gauntlet with these settings of the regulations."""
        return cls(seats, settings["rounds"], settings["challengers"], authors)

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format."""
        challengers, how_often = listed(settings["challengers"]), times(settings["rounds"])
        return [
            say(
                "Gauntlet: %(bots)s against all others, %(times)s; the mean score decides.",
                bots=challengers,
                times=how_often,
            )
            if challengers
            else say(
                "Gauntlet: the first entrant against all others, %(times)s; the mean score decides.", times=how_often
            )
        ]

    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if a challenger is not among the entrants, or has too few opponents."""
        check_entrants(entrants, self.seats, self.seats)
        for challenger in self.challengers:
            if challenger not in entrants:
                raise UsageError(f"challengers: {challenger!r} is no entrant: {nearest(challenger, entrants)}")
        for challenger in self.who_challenges(entrants):
            against = self.against(challenger, entrants)
            if len(against) < self.seats - 1:
                raise UsageError(
                    f"challenger {challenger!r}: {len(against)} to play against; expected at least {self.seats - 1}, "
                    "which are neither challengers nor, at tables of three and four, of its author"
                )
            if self.seats > 2:
                check_apart(against, self.authors, self.seats - 1)

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the round of the next repetition; None after the last one."""
        self.check(entrants)
        return following(self.course(entrants), played)

    def course(self, entrants: Sequence[str]) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield one round for each repetition. In a round, the blocks of the challengers alternate."""
        for number in range(self.rounds):
            runs = [self.run(challenger, entrants, number) for challenger in self.who_challenges(entrants)]
            taken = [pairing for turn in zip_longest(*runs) for pairing in turn if pairing is not None]
            yield Round(f"round {number + 1} of {self.rounds}", tuple(taken))

    def run(self, challenger: str, entrants: Sequence[str], number: int) -> list[Pairing]:
        """Return the pairings of one challenger in the repetition with this number, counted from 0."""
        against = ring(self.against(challenger, entrants), self.authors)
        apart = most(against, self.authors) if self.seats > 2 else 1
        base = base_tables(len(against), self.seats - 1, number + 1, apart)[number]
        found = []
        for turn in range(len(against)):
            table = [against[(place + turn) % len(against)] for place in base]
            table.insert((turn + number) % self.seats, challenger)
            found.append(Pairing(tuple(table)))
        return found

    def length(self, entrants: Sequence[str]) -> int:
        """Return the number of blocks in all repetitions, summed over the challengers."""
        return self.rounds * sum(len(self.against(each, entrants)) for each in self.who_challenges(entrants))

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the tournament's table, ranked by mean block score."""
        return by_mean_score(entrants, played)

    def who_challenges(self, entrants: Sequence[str]) -> tuple[str, ...]:
        """Return the challengers of the settings; if there are none, the first entrant alone."""
        return self.challengers or (entrants[0],)

    def against(self, challenger: str, entrants: Sequence[str]) -> list[str]:
        """Return the opponents of a challenger: all entrants that are no challengers.

        At tables of three and four, entrants by the challenger's author are left out.
        """
        return [
            name
            for name in entrants
            if name not in self.who_challenges(entrants)
            and not (self.seats > 2 and friends(name, challenger, self.authors))
        ]


FORMAT: Final = Gauntlet
