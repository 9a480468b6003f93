"""Form: sequential Elo, one match after the other in the order of the fixtures. Recent results weigh more.

The site shows it beside the ratings as a line over time. No ranking is sorted by it. A match of more than two seats
counts as one game against each opponent. All these games use the ratings from before the match, and share one step.

Form begins at 1500 for all entrants, so its mean stays 1500, whatever the pool's scale is. To be drawn beside the
ratings, it is shifted by `offset`, one number for all entrants of a pool.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.stats.pools import ANCHOR_RATING, Pool
from arena.stats.standings import Finished
from arena.stats.sums import comparisons

STEP: Final = 20.0
INITIAL: Final = ANCHOR_RATING
HALF_SCALE: Final = 200.0  # 400 Elo points, which are odds of 10 to 1, are two of these


def expected(rating: float, other: float) -> float:
    """Return the expected score, from 0 to 1, of a rating against another rating."""
    return 1 / (1 + 10 ** ((other - rating) / (2 * HALF_SCALE)))


def rated(rating: float, games: Sequence[tuple[float, float]], step: float = STEP) -> float:
    """Return a rating after simultaneous games, each given as its score and the opponent's rating before it."""
    return rating + step * sum(score - expected(rating, other) for score, other in games)


@dataclass
class Form:
    """The form (sequential Elo rating) of every entrant of a pool, updated match by match."""

    pool: Pool
    ratings: dict[str, float] = field(default_factory=dict)

    def add(self, match: Finished) -> dict[str, float]:
        """Add a match. Return, by entrant, the new form of each entrant that is compared with another one in it."""
        games: dict[str, list[tuple[float, float]]] = {}
        for (_, entrant, _, opponent, _), halves in comparisons(self.pool, match):
            before, after = self.rating(entrant), self.rating(opponent)
            games.setdefault(entrant, []).append((halves / 2, after))
            games.setdefault(opponent, []).append((1 - halves / 2, before))
        step = STEP / max(1, len(match.entrants) - 1)
        changed = {name: rated(self.rating(name), played, step) for name, played in games.items()}
        self.ratings.update(changed)
        return changed

    def rating(self, entrant: str) -> float:
        """Return an entrant's current form, a sequential Elo rating; 1500 before its first match."""
        return self.ratings.get(entrant, INITIAL)


def offset(rated: Iterable[tuple[str, float, int]], forms: Mapping[str, float]) -> float:
    """Return the number to add to all forms, so that their mean equals the mean of the ratings.

    `rated` are entrants with their ratings and numbers of comparisons. Each entrant is weighted by its comparisons,
    because the form of a newcomer is still near its start.
    """
    known = [(rating - forms[name], count) for name, rating, count in rated if name in forms]
    weight = sum(count for _, count in known)
    return sum(apart * count for apart, count in known) / weight if weight else 0.0


def lines(pool: Pool, matches: Iterable[Finished]) -> Iterator[dict[str, float]]:
    """Yield a mapping from entrants to new forms for each match, in order; only changed forms are in it."""
    form = Form(pool)
    for match in matches:
        yield form.add(match)
