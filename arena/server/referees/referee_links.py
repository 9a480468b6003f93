"""The side of the front (`arena serve`): its links to referees in other processes, and the matches of each referee.

A referee names its addresses for bots in its first message. If a referee is lost, the front takes its matches back, and
other referees continue them.
"""

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Final

import trio

from arena.errors import ProtocolError
from arena.server.arena import Arena
from arena.server.attached.process_links import SILENT, ProcessLink, ProcessLinks
from arena.server.attendance.attend_call import is_submitted
from arena.server.endpoint import is_loopback
from arena.server.matches.far_seat import FarSeat
from arena.server.matches.match_table import MatchTable
from arena.server.matches.match_tables import FAULT, fields_of
from arena.server.matches.referee_messages import (
    METHOD,
    AskSettled,
    Assign,
    Begin,
    Drain,
    Drop,
    Dropped,
    Ended,
    HouseTokens,
    Joined,
    Left,
    NewCertificate,
    Pulse,
    Ready,
    RefereeHello,
    RefereeMessage,
    RenewCertificate,
    SeatLost,
    Settled,
    Speak,
    Welcome,
    decoded,
    end_from,
    spelled_plan,
)
from arena.server.matches.results import MatchEnd
from arena.server.observers import DecisionTimes, Observer
from arena.server.transport.bridge import Arrival, Call
from arena.server.transport.gathered import lines_in
from arena.server.transport.json_messages import as_bytes
from arena.tasks.release import release

log: Final = logging.getLogger(__name__)

FIRST: Final = 15.0  # seconds that a match waits for a first referee, before the front referees it itself


@dataclass(eq=False)
class HandedOver:
    """A match that the front (`arena serve`) has handed to a referee, and what the referee has reported about it."""

    table: MatchTable
    ready: trio.Event = field(default_factory=trio.Event)
    ended: trio.Event = field(default_factory=trio.Event)
    end: MatchEnd | None = None


class RefereeLink(ProcessLink[RefereeMessage]):
    """The link of the front (`arena serve`) to a connected referee."""

    def __init__(self, name: str, hello: RefereeHello, call: Call, before_offer: Callable[[], None]) -> None:
        super().__init__(name, hello.process, f"at {hello.address}", call)
        self.address: Final = hello.address
        self.inside: Final = hello.inside
        self.certificate = hello.certificate
        self.settled: Final = trio.Event()  # set when the referee has handled all messages from before the arena's stop
        self.told_house: Mapping[str, object] | None = None  # the tokens of bots that the arena runs
        self.matches: Final[dict[str, HandedOver]] = {}
        self._released: Final[dict[str, trio.Event]] = {}  # by match, until its streams are cut
        self._before_offer: Final = before_offer

    def send(self, message: RefereeMessage) -> None:
        """Send a message. Do nothing if the referee is lost."""
        if isinstance(message, Speak):  # an offer follows: its bot may be one of the house, and just have started
            self._before_offer()
        if not self.lost_why:
            self._call.gather(as_bytes(message))

    async def take(self, table: MatchTable) -> None:
        """Give the referee a match. It begins a new match by itself, when each seat is joined or has failed.

        If the match was interrupted, wait until the referee lets bots join.
        """
        entry = table.entry
        handed = self.matches[entry.match] = HandedOver(table)
        if self.lost_why:
            table.lost.cancel()
        await trio.lowlevel.checkpoint_if_cancelled()
        planned = None if table.goes_on else spelled_plan(table.kept)
        self.send(Assign(entry.match, table.a_round.name, entry.block, entry.epoch, planned))
        if table.goes_on:
            await handed.ready.wait()

    async def play(self, table: MatchTable) -> MatchEnd:
        """Wait until a match has ended and its result is stored. Return the result as a MatchEnd."""
        match = table.setup.match
        handed = self.matches[match]
        if table.goes_on:
            self.send(Begin(match))
        await handed.ended.wait()
        self.matches.pop(match, None)  # it is gone if the referee was lost in the same moment
        assert handed.end is not None, "a match without a fault has an end"
        return handed.end

    def has_block(self, table: MatchTable) -> bool:
        """True if the referee already has another match of the same block as this match."""
        here = table.a_round.name, table.entry.block
        return any((each.table.a_round.name, each.table.entry.block) == here for each in self.matches.values())

    def failed(self, table: MatchTable, fault: str) -> None:
        """End the wait for a match that the referee cannot play. The match becomes void by the arena's fault."""
        words = "match %s failed: referee %s: %s"
        log.error(words, table.setup.match, self.name, fault, extra=fields_of(table))
        table.fault = FAULT
        table.scope.cancel()

    def drop(self, table: MatchTable) -> None:
        """Tell the referee to stop a match, if it has the match."""
        if self.matches.pop(table.setup.match, None) is not None:
            self.send(Drop(table.setup.match))

    async def release(self, table: MatchTable) -> bool:
        """Stop a match at the referee, and cut the streams of its seats. Return when that is done.

        Return False if the referee is lost. Earlier messages about the match have arrived before the return.
        """
        match = table.setup.match
        self.matches.pop(match, None)
        if self.lost_why:
            return False
        done = self._released[match] = trio.Event()
        self.send(Drop(match, cut=True))
        await done.wait()
        return not self.lost_why

    def released(self, match: str) -> None:
        """Wake the task in `release`: the referee has stopped a match, or is lost."""
        if match in self._released:
            self._released.pop(match).set()

    @property
    def is_safe(self) -> bool:
        """True if the way to the referee is encrypted or on this machine, so that submitted bots may call it."""
        return bool(self.certificate) or is_loopback(self.address.rpartition(":")[0])

    def give_up(self) -> None:
        """Take back each match of the referee."""
        if self.matches:
            words = "referee %s is lost (%s): %d matches are taken back"
            log.warning(words, self.name, self.lost_why, len(self.matches))
        for handed in list(self.matches.values()):
            handed.table.lost.cancel()
        self.matches.clear()
        for match in list(self._released):
            self.released(match)


