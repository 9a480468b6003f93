"""The round robin: all entrants play against each other, in as many repetitions as the regulations say.

At tables of two, a repetition has every pair once, by the circle method: one entrant stays in place and the others move
around it. So at any moment all entrants have played about equally often. At tables of three and four, a repetition has
enough balanced tables for every pair to meet (module `design`): all entrants play equally often, sit in every seat
equally often, and meet each other as evenly as the numbers allow. Entrants are ranked by mean block score, which is
fair while some have played fewer blocks.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.languages import noted, say
from arena.tournament.formats.authors import Authors, check_apart, most, ring
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
from arena.tournament.formats.design import tables


@dataclass(frozen=True)
class RoundRobin(Format):
    """The format in which every entrant plays against every other entrant.

    With `authors`, no two bots of one author share a table of three or four.
    """

    name = "round-robin"
    title = noted("round robin")
    keys = (ROUNDS,)

    seats: int = 2
    rounds: int = 1  # repetitions, which are its rounds
    authors: Authors = field(default_factory=dict)

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "RoundRobin":
        """Return the round robin with these settings of the regulations."""
        return cls(seats, settings["rounds"], authors)

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format."""
        how_often = times(settings["rounds"])
        return [
            say(
                "Round robin, held %(times)s: each entrant meets every other, equally often or nearly so; the mean "
                "score decides.",
                times=how_often,
            )
        ]

    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if there are too few entrants, or too many bots of one author to keep them apart."""
        check_entrants(entrants, self.seats, self.seats)
        if self.seats > 2:
            check_apart(entrants, self.authors, self.seats)

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the round of the next repetition; None after the last one."""
        self.check(entrants)
        return following(self.course(entrants), played)

    def course(self, entrants: Sequence[str]) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield one round for each repetition, with all of its pairings."""
        for number in range(self.rounds):
            yield Round(f"round {number + 1} of {self.rounds}", tuple(self.repetition(entrants, number)))

    def repetition(self, entrants: Sequence[str], number: int) -> list[Pairing]:
        """Return the pairings of repetition `number`, counted from 0."""
        if self.seats == 2:
            return [Pairing(pair[::-1] if number % 2 else pair) for pair in circle(entrants)]
        places = ring(entrants, self.authors)
        drawn = tables(len(places), self.seats, number, most(entrants, self.authors))
        return [Pairing(tuple(places[place] for place in each)) for each in drawn]

    def length(self, entrants: Sequence[str]) -> int:
        """Return the number of blocks: repetitions times blocks in a repetition."""
        return self.rounds * len(self.repetition(entrants, 0))

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the tournament's table, ranked by mean block score."""
        return by_mean_score(entrants, played)


def circle(entrants: Sequence[str]) -> list[tuple[str, str]]:
    """Return a list with every pair of entrants once. The first entrant of a pair gets the first seat.

    How often an entrant has the first and the second seat differs by at most 1. If the pairs are played in this order,
    then at any moment the entrants have played almost equally often: the numbers differ by at most 2.
    """
    players: list[str | None] = [*([None] * (len(entrants) % 2)), *entrants]  # the entrant that meets None has a bye
    fixed, others = players[0], players[1:]
    pairs = []
    for turn in range(len(others)):
        ahead = [fixed, *others[turn:], *others[:turn]]
        for place in range(len(players) // 2):
            pair = (ahead[place], ahead[-1 - place])
            # The first pair changes sides every time; of the others those at odd places do, with any entrants.
            if (turn if place == 0 else place) % 2:
                pair = pair[::-1]
            if pair[0] is not None and pair[1] is not None:
                pairs.append((pair[0], pair[1]))
    return pairs


FORMAT: Final = RoundRobin
