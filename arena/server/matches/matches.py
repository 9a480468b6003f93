"""The matches of an arena: rounds and blocks for tournaments, and series for organisers.

Open rounds and matches are resumed when the arena runs again after a stop or a crash.
"""

import logging
import secrets
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import Final

import trio

from arena.errors import ArenaError, UsageError
from arena.protocol.v1 import attend_pb2
from arena.referee import Heart, MatchTerms
from arena.server.attendance.lobby import Lobby
from arena.server.attendance.seat_offers import Offers
from arena.server.attendance.tickets import Tickets
from arena.server.matches.blocks import Blocks, planned, rotations
from arena.server.matches.match_tables import Tables
from arena.server.matches.remote_seat import RemoteSeat
from arena.server.matches.results import MatchFilter, MatchSummary, PlannedMatch, Results, StoredRound
from arena.server.matches.rounds import Entrant, OpenRound, Rounds, entrants_in, terms_in
from arena.server.matches.rulings import adjudicated, check_not_void, voided, withdrawn
from arena.server.matches.worker_blocks import WorkerBlocks
from arena.server.observers import Observers
from arena.server.transport.limits import Limits
from arena.tasks.dispatcher import Dispatcher

__all__ = ["Entrant", "Matches", "OpenRound", "Wanted"]

log: Final = logging.getLogger(__name__)

AT_ONCE: Final = 200  # matches that are planned together
RUNNING: Final = 100_000  # more matches than ever run at the same time
MOST_OFFERED: Final = 1_000_000  # more matches than are ever planned and not begun


@dataclass(frozen=True)
class Wanted:
    """A series that an organiser asks for: a number of deals (`blocks`), each played by the same entrants."""

    entrants: tuple[Entrant, ...]
    terms: MatchTerms
    blocks: int


