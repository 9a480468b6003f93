"""The front's side: its links to referees in other processes, and the matches that each referee has.

A referee opens a call to the front and names its addresses for bots. The front treats the referee as lost when this
call breaks, or when no heartbeat arrives for three seconds. Then the front takes the referee's matches back, and other
referees continue them.
"""

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Final

import trio

from arena.errors import ArenaError, ProtocolError
from arena.server.access.accounts import hashed, new_secret
from arena.server.access.door import secret_of
from arena.server.arena import Arena, server_name
from arena.server.attendance.attend_call import is_submitted
from arena.server.matches.far_seat import FarSeat
from arena.server.matches.match_table import MatchTable
from arena.server.matches.referee_messages import (
    AskSettled,
    Assign,
    Begin,
    Drain,
    Drop,
    Ended,
    HouseTokens,
    Joined,
    Left,
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
    encoded,
    end_from,
    spelled_plan,
)
from arena.server.matches.results import MatchEnd
from arena.server.observers import DecisionTimes, Observer
from arena.server.transport.bridge import Arrival, Call, Handler, PeerGoneError, Refused, Status
from arena.server.transport.gathered import lines_in

log: Final = logging.getLogger(__name__)

METHOD: Final = "arena.referees.v1.Referees/Attach"
SILENT: Final = 3.0  # seconds without a heartbeat after which a referee is lost
LOOK: Final = 0.25  # seconds between two looks at the heartbeats
FIRST: Final = 15.0  # seconds that a match waits for a first referee, before the front referees it itself


@dataclass(eq=False)
class HandedOver:
    """A match that the front has handed to a referee."""

    table: MatchTable
    ready: trio.Event = field(default_factory=trio.Event)
    ended: trio.Event = field(default_factory=trio.Event)
    fault: str = ""
    end: MatchEnd | None = None


class RefereeLink:
    """The link to a connected referee."""

    def __init__(self, name: str, hello: RefereeHello, call: Call, before_offer: Callable[[], None]) -> None:
        self.name: Final = name
        self.address: Final = hello.address
        self.inside: Final = hello.inside
        self.process: Final = hello.process
        self.heard = trio.current_time()  # when the last heartbeat came
        self.is_lost = False
        self.settled: Final = trio.Event()  # all that it was sent before the end of the arena is handled
        self.told_house: Mapping[str, object] | None = None
        self.matches: Final[dict[str, HandedOver]] = {}
        self._call: Final = call
        self._before_offer: Final = before_offer

    def send(self, message: RefereeMessage) -> None:
        """Send a message. Do nothing if the referee is lost."""
        if isinstance(message, Speak):  # an offer follows: its bot may be one of the house, and just have started
            self._before_offer()
        if not self.is_lost:
            self._call.gather(encoded(message))

    async def take(self, table: MatchTable) -> None:
        """Tell the referee to prepare a match. Raise ArenaError if the referee cannot do that."""
        entry = table.entry
        handed = self.matches[entry.match] = HandedOver(table)
        if self.is_lost:
            table.lost.cancel()
        planned = None if table.goes_on else spelled_plan(table.kept)
        self.send(Assign(entry.match, table.a_round.name, entry.block, entry.epoch, planned))
        await handed.ready.wait()
        self._check(handed)

    async def play(self, table: MatchTable) -> MatchEnd:
        """Let the referee play a match, and return its stored end. Raise ArenaError if the match cannot be played."""
        handed = self.matches[table.setup.match]
        self.send(Begin(table.setup.match, table.entry.started, table.tickets))
        await handed.ended.wait()
        self._check(handed)
        del self.matches[table.setup.match]
        assert handed.end is not None, "a match without a fault has an end"
        return handed.end

    def _check(self, handed: HandedOver) -> None:
        if handed.fault:
            raise ArenaError(f"referee {self.name}: {handed.fault}")

    def has_block(self, table: MatchTable) -> bool:
        """True if the referee has another match of the same deal. Both are read and begun together."""
        here = table.a_round.name, table.entry.block
        return any((each.table.a_round.name, each.table.entry.block) == here for each in self.matches.values())

    def drop(self, table: MatchTable) -> None:
        """Tell the referee to stop a match, if it has the match."""
        if self.matches.pop(table.setup.match, None) is not None:
            self.send(Drop(table.setup.match))

    def lose(self, why: str) -> None:
        """Mark the referee as lost, so that the front takes back each of its matches."""
        if self.is_lost:
            return
        self.is_lost = True
        if self.matches:
            log.warning("referee %s is lost (%s): %d matches are taken back", self.name, why, len(self.matches))
        for handed in list(self.matches.values()):
            handed.table.lost.cancel()
        self.matches.clear()
        self._call.end(Refused(Status.UNAVAILABLE, why))


