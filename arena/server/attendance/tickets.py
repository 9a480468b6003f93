"""Tickets: secrets that open a seat, together with a token of the seat's bot."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import trio

from arena.protocol.v1 import common_pb2
from arena.server.access.accounts import hashed, letters
from arena.server.access.door import Holder, Holds
from arena.server.matches.remote_seat import RemoteSeat
from arena.server.matches.results import Issued
from arena.server.transport.endings import StreamEnded
from arena.server.transport.limits import Limits, Windows


class Tickets:
    """All tickets by their hashes. Tickets of finished matches are deleted after a while."""

    def __init__(self, limits: Limits) -> None:
        self.limits: Final = limits
        self._joins: Final = Windows(limits.joins_per_minute, 60.0)
        self._holds: Final = Holds(limits)
        self._seats: Final[dict[str, RemoteSeat]] = {}
        self._awaited: Final[dict[str, trio.Event]] = {}  # tickets of matches that are not resumed yet
        self._gone: Final[dict[str, tuple[str, str]]] = {}  # tickets that open no seat any more: bot, reason
        self._late: Final[OrderedDict[str, float]] = OrderedDict()  # tickets to be forgotten, and when

    def issue(self, seat: RemoteSeat) -> str:
        """Return a new ticket for a seat."""
        ticket = letters(32)
        self.honour(hashed(ticket), seat)
        return ticket

    def honour(self, key: str, seat: RemoteSeat) -> None:
        """Accept the ticket with this hash for a seat. The ticket may have been issued before the arena crashed."""
        self._seats[key] = seat
        self._gone.pop(key, None)  # a withdrawn ticket may open its seat again
        self._late.pop(key, None)
        if key in self._awaited:
            self._awaited.pop(key).set()

    def remember(self, issued: Iterable[Issued]) -> None:
        """Load stored tickets, which an earlier run of the arena issued."""
        for each in issued:
            if each.running:
                self._awaited[each.ticket] = trio.Event()
            else:
                self._drop(each.ticket, each.entrant, "the match is over")

    def _drop(self, key: str, bot: str, why: str) -> None:
        self._gone[key] = bot, why
        self._late[key] = trio.current_time() + self.limits.tickets_kept

    async def seat_of(self, ticket: str, holder: Holder) -> RemoteSeat:
        """Return the seat that a ticket opens for a token's holder. Raise StreamEnded if the ticket opens no seat."""
        key = hashed(ticket)
        if key in self._awaited:
            with trio.move_on_after(self.limits.join_within):
                await self._awaited[key].wait()
        bot, why = self._gone.get(key, ("", ""))
        if bot == holder.bot:
            raise StreamEnded(common_pb2.ENDING_REASON_TOO_LATE, why)
        seat = self._seats.get(key)
        if seat is None or not opens(seat, holder):
            await self.count_join(holder)
            words = "the ticket is unknown: expected that of the offer, with the token it was issued to"
            raise StreamEnded(common_pb2.ENDING_REASON_TICKET, words)
        return seat

    async def count_join(self, holder: Holder) -> None:
        """Count a bot's Join with a bad ticket, or for a seat that was joined before.

        Raise StreamEnded if the bot has made too many in the last minute.
        """
        if wait := self._joins.take(holder.bot, trio.current_time()):
            words = f"{self.limits.joins_per_minute} joins of one bot in a minute: that is the limit"
            raise await self._holds.too_often(holder.bot, words, wait)

    def withdraw(self, ticket: str, bot: str) -> None:
        """Make a ticket invalid, but remember the bot to which it belonged."""
        key = hashed(ticket)
        if self._seats.pop(key, None) is not None:
            self._drop(key, bot, "the offer was withdrawn: the time to join is over")

    def forget_later(self, keys: Iterable[str]) -> None:
        """Mark the tickets of a finished match for deletion. Delete tickets that were marked some minutes ago."""
        now = trio.current_time()
        for key in keys:
            self._late[key] = now + self.limits.tickets_kept
        while self._late and next(iter(self._late.values())) <= now:
            key, _ = self._late.popitem(last=False)
            self._seats.pop(key, None)
            self._gone.pop(key, None)


def opens(seat: RemoteSeat, holder: Holder) -> bool:
    """True if a token's holder may join this seat: it is the seat's bot, or has joined the seat with this token.

    The second case is a bot that was renamed during the match.
    """
    return holder.bot == seat.entrant or (bool(seat.token) and holder.token == seat.token)
