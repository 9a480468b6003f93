"""The table of a round robin: the score of each entrant against the other entrants, and its interval."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum
from typing import Final

from arena.stats.intervals import Estimate, estimate
from arena.stats.sequences import at_any_time

WIN: Final = 1.0
DRAW: Final = 0.5
LOSS: Final = 0.0


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over: its block, its entrants by seat, and their places (1 is first, equal ones share a place).

    `pairs` are the pairs of seats that are compared; None stands for all of them.

    >>> from arena.stats.standings import Finished
    >>> match = Finished("block 1", ("ana", "bob"), (1, 2))
    >>> match.placements[match.entrants.index("ana")]
    1
    """

    block: str
    entrants: tuple[str, ...]
    placements: tuple[int, ...]
    pairs: frozenset[tuple[int, int]] | None = None


@dataclass(frozen=True)
class Row:
    """The row of one entrant in the table of a round robin: its wins, draws and losses, its mean place, and its score.

    An entrant without any comparison that counts has no score.

    >>> from arena.stats.standings import Finished, standings
    >>> best = standings([Finished("block 1", ("ana", "bob"), (1, 2))])[0]
    >>> best.entrant, best.wins, best.losses
    ('ana', 1, 0)
    """

    entrant: str
    games: int
    wins: int  # alone in the first place
    draws: int  # sharing it
    losses: int
    mean_placement: float  # seats that share places have their mean: two at the top have 1.5 each
    score: Estimate | None
    always: tuple[float, float] | None = None  # the interval of the score that is valid after every block


def standings(matches: Iterable[Finished]) -> list[Row]:
    """Return the table of some matches: a row for each entrant, the best score first. Equal scores are sorted by name.

    >>> from arena.stats.standings import Finished, standings
    >>> matches = [Finished("1", ("ana", "bob"), (1, 2)), Finished("1", ("bob", "ana"), (1, 1))]
    >>> [(row.entrant, row.wins, row.draws) for row in standings(matches)]
    [('ana', 1, 1), ('bob', 0, 1)]
    """
    seats: dict[str, list[tuple[Finished, int]]] = defaultdict(list)
    for match in matches:
        for seat, entrant in enumerate(match.entrants):
            seats[entrant].append((match, seat))
    return sorted((row(entrant, played) for entrant, played in seats.items()), key=rank)


def rank(row: Row) -> tuple[float, str]:
    """Return the sort key of a row: the best score first, equal scores by name, rows without a score last."""
    return (-row.score.mean if row.score else 1.0, row.entrant)


def row(entrant: str, played: Sequence[tuple[Finished, int]]) -> Row:
    """Return an entrant's row of the table. `played` are its matches, each with the seat that the entrant had."""
    first = [(match.placements[seat] == 1, match.placements.count(1)) for match, seat in played]
    wins = first.count((True, 1))
    draws = sum(among and sharing > 1 for among, sharing in first)
    places = [mean_place(match.placements, seat) for match, seat in played]
    scores = block_scores(played)
    return Row(
        entrant=entrant,
        games=len(played),
        wins=wins,
        draws=draws,
        losses=len(played) - wins - draws,
        mean_placement=fsum(places) / len(places),
        score=estimate(scores) if scores else None,
        always=at_any_time(scores) if scores else None,
    )


def mean_place(placements: Sequence[int], seat: int) -> float:
    """Return the mean place of a seat; two seats that share places 2 and 3 have 2.5 each."""
    return placements[seat] + (placements.count(placements[seat]) - 1) / 2


def block_scores(played: Sequence[tuple[Finished, int]]) -> list[float]:
    """Return a list with an entrant's mean score in each block, in the order in which the blocks first appear."""
    blocks: dict[str, list[float]] = {}
    for match, seat in played:
        against = list(comparisons(match, seat))
        if against:
            blocks.setdefault(match.block, []).append(fsum(against) / len(against))
    return [fsum(games) / len(games) for games in blocks.values()]


def comparisons(match: Finished, seat: int) -> Iterator[float]:
    """Yield the score of a seat against each other seat with which it is compared: 1, 1/2 or 0."""
    counted = match.pairs if match.pairs is not None else set(combinations(range(len(match.entrants)), 2))
    for other, entrant in enumerate(match.entrants):
        pair = (min(seat, other), max(seat, other))
        if pair in counted and entrant != match.entrants[seat]:
            yield compare(match.placements[seat], match.placements[other])


def compare(mine: int, theirs: int) -> float:
    """Return the score of one place against another: 1 for the smaller number, 1/2 if both are equal, else 0."""
    if mine == theirs:
        return DRAW
    return WIN if mine < theirs else LOSS
