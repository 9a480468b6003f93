"""Pools: results are rated together only if the same game was played, by the same rules, at about the same speed.

A pool is a game, a number of seats, all rules options, the rules version and the class of the time control. Every
rating names its pool. The scale of a pool is shifted so that the estimate of its anchor is 1500 (`arena.stats.anchor`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.errors import UsageError
from arena.games import GAMES
from arena.games.automata import STANDARD, without_knobs
from arena.games.game import Scalar

UNTIMED: Final = "untimed"
DECISIONS: Final = 60  # decisions of one seat in a game of usual length: an increment is multiplied by this
SPEEDS: Final = (("bullet", 30.0), ("blitz", 180.0), ("rapid", 900.0))  # each below this number of seconds
SLOWEST: Final = "classical"

ANCHOR_RATING: Final = 1500.0
ANCHORS: Final = ("mcts-200", "greedy")  # the first of them that has played enough in the pool
SOLO_ANCHORS: Final = tuple(f"{rules.automaton}-{STANDARD}" for rules in GAMES.values() if rules.automata)


def speed(bank: float | None, increment: float = 0.0, per_decision: float | None = None) -> str:
    """Return the class of a time control: untimed, bullet, blitz, rapid or classical. All times are in seconds.

    The class depends on the time that one seat may use in a game of usual length. This is its bank and increments, or
    the sum of the limits of its decisions, whichever is less.

    >>> from arena.stats.pools import speed
    >>> speed(60.0), speed(600.0, increment=10.0), speed(None)
    ('blitz', 'classical', 'untimed')
    """
    ends = []
    if bank is not None:
        ends.append(bank + DECISIONS * increment)
    if per_decision is not None:
        ends.append(DECISIONS * per_decision)
    if not ends:
        return UNTIMED
    return next((name for name, below in SPEEDS if min(ends) < below), SLOWEST)


@dataclass(frozen=True, slots=True)
class Pool:
    """The results that are rated together: a game, its seats, its options, its rules version and its speed class.

    `options` has all rules options of a game in one spelling, which `Pool.of` makes.

    >>> from arena.stats.pools import Pool
    >>> print(Pool.of("cacao", 2, {"auto_resolve": True}, 1, "blitz"))
    cacao 2p blitz rules 1 {"auto_resolve":true}
    """

    game: str
    seats: int
    options: str
    rules_version: int
    speed: str

    @classmethod
    def of(cls, game: str, seats: int, options: Mapping[str, Scalar], rules_version: int, speed: str) -> "Pool":
        """Return the pool of a match. The order of the options makes no difference.

        Options that concern an automaton (an opponent that the rulebook defines) are ignored.
        """
        known = [UNTIMED, *(name for name, _ in SPEEDS), SLOWEST]
        if speed not in known:
            raise UsageError(f"unknown speed {speed!r}: expected one of {', '.join(known)}")
        played = without_knobs(GAMES[game], options) if game in GAMES else options
        return cls(game, seats, json.dumps(played, sort_keys=True, separators=(",", ":")), rules_version, speed)

    @property
    def solo(self) -> bool:
        """True if the pool is for one seat against an automaton (an opponent that the rulebook defines).

        In such a pool a tie is a loss for the seat. The fit of ratings has no term for the seat, as no entrant changes
        seats.
        """
        return self.game in GAMES and len(GAMES[self.game].automata) > 0

    @property
    def anchors(self) -> tuple[str, ...]:
        """Return the names of the bots that may be the pool's anchor, the preferred one first."""
        return (f"{GAMES[self.game].automaton}-{STANDARD}",) if self.solo else ANCHORS

    def __str__(self) -> str:
        return f"{self.game} {self.seats}p {self.speed} rules {self.rules_version} {self.options}"
