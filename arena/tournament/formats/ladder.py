"""The format `ladder`: it plays more blocks between entrants with an uncertain order, until a stop rule is met.

A round has R blocks. The blocks of round k are chosen together, from the results of rounds up to k - 2 and the pairings
of round k - 1. So no block depends on results of the round before it, and a round can be planned while the round before
it is still played.

Until every entrant has played its *opening* blocks, the entrants with the fewest blocks play. After that, a block goes
to the two entrants with the most doubtful order (`arena.stats.ratings`). Each block that is already planned for a pair
lowers the doubt about the pair: to a half, a third and so on. At larger tables, an entrant joins if its order with the
first two is in doubt. If only the first few places matter, only doubts about these places count.

There are four stop rules: the first places are settled, a number of blocks, a moment, or none. The first places are
settled if each entrant there is better than every lower one with the confidence of the regulations. A test after every
round sometimes stops a little too early, because the confidence applies to each test alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Final

from arena.errors import UsageError
from arena.languages import noted, say, say_counted
from arena.languages.locales import moment
from arena.stats.ratings import Ratings
from arena.tournament import keys
from arena.tournament.formats.authors import Authors, friends, groups
from arena.tournament.formats.base import (
    Format,
    Pairing,
    PlayedBlock,
    Round,
    Settings,
    Standing,
    UnrankedLine,
    check_entrants,
    check_games,
    either,
    table,
)
from arena.tournament.formats.ladder_history import History, meetings
from arena.tournament.formats.seating import seated
from arena.tournament.keys import Key

DIGITS: Final = 6  # digits to which doubts are compared, so that the order of computation does not matter


@dataclass(frozen=True)
class Ladder(Format):
    """The format that plays blocks between pairs with an uncertain order, until a stop rule is met."""

    name = "ladder"
    title = noted("ladder")
    keys = (
        Key("top", keys.whole(1, 1000)),
        Key("confidence", keys.between(0.5, 1), 0.95),
        Key("games", keys.whole(1, 10_000_000)),
        Key("until", keys.moment),
        Key("opening", keys.whole(1, 1000), 10),
        Key("round-size", keys.whole(1, 1000), 16),
    )
    deals = "fresh"
    ahead = 1  # the blocks of a round follow from the rounds before the last one
    pauses = True

    seats: int = 2
    top: int | None = None  # stop when this number of first places is settled
    confidence: float = 0.95
    blocks: int | None = None  # stop after this number of blocks
    until: datetime | None = None  # stop at this moment: plan no block after it
    opening: int = 10  # blocks that each entrant plays at least
    round_size: int = 16  # R
    authors: Authors = field(default_factory=dict)

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "Ladder":
        """Return the format with these settings. A limit of games becomes a limit of blocks: as many as fit into it."""
        games = settings["games"]
        return cls(
            seats=seats,
            top=settings["top"],
            confidence=settings["confidence"],
            blocks=None if games is None else games // matches,
            until=settings["until"],
            opening=settings["opening"],
            round_size=settings["round-size"],
            authors=authors,
        )

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format."""
        top, games, until = settings["top"], settings["games"], settings["until"]
        confidence = f"{settings['confidence']:.0%}"
        opening = say_counted("%(num)s deal", "%(num)s deals", settings["opening"])
        stops = []
        if top is not None:
            stops.append(say("the first %(top)s are settled at %(confidence)s", top=top, confidence=confidence))
        if games is not None:
            stops.append(say("%(games)s games have been played", games=games))
        if until is not None:
            stops.append(say("it is %(time)s", time=f"{moment(until)} {until:%Z}"))
        return [
            say("Ladder: every entrant plays %(deals)s; then entrants with an uncertain order play.", deals=opening),
            say("It stops when %(condition)s.", condition=reduce(either, stops))
            if stops
            else say("It goes on until it is cancelled."),
        ]

    @classmethod
    def check_settings(cls, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Raise UsageError if the limit of games is too low for one block, or the time `until` is too early.

        `until` must be after `freeze`, the time at which the versions of the entrants are fixed.
        """
        until = settings["until"]
        check_games(settings["games"], matches, "ladder")
        if until is not None and freeze is not None and until <= freeze:
            raise UsageError(f"[ladder] until: {until}: expected a moment after the freeze, {freeze}")

    @classmethod
    def check_start(cls, settings: Settings, now: datetime) -> None:
        """Raise UsageError if the time `until` has passed."""
        until = settings["until"]
        if until is not None and until <= now:
            raise UsageError(f"[ladder] until: {until}: expected a moment that is still to come")

    @classmethod
    def ends(cls, settings: Settings) -> bool:
        """True if the ladder has a stop rule; without one it ends only when an organiser ends it."""
        return any(settings[rule] is not None for rule in ("top", "games", "until"))

    @property
    def window(self) -> int:
        """The number W, which is the size of a round: block n depends only on blocks with a number below n - W."""
        return self.round_size

    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if entrants or their authors cannot fill a table, or the stop rule `top` can never be met.

        The rule stops the ladder when its `top` first places are settled.
        """
        check_entrants(entrants, self.seats, self.seats)
        writers = len(groups(entrants, self.authors))
        if self.seats > 2 and writers < self.seats:
            raise UsageError(
                f"the entrants have {writers} authors: expected at least {self.seats}, as no two bots of one author "
                "share a table"
            )
        if self.top is None:
            return
        if self.top > len(entrants):
            raise UsageError(f"top: {self.top} of {len(entrants)} entrants cannot be settled: expected no more")
        needed = -(-len(entrants) * self.opening // self.seats)
        if self.blocks is not None and self.blocks < needed:
            raise UsageError(
                f"top: nothing is settled before every entrant has played {self.opening} blocks, which takes {needed} "
                f"of {self.seats} entrants each: expected more games than {self.blocks} blocks have"
            )

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock], now: datetime | None = None) -> Round | None:
        """Return the round after the complete ones; None if a stop rule is met, for example the time `until`."""
        whole = self.blocks is not None and len(played) >= self.blocks  # the last round may be a short one
        return None if whole else self.round(entrants, played, len(played) // self.round_size, now)

    def block(
        self, entrants: Sequence[str], played_below: Sequence[PlayedBlock], number: int, now: datetime | None = None
    ) -> Pairing | None:
        """Return the pairing of block `number`; None if the ladder ends before it.

        It depends only on the results of blocks with a number below `number - window`.
        """
        which, place = divmod(number, self.round_size)
        found = self.round(entrants, played_below, which, now)
        return found.pairings[place] if found is not None and place < len(found.pairings) else None

    def round(
        self,
        entrants: Sequence[str],
        played: Sequence[PlayedBlock],
        number: int,
        now: datetime | None = None,
        history: History | None = None,
    ) -> Round | None:
        """Return round `number`, counted from 0; None if the ladder ends before it.

        The round directly before this one may still be in play. All rounds before that one must be complete in
        `played`.

        `history` is a History that earlier calls for this ladder have updated. With it, this call is faster and gives
        the same answer. The call updates it to the blocks that it knows.
        """
        self.check(entrants)
        size = self.round_size
        left = size if self.blocks is None else min(size, self.blocks - number * size)
        if left <= 0 or (self.until is not None and now is not None and now >= self.until):
            return None
        known = played[: max(0, (number - 1) * size)]
        assert len(known) == max(0, (number - 1) * size), "the blocks that this round depends on"
        history = History(self.seats) if history is None else history
        earlier = known[: max(0, (number - 2) * size)]
        history.follow(earlier)
        planned = [block.pairing for block in known[len(earlier) :]]
        if number > 0:  # the pairings of the round before this one
            planned = Draw(self, entrants, history, planned).pairings(size)
        history.follow(known)
        draw = Draw(self, entrants, history, planned)
        if draw.settled:
            return None
        return Round(f"round {number + 1}", tuple(draw.pairings(left)))

    def memory(self) -> History:
        """Return a History without blocks. Calls of `draw` update it, so that later calls are faster."""
        return History(self.seats)

    def draw(
        self,
        entrants: Sequence[str],
        played: Sequence[PlayedBlock],
        number: int,
        now: datetime,
        memory: History | None,
    ) -> Round | None:
        """Return round `number` of the ladder, counted from 0, with its pairings; None if the ladder ends before it.

        `played` has the blocks of all earlier rounds; those of the last one before it may be missing. `memory` has the
        counts of comparisons, meetings and seats from an earlier call, which make this call faster. The call updates
        them.
        """
        return self.round(entrants, played, number, now, memory)

    def length(self, entrants: Sequence[str]) -> int | None:
        """Return the number of blocks if a limit of blocks is the ladder's only stop rule; None in all other cases."""
        return self.blocks if self.top is None and self.until is None else None

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the table by rating. Each line says in words the first and the last rank that its entrant may have."""
        rows = {row.entrant: row for row in History(self.seats, played).ratings().rows}
        lines = []
        for name in entrants:
            if name not in rows:
                lines.append(UnrankedLine(name, (Fraction(0), Fraction(0))))
                continue
            row = rows[name]
            rating = Fraction(round(row.rating, DIGITS))
            low, high = row.band
            note = f"rank {low}" if low == high else f"rank {low} to {high}"
            lines.append(UnrankedLine(name, (Fraction(1), rating), (("rating", rating),), note))
        return table(lines, played)


class Draw:
    """Chooses the pairings of a round from the known blocks, their ratings, and planned blocks without a result yet."""

    def __init__(
        self, ladder: Ladder, entrants: Sequence[str], history: History, planned: Iterable[Pairing] = ()
    ) -> None:
        self.ladder = ladder
        self.entrants = entrants
        self.ratings: Ratings = history.ratings()
        self.order = [row.entrant for row in self.ratings.rows]
        self.known = history.played
        self.blocks = Counter(history.played)
        self.met = Counter(history.met)
        self.pending: Counter[frozenset[str]] = Counter()
        self.first = Counter(history.first)
        for pairing in planned:
            self.plan(pairing)
        self.doubts = self.all_doubts()

    @property
    def settled(self) -> bool:
        """True if the ladder may stop: each of the first `top` entrants is surely better than every lower one.

        False if the ladder has no stop rule `top`, or if an entrant has not yet played its opening blocks.
        """
        top = self.ladder.top
        if top is None or any(self.known[name] < self.ladder.opening for name in self.entrants):
            return False
        return all(
            (self.ratings.superiority(upper, lower) or 0.0) >= self.ladder.confidence
            for rank, upper in enumerate(self.order[:top])
            for lower in self.order[rank + 1 :]
        )

    def all_doubts(self) -> Mapping[frozenset[str], float]:
        """Return a mapping from pairs of entrants to the probability that the present order of the pair is wrong.

        If only the first places matter, the mapping has only pairs with an entrant in one of them.
        """
        top = set(self.order[: self.ladder.top]) if self.ladder.top is not None and self.order else set(self.entrants)
        found = {}
        for one, other in combinations(self.entrants, 2):
            if one in top or other in top:
                rated = one in self.order and other in self.order
                better = self.ratings.superiority(one, other) if rated else None
                found[frozenset((one, other))] = 0.5 if better is None else round(min(better, 1 - better), DIGITS)
        return found

    def plan(self, pairing: Pairing) -> None:
        """Count a planned block as if it were played: add it to its entrants' numbers of blocks, meetings and seats."""
        self.blocks.update(pairing.entrants)
        self.met.update(meetings(pairing))
        self.pending.update(meetings(pairing))
        self.first.update((name, seat) for seat, name in enumerate(pairing.entrants))

    def pairings(self, count: int) -> list[Pairing]:
        """Return the pairings of `count` new blocks. Each is chosen as if the earlier ones were played."""
        found = []
        for _ in range(count):
            found.append(seated(self.table(), self.first))
            self.plan(found[-1])
        return found

    def table(self) -> list[str]:
        """Return the entrants of the next block.

        As long as an entrant has too few blocks (fewer than the opening), the entrants with the fewest blocks play.
        After that, those play for which it is most uncertain which of them is better.
        """
        behind = [name for name in self.entrants if self.blocks[name] < self.ladder.opening]
        table = [min(behind, key=lambda name: self.blocks[name])] if behind else list(self.most_in_doubt())
        while len(table) < self.ladder.seats:
            table.append(self.joining(table, opening=bool(behind)))
        return table

    def most_in_doubt(self) -> tuple[str, str]:
        """Return the pair with the most doubtful order; of equally doubtful pairs, the one that has met least often."""

        def key(pair: tuple[str, str]) -> tuple[float, int, int]:
            return self.doubt(*pair), -self.met[frozenset(pair)], -self.blocks[pair[0]] - self.blocks[pair[1]]

        return max((pair for pair in combinations(self.entrants, 2) if self.may_meet(*pair)), key=key)

    def joining(self, table: Sequence[str], *, opening: bool) -> str:
        """Return the entrant to add to a table: the one with the most doubtful order against the table's entrants.

        Until every entrant has played its first blocks (the opening), return the entrant with the fewest blocks.
        """

        def key(name: str) -> tuple[float, int, int]:
            doubt = 0.0 if opening else sum(self.doubt(name, other) for other in table)
            met = sum(self.met[frozenset((name, other))] for other in table)
            return (-self.blocks[name], -met, 0) if opening else (doubt, -met, -self.blocks[name])

        free = [name for name in self.entrants if name not in table and all(self.may_meet(name, n) for n in table)]
        return max(free, key=key)

    def may_meet(self, one: str, other: str) -> bool:
        """True if two entrants may share a table: the tables have two seats, or the entrants have different authors."""
        return self.ladder.seats == 2 or not friends(one, other, self.ladder.authors)

    def doubt(self, one: str, other: str) -> float:
        """Return how urgent another block of a pair is; the pair with the largest number plays next.

        The number is the probability that the ratings have the two in the wrong order, divided by 1 plus the number of
        blocks that are already planned for the pair.
        """
        pair = frozenset((one, other))
        return self.doubts.get(pair, 0.0) / (1 + self.pending[pair])


FORMAT: Final = Ladder