class RefereeLinks(Observer):
    """The links to all referees of an arena in other processes."""

    def __init__(self, arena: Arena) -> None:
        self.arena: Final = arena
        self.links: Final[dict[str, RefereeLink]] = {}  # those that are connected, by name
        self.lost = 0  # how often a referee was lost that had matches
        self.taken: Final[Counter[str]] = Counter()  # matches, by the referee that got them
        self.decisions: Final[Counter[str]] = Counter()  # by referee
        self._names: Final[dict[str, str]] = {}  # of referees that may connect, by the hash of their secret
        self._closed = -inf  # when bots last may not have been able to connect to a referee
        self._changed = trio.Event()

    @property
    def names(self) -> list[str]:
        """The names of all referees that may connect."""
        return sorted(self._names.values())

    def expect(self, name: str) -> str:
        """Return a new secret with which a referee of this name may connect. Its earlier secrets become invalid."""
        secret = new_secret()
        self.forget(name)
        self._names[hashed(secret)] = name
        return secret

    def forget(self, name: str) -> None:
        """Accept no referee of this name any more, because its worker is gone."""
        for key in [key for key, known in self._names.items() if known == name]:
            del self._names[key]
        self._change()

    def methods(self) -> Mapping[str, Handler]:
        """Return the handler of the call that referees open."""
        return {METHOD: self._attach}

    def begin(self) -> None:
        """From now on, hand the arena's matches to referees."""
        self.arena.matches.tables.referees = self
        self.arena.observers.add(self)

    def arena_stopping(self, grace: float) -> None:
        """Tell all referees to report in health checks that they accept no new calls."""
        self.tell_all(Drain())

    # A referee -------------------------------------------------------------------------------------------------------

    async def _attach(self, call: Call) -> None:
        """Serve the call of a referee until it breaks."""
        name = self._names.get(hashed(secret_of(call)))
        if name is None:
            door = self.arena.door
            if wait := door.refusals.take(door.addresses.of(call), trio.current_time()):
                await trio.sleep(min(wait, door.refusal_held))
            raise Refused(Status.UNAUTHENTICATED, "expected the secret of a referee")
        call.trust()
        try:
            hello = decoded((await call.receive()).data)
        except ProtocolError as error:
            raise Refused(Status.INVALID_ARGUMENT, str(error)) from None
        if not isinstance(hello, RefereeHello) or hello.release != server_name():
            release = ascii(hello.release)[1:60] if isinstance(hello, RefereeHello) else "no release"
            words = f"a referee of {release}: expected {server_name()}"
            log.error("referee %s is refused: %s", name, words)
            raise Refused(Status.FAILED_PRECONDITION, words)
        if name in self.links:
            self._lose(self.links[name], "a newer call of this referee came")
        link = self.links[name] = RefereeLink(name, hello, call, self.send_house)
        link.send(Welcome(self.arena.observers.wants_decisions))
        log.info("referee %s (process %d) is connected, at %s", name, hello.process, hello.address)
        self._change()
        try:
            call.listen(lambda arrival: self._received(link, arrival))
            await call.left()
        except PeerGoneError:
            self._lose(link, "its call broke")
            raise
        finally:
            self._lose(link, "its call ended")

    def _lose(self, link: RefereeLink, why: str) -> None:
        if not link.is_lost:
            self.lost += bool(link.matches)
            link.lose(why)
        if self.links.get(link.name) is link:
            del self.links[link.name]
        self._change()

    def _change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def _received(self, link: RefereeLink, arrival: Arrival) -> None:
        """Handle the messages of a referee that arrived together."""
        for line in lines_in(arrival.data):
            self._heard(link, decoded(line), arrival.at)

    def _heard(self, link: RefereeLink, message: RefereeMessage, at: float) -> None:
        """Handle a referee's message. Ignore messages about matches that this referee no longer has."""
        if link.is_lost:
            return
        if isinstance(message, Settled):
            link.settled.set()
        elif isinstance(message, Pulse):
            self._felt(link, message, at)
        elif isinstance(message, Ready | Ended | Joined | Left | SeatLost):
            handed = link.matches.get(message.match)
            if handed is not None:
                self._told(handed, message)

    def _felt(self, link: RefereeLink, pulse: Pulse, at: float) -> None:
        """Handle a heartbeat, and report the decisions in it to the observers."""
        link.heard = max(link.heard, at)
        self.decisions[link.name] += pulse.decisions
        if pulse.was_closed:
            self._closed = at
        for times in pulse.times:
            self.arena.observers.decided(DecisionTimes(*times))

    def _told(self, handed: HandedOver, message: Ready | Ended | Joined | Left | SeatLost) -> None:
        """Handle a referee's message about a match or about a seat of the match."""
        if isinstance(message, Ready | Ended):
            handed.fault = message.fault
            handed.ready.set()
            if isinstance(message, Ended):
                handed.end = None if message.end is None else end_from(message.end)
                handed.ended.set()
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
        """Return the referee that has other matches of the block, or the one with the fewest; None for the front.

        The sandbox of a submitted bot can reach only the front. A house bot can reach only referees on the front's
        machine.
        """
        if await self._plays_at_front(table):
            return None
        needs_inside = any(seat.entrant in self.arena.matches.offers.house for seat in table.seats)
        with trio.move_on_after(FIRST):
            while self._names and not self.links:
                await self._changed.wait()
        self.send_house()
        able = [each for each in self.links.values() if each.inside or not needs_inside]
        link = min(able, key=lambda each: (not each.has_block(table), len(each.matches)), default=None)
        if link is not None:
            self.taken[link.name] += 1
        return link

    def was_closed(self, within: float) -> bool:
        """True if bots may have been unable to connect to a referee within the last `within` seconds."""
        return trio.current_time() - self._closed < within

    async def _plays_at_front(self, table: MatchTable) -> bool:
        """True if a match has a submitted bot. If a bot is not connected, ask the database."""
        for seat in table.seats:
            connected = next(self.arena.lobby.of(seat.entrant, seat.version), None)
            if connected is not None and connected.holder.submitted:
                return True
            if connected is None and await is_submitted(self.arena, seat.entrant, seat.version):
                return True
        return False

    def send_house(self) -> None:
        """Send the tokens of house bots to all referees that lack them."""
        house = dict(self.arena.door.house)
        for link in self.links.values():
            if link.told_house != house and link.inside:
                link.told_house = house
                link.send(HouseTokens([[key, each.token, each.bot] for key, each in house.items()]))

    async def look_after(self) -> None:
        """While the arena runs, mark referees without heartbeats as lost.

        The time of a delay of the front does not count.
        """
        while True:
            before = trio.current_time()
            await trio.sleep(LOOK)
            late = trio.current_time() - before - LOOK
            for link in list(self.links.values()):
                link.heard += max(0.0, late)
                if trio.current_time() - link.heard > SILENT:
                    self._lose(link, f"no heartbeat for {SILENT:g} s")
            self.send_house()

    async def settle(self) -> None:
        """Wait until all referees have handled earlier messages, such as the last messages to their seats."""
        with trio.move_on_after(SILENT):
            for link in list(self.links.values()):
                link.send(AskSettled())
                await link.settled.wait()

    def tell_all(self, message: RenewCertificate | Drain) -> None:
        """Send a message to all referees."""
        for link in self.links.values():
            link.send(message)
