"""What every format speaks of: a block to be played, a block that was, a round of them, a line of the table.

A format is a pure function of results in fixture order: the blocks as they were numbered when they were drawn up,
never as they happened to end. So whoever was interrupted asks again and is told the same.
"""

from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from arena.errors import UsageError
from arena.stats.standings import Finished, Row, comparisons, standings


@dataclass(frozen=True, slots=True)
class Pairing:
    """A block to be played: who meets, in the seat order of its first match."""

    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block that is over. Its matches name entrants as the pairing does; a block that came to nothing has none."""

    number: int  # in fixture order, from 0
    pairing: Pairing
    matches: tuple[Finished, ...]


@dataclass(frozen=True)
class Round:
    """Blocks that may all be played at the same time, and who sits out."""

    name: str
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Standing:
    """A line of a tournament's table. Equal ranks are shared: nothing that the format goes by tells them apart.

    `points` are the sum of block scores, 1 for a block that was won throughout; `blocks` is how many gave one.
    `tie_breaks` are what decided between equal points, each with its name, the first one first. `row` has games, wins
    and the score with its interval; who has not played has none.
    """

    rank: int
    entrant: str
    points: float
    blocks: int
    tie_breaks: tuple[tuple[str, float], ...] = ()
    note: str = ""  # what else there is to say, as "out in the semi-finals"
    row: Row | None = None


class Format(Protocol):
    """How a tournament is played."""

    def check(self, entrants: Sequence[str]) -> None:
        """UsageError where these entrants cannot be seated."""

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """The round that follows on the blocks of all earlier rounds; None when the tournament is over.

        If the last round of `played` is not whole, the answer is that round again.
        """

    def length(self, entrants: Sequence[str]) -> int | None:
        """How many blocks it has in all; None where that depends on what comes of them, or on the clock."""

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """The table, the best first, after whatever has been played."""


@dataclass(frozen=True)
class UnrankedLine:
    """What a format knows of an entrant before ranks are given: a larger key is the better one."""

    entrant: str
    key: tuple[Fraction, ...]
    tie_breaks: tuple[tuple[str, Fraction], ...] = ()
    note: str = ""


def table(
    lines: Iterable[UnrankedLine], played: Sequence[PlayedBlock], extra: Mapping[str, Fraction] | None = None
) -> list[Standing]:
    """The lines in their order, those with equal keys sharing a rank; `extra` are points got without playing."""
    rows = {row.entrant: row for row in standings(match for block in played for match in block.matches)}
    points, blocks = tally(played)
    ordered = sorted(lines, key=lambda line: line.key, reverse=True)  # stable: equals stay as they were entered
    return [
        Standing(
            rank=1 + sum(other.key > line.key for other in ordered),
            entrant=line.entrant,
            points=float(points[line.entrant] + (extra or {}).get(line.entrant, 0)),
            blocks=blocks[line.entrant],
            tie_breaks=tuple((name, float(value)) for name, value in line.tie_breaks),
            note=line.note,
            row=rows.get(line.entrant),
        )
        for line in ordered
    ]


def by_mean_score(entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
    """The table by the mean score of a block, which is fair while some have played less than others."""
    points, blocks = tally(played)
    return table([UnrankedLine(name, (points[name] / max(1, blocks[name]),)) for name in entrants], played)


def scores(block: PlayedBlock) -> dict[str, Fraction]:
    """What a block says about each of its entrants: the mean over its matches, from 0 to 1.

    Whoever had no comparison that counts is left out.
    """
    found: dict[str, list[Fraction]] = defaultdict(list)
    for match in block.matches:
        for seat, entrant in enumerate(match.entrants):
            against = [Fraction(score) for score in comparisons(match, seat)]
            if against:
                found[entrant].append(sum(against, Fraction()) / len(against))
    return {entrant: sum(games, Fraction()) / len(games) for entrant, games in found.items()}


def tally(played: Iterable[PlayedBlock]) -> tuple[defaultdict[str, Fraction], defaultdict[str, int]]:
    """The points of everybody, which are the sum of the scores of their blocks, and how many blocks gave them one."""
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    blocks: defaultdict[str, int] = defaultdict(int)
    for block in played:
        for entrant, score in scores(block).items():
            points[entrant] += score
            blocks[entrant] += 1
    return points, blocks


def following(course: Generator[Round, Sequence[PlayedBlock], object], played: Sequence[PlayedBlock]) -> Round | None:
    """The round that follows on these blocks in a course: what yields a round, and is sent the blocks it gave.

    A course that has ended has no next round. Blocks that do not belong where the course has come to are passed over:
    a ruling has changed who goes on since they were drawn up, and what follows from it is played anew.
    """
    begin = 0
    try:
        a_round = next(course)
        while (found := place_of(a_round, played, begin)) is not None:
            begin = found + len(a_round.pairings)
            a_round = course.send(played[found:begin])
    except StopIteration:
        return None
    return a_round


def place_of(a_round: Round, played: Sequence[PlayedBlock], begin: int) -> int | None:
    """Where the blocks of a round begin; None where it has not been played, or not to its end."""
    size = len(a_round.pairings)
    for place in range(begin, len(played) - size + 1):
        if all(played[place + at].pairing == pairing for at, pairing in enumerate(a_round.pairings)):
            return place
    return None


def check_entrants(entrants: Sequence[str], seats: int, least: int) -> None:
    """UsageError unless there are so many at least, each once."""
    twice = sorted({name for name in entrants if entrants.count(name) > 1})
    if twice:
        raise UsageError(f"entrants: {', '.join(twice)} stands there twice: expected everybody once")
    if len(entrants) < least:
        raise UsageError(f"{len(entrants)} entrants: expected at least {least} at tables of {seats}")
