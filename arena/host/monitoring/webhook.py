"""The events that a web hook reports as JSON: results, ends of tournaments, failed bots, starts and stops."""

import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from arena.host.monitoring.deliveries import Deliveries
from arena.server.matches.results import MatchSummary
from arena.server.observers import MatchChange, Observer
from arena.texts import stamp

LONGEST: Final = 1000  # characters of a reason


class Webhook(Observer):
    """Adds an event to the queue of the web hook for each call of its methods.

    The arena calls them when something happens.
    """

    def __init__(self, deliveries: Deliveries, wall: Callable[[], float] = time.time) -> None:
        self._deliveries: Final = deliveries
        self._wall: Final = wall

    def arena_started(self) -> None:
        """Report that the arena has started."""
        self._report("arena.started")

    def arena_stopping(self, grace: float) -> None:
        """Report that the arena is about to stop."""
        self._report("arena.stopping", grace=grace)

    def match_over(self, change: MatchChange, entry: MatchSummary) -> None:
        """Report that a match has a result, that it is void, or that an organiser has changed its result."""
        self._report(f"match.{change}", **match_values(entry))

    def tournament_over(self, tournament: str, name: str, state: str, reason: str) -> None:
        """Report the end of a tournament."""
        self._report("tournament.over", tournament=tournament, name=name, state=state, reason=reason[:LONGEST])

    def bot_crashed(self, bot: str, how: str) -> None:
        """Report that the process of a bot has ended."""
        self._report("bot.crashed", bot=bot, reason=how[:LONGEST])

    def version_refused(self, bot: str, version: str, objection: str) -> None:
        """Report that a version of a bot did not pass the arena's examination."""
        self._report("bot.refused", bot=bot, version=version, reason=objection[:LONGEST])

    def _report(self, event: str, **data: Any) -> None:
        now = stamp(self._wall())
        self._deliveries.put({"id": secrets.token_hex(8), "event": event, "time": now, "data": data})


def match_values(entry: MatchSummary) -> dict[str, Any]:
    """Return the JSON fields of a web hook event about a match.

    The match's round and block are left out, because they are private until the round is over.
    """
    forfeits = {loss.seat: loss.reason.value for loss in entry.losses}
    result = entry.result
    seats = [
        {
            "bot": seated.entrant,
            "version": seated.version,
            "kind": seated.kind,
            "place": None if result is None else result.placements[seat],
            "score": None if result is None else result.scores[seat],
            "forfeit": forfeits.get(seat),
        }
        for seat, seated in enumerate(entry.seats)
    ]
    return {
        "match": entry.match,
        "game": entry.game,
        "state": entry.state,
        "seats": seats,
        "clock": entry.clock,
        "rated": entry.rated,
        "adjudicated": entry.adjudicated,
        "ruling": entry.ruling[:LONGEST],
        "fault": entry.fault and not entry.is_withdrawn,
        "head": entry.head,
        "started": None if entry.started is None else stamp(entry.started),
        "ended": None if entry.ended is None else stamp(entry.ended),
    }
