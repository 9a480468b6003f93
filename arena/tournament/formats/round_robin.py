"""The round robin: everybody against everybody, as many times as wanted.

At tables of two each repetition has every pair once, drawn up by the circle method: one entrant stays in place while
the others move round it, so everybody plays about as often at any moment. At tables of three and four a repetition has
as many balanced tables as it takes for everybody to be able to meet everybody (`design`): all play equally often, in
every seat equally often, and meet each other as evenly as the numbers allow. The order is that of the mean score per
block, which is fair while some have played less than others.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena.errors import UsageError
from arena.tournament.formats.design import tables
from arena.tournament.formats.rounds import Line, Pairing, Played, Round, Standing, check_entrants, table, tally


@dataclass(frozen=True)
class RoundRobin:
    """Everybody against everybody. With `authors`, no two bots of one share a table of three or four."""

    seats: int = 2
    rounds: int = 1  # repetitions, which are its rounds
    authors: Mapping[str, str] = field(default_factory=dict)  # by entrant; who is not named is nobody's

    def check(self, entrants: Sequence[str]) -> None:
        """UsageError where there are too few, or an author has too many bots to keep them apart."""
        check_entrants(entrants, self.seats, self.seats)
        largest = self.apart(entrants)
        if self.seats > 2 and largest * self.seats > len(entrants):
            most = len(entrants) // self.seats
            raise UsageError(
                f"an author has {largest} of the {len(entrants)} entrants: expected at most {most}, as no two bots of "
                f"one author share a table of {self.seats}"
            )

    def next(self, entrants: Sequence[str], played: Sequence[Played]) -> Round | None:
        """The next repetition."""
        self.check(entrants)
        number = len(played) // len(self.repetition(entrants, 0))
        if number >= self.rounds:
            return None
        return Round(f"round {number + 1} of {self.rounds}", tuple(self.repetition(entrants, number)))

    def repetition(self, entrants: Sequence[str], number: int) -> list[Pairing]:
        """The pairings of a repetition, from 0."""
        if self.seats == 2:
            return [Pairing(pair[::-1] if number % 2 else pair) for pair in circle(entrants)]
        ring = self.ring(entrants)
        drawn = tables(len(ring), self.seats, number, self.apart(entrants))
        return [Pairing(tuple(ring[place] for place in places)) for places in drawn]

    def ring(self, entrants: Sequence[str]) -> list[str]:
        """The entrants with those of one author beside each other, which is where nobody meets."""
        return [name for group in self.groups(entrants) for name in group]

    def apart(self, entrants: Sequence[str]) -> int:
        """How many bots one author has at most."""
        return max(map(len, self.groups(entrants)))

    def groups(self, entrants: Sequence[str]) -> list[list[str]]:
        """The entrants by their authors, in the order in which these first appear."""
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name in entrants:
            author = self.authors.get(name, "")
            found[author, "" if author else name].append(name)
        return list(found.values())

    def standings(self, entrants: Sequence[str], played: Sequence[Played]) -> list[Standing]:
        """By the mean score of a block."""
        points, blocks = tally(played)
        return table([Line(name, (points[name] / max(1, blocks[name]),)) for name in entrants], played)


def circle(entrants: Sequence[str]) -> list[tuple[str, str]]:
    """Every pair once; everybody has the first seat as often as the second, or once more or less.

    At no moment has anybody played two pairs more than somebody else.
    """
    players: list[str | None] = [*([None] * (len(entrants) % 2)), *entrants]  # whoever meets None sits out
    fixed, ring = players[0], players[1:]
    pairs = []
    for turn in range(len(ring)):
        ahead = [fixed, *ring[turn:], *ring[:turn]]
        for place in range(len(players) // 2):
            pair = (ahead[place], ahead[-1 - place])
            # The first pair changes sides every time; of the others those at odd places do, whoever sits there.
            if (turn if place == 0 else place) % 2:
                pair = pair[::-1]
            if pair[0] is not None and pair[1] is not None:
                pairs.append((pair[0], pair[1]))
    return pairs
