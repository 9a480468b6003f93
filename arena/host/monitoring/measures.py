"""Counters of the events in a running arena, from which the metrics are made.

Counting a decision takes a few microseconds. The text of `/metrics` is made only when a reader asks for it.
"""

import logging
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from arena.record import ForfeitReason
from arena.server.matches.results import MatchSummary
from arena.server.observers import DecisionTimes, MatchChange, Observer

MICROSECONDS: Final = 1_000_000
THINK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
TRANSPORT: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
STALL: Final = (0.0, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
DATABASE: Final = (0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
KINDS: Final = ("read", "write", "prompt")  # of transactions: a question, a change, and short work without a session
LEVELS: Final = {logging.WARNING: "warning", logging.ERROR: "error", logging.CRITICAL: "error"}


class Histogram:
    """Counts of values by size. `bounds` are the upper limits of the counts.

    A value belongs to the smallest bound that is not below the value; the last count is for values above all bounds.
    """

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds: Final = tuple(bounds)
        self.counts: Final = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count one value, and add it to the sum of all values."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def buckets(self) -> list[tuple[str, float]]:
        """Return pairs of a bound as text and the number of values that are not above it. The last bound is `+Inf`."""
        found, below = [], 0
        for bound, count in zip((*map(repr, self.bounds), "+Inf"), self.counts, strict=True):
            below += count
            found.append((bound, float(below)))
        return found


class DatabaseTimes:
    """Histograms of the durations of database transactions, by kind. Any thread may add to them."""

    def __init__(self) -> None:
        self.kinds: Final = {kind: Histogram(DATABASE) for kind in KINDS}
        self._lock: Final = threading.Lock()

    def took(self, kind: str, seconds: float) -> None:
        """Add the duration of one transaction, in seconds."""
        with self._lock:
            self.kinds[kind].add(seconds)


class LogCounter(logging.Handler):
    """Counts the warnings and errors that are logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: Final = dict.fromkeys(LEVELS.values(), 0)

    def emit(self, record: logging.LogRecord) -> None:
        """Count one warning or error."""
        self.add(record.levelno)

    def add(self, level: int) -> None:
        """Count one line of this level, also if another process has logged it."""
        self.lines[LEVELS.get(level, "error")] += 1


class Measures(Observer):
    """Counts the events that an arena reports to its observers.

    No label has the name of a bot or a text from outside, so each label has few values.
    """

    hears_decisions = True

    def __init__(self, wall: Callable[[], float] = time.time, log: LogCounter | None = None) -> None:
        self._wall: Final = wall
        self.matches: Final[Counter[tuple[str, str]]] = Counter()  # ended matches, by game and outcome
        self.forfeits: Final = Counter({reason.value: 0 for reason in ForfeitReason})
        self.faults: Final = Counter(void=0, adjourned=0)
        self.tournaments: Final = Counter(finished=0, cancelled=0, failed=0)
        self.think: Final = Histogram(THINK)
        self.transport: Final = Histogram(TRANSPORT)
        self.stall: Final = Histogram(STALL)
        self.decisions = 0
        self.crashes = 0
        self.refused = 0  # versions, by an examination
        self.rulings = 0
        self.rated_at: float | None = None  # seconds since 1970
        self.rated_changes = 0  # results that the newest fit includes
        self.ladder: Final[dict[tuple[str, str], tuple[int, int]]] = {}  # entrants and settled ones, by game and seats
        self.ladder_matches: Final[Counter[tuple[str, str, str]]] = Counter()  # by game, seats and outcome
        self.database: Final = DatabaseTimes()
        self.log: Final = log or LogCounter()

    def match_over(self, change: MatchChange, entry: MatchSummary) -> None:
        """Count a match that ended, and its forfeits.

        If `change` is `changed`, an organiser has changed the result: count only this change.
        """
        if change == "changed":
            self.rulings += 1
            return
        self.matches[entry.game, change] += 1
        self.forfeits.update(loss.reason.value for loss in entry.losses)
        self.faults["void"] += entry.fault and not entry.is_withdrawn

    def match_adjourned(self, entry: MatchSummary) -> None:
        """Count a match that waits for its bots after a restart of the arena. This is a fault of the arena."""
        self.faults["adjourned"] += 1

    def decided(self, times: DecisionTimes) -> None:
        """Count a decision, and add to the histograms how long it took: thinking, transport and delays of the arena."""
        self.decisions += 1
        self.think.add(times.think_us / MICROSECONDS)
        self.transport.add(times.transport_us / MICROSECONDS)
        self.stall.add(times.stall_us / MICROSECONDS)

    def tournament_over(self, tournament: str, name: str, state: str, reason: str) -> None:
        """Count a tournament that ended."""
        self.tournaments[state] += 1

    def bot_crashed(self, bot: str, how: str) -> None:
        """Count the end of a bot's process that the arena did not cause by stopping."""
        self.crashes += 1

    def version_refused(self, bot: str, version: str, objection: str) -> None:
        """Count a version of a bot that did not pass the arena's examination."""
        self.refused += 1

    def rated(self, changes: int) -> None:
        """Store that ratings were computed just now, and how many results they include."""
        self.rated_at, self.rated_changes = self._wall(), changes

    def ladder_changed(self, game: str, seats: int, entrants: int, settled: int) -> None:
        """Store how many entrants the ladder has for a game with `seats` seats, and how many of them are settled.

        A settled entrant has a rating that is certain enough, or enough games.
        """
        self.ladder[game, str(seats)] = entrants, settled

    def ladder_match_over(self, game: str, seats: int, outcome: MatchChange) -> None:
        """Count a match of the standing ladder that ended. `outcome` is `finished` or `void`."""
        self.ladder_matches[game, str(seats), outcome] += 1
