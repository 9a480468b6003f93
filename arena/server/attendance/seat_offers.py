"""Offer seats to connected bots: twice if the bot does not join, and again after it reconnects."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import trio

from arena.protocol.settings import settings
from arena.protocol.v1 import attend_pb2
from arena.record import ForfeitReason
from arena.referee import SeatFailed
from arena.server import messages
from arena.server.access.accounts import hashed
from arena.server.attendance.lobby import Lobby
from arena.server.attendance.tickets import Tickets
from arena.server.matches.match_table import MatchTable
from arena.server.matches.remote_seat import RemoteSeat
from arena.server.matches.results import Results
from arena.server.transport.limits import Limits

TIMES: Final = 2  # how often a seat is offered before it is a no-show
MISSED: Final = 2  # no-shows in a row after which the arena does not wait for a disconnected bot


class Offers:
    """Offers the seats of matches, and waits until bots have joined them."""

    def __init__(self, lobby: Lobby, limits: Limits, tickets: Tickets, unreachable: Callable[[float], bool]) -> None:
        self.lobby: Final = lobby
        self.limits: Final = limits
        self.tickets: Final = tickets
        self.unreachable: Final = unreachable  # True if a bot may not have been able to join in the last seconds
        self.referee = ""  # the address in offers; empty for the address of the Attend call
        self.house: frozenset[str] = frozenset()  # the house bots' names; they always play where they attend
        self._missed: Final[Counter[tuple[str, str]]] = Counter()  # no-shows of bots since they last joined a match

    def offer_all(self, table: MatchTable) -> None:
        """Offer all seats of a match. Tickets that its bots got before the machine of a bot was lost stay valid."""
        self._accept_known(table)
        for seat, holder in enumerate(table.seats):
            self._offer(table, seat, self.tickets.issue(holder))

    def _accept_known(self, table: MatchTable) -> None:
        """Accept the tickets that were issued earlier for this match. Each one opens the same seat as before."""
        for holder, known in zip(table.seats, table.kept.tickets, strict=False):
            for ticket in known:
                self.tickets.honour(ticket, holder)

    async def offer_again(self, table: MatchTable, results: Results) -> None:
        """Offer the seats of a resumed match again. Tickets that were issued for this match before stay valid.

        The new tickets are stored before bots get them, because the arena may crash again.
        """
        self._accept_known(table)
        tickets = [self.tickets.issue(holder) for holder in table.seats]
        await results.reissue(table.setup.match, [hashed(ticket) for ticket in tickets])
        for seat, ticket in enumerate(tickets):
            self._offer(table, seat, ticket)

    def _offer(self, table: MatchTable, seat: int, ticket: str) -> None:
        """Offer a seat on the `Attend` stream that hosts it: now, or as soon as the seat has such a stream."""
        setup, holder, entry = table.setup, table.seats[seat], table.entry
        offer = attend_pb2.Offer(
            match=setup.match,
            referee="" if holder.entrant in self.house else self.referee,
            ticket=ticket,
            join_within_us=round((table.resume_within if table.goes_on else self.limits.join_within) * 1_000_000),
            game=entry.game,
            rules_version=entry.rules_version,
            settings=settings(entry.options),
            seat=seat,
            seats=len(entry.seats),
            clock=messages.time_control(setup.clock),
            fairness=messages.FAIRNESS[entry.fairness],
            commitment=holder.commitment,
            round=table.round,
        )
        table.places[seat].offer = offer
        table.places[seat].send_offer()

    async def taken(self, table: MatchTable) -> None:
        """Wait until bots have joined all seats of a match, or are too late.

        If a bot does not join in time, offer its seat once more. After the second time the bot is a no-show, and
        forfeits. A disconnected bot that missed its last matches is a no-show immediately, so that its opponents do not
        wait in each of its matches.
        """
        for seat, holder in enumerate(table.seats):
            if self._has_gone(holder):
                self._withdraw(table, seat, "the bot is not connected")
                words = f"it is not connected, and has missed its last {MISSED} matches"
                holder.fail(SeatFailed(ForfeitReason.NO_SHOW, words), None)
        for again in range(TIMES):
            awaited = [holder for holder in table.seats if holder.failed is None]
            if await self._joined(awaited):
                break
            for seat, holder in enumerate(table.seats):
                if holder.joined.is_set() or holder.failed is not None:
                    continue
                self._withdraw(table, seat, f"no bot joined within {self.limits.join_within:g} s")
                if again < TIMES - 1:
                    self._offer(table, seat, self.tickets.issue(holder))
                else:
                    words = f"it did not join, {TIMES} times offered {self.limits.join_within:g} s to do so"
                    holder.fail(SeatFailed(ForfeitReason.NO_SHOW, words), None)
                    self._missed[holder.entrant, holder.version] += 1
        for holder in table.seats:
            if holder.joined.is_set():
                self._missed.pop((holder.entrant, holder.version), None)

    def _has_gone(self, holder: RemoteSeat) -> bool:
        """True if the bot of a seat is disconnected and missed its last matches. The arena does not wait for it."""
        attends = any(self.lobby.of(holder.entrant, holder.version))
        return not attends and self._missed[holder.entrant, holder.version] >= MISSED

    async def _joined(self, seats: Iterable[RemoteSeat]) -> bool:
        """Return True when bots have joined all these seats, False if the time limit passes first.

        The limit starts again if the arena was unreachable.
        """
        while True:
            with trio.move_on_after(self.limits.join_within) as waiting:
                for awaited in seats:
                    await awaited.joined.wait()
            if not waiting.cancelled_caught or not self.unreachable(self.limits.join_within):
                return not waiting.cancelled_caught

    def _withdraw(self, table: MatchTable, seat: int, text: str) -> None:
        offer, entrant = table.places[seat].offer, table.seats[seat].entrant
        assert offer is not None
        self.tickets.withdraw(offer.ticket, entrant)
        withdrawal = attend_pb2.Withdrawal(match=offer.match, text=text)
        for attendance in self.lobby.of(entrant, table.seats[seat].version):
            attendance.tell(attend_pb2.AttendResponse(withdrawal=withdrawal))

    def forget_later(self, table: MatchTable) -> None:
        """Mark the tickets of a finished match, so that they are deleted after a while."""
        before = [ticket for known in table.kept.tickets for ticket in known]
        self.tickets.forget_later([*table.tickets, *before])
