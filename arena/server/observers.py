"""Observers of an arena: metrics and web hooks, which measure or report its events.

`Observers` is the one seam. The arena calls it, and an observer that fails costs a line in the log and nothing else. No
method waits: an observer that has to wait queues what it gets.
"""

import json
import logging
from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias

from arena.referee import Journal
from arena.server.matches.results import MatchSummary

log: Final = logging.getLogger(__name__)

FAILED: Final = "%s failed; the arena goes on"

MatchChange: TypeAlias = Literal["finished", "void", "changed"]  # changed: an organiser's ruling on one that was over


class DecisionTimes(NamedTuple):
    """Where the time of one decision of a bot went, in microseconds."""

    think_us: int
    transport_us: int
    stall_us: int


class Observer:
    """Observes an arena. Each method does nothing, so an observer defines only those that it needs."""

    hears_decisions: bool = False  # a journal is observed only for an observer that wants its decisions

    def arena_started(self) -> None:
        """Note that the arena serves."""

    def arena_stopping(self, grace: float) -> None:
        """Note that the arena stops, and how many seconds running matches have."""

    def match_over(self, change: MatchChange, entry: MatchSummary) -> None:
        """Note that a match ended, or that a ruling changed it."""

    def match_adjourned(self, entry: MatchSummary) -> None:
        """Note that a match waits for its bots after a restart."""

    def decided(self, times: DecisionTimes) -> None:
        """Note a decision of a bot."""

    def tournament_over(self, tournament: str, name: str, state: str, reason: str) -> None:
        """Note that a tournament is finished, cancelled or failed; `tournament` is its id."""

    def bot_crashed(self, bot: str, how: str) -> None:
        """Note that the process of a bot has ended; the arena runs that process."""

    def version_refused(self, bot: str, version: str, objection: str) -> None:
        """Note that a version did not pass its examination."""

    def rated(self, changes: int) -> None:
        """Note that the rankings have been fitted; `changes` is how many results had come by then."""

    def ladder_changed(self, game: str, seats: int, entrants: int, settled: int) -> None:
        """Note how many entrants the standing ladder has in a pool, and how many of them are settled."""

    def ladder_match_over(self, game: str, seats: int, outcome: MatchChange) -> None:
        """Note that a match of the standing ladder ended."""


class Observers(Observer):
    """All observers of one arena. What one of them raises is logged, and the next one is still called."""

    def __init__(self) -> None:
        self._all: Final[list[Observer]] = []

    def add(self, observer: Observer) -> None:
        """Add an observer."""
        self._all.append(observer)

    @property
    def wants_decisions(self) -> bool:
        """True if any observer wants the times of decisions."""
        return any(each.hears_decisions for each in self._all)

    def journal(self, journal: Journal) -> Journal:
        """Return a journal that passes answers to observers, or the same one if no observer wants decisions."""
        if self.wants_decisions:
            return ObservedJournal(journal, self)
        return journal

    def arena_started(self) -> None:
        """Call each observer."""
        self._each(lambda each: each.arena_started())

    def arena_stopping(self, grace: float) -> None:
        """Call each observer."""
        self._each(lambda each: each.arena_stopping(grace))

    def match_over(self, change: MatchChange, entry: MatchSummary) -> None:
        """Call each observer."""
        self._each(lambda each: each.match_over(change, entry))

    def match_adjourned(self, entry: MatchSummary) -> None:
        """Call each observer."""
        self._each(lambda each: each.match_adjourned(entry))

    def decided(self, times: DecisionTimes) -> None:
        """Call each observer. This happens for each decision, so it makes no function."""
        for each in self._all:
            if each.hears_decisions:
                try:
                    each.decided(times)
                except Exception:
                    log.exception(FAILED, type(each).__name__)

    def tournament_over(self, tournament: str, name: str, state: str, reason: str) -> None:
        """Call each observer."""
        self._each(lambda each: each.tournament_over(tournament, name, state, reason))

    def bot_crashed(self, bot: str, how: str) -> None:
        """Call each observer."""
        self._each(lambda each: each.bot_crashed(bot, how))

    def version_refused(self, bot: str, version: str, objection: str) -> None:
        """Call each observer."""
        self._each(lambda each: each.version_refused(bot, version, objection))

    def rated(self, changes: int) -> None:
        """Call each observer."""
        self._each(lambda each: each.rated(changes))

    def ladder_changed(self, game: str, seats: int, entrants: int, settled: int) -> None:
        """Call each observer."""
        self._each(lambda each: each.ladder_changed(game, seats, entrants, settled))

    def ladder_match_over(self, game: str, seats: int, outcome: MatchChange) -> None:
        """Call each observer."""
        self._each(lambda each: each.ladder_match_over(game, seats, outcome))

    def _each(self, hears: Callable[[Observer], None]) -> None:
        """Call each observer, and log what one of them raises."""
        for each in self._all:
            try:
                hears(each)
            except Exception:
                log.exception(FAILED, type(each).__name__)


class ObservedJournal:
    """A journal that reports the times of each answer when it is stored."""

    def __init__(self, journal: Journal, observers: Observers) -> None:
        self._journal: Final = journal
        self._observers: Final = observers

    async def begin(self, line: bytes) -> None:
        """Write the header."""
        await self._journal.begin(line)

    async def entry(self, line: bytes) -> None:
        """Write an answer or a forfeit, and report what an answer of a bot has cost."""
        await self._journal.entry(line)
        fields = json.loads(line)
        if fields.get("by") == "bot":
            times = DecisionTimes(fields["think_us"], fields["transport_us"], fields["stall_us"])
            self._observers.decided(times)

    async def commit(self, line: bytes, head: str) -> None:
        """Write the result."""
        await self._journal.commit(line, head)
