"""The Swiss system: in every round all entrants play against opponents with about as many points.

At tables of two, a pair meets again only if that cannot be avoided. Among the possible pairings, the one with the
smallest differences of points is chosen. Among equal ones, the upper half of the entrants meets the lower half. An
entrant without an opponent has a bye, for which it gets the points of a win. No entrant gets a second bye before each
has had one. The bye goes to the lowest entrant for which all others can be paired without a repeated meeting.

At larger tables, entrants with about as many points sit together, with as few repeated meetings as possible. A bye
gives half the points there, because several entrants have one in every round. Entrants are ranked by points, then by
the mean points of their opponents.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Final, cast

from arena.languages import noted, say, say_counted
from arena.tournament import keys
from arena.tournament.formats.authors import Authors, check_apart, friends
from arena.tournament.formats.base import (
    Format,
    PlayedBlock,
    Round,
    Settings,
    Standing,
    UnrankedLine,
    check_entrants,
    table,
    tally,
)
from arena.tournament.formats.seating import first_seats, mixed, seated
from arena.tournament.keys import Key

BYE = None  # the opponent of an entrant with a bye


@dataclass(frozen=True)
class Swiss(Format):
    """The Swiss format: some rounds, by default as many as a knockout takes, with `blocks` blocks at each table."""

    name = "swiss"
    title = noted("Swiss system")
    gives_points_for_byes = True
    keys = (Key("rounds", keys.whole(1, 1000)), Key("blocks", keys.whole(1, 1000), 1))

    seats: int = 2
    rounds: int | None = None
    blocks: int = 1
    authors: Authors = field(default_factory=dict)

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "Swiss":
        """Return the Swiss format with these settings of the regulations."""
        return cls(seats, settings["rounds"], settings["blocks"], authors)

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format."""
        rounds, blocks = settings["rounds"], settings["blocks"]
        many = (
            say("as many rounds as a knockout would take")
            if rounds is None
            else say_counted("%(num)s round", "%(num)s rounds", rounds)
        )
        deals = say_counted("%(num)s deal", "%(num)s deals", blocks)
        return [
            say(
                "Swiss system: %(rounds)s, in each %(deals)s against an entrant with about as many points.",
                rounds=many,
                deals=deals,
            ),
            say("Points decide, then the mean points of the opponents."),
        ]

    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if there are too few entrants, or too many bots of one author to keep them apart."""
        check_entrants(entrants, self.seats, self.seats)
        if self.seats > 2:
            check_apart(entrants, self.authors, self.seats)

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the next round, from the points and meetings of all earlier rounds; None after the last one."""
        self.check(entrants)
        so_far = self.so_far(entrants, played)
        rounds = self.rounds_of(entrants)
        if so_far.rounds >= rounds:
            return None
        tables, byes = paired(so_far) if self.seats == 2 else self.tables(so_far)
        seats = first_seats(so_far.played)
        pairings = []
        for _ in range(self.blocks):
            for each in tables:
                pairing = seated(each, seats)
                seats.update((name, seat) for seat, name in enumerate(pairing.entrants))
                pairings.append(pairing)
        return Round(f"round {so_far.rounds + 1} of {rounds}", tuple(pairings), byes)

    def rounds_of(self, entrants: Sequence[str]) -> int:
        """Return the number of rounds: as set, or as many as a knockout would have."""
        return (len(entrants) - 1).bit_length() if self.rounds is None else self.rounds

    def length(self, entrants: Sequence[str]) -> int:
        """Return the number of blocks that the whole tournament plays, in all rounds together."""
        return self.rounds_of(entrants) * self.per_round(entrants)

    def per_round(self, entrants: Sequence[str]) -> int:
        """Return the number of blocks in one round: `blocks` for each group of entrants that play together."""
        return len(entrants) // self.seats * self.blocks

    def so_far(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> "SoFar":
        """Return the state of the tournament after its complete rounds."""
        return SoFar(entrants, played, self.per_round(entrants), self.bye)

    @property
    def bye(self) -> Fraction:
        """The number of points that an entrant gets for a bye."""
        return self.blocks * Fraction(1 if self.seats == 2 else Fraction(1, 2))

    def tables(self, so_far: "SoFar") -> tuple[list[list[str]], tuple[str, ...]]:
        """Return the tables of a round, as lists of three or four entrants, and the entrants with a bye."""
        order = so_far.order
        lowest = sorted(order, key=lambda name: (so_far.byes[name], -order.index(name)))
        byes = lowest[: len(order) % self.seats]
        playing = [name for name in order if name not in byes]

        # An earlier meeting weighs more than any difference of points, a common author more than both. No author has
        # more bots than there are tables, so if two of them share one, some swap parts them: the search finds it.
        apart = 1 + len(playing) * self.seats * max(1, so_far.most) ** 2
        never = apart * (1 + len(playing) * self.seats * max(1, *so_far.met.values(), 1))

        def cost(one: str, other: str) -> int:
            difference = so_far.units[one] - so_far.units[other]
            known = so_far.met[frozenset((one, other))]
            return never * friends(one, other, self.authors) + apart * known + difference * difference

        rows = [playing[begin : begin + self.seats] for begin in range(0, len(playing), self.seats)]
        return mixed(rows, cost), tuple(byes)

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the table, ranked by points, then by the mean points of the opponents."""
        so_far = self.so_far(entrants, played)
        points, _ = tally(played)
        extra = {name: so_far.byes[name] * self.bye for name in entrants}
        whole = {name: points[name] + extra[name] for name in entrants}
        faced = opponents(played)
        lines = []
        for name in entrants:
            against = sum((whole[other] for other in faced[name]), Fraction()) / max(1, len(faced[name]))
            lines.append(UnrankedLine(name, (whole[name], against), (("opponents' points", against),)))
        return table(lines, played, extra)


def opponents(played: Sequence[PlayedBlock]) -> defaultdict[str, list[str]]:
    """Return a mapping from each entrant to the list of its opponents, with one entry for each meeting."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for block in played:
        for one in block.pairing.entrants:
            found[one] += [other for other in block.pairing.entrants if other != one]
    return found


class SoFar:
    """The points, meetings and byes of a Swiss tournament after its complete rounds."""

    def __init__(self, entrants: Sequence[str], played: Sequence[PlayedBlock], size: int, bye: Fraction) -> None:
        self.entrants = entrants
        self.rounds = len(played) // size
        self.played = played[: self.rounds * size]
        self.met: Counter[frozenset[str]] = Counter()
        self.byes: Counter[str] = Counter()
        points, _ = tally(self.played)
        for begin in range(0, len(self.played), size):
            pairings = {frozenset(block.pairing.entrants) for block in self.played[begin : begin + size]}
            self.met.update(frozenset(pair) for each in pairings for pair in combinations(sorted(each), 2))
            self.byes.update(name for name in entrants if not any(name in each for each in pairings))
        self.points = {name: points[name] + self.byes[name] * bye for name in entrants}

    @cached_property
    def units(self) -> dict[str, int]:
        """The points of each entrant as a whole number: all points are multiplied by their common denominator."""
        unit = lcm(*(value.denominator for value in self.points.values()))
        return {name: int(value * unit) for name, value in self.points.items()}

    @property
    def most(self) -> int:
        """The points of the best entrant, in the unit of `units`, such as half points, so they are a whole number."""
        return max(self.units.values())

    @cached_property
    def order(self) -> list[str]:
        """The entrants by points, most first. Entrants with equal points stay in the order in which they entered."""
        return sorted(self.entrants, key=lambda name: -self.units[name])


def paired(so_far: SoFar) -> tuple[list[list[str]], tuple[str, ...]]:
    """Return the pairs of a round and the entrants with a bye: the pairing with the lowest total cost."""
    import networkx as nx  # noqa: PLC0415 -- large, and only for a round of this format

    order = so_far.order
    players: list[str | None] = [*order, *([BYE] if len(order) % 2 else [])]
    price = Price(so_far)
    graph: nx.Graph[int] = nx.Graph()  # of places in the order: whole numbers, because no hash seed changes their order
    for one, other in combinations(range(len(players)), 2):
        cost = price.bye(one) if players[other] is BYE else price.pair(one, other)
        if cost is not None:
            graph.add_edge(one, other, weight=-cost)
    # By the library's type hints this function would be a generator.
    matching = cast("set[tuple[int, int]]", nx.max_weight_matching(graph, maxcardinality=True))
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    tables = [[order[one], order[other]] for one, other in pairs if players[other] is not BYE]
    return tables, tuple(order[one] for one, other in pairs if players[other] is BYE)


class Price:
    """Computes the cost of a pair or a bye in a round, as one whole number.

    A pairing costs less with fewer repeated meetings; then with a bye for a lower entrant; then with smaller
    differences of points; then if, among entrants with equal points, the upper half meets the lower half. Each of these
    criteria outweighs all later ones.
    """

    def __init__(self, so_far: SoFar) -> None:
        self.so_far = so_far
        self.order = so_far.order
        count = len(self.order)
        self.groups = Counter(so_far.units[name] for name in self.order)
        self.points = 1 + count**3
        self.place = self.points * (1 + count * max(1, so_far.most) ** 2)
        self.again = self.place * (1 + count)
        self.fewest = min(so_far.byes[name] for name in self.order)

    def pair(self, one: int, other: int) -> int:
        """Return the cost of pairing the entrants with these two indices in the order of points; `one` is smaller."""
        upper, lower = self.order[one], self.order[other]
        difference = self.so_far.units[upper] - self.so_far.units[lower]
        beside = 0 if difference else (other - one - self.groups[self.so_far.units[upper]] // 2) ** 2
        met = self.so_far.met[frozenset((upper, lower))]
        return self.again * met + self.points * difference * difference + beside

    def bye(self, one: int) -> int | None:
        """Return the cost of a bye for the entrant with this index in the order of points.

        Return None if another entrant has had fewer byes.
        """
        if self.so_far.byes[self.order[one]] > self.fewest:
            return None
        return self.place * (len(self.order) - 1 - one)


FORMAT: Final = Swiss
