"""The choices of the standing ladder: which entrants of a pool play next, and when a pool is settled.

A choice depends on the results so far, on the running matches, and on how many more matches the machine can run. The
entrant with the least certain rating plays first, so a new entrant comes before all others. Its opponents have a
similar rating and have met it rarely, because such results carry the most information.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import inf, sqrt
from typing import Final, Literal

from arena.tournament.formats.authors import friends
from arena.tournament.formats.base import Pairing
from arena.tournament.formats.seating import seated

LadderState = Literal["playing", "settled", "waiting", "ended", "stopped"]
Key = tuple[str, str]  # a bot and its version

NEWCOMER: Final = 10  # an entrant with fewer games is new in a pool
SHARES: Final = {2: 3.0}  # a pool's share of the games, by its number of seats; 1 for all other pools
TRIES: Final = 50  # tables that are tried in one call: with a thousand bots of one author, none exists
LESS: Final = 20.0  # a bot waits if its best opponent would give more than 20 times as much information
DIGITS: Final = 9  # digits to which choices are compared, so that the order of computation does not matter


@dataclass(frozen=True, slots=True)
class LadderGoal:
    """The goal at which an entrant is settled: an interval of at most ± `reach` points, or a number of games."""

    reach: float = 60.0
    games: int = 500


@dataclass(frozen=True, slots=True)
class LadderEntrant:
    """An entrant of the standing ladder in one pool, with its rating and its numbers of games."""

    bot: str
    version: str
    author: str = ""
    is_house: bool = False
    is_run_here: bool = False  # True if the arena runs its process
    rating: float | None = None  # None before the first fit with one of its results
    reach: float = inf
    fitted: int = 0  # games in that fit
    games: int = 0  # games that it has finished
    pending: int = 0  # games that it plays now
    is_free: bool = True  # True if it can take a seat now

    @property
    def key(self) -> Key:
        """The names of the bot and of its version."""
        return self.bot, self.version

    @property
    def expected(self) -> float:
        """The expected half width of the rating's interval, in points, after the running games."""
        if not self.fitted:
            return inf
        return self.reach * sqrt(self.fitted / max(self.fitted, self.games + self.pending))

    @property
    def is_new(self) -> bool:
        """True if the entrant has played fewer than 10 games in the pool."""
        return self.games < NEWCOMER

    def is_settled(self, goal: LadderGoal) -> bool:
        """True if the entrant has reached the goal of the ladder: a certain rating, or enough games."""
        return self.reach <= goal.reach or self.games >= goal.games

    def is_due(self, goal: LadderGoal) -> bool:
        """True if the entrant needs more games than those that it plays now.

        It needs more if its rating will probably not be certain enough after these games, and it will not have enough
        games.
        """
        return not self.is_settled(goal) and self.expected > goal.reach and self.games + self.pending < goal.games


@dataclass(frozen=True, slots=True)
class LadderRoom:
    """How many more matches may begin now.

    `workers` counts matches that workers play. `tables` counts matches with bots that the arena runs on this machine,
    and `elsewhere` those without such bots. `has_workers` is true if the arena has workers that play blocks.
    """

    has_workers: bool = False
    workers: int = 0
    tables: int = 0
    elsewhere: int = 0