class Matches:
    """All series and matches of the arena."""

    def __init__(  # noqa: PLR0913 -- what all matches share
        self,
        *,
        lobby: Lobby,
        results: Results,
        limits: Limits,
        nursery: trio.Nursery,
        heart: Heart,
        wall: Callable[[], float],
        unreachable: Callable[[float], bool],
        observers: Observers,
    ) -> None:
        self.observers: Final = observers
        self.lobby: Final = lobby
        self.results: Final = results
        self.nursery: Final = nursery
        self.wall: Final = wall
        self.tickets: Final = Tickets(limits)
        self.offers: Final = Offers(lobby, limits, self.tickets, unreachable)
        self.rounds: Final = Rounds(lobby, results, limits)
        self.tables: Final = Tables(self.offers, results, heart, wall, observers)
        self.blocks: Final = Blocks(self.rounds, self.tables, lobby, results, wall)
        self.series: Final[dict[str, OpenRound]] = {}  # the series that are played now, by the names of their rounds
        self.stopping = False
        self._grace = trio.CancelScope()
        self._scopes: Final[set[trio.CancelScope]] = set()  # of the running series
        self._recalled: Final[
            dict[str, StoredRound]
        ] = {}  # the rounds of matches that were running when the arena crashed

    @property
    def busy(self) -> bool:
        """True if a series is still running."""
        return bool(self._scopes)

    def are_at_work(self, a_round: str, number: int) -> bool:
        """True if a worker process has begun the block with this number of a round."""
        workers = self.blocks.workers
        return workers is not None and workers.has_begun((a_round, number))

    def employ(self, dispatcher: Dispatcher) -> None:
        """From now on, let worker processes play every block that has only entrants that the arena itself can run."""
        self.blocks.workers = WorkerBlocks(dispatcher, self.results, self.lobby, self.wall)

    def seats(self) -> Iterator[RemoteSeat]:
        """Yield the seats of all matches that are offered or played."""
        for table in list(self.tables.values()):
            yield from table.seats

    def left(self, seat: RemoteSeat) -> None:
        """Handle the end of a seat's `Play` stream: offer the seat again on an `Attend` stream of its bot."""
        table = self.tables.get(seat.match)
        if table is not None:
            table.places[seat.seat].send_offer()

    # Series ------------------------------------------------------------------------------------------------------

    async def want(self, wanted: Wanted) -> tuple[str, ...]:
        """Play a series in the background.

        Return the names of its matches, in an order that does not reveal seatings.
        """
        if self.stopping:
            raise UsageError("the arena is stopping: it takes no more matches")
        name, entrants = secrets.token_hex(8), wanted.entrants
        a_round = await self.rounds.keep(name, wanted.terms, entrants, blocks=wanted.blocks)
        seatings, matches = seatings_of(a_round), []
        waiting: list[PlannedMatch] = []
        for number in range(wanted.blocks):
            waiting += planned(a_round, number, seatings, range(len(seatings)), self.wall())
            if len(waiting) >= AT_ONCE or number == wanted.blocks - 1:
                await self.results.plan(waiting)
                matches += [each.entry.match for each in waiting]
                waiting = []
        self._begin(a_round, wanted.blocks)
        return tuple(sorted(matches))

    async def recall(self) -> None:
        """Load the matches and tickets of an earlier run of the arena. Call this before any bot can connect.

        The tickets stay valid, and running matches get their capacity before bots get new offers.
        """
        self.tickets.remember(await self.results.tickets())
        rounds: dict[str, StoredRound | None] = {}
        for entry in reversed(await self.results.matches(MatchFilter(state="running"), RUNNING)):
            if entry.round not in rounds:
                rounds[entry.round] = await self.results.round(entry.round)
            a_round = rounds[entry.round]
            if a_round is not None and not a_round.closed:
                self._recalled[entry.match] = a_round
                self.lobby.places(entry)

    def leave(self, going_on: Container[str]) -> None:
        """Free the bots' capacity for running matches of tournaments that are not resumed after the arena's start.

        Before that, `recall` has reserved the capacity for all running matches. `going_on` has the ids of the
        tournaments that are resumed.
        """
        for match, a_round in list(self._recalled.items()):
            if a_round.tournament and a_round.tournament not in going_on:
                self._leave(match)

    def _leave(self, match: str) -> None:
        """Free the capacity of a match that was running when the arena crashed, unless it was resumed."""
        if self._recalled.pop(match, None) is not None and match not in self.tables:
            self.lobby.free(match)
            self.lobby.change()

    async def resume(self) -> int:
        """Resume the series of an earlier run of the arena. Return their number."""
        left = [each for each in await self.results.open_rounds() if each.agreed is not None and each.agreed.blocks]
        return sum([self._resume(each) for each in left])

    def _resume(self, kept: StoredRound) -> bool:
        """Resume a series. Return False if this release cannot play it."""
        assert kept.agreed is not None
        try:
            a_round = OpenRound(kept.round, terms_in(kept.agreed), entrants_in(kept.agreed), kept.secret)
        except UsageError as error:
            log.error("the series %s cannot go on: %s", kept.round, error)  # noqa: TRY400 -- no error of this task
            for match in [match for match, a_round in self._recalled.items() if a_round.round == kept.round]:
                self._leave(match)
            return False
        self._begin(a_round, kept.agreed.blocks)
        return True

    def _begin(self, a_round: OpenRound, blocks: int) -> None:
        """Play a series in the background."""
        scope = trio.CancelScope()
        self._scopes.add(scope)
        self.series[a_round.name] = a_round
        self.nursery.start_soon(self._series, a_round, blocks, scope)

    async def _series(self, a_round: OpenRound, blocks: int, scope: trio.CancelScope) -> None:
        """Play a series to its end. If the database fails, stop, so that the next run can resume the series."""
        try:
            with scope:
                await self._play_series(a_round, blocks)
        except* ArenaError as errors:
            log.error("the series %s is left as it was last kept: %s", a_round.name, errors.exceptions[0])  # noqa: TRY400
        finally:
            self._scopes.discard(scope)
            del self.series[a_round.name]
            self.lobby.change()

    async def _play_series(self, a_round: OpenRound, blocks: int) -> None:
        """Play the blocks of a series in order. As many blocks run at the same time as the capacity allows."""
        seatings = seatings_of(a_round)
        a_round = await self.rounds.open(a_round.name, a_round.terms, a_round.entrants)
        async with trio.open_nursery() as nursery:
            for number in range(blocks):
                await nursery.start(self.blocks.play, a_round, number, seatings)
        await self.rounds.close(a_round)

    # Rulings -----------------------------------------------------------------------------------------------------

    async def void(self, match: str, ruling: str) -> None:
        """Void a match in any state. Raise UsageError if it is void already."""
        check_not_void(await self._kept(match))
        table = self.tables.get(match)
        if table is not None:
            table.ruling = ruling or "an organiser made it void"
            table.scope.cancel()
            await table.over.wait()
        entry = await self._kept(match)
        if entry.state != "void":
            await self._change(voided(entry, ruling, self.wall()))
        self._leave(match)
        self.blocks.waiting.discard(match)
        self.lobby.change()

    async def withdraw(self, tournaments: Container[str]) -> None:
        """Void the matches of these tournaments that have not begun. Call this when no task plays them any more.

        `tournaments` are the ids of cancelled and failed tournaments. If one is resumed, its blocks plan other matches.
        """
        rounds: dict[str, StoredRound | None] = {}
        for entry in await self.results.matches(MatchFilter(state="offered"), MOST_OFFERED):
            if entry.round not in rounds:
                rounds[entry.round] = await self.results.round(entry.round)
            a_round = rounds[entry.round]
            if a_round is not None and a_round.tournament in tournaments and entry.match not in self.tables:
                void = withdrawn(entry, self.wall())
                await self.results.keep(void)
                self.observers.match_over("void", void)

    async def adjudicate(self, match: str, placements: tuple[int, ...], ruling: str) -> None:
        """Replace the places in the result of a finished match by those of an organiser. The record does not change."""
        await self._change(adjudicated(await self._kept(match), placements, ruling))

    async def _kept(self, match: str) -> MatchSummary:
        entry = await self.results.match(match)
        if entry is None:
            raise UsageError(f"no match is called {ascii(match)[:60]}")
        return entry

    async def _change(self, entry: MatchSummary) -> None:
        """Store a match that an organiser has voided or adjudicated, and notify its bots."""
        await self.results.keep(entry)
        self.observers.match_over("void" if entry.result is None else "changed", entry)
        self.tables.changes += 1
        self.lobby.change()
        for seated in dict.fromkeys(entry.seats):
            for attendance in self.lobby.of(seated.entrant, seated.version):
                words = f"match {entry.match}: {entry.ruling}"
                attendance.notice(attend_pb2.NOTICE_KIND_MATCH_CHANGED, words, match=entry.match)

    # The end of the arena ----------------------------------------------------------------------------------------

    def hurry(self) -> None:
        """End the grace period of a stop immediately."""
        self._grace.cancel()

    async def stop(self, grace: float) -> None:
        """Offer no more matches, and give running ones `grace` seconds to end.

        The next run of the arena resumes the matches that have not ended by then.
        """
        self.stopping = True
        if self.blocks.workers is not None:
            self.blocks.workers.stop()
        for attendance in self.lobby.attendances:
            attendance.closed = True
        with trio.move_on_after(grace) as self._grace:
            while any(table.is_played for table in self.tables.values()) or self.blocks.are_at_work:
                await self.lobby.changed()
        for table in list(self.tables.values()):
            table.scope.cancel()
            await table.over.wait()
        for scope in list(self._scopes):
            scope.cancel()
        with trio.move_on_after(grace or 1.0):
            while self.busy:
                await self.lobby.changed()


def seatings_of(a_round: OpenRound) -> tuple[tuple[Entrant, ...], ...]:
    """Return the seatings in which each deal of a series is played, each as a tuple of entrants.

    They are all rotations of the entrants; in a series of the ladder, only the given order.
    """
    return (a_round.entrants,) if a_round.terms.ladder else rotations(a_round.entrants)
