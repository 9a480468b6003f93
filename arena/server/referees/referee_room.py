"""The side of a referee in its own process: its matches, from the first ticket to the result.

The front (`arena serve`) sends offers and decides which bots are late. This process lets bots join, sends them
decisions, and writes the journal. If the call to the front breaks, this process stops all its matches and sends nothing
more to their seats, because another referee gets these matches.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import trio

from arena.errors import ArenaError
from arena.record import ForfeitReason
from arena.referee import Forfeited, MatchOutcome, SeatFailed, play_match
from arena.server.access.door import Holder
from arena.server.arena import Arena
from arena.server.attached.attached_room import PULSE, AttachedRoom
from arena.server.matches.far_seat import REPORTED, ending_of
from arena.server.matches.match_table import MatchTable, set_up
from arena.server.matches.match_tables import fields_of
from arena.server.matches.referee_messages import (
    AskSettled,
    Assign,
    Begin,
    CloseTicket,
    Drain,
    Drop,
    Dropped,
    Ended,
    FailSeat,
    HouseTokens,
    Joined,
    Left,
    NewCertificate,
    OpenTicket,
    Pulse,
    Ready,
    RefereeMessage,
    RenewCertificate,
    SeatLost,
    SeatMessage,
    Settled,
    Speak,
    Welcome,
    decoded,
    planned_from,
    spelled_end,
)
from arena.server.matches.remote_seat import RemoteSeat, SeatStream
from arena.server.matches.results import MatchEnd, PlannedMatch, StaleEpochError
from arena.server.matches.rounds import OpenRound, entrants_in, terms_in
from arena.server.observers import DecisionTimes, Observer
from arena.server.transport.endings import StreamEnded
from arena.server.transport.gathered import lines_in
from arena.server.transport.json_messages import as_bytes

log: Final = logging.getLogger(__name__)

MOST: Final = 1000  # times of decisions in one heartbeat; and rounds and matches that are remembered
FAULT: Final = "the referee's own fault; it is noted there"


class ReportingSeat(RemoteSeat):
    """A seat that reports to the front (`arena serve`) when a bot joins or leaves it, or when it fails."""

    def __init__(self, **terms: Any) -> None:
        super().__init__(**terms)
        self.report: Callable[[RefereeMessage], None] = _nothing  # until the seat is at its table
        self.report_soon: Callable[[RefereeMessage], None] = _nothing

    def join(self, stream: SeatStream, last_seen: int, token: str, now: float) -> None:
        """Join the seat, and report that to the front (`arena serve`).

        Report it immediately if the match is resumed, because the front waits until all bots have joined again. If not,
        the report may wait a moment for others.
        """
        super().join(stream, last_seen, token, now)
        report = self.report if self.resumed else self.report_soon
        report(Joined(self.match, self.seat, token))

    def leave(self, stream: SeatStream) -> None:
        """Handle the end of a stream.

        If it was the newest stream and the match is not over, report to the front that the bot has left.
        """
        is_mine = stream is self.stream
        super().leave(stream)
        if is_mine and not self.over_data:
            self.report(Left(self.match, self.seat))

    def fail(self, failed: SeatFailed, ended: StreamEnded | None, *, at_once: bool = False) -> None:
        """Let the seat forfeit, and report that to the front (`arena serve`)."""
        super().fail(failed, ended, at_once=at_once)
        self.report(SeatLost(self.match, self.seat, failed.reason.value, failed.detail))

    def forfeited(self, forfeited: Forfeited) -> None:
        """Send the bot the message that it has forfeited, and report the forfeit to the front (`arena serve`)."""
        super().forfeited(forfeited)
        self.report(SeatLost(self.match, self.seat, forfeited.reason.value, forfeited.detail))


class DecisionCounter(Observer):
    """Counts the decisions of a referee, and collects their times if the front (`arena serve`) wants them."""

    hears_decisions = True

    def __init__(self) -> None:
        self.count = 0
        self.wanted = False
        self.times: list[DecisionTimes] = []

    def decided(self, times: DecisionTimes) -> None:
        """Count a decision of a bot."""
        self.count += 1
        if self.wanted:
            self.times.append(times)

    def taken(self) -> tuple[int, list[DecisionTimes]]:
        """Return the number of decisions since the last call, and at most 1,000 DecisionTimes. Forget what is returned.

        A DecisionTimes has the parts of the time of one decision. If there are more of them, later calls return the
        rest.
        """
        count, self.count = self.count, 0
        times, self.times = self.times[:MOST], self.times[MOST:]
        return count, times


class RefereeRoom(AttachedRoom[RefereeMessage]):
    """The matches of a referee in its own process.

    `renew` makes the referee read its certificate again, and returns it; `drain` makes its health checks report a stop.
    """

    def __init__(self, arena: Arena, renew: Callable[[], str], drain: Callable[[], None]) -> None:
        super().__init__()
        self.arena: Final = arena
        self.renew: Final = renew
        self.drain: Final = drain
        self.decisions: Final = DecisionCounter()
        arena.matches.tickets.are_coming = True
        arena.observers.add(self.decisions)
        self._tables: Final[OrderedDict[str, MatchTable]] = OrderedDict()  # also those that are over, for a while
        self._rounds: Final[OrderedDict[str, OpenRound]] = OrderedDict()
        self._unready: Final[dict[str, list[SeatMessage]]] = {}  # messages for matches that are being prepared
        self._unsent: Final[list[RefereeMessage]] = []  # reports that can wait a moment

    def send(self, message: RefereeMessage) -> None:
        """Send the front (`arena serve`) this message after all queued ones. Drop them all if there is no call."""
        if self._call is not None:
            for each in (*self._unsent, message):
                self._call.gather(as_bytes(each))
        self._unsent.clear()

    def send_soon(self, message: RefereeMessage) -> None:
        """Queue a message for the front (`arena serve`). It is sent with the next messages, or after a moment."""
        if not self._unsent:
            self.arena.matches.nursery.start_soon(self._send_waiting)
        self._unsent.append(message)

    async def _send_waiting(self) -> None:
        """Wait a moment for further queued messages, then send all of them to the front (`arena serve`) together."""
        await trio.sleep(REPORTED)
        if self._unsent:
            self.send(self._unsent.pop())

    def cut_off(self) -> None:
        """Stop all matches, because the call to the front (`arena serve`) broke and other referees get the matches."""
        self._unsent.clear()
        self._unready.clear()
        for match in list(self.arena.matches.tables):
            self._drop(match, cut=True)

    def pulse(self) -> Pulse:
        """Return the next heartbeat message for the front (`arena serve`)."""
        count, times = self.decisions.taken()
        was_closed = self.arena.unreachable(2 * PULSE)
        return Pulse(len(self.arena.matches.tables), count, times, was_closed)

    async def take(self, data: bytes, nursery: trio.Nursery) -> None:
        """Handle all messages of the front (`arena serve`) that arrived in one gRPC message."""
        for line in lines_in(data):
            self._take(decoded(line), nursery)

    def _take(self, message: RefereeMessage, nursery: trio.Nursery) -> None:  # noqa: C901 -- one case for each kind
        """Handle a message from the front (`arena serve`)."""
        if isinstance(message, Assign):
            waiting = self._unready[message.match] = []
            nursery.start_soon(self._get_ready, message, waiting)
        elif isinstance(message, Begin):
            if (table := self._tables.get(message.match)) is not None:
                nursery.start_soon(self._play, table)
        elif isinstance(message, Drop):
            self._give_back(message)
        elif isinstance(message, SeatMessage):
            if (unready := self._unready.get(message.match)) is not None:
                unready.append(message)
            elif (table := self._tables.get(message.match)) is not None:
                self._at_seat(table.seats[message.seat], message)
        elif isinstance(message, HouseTokens):
            house = {
                key: Holder(token, "bot", bot, is_house=not version, submitted=version)
                for key, token, bot, version in message.holders
            }
            self.arena.door.house.clear()
            self.arena.door.house.update(house)
        elif isinstance(message, Welcome):
            self.decisions.wanted = message.decisions
        elif isinstance(message, RenewCertificate):
            self.send(NewCertificate(self.renew()))
        elif isinstance(message, Drain):
            self.drain()
        elif isinstance(message, AskSettled):
            self.send(Settled())

    def _give_back(self, message: Drop) -> None:
        """Stop a match, because the front (`arena serve`) takes it back.

        If the front wants the streams of its seats to be cut, report when that is done.
        """
        self._unready.pop(message.match, None)
        self._drop(message.match, cut=message.cut)
        if message.cut:
            self.send(Dropped(message.match))

    def _at_seat(self, seat: RemoteSeat, message: SeatMessage) -> None:
        """Handle a message of the front (`arena serve`) about a seat."""
        tickets = self.arena.matches.tickets
        if isinstance(message, OpenTicket):
            tickets.honour(message.ticket, seat)
            seat.opens(message.ticket)
        elif isinstance(message, CloseTicket):
            tickets.close(message.ticket, seat.entrant)
        elif isinstance(message, Speak):
            seat.speak(self._tables[seat.match].entry.game, message.form, message.features)
        elif isinstance(message, FailSeat):
            if message.reason == ForfeitReason.NO_SHOW.value and seat.joined.is_set():
                return  # the report that the bot has joined and the front's message have crossed
            ended = None if message.ending is None else ending_of(message.ending)
            seat.fail(SeatFailed(ForfeitReason(message.reason), message.detail), ended, at_once=message.at_once)
        else:
            seat.finish(ending_of(message.ending))

    # One match -------------------------------------------------------------------------------------------------------

    async def _get_ready(self, task: Assign, waiting: list[SeatMessage]) -> None:
        """Set up a match that the front (`arena serve`) has assigned. Then play it if it is new, or report `Ready`.

        `waiting` are the messages about its seats that arrive before the match is set up. If the referee cannot take
        the match, report the reason to the front.
        """
        try:
            table = await self._set(task)
        except StaleEpochError as stale:  # this process was paused, or cut off, when the match was handed to it
            log.warning("%s", stale)
            self.send(Ready(task.match, str(stale)))
            return
        except (ArenaError, LookupError) as error:
            log.exception("match %s cannot be refereed here", task.match)
            self.send(Ready(task.match, str(error) or FAULT))
            return
        if self._unready.get(task.match) is not waiting:
            return  # the front has taken the match back
        del self._unready[task.match]
        self._add(table)
        for message in waiting:
            self._at_seat(table.seats[message.seat], message)
        if table.goes_on:
            self.send(Ready(task.match))
        else:
            await self._play(table)

    def _add(self, table: MatchTable) -> None:
        """Add a match that bots can join now. Forget the oldest matches that are over if there are too many."""
        match = table.setup.match
        self.arena.matches.tables.add(table)
        self._tables.pop(match, None)
        self._tables[match] = table
        over = (each for each in self._tables if each not in self.arena.matches.tables)
        for old in list(islice(over, max(0, len(self._tables) - MOST))):
            del self._tables[old]

    async def _set(self, task: Assign) -> MatchTable:
        """Return a new MatchTable for a match.

        Raise StaleEpochError if the match was running before and has another epoch now.
        """
        matches = self.arena.matches
        a_round = await self._round(task.round)
        kept = await self._stored(task) if task.planned is None else planned_from(task, a_round.terms)
        matches.lobby.free(task.match)  # it may have been here before
        table = set_up(a_round, kept, matches.lobby.places(kept.entry), self.arena.limits, ReportingSeat)
        for seat in table.seats:
            assert isinstance(seat, ReportingSeat)
            seat.report, seat.report_soon = self.send, self.send_soon
        return table

    async def _stored(self, task: Assign) -> PlannedMatch:
        """Return a running match from the database, with its journal.

        Raise StaleEpochError if the match has another epoch now.
        """
        found = await self.arena.matches.results.block(task.round, task.block)
        [kept] = [each for each in found if each.entry.match == task.match]
        if kept.entry.epoch != task.epoch:
            raise StaleEpochError(task.match)
        return kept

    async def _round(self, name: str) -> OpenRound:
        """Return the round with this name, with the secrets of its deals. Raise LookupError if it is not stored."""
        if name not in self._rounds:
            stored = await self.arena.results.round(name)
            if stored is None or stored.agreed is None:
                raise LookupError(f"there is no round {name}")
            nonces = tuple(nonce for _, _, nonce in stored.nonces)
            terms, entrants = terms_in(stored.agreed), entrants_in(stored.agreed)
            self._rounds[name] = OpenRound(name, terms, entrants, stored.secret, nonces)
            if len(self._rounds) > MOST:
                self._rounds.popitem(last=False)
        return self._rounds[name]

    async def _play(self, table: MatchTable) -> None:
        """Play a match to its end, and report the end to the front (`arena serve`).

        Stop immediately if another referee has taken the match.
        """
        match, fault, end = table.setup.match, "", None
        try:
            with table.scope:
                end = spelled_end(MatchEnd.of(await self._play_on(table)))
        except StaleEpochError as stale:
            log.warning("%s", stale, extra=fields_of(table))
            self._drop(match, cut=True)
            return
        except ArenaError as error:
            log.error("match %s failed: %s", match, error, extra=fields_of(table))  # noqa: TRY400 -- it says all
            fault = FAULT
        except Exception:
            log.exception("match %s failed", match, extra=fields_of(table))
            fault = FAULT
        if not table.scope.cancelled_caught:
            self.send(Ended(match, fault, end))
            self._forget(table)

    async def _play_on(self, table: MatchTable) -> MatchOutcome:
        """Play a match from its beginning, when its bots have joined, or from its journal."""
        match, results, lines = table.setup.match, self.arena.results, table.kept.lines
        if table.goes_on:
            journal = await results.go_on(match, lines, (), table.entry.epoch)
            log.info("match %s goes on after %d lines", match, len(lines), extra=fields_of(table))
        else:
            await taken(table)
            table.entry = replace(table.entry, state="running", started=self.arena.wall())
            journal = await results.open_match(table.entry, newest_tickets(table))
        heart = self.arena.matches.tables.heart
        return await play_match(table.setup, table.all_seats, self.arena.observers.journal(journal), heart, lines)

    def _drop(self, match: str, *, cut: bool) -> None:
        """Stop a match in this process. With `cut`, cut the streams of its seats."""
        table = self.arena.matches.tables.get(match)
        if table is None:
            return
        table.scope.cancel()
        for seat in table.seats:
            assert isinstance(seat, ReportingSeat)
            seat.report = seat.report_soon = _nothing
            if cut:
                seat.cut()
                self.arena.matches.tickets.drop(seat.tickets)
                seat.tickets.clear()
        self._forget(table)

    def _forget(self, table: MatchTable) -> None:
        """Remove an ended match from this process. Its tickets stay valid for a while, so bots can get the result."""
        matches = self.arena.matches
        matches.tables.remove(table)
        for seat in table.seats:
            assert isinstance(seat, ReportingSeat)
            matches.tickets.forget_later(seat.tickets)
        matches.lobby.free(table.setup.match)


async def taken(table: MatchTable) -> None:
    """Wait until each seat is joined or has failed. The front (`arena serve`) says when the bot of a seat is too late.

    If all bots are late, wait forever: the front takes the match back.
    """
    while table.nobody_came or not all(seat.joined.is_set() or seat.failed is not None for seat in table.seats):
        await table.bell.next_ring.wait()


def newest_tickets(table: MatchTable) -> list[str]:
    """Return a list with the hash of the newest ticket of each seat; an empty text for a seat without a ticket."""
    tickets = []
    for seat in table.seats:
        assert isinstance(seat, ReportingSeat)
        tickets.append(seat.tickets[-1] if seat.tickets else "")
    return tickets


def _nothing(_: RefereeMessage) -> None:
    """Ignore a report of a seat, because the seat does not belong to a match of this process yet."""
