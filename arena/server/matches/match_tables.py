"""The matches that an arena plays now: each has a *table*, an object with its seats, from its offers to its end."""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

import trio

from arena.errors import ArenaError
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.record import ForfeitReason
from arena.referee import Heart, SeatFailed, play_match
from arena.server.attendance.lobby import ConnectedBot
from arena.server.attendance.seat_offers import Offers
from arena.server.matches.match_table import MatchTable, result_notice, set_up
from arena.server.matches.results import Adjournment, MatchEnd, MatchSummary, PlannedMatch, Results
from arena.server.matches.rounds import OpenRound
from arena.server.observers import Observers
from arena.server.transport.endings import RETURN, StreamEnded, done

log: Final = logging.getLogger(__name__)

STOPPED: Final = "the arena has stopped; the match goes on when it is back"
FAULT: Final = "the arena's own fault; it is noted there"
NOBODY: Final = "nobody came to it"


class Tables(Mapping[str, MatchTable]):
    """All matches that are offered or played now, by name."""

    def __init__(
        self, offers: Offers, results: Results, heart: Heart, wall: Callable[[], float], observers: Observers
    ) -> None:
        self.offers: Final = offers
        self.results: Final = results
        self.heart: Final = heart
        self.wall: Final = wall
        self.observers: Final = observers
        self._tables: Final[dict[str, MatchTable]] = {}
        self.changes = 0  # how often a match has ended, or a ruling has changed a result

    def __getitem__(self, match: str) -> MatchTable:
        return self._tables[match]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def set(self, a_round: OpenRound, kept: PlannedMatch, hosts: Mapping[int, ConnectedBot]) -> MatchTable:
        """Make a MatchTable for a match, assign its seats to connected bots, and return it.

        A seat in `hosts` uses the capacity of the stream given there; any other seat uses a stream with free capacity.
        """
        lobby = self.offers.lobby
        table = set_up(a_round, kept, lobby.places(kept.entry), self.offers.limits)
        self._tables[kept.entry.match] = table
        for seat, place in enumerate(table.places):
            if seat in hosts:
                lobby.give(place, hosts[seat])
        lobby.settle()
        return table

    async def play(self, table: MatchTable) -> MatchSummary:
        """Play a match, and return its last state. If the arena stops meanwhile, the next run resumes the match."""
        end = None
        try:
            with table.scope:
                end = await self._referee(table)
        except ArenaError as error:
            log.error("match %s failed: %s", table.setup.match, error, extra=fields_of(table))  # noqa: TRY400 -- it says all
            table.fault = FAULT
        except Exception:
            log.exception("match %s failed", table.setup.match, extra=fields_of(table))
            table.fault = FAULT
        finally:
            with trio.CancelScope(shield=True):
                await self._leave(table, end)
        return table.entry

    async def _referee(self, table: MatchTable) -> MatchEnd | None:
        """Play a match. If the machine of one of its bots is lost, continue from the journal.

        Return the result, the forfeits and the last hash of the record, which are all stored already. Return None if
        the match has no result, or if the machine was lost after the result was stored.
        """
        while not table.entry.is_over:
            table.lost = trio.CancelScope()
            with table.lost:
                return await (self._go_on(table) if table.goes_on else self._begin(table))
            await self._take_back(table)
        return None

    async def _take_back(self, table: MatchTable) -> None:
        """Read the journal of a match again, and make new seats, because the machine of one of its bots was lost.

        All connected bots of the match have to reconnect. Their tickets stay valid.
        """
        match, before = table.setup.match, table.seats
        found = await self.results.block(table.a_round.name, table.entry.block)
        [kept] = [each for each in found if each.entry.match == match]
        words = "match %s waits for a bot of a lost machine, after %d lines"
        log.warning(words, match, len(kept.lines), extra=fields_of(table))
        if not kept.tickets:  # it has not begun, so they are not stored
            kept = replace(kept, tickets=tuple((ticket,) for ticket in table.tickets))
        table.set_again(kept, self.offers.limits)
        for seat in before:
            seat.cut()

    async def _begin(self, table: MatchTable) -> MatchEnd | None:
        """Offer the seats of a new match, and play it. Return its result as a MatchEnd.

        Return None if the match is void, because no bot has joined it.
        """
        self.offers.offer_all(table)
        await self.offers.taken(table)
        if table.nobody_came:
            table.ruling = NOBODY
            return None
        table.entry = replace(table.entry, state="running", started=self.wall())
        journal = self.observers.journal(await self.results.open_match(table.entry, table.tickets))
        return MatchEnd.of(await play_match(table.setup, table.all_seats, journal, self.heart))

    async def _go_on(self, table: MatchTable) -> MatchEnd | None:
        """After a restart, resume a match from its journal when all its bots have reconnected.

        Return its result as a MatchEnd; None if it is void, because none of its bots has reconnected in time. If only
        some of the bots reconnect in time, the others forfeit.
        """
        await self.offers.offer_again(table, self.results)
        absent = await self._adjourned(table)
        within = f"within {table.resume_within:g} s after a restart of the arena"
        if absent and table.nobody_came_back:
            table.fault = f"none of its bots came back {within}"
            return None
        for seat in absent:
            table.seats[seat].fail(SeatFailed(ForfeitReason.LEFT, f"it did not reconnect {within}"), None)
        lines = table.kept.lines
        table.entry = replace(table.entry, adjournment=None)
        journal = self.observers.journal(await self.results.go_on(table.setup.match, lines, absent))
        log.info("match %s goes on after %d lines", table.setup.match, len(lines), extra=fields_of(table))
        return MatchEnd.of(await play_match(table.setup, table.all_seats, journal, self.heart, lines))

    async def _adjourned(self, table: MatchTable) -> tuple[int, ...]:
        """Wait until all bots of a match are connected at the same time. Return the seats of bots that were too late.

        The arena sends no decision before that, so a bot gains no thinking time by staying away.
        """
        since, deadline = self.wall(), trio.current_time() + table.resume_within
        noted: tuple[int, ...] | None = None
        while True:
            ring, absent = table.bell.next_ring, table.absent
            if absent != noted and (absent or noted is None):
                adjournment = Adjournment(since, since + table.resume_within, absent)
                table.entry = replace(table.entry, adjournment=adjournment)
                await self.results.adjourn(table.setup.match, adjournment)
                if noted is None:
                    self.observers.match_adjourned(table.entry)
                noted = absent
                continue
            if not absent:
                return ()
            with trio.move_on_at(deadline):
                await ring.wait()
                continue
            if not self.offers.unreachable(self.offers.limits.join_within):
                return absent
            deadline = trio.current_time() + table.resume_within  # no bot could connect

    # Ends --------------------------------------------------------------------------------------------------------

    async def _leave(self, table: MatchTable, end: MatchEnd | None) -> None:
        """Store how a match ended, notify its bots, and free its capacity.

        If the match cannot be stored, its stored state does not change, and the next run of the arena resumes it.
        """
        before = table.entry
        try:
            table.entry = await self._ended(table, end)
            if table.entry.state == "void" and table.entry is not before:
                await self.results.keep(table.entry)
        except ArenaError as error:
            words = "match %s is left as it was last kept: %s"
            log.error(words, table.setup.match, error, extra=fields_of(table))  # noqa: TRY400 -- it says all
            return
        finally:
            del self._tables[table.setup.match]
            table.over.set()
        if table.entry.state != "finished":
            self._send_away(table)
        self.changes += table.entry.state == "finished"
        self.offers.forget_later(table)
        if table.entry is not before:
            self._notify(table)
            if table.entry.is_over:
                self.observers.match_over("void" if table.entry.state == "void" else "finished", table.entry)
        self.offers.lobby.free(table.setup.match)
        self.offers.lobby.change()

    def _notify(self, table: MatchTable) -> None:
        """Send the result of a match on all streams of its bots."""
        told = attend_pb2.AttendResponse(result=result_notice(table.entry))
        for seat, holder in enumerate(table.seats):
            told.result.seat = seat
            for attendance in self.offers.lobby.of(holder.entrant, holder.version):
                attendance.tell(told)

    async def _ended(self, table: MatchTable, end: MatchEnd | None) -> MatchSummary:
        """Return the state of a match after play: finished, void, or unchanged if the arena stopped before its end.

        A result is not stored here: the journal has stored it together with its own last line.
        """
        entry, ended = table.entry, self.wall()
        if end is not None:
            result, losses, head = end.result, end.losses, end.head
            return replace(entry, state="finished", result=result, losses=losses, head=head, ended=ended)
        committed = await self.results.match(table.setup.match)
        if committed is not None and committed.state == "finished":  # it was cut short while its seats were notified
            return committed
        if table.ruling:
            return replace(entry, state="void", ruling=table.ruling, ended=ended, adjournment=None)
        if table.fault:
            return replace(entry, state="void", ruling=table.fault, fault=True, ended=ended, adjournment=None)
        return entry

    def _send_away(self, table: MatchTable) -> None:
        """End the bots' streams in a match that has no result and that this run of the arena will not continue."""
        if table.ruling:
            ended = done(table.ruling)
        elif table.fault:
            ended = StreamEnded(common_pb2.ENDING_REASON_INTERNAL, table.fault)
        else:
            ended = StreamEnded(common_pb2.ENDING_REASON_SHUTDOWN, STOPPED, RETURN)
        for seat in table.seats:
            seat.finish(ended)


def fields_of(table: MatchTable) -> dict[str, str]:
    """Return the fields of a log line about a match as a dict from field name to text: the match's name and game."""
    return {"match": table.setup.match, "game": table.entry.game}