@dataclass(frozen=True)
class PoolTables:
    """Chooses the entrants of matches in one pool, from the entrants' ratings, meetings, and earlier seats."""

    seats: int
    entrants: Sequence[LadderEntrant]
    met: Mapping[frozenset[Key], int]
    sat: Counter[tuple[str, int]]  # by `name_of` and seat

    def next(self, goal: LadderGoal, room: LadderRoom) -> tuple[LadderEntrant, ...] | None:
        """Return the entrants of the next match in seat order; None if no match can begin now."""
        due = [each for each in self.entrants if each.is_due(goal)]
        due.sort(key=lambda each: (-round(each.expected, DIGITS), each.games + each.pending, each.key))
        sides = ((first, opponents) for first in due for opponents in self._sides(first, room))
        for first, opponents in islice(sides, TRIES):
            table = self._filled(first, opponents)
            no_worker = room.has_workers and not room.workers
            if table and not (no_worker and is_house_table(table)) and self._tells_enough(first, table):
                return self._seated(table)
        return None

    def _sides(self, first: LadderEntrant, room: LadderRoom) -> Iterable[Sequence[LadderEntrant]]:
        """Yield lists of possible opponents for an entrant: one list for each kind of match that may begin now.

        There are three kinds: house bots alone, played by a worker; any bots; and only bots that the arena does not
        run.
        """
        if first.is_house and room.workers > 0:
            yield self._others(first, lambda each: each.is_house)
        if first.is_free and room.tables > 0:
            guests = first.is_house and room.has_workers
            yield self._others(first, lambda each: each.is_free and not (guests and each.is_house))
        if first.is_free and room.elsewhere > 0 and not first.is_run_here:
            yield self._others(first, lambda each: each.is_free and not each.is_run_here)

    def _others(self, first: LadderEntrant, may_play: Callable[[LadderEntrant], bool]) -> list[LadderEntrant]:
        """Return all entrants except this one for which the function `may_play` is true."""
        return [each for each in self.entrants if each.key != first.key and may_play(each)]

    def _filled(self, first: LadderEntrant, opponents: Sequence[LadderEntrant]) -> list[LadderEntrant] | None:
        """Return the entrants of a match, this entrant first; None if too few of `opponents` may join it."""
        table = [first]
        while len(table) < self.seats:
            fitting = [each for each in opponents if each not in table and self._may_join(each, table)]
            if not fitting:
                return None
            table.append(
                min(fitting, key=lambda each: (-self._worth(each, table), each.games + each.pending, each.key))
            )
        return table

    def _tells_enough(self, first: LadderEntrant, table: Sequence[LadderEntrant]) -> bool:
        """True if a match at this table gives the entrant at least 1/20 of the information of its best opponent.

        If not, the entrant waits: its best opponent could play, but no processor is free for the match. Without this
        rule, two bots that run elsewhere would meet hundreds of times while no processor is free for house bots.
        """
        could = [each for each in self._others(first, lambda each: each.is_free) if self._may_join(each, [first])]
        best = max((self._of_pair(first, each) for each in could), default=0.0)
        return LESS * max(self._of_pair(first, each) for each in table if each is not first) >= best

    def _may_join(self, entrant: LadderEntrant, table: Sequence[LadderEntrant]) -> bool:
        """True unless a table of three or four already has a bot of this entrant's author."""
        authors = {name_of(each): each.author for each in (entrant, *table) if each.author}
        return self.seats == 2 or not any(friends(name_of(entrant), name_of(each), authors) for each in table)

    def _worth(self, entrant: LadderEntrant, table: Sequence[LadderEntrant]) -> float:
        """Return how much information a match of an entrant at this table would give about ratings.

        Earlier meetings lower the value.
        """
        return round(sum(self._of_pair(entrant, each) for each in table), DIGITS)

    def _of_pair(self, one: LadderEntrant, other: LadderEntrant) -> float:
        """Return how much information one more match between these two entrants would give about their ratings."""
        chance = 1 / (1 + 10 ** ((self._strength(other) - self._strength(one)) / 400))
        return chance * (1 - chance) / (1 + self.met.get(frozenset((one.key, other.key)), 0))

    def _strength(self, entrant: LadderEntrant) -> float:
        """Return the rating of an entrant; the mean rating of the pool if the entrant has none yet."""
        return self._mean if entrant.rating is None else entrant.rating

    @cached_property
    def _mean(self) -> float:
        """The mean rating of the pool's rated entrants; 0 if there are none."""
        rated = [each.rating for each in self.entrants if each.rating is not None]
        return sum(rated) / len(rated) if rated else 0.0

    def _seated(self, table: Sequence[LadderEntrant]) -> tuple[LadderEntrant, ...]:
        """Return the entrants of a table in the seat order that they have had least often."""
        named = {name_of(each): each for each in table}
        pairing: Pairing = seated(list(named), self.sat)
        return tuple(named[name] for name in pairing.entrants)


def name_of(entrant: LadderEntrant) -> str:
    """Return the name of an entrant in pairings: `bot@version`."""
    return f"{entrant.bot}@{entrant.version}"


def is_house_table(table: Iterable[LadderEntrant]) -> bool:
    """True if all entrants of a table are house bots, so that a worker can play their match."""
    return all(each.is_house for each in table)


def meetings_of(table: Sequence[LadderEntrant]) -> Iterable[frozenset[Key]]:
    """Return all pairs of entrants at a table, each as a set of two keys (names of bot and version)."""
    return (frozenset(pair) for pair in combinations([each.key for each in table], 2))


def share_of(seats: int) -> float:
    """Return the weight of a pool with this number of seats.

    The ladder plays three times as many games in a pool with the weight 3 as in one with the weight 1.
    """
    return SHARES.get(seats, 1.0)


def state_of(entrants: Sequence[LadderEntrant], seats: int, goal: LadderGoal) -> LadderState:
    """Return the state of a pool: "waiting" if it has too few entrants, "settled" or "playing" if it has enough.

    It is settled if each entrant has a certain rating or enough games.
    """
    if len(entrants) < seats:
        return "waiting"
    return "settled" if all(each.is_settled(goal) for each in entrants) else "playing"
