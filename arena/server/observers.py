"""Observers of an arena: metrics, web hooks and other code that gets the arena's events.

The arena calls `Observers`. If an observer fails, the error is logged and has no other effect. No method may wait: an
observer with slow work puts its events into a queue.
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
    """The parts of the time of one decision, in microseconds."""

    think_us: int
    transport_us: int
    stall_us: int


class Observer:
    """Observes an arena. The methods do nothing here, so a subclass defines only those that it needs."""

    hears_decisions: bool = False  # a journal is observed only for an observer that wants its decisions

    def arena_started(self) -> None:
        """Called once, when the arena has started."""

    def arena_stopping(self, grace: float) -> None:
        """Handle the beginning of a stop. `grace` is the number of seconds that running matches have left."""

    def match_over(self, change: MatchChange, entry: MatchSummary) -> None:
        """Handle the end of a match, or an organiser's ruling that changed its result."""

    def match_adjourned(self, entry: MatchSummary) -> None:
        """Handle an adjournment: after a restart of the arena, a match waits for its bots."""

    def decided(self, times: DecisionTimes) -> None:
        """Handle a decision that a bot has answered. `times` says how long the bot, the network and stalls took."""

    def tournament_over(self, tournament: str, name: str, state: str, reason: str) -> None:
        """Handle the end of a tournament: finished, cancelled or failed. `tournament` is its id."""

    def bot_crashed(self, bot: str, how: str) -> None:
        """Handle the end of a bot's process that the arena had started."""

    def version_refused(self, bot: str, version: str, objection: str) -> None:
        """Handle a version that did not pass its examination."""

    def rated(self, changes: int) -> None:
        """Handle newly computed ratings. `changes` counts the ended matches and the rulings from which they follow."""

    def ladder_changed(self, game: str, seats: int, entrants: int, settled: int) -> None:
        """Handle the new size of a pool of the ladder: the number of its entrants, and how many of them are settled.

        A settled entrant has a rating that is precise enough, or has played enough games.
        """

    def ladder_match_over(self, game: str, seats: int, outcome: MatchChange) -> None:
        """Handle the end of a match of the standing ladder."""


class Observers(Observer):
    """All observers of one arena. If one raises an error, the error is logged, and the others are still called."""

    def __init__(self) -> None:
        self._all: Final[list[Observer]] = []

    def add(self, observer: Observer) -> None:
        """Add an observer, which gets all later events."""
        self._all.append(observer)

    @property
    def wants_decisions(self) -> bool:
        """True if an observer wants the times of decisions."""
        return any(each.hears_decisions for each in self._all)

    def journal(self, journal: Journal) -> Journal:
        """Return a journal that also reports answers to observers; the same journal if no observer wants decisions."""
        if self.wants_decisions:
            return ObservedJournal(journal, self)
        return journal

    def arena_started(self) -> None:
        """Call `arena_started` of each observer."""
        self._each(lambda each: each.arena_started())

    def arena_stopping(self, grace: float) -> None:
        """Call `arena_stopping` of each observer."""
        self._each(lambda each: each.arena_stopping(grace))

    def match_over(self, change: MatchChange, entry: MatchSummary) -> None:
        """Call `match_over` of each observer."""
        self._each(lambda each: each.match_over(change, entry))

    def match_adjourned(self, entry: MatchSummary) -> None:
        """Call `match_adjourned` of each observer."""
        self._each(lambda each: each.match_adjourned(entry))

    def decided(self, times: DecisionTimes) -> None:
        """Call `decided` of each observer that wants decisions.

        This runs for each decision, so it does not use `_each`: a lambda for each call would cost time.
        """
        for each in self._all:
            if each.hears_decisions:
                try:
                    each.decided(times)
                except Exception:
                    log.exception(FAILED, type(each).__name__)

    def tournament_over(self, tournament: str, name: str, state: str, reason: str) -> None:
        """Call `tournament_over` of each observer."""
        self._each(lambda each: each.tournament_over(tournament, name, state, reason))

    def bot_crashed(self, bot: str, how: str) -> None:
        """Call `bot_crashed` of each observer."""
        self._each(lambda each: each.bot_crashed(bot, how))

    def version_refused(self, bot: str, version: str, objection: str) -> None:
        """Call `version_refused` of each observer."""
        self._each(lambda each: each.version_refused(bot, version, objection))

    def rated(self, changes: int) -> None:
        """Call `rated` of each observer with this number of changes, because new ratings were computed."""
        self._each(lambda each: each.rated(changes))

    def ladder_changed(self, game: str, seats: int, entrants: int, settled: int) -> None:
        """Call `ladder_changed` of each observer."""
        self._each(lambda each: each.ladder_changed(game, seats, entrants, settled))

    def ladder_match_over(self, game: str, seats: int, outcome: MatchChange) -> None:
        """Call `ladder_match_over` of each observer, because a match of the standing ladder has ended."""
        self._each(lambda each: each.ladder_match_over(game, seats, outcome))

    def _each(self, hears: Callable[[Observer], None]) -> None:
        """Call `hears` with each observer. Log the errors that it raises, and go on with the next observer."""
        for each in self._all:
            try:
                hears(each)
            except Exception:
                log.exception(FAILED, type(each).__name__)


class ObservedJournal:
    """A journal that reports the times of each stored answer to the observers."""

    def __init__(self, journal: Journal, observers: Observers) -> None:
        self._journal: Final = journal
        self._observers: Final = observers

    async def begin(self, line: bytes) -> None:
        """Write the header of the record to the journal."""
        await self._journal.begin(line)

    async def entry(self, line: bytes) -> None:
        """Write an answer or a forfeit to the journal. Report the times of a bot's answer to the observers."""
        await self._journal.entry(line)
        fields = json.loads(line)
        if fields.get("by") == "bot":
            times = DecisionTimes(fields["think_us"], fields["transport_us"], fields["stall_us"])
            self._observers.decided(times)

    async def commit(self, line: bytes, head: str) -> None:
        """Write the result of the match to the journal."""
        await self._journal.commit(line, head)