class RefereeLinks(ProcessLinks[RefereeLink], Observer):
    """The links to all referees of an arena in other processes."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena, "referee", METHOD)
        self.lost = 0  # how often a referee was lost that had matches
        self.taken: Final[Counter[str]] = Counter()  # matches, by the referee that got them
        self.decisions: Final[Counter[str]] = Counter()  # by referee
        self._closed = -inf  # when bots last may not have been able to connect to a referee
        self._changed = trio.Event()

    def begin(self) -> None:
        """From now on, hand the arena's matches to referees."""
        self.arena.matches.tables.referees = self
        self.arena.observers.add(self)

    def arena_stopping(self, grace: float) -> None:
        """Tell all referees to report in health checks that they accept no new calls."""
        self.tell_all(Drain())

    # A referee -------------------------------------------------------------------------------------------------------

    async def link_to(self, name: str, hello: bytes, call: Call) -> RefereeLink:
        """Return a link to the referee that has sent this first message. Send the referee a welcome message."""
        message = decoded(hello)
        if not isinstance(message, RefereeHello):
            raise ProtocolError(f"{type(message).__name__}: expected a RefereeHello first")
        self.check_release(name, message.release, release())
        link = RefereeLink(name, message, call, self.send_house)
        link.send(Welcome(self.arena.observers.wants_decisions))
        return link

    def lose(self, link: RefereeLink, why: str) -> None:
        """Mark a referee as lost, and take back its matches."""
        if not link.lost_why:
            self.lost += bool(link.matches)
        super().lose(link, why)

    def links_changed(self) -> None:
        """Wake the tasks that wait for the first connected referee, to hand their matches to it."""
        self._changed.set()
        self._changed = trio.Event()

    def received(self, link: RefereeLink, arrival: Arrival, nursery: trio.Nursery) -> None:
        """Handle all messages of a referee that arrived in one gRPC message."""
        for line in lines_in(arrival.data):
            self._heard(link, decoded(line), arrival.at)

    def _heard(self, link: RefereeLink, message: RefereeMessage, at: float) -> None:
        """Handle a referee's message. Ignore messages about matches that this referee no longer has."""
        if link.lost_why:
            return
        if isinstance(message, Settled):
            link.settled.set()
        elif isinstance(message, Pulse):
            self._felt(link, message, at)
        elif isinstance(message, Dropped):
            link.released(message.match)
        elif isinstance(message, NewCertificate):
            self._renewed(link, message.certificate)
        elif isinstance(message, Ready | Ended | Joined | Left | SeatLost):
            handed = link.matches.get(message.match)
            if handed is not None:
                self._told(link, handed, message)

    def _felt(self, link: RefereeLink, pulse: Pulse, at: float) -> None:
        """Handle a heartbeat: count the referee's decisions, and report their times to the observers."""
        link.heard = max(link.heard, at)
        self.decisions[link.name] += pulse.decisions
        if pulse.was_closed:
            self._closed = at
        for times in pulse.times:
            self.arena.observers.decided(DecisionTimes(*times))

    def _renewed(self, link: RefereeLink, certificate: str) -> None:
        """Store the new certificate of a referee, and send it to the sandboxes of submitted bots that play there."""
        link.certificate = certificate
        for handed in link.matches.values():
            self.arena.matches.offers.lead_again(handed.table)

    def _told(self, link: RefereeLink, handed: HandedOver, message: Ready | Ended | Joined | Left | SeatLost) -> None:
        """Handle a referee's message about a match or about a seat of the match."""
        if isinstance(message, Ready | Ended):
            if message.fault:
                link.failed(handed.table, message.fault)
            elif isinstance(message, Ended):
                assert message.end is not None, "a match without a fault has an end"
                handed.end = end_from(message.end)
                handed.ended.set()
            else:
                handed.ready.set()
            return
        seat = handed.table.seats[message.seat]
        assert isinstance(seat, FarSeat)
        if isinstance(message, Joined):
            seat.is_joined(message.token)
        elif isinstance(message, Left):
            seat.is_left()
            handed.table.places[message.seat].send_offer()
        else:
            seat.is_lost(message.reason, message.detail)

    # All of them -----------------------------------------------------------------------------------------------------

    async def choose(self, table: MatchTable) -> RefereeLink | None:
        """Return a referee for a match: one that has a match of the same block, or the one with the fewest matches.

        Return None if the front has to referee the match itself. A house bot can reach only referees on the front's
        machine. The calls of a submitted bot go only to referees with TLS, and to those on the front's machine.
        """
        needs_inside = any(seat.entrant in self.arena.matches.offers.house for seat in table.seats)
        with trio.move_on_after(FIRST):
            while self.names and not self.links:
                await self._changed.wait()
        self.send_house()
        able = [each for each in self.links.values() if each.inside or not needs_inside]
        if not all(each.is_safe for each in able) and await self._has_submitted(table):
            able = [each for each in able if each.is_safe and not each.lost_why]
        link = min(able, key=lambda each: (not each.has_block(table), len(each.matches)), default=None)
        if link is not None:
            self.taken[link.name] += 1
        return link

    def was_closed(self, within: float) -> bool:
        """True if bots may have been unable to connect to a referee within the last `within` seconds."""
        return trio.current_time() - self._closed < within

    async def _has_submitted(self, table: MatchTable) -> bool:
        """True if a match has a submitted bot. If a bot is not connected, ask the database."""
        for seat in table.seats:
            connected = next(self.arena.lobby.of(seat.entrant, seat.version), None)
            if connected is not None and connected.holder.submitted:
                return True
            if connected is None and await is_submitted(self.arena, seat.entrant, seat.version):
                return True
        return False

    def send_house(self) -> None:
        """Send the tokens of submitted bots to all referees, and those of house bots to referees on this machine.

        A referee that has the newest tokens gets none.
        """
        house = self.arena.door.house
        for link in self.links.values():
            reach = {key: each for key, each in house.items() if link.inside or each.submitted}
            if link.told_house != reach:
                link.told_house = reach
                link.send(HouseTokens([[key, each.token, each.bot, each.submitted] for key, each in reach.items()]))

    def look(self, late: float) -> None:
        """Mark referees without heartbeats as lost, and send new tokens of the arena's bots to the other referees.

        This check began `late` seconds later than planned, and this delay does not count.
        """
        super().look(late)
        self.send_house()

    async def settle(self) -> None:
        """Wait until all referees have handled earlier messages, or until three seconds have passed."""
        with trio.move_on_after(SILENT):
            for link in list(self.links.values()):
                link.send(AskSettled())
                await link.settled.wait()

    def tell_all(self, message: RenewCertificate | Drain) -> None:
        """Send a message to all referees."""
        for link in self.links.values():
            link.send(message)
