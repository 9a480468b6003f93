"""The lobby: the connected bots, their versions and games, and how many more matches each bot can take.

The arena gives no bot more matches at once than the bot declared. So running matches count against this number even
before their bots connect, and even if they were running when the arena crashed. A process that replaces a crashed
process does not count as a second one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

import trio

from arena.protocol.v1 import attend_pb2, common_pb2
from arena.server.access.door import Holder
from arena.server.matches.remote_seat import RemoteSeat
from arena.server.matches.results import MatchSummary
from arena.server.transport.endings import StreamEnded, done
from arena.server.transport.limits import Limits


class Post(Protocol):
    """The interface of an `Attend` stream, as the lobby uses it."""

    def post(self, data: bytes, *, asks: bool = False) -> None:
        """Send a message. If `asks` is true, the bot has to answer it."""

    def finish(self, ended: StreamEnded) -> None:
        """Send the bot the last message, which says why the stream ends, and end the stream."""


@dataclass(eq=False)
class ConnectedBot:
    """An `Attend` stream of a bot, with the version, games and limits that the bot declared in its Hello."""

    holder: Holder
    version: str
    games: dict[str, frozenset[int]]  # the seat counts of each game
    matches_at_once: int
    form: attend_pb2.OptionForm
    line: Post
    since: float  # seconds since 1970
    admission: common_pb2.Admission = common_pb2.ADMISSION_UNSPECIFIED  # if the arena examines new versions
    features: frozenset[attend_pb2.Feature] = frozenset()  # what the client understands beyond protocol 1.0
    matches: set[str] = field(default_factory=set)  # the names of the seats that use this stream's capacity
    after: set["ConnectedBot"] = field(
        default_factory=set
    )  # connected earlier, and may have disconnected without the arena knowing yet
    draining: bool = False
    superseded: bool = False  # another version of the bot connected later and takes the new matches
    closed: bool = False  # the arena is stopping
    examination: str = ""  # the present step of the bot's examination; empty if it is not examined
    pings: int = 0
    ping_at: float = 0.0
    ping_open: bool = False
    round_trip: float = 0.0

    @property
    def entrant(self) -> str:
        """The name of the bot, without its version."""
        return self.holder.bot

    @property
    def takes_offers(self) -> bool:
        """True if the arena sends offers on this stream."""
        return not (self.draining or self.closed)

    @property
    def room(self) -> int:
        """The number of further matches that the arena may offer on this stream now."""
        return self.matches_at_once - len(self.matches) if self.takes_offers and not self.after else 0

    def plays(self, game: str, seats: int) -> bool:
        """True if the bot declared this game with `seats` seats."""
        return seats in self.games.get(game, ())

    def tell(self, message: attend_pb2.AttendResponse, *, asks: bool = False) -> None:
        """Send the bot a message. If `asks` is true, the bot has to answer it."""
        self.line.post(message.SerializeToString(deterministic=True), asks=asks)

    def notice(self, kind: attend_pb2.NoticeKind, text: str, *, within: float = 0.0, match: str = "") -> None:
        """Send a notice for the bot's author. `within` is the number of seconds until the announced event."""
        message = attend_pb2.Notice(kind=kind, text=text, match=match, within_us=round(within * 1_000_000))
        self.tell(attend_pb2.AttendResponse(notice=message))

    def look_after(self, now: float, limits: Limits) -> None:
        """Ping the bot, and end its stream if it does not answer. The arena calls this every half second."""
        if self.ping_open and now - self.ping_at > limits.ping_timeout:
            words = f"a ping was not answered within {limits.ping_timeout:g} s"
            self.line.finish(StreamEnded(common_pb2.ENDING_REASON_SILENT, words))
        elif not self.ping_open and now - self.ping_at > limits.ping_interval:
            self.ping(now)

    def ping(self, now: float) -> None:
        """Send a ping. The round trip is measured from this ping, or from the oldest ping without an answer."""
        self.pings += 1
        if not self.ping_open:
            self.ping_at, self.ping_open = now, True
        self.tell(attend_pb2.AttendResponse(ping=common_pb2.Ping(number=self.pings)), asks=True)

    def pong(self, number: int, at: float) -> bool:
        """Handle an answer to a ping. Return True if it answers the newest ping."""
        if not self.ping_open or number != self.pings:
            return False
        self.ping_open = False
        trip = max(0.0, at - self.ping_at)
        self.round_trip = min(self.round_trip or trip, trip)
        return True

    def over(self, match: str) -> None:
        """Free the capacity of a seat that this bot no longer needs, because its match is over.

        End the stream if the bot is draining and has no other match.
        """
        self.matches.discard(match)
        self.go_if_done()

    def go_if_done(self) -> None:
        """End the stream if the bot is draining and has no match left."""
        if self.draining and not self.matches:
            self.line.finish(done())


@dataclass(eq=False)
class HeldSeat:
    """A bot's seat in an offered, running or resumed match.

    It uses the capacity of one `Attend` stream of the bot, its *host*. A seat without a host waits for one: its bot is
    not connected, or already plays as many matches as it declared.
    """

    entry: MatchSummary
    number: int
    seat: RemoteSeat | None = None  # at the table; a match that is resumed may not be at its table yet
    host: ConnectedBot | None = None
    offer: attend_pb2.Offer | None = field(default=None, repr=False)  # it holds a ticket
    told: str = field(default="", repr=False)  # the last ticket that was offered to the host

    @property
    def name(self) -> str:
        """The name of the seat, unique among all matches: `MATCH/SEAT`."""
        return f"{self.entry.match}/{self.number}"

    @property
    def bot(self) -> tuple[str, str]:
        """The name and version of the seat's bot."""
        seated = self.entry.seats[self.number]
        return seated.entrant, seated.version

    @property
    def wanted(self) -> tuple[str, int]:
        """The match's game and number of seats, which the seat's bot has to support."""
        return self.entry.game, len(self.entry.seats)

    @property
    def is_played(self) -> bool:
        """True if a `Play` stream has joined the seat."""
        return self.seat is not None and self.seat.stream is not None

    @property
    def waits(self) -> bool:
        """True if the seat waits for an `Attend` stream of its bot: it has no such stream, and has not forfeited."""
        return self.host is None and (self.seat is None or self.seat.failed is None)

    def send_offer(self) -> None:
        """Send the seat's offer on the bot's `Attend` stream to which the lobby has assigned the seat.

        Do nothing if a bot has joined the seat, or if this stream already got this offer.
        """
        seat, host, offer = self.seat, self.host, self.offer
        if seat is None or host is None or offer is None or seat.failed is not None or seat.stream is not None:
            return
        if self.told == offer.ticket:
            return
        self.told = offer.ticket
        seat.speak(self.entry.game, host.form, host.features)
        if host.holder.submitted:  # a bot that the arena runs plays where it attends: its sandbox reaches nothing else
            offer.referee = ""
        offer.returning = seat.joined.is_set() or seat.resumed
        host.tell(attend_pb2.AttendResponse(offer=offer))


class Lobby:
    """All connected bots, and the seats that they hold."""

    def __init__(self) -> None:
        self.attendances: Final[list[ConnectedBot]] = []  # the oldest first
        self._places: Final[dict[str, tuple[HeldSeat, ...]]] = {}  # by match
        self._homeless: Final[list[HeldSeat]] = []  # the oldest first
        self._changed = trio.Event()

    # Connected bots ----------------------------------------------------------------------------------------------

    def enter(self, attendance: ConnectedBot) -> None:
        """Add a bot's `Attend` stream. The bot's next matches use this version, unless another version is asked for.

        If the version has an older stream, the bot may have a second process, or a new process that replaces a crashed
        one. So the new stream gets no offers until the older one has answered a ping or has disconnected.
        """
        for other in self.of(attendance.entrant):
            if other.version != attendance.version and not other.superseded:
                other.superseded = True
                words = f"version {attendance.version} is connected now and takes the new offers"
                other.notice(attend_pb2.NOTICE_KIND_SUPERSEDED, words)
        attendance.after.update(self.of(attendance.entrant, attendance.version))
        self.attendances.append(attendance)
        for other in attendance.after:
            other.ping(trio.current_time())
        self._arrive(attendance)
        self.change()

    def leave(self, attendance: ConnectedBot) -> None:
        """Remove a bot's `Attend` stream. Its matches wait for another stream of the bot with free capacity."""
        self.attendances.remove(attendance)
        for place in [place for some in self._places.values() for place in some if place.host is attendance]:
            place.host, place.told = None, ""
            attendance.matches.discard(place.name)
            self._homeless.append(place)
        self._settled(attendance)
        if not attendance.superseded and not any(
            each.version == attendance.version for each in self.of(attendance.entrant)
        ):
            self._restore(attendance.entrant)
        self.change()

    def answered(self, attendance: ConnectedBot) -> None:
        """Mark a stream as alive, because its bot has answered.

        So later streams of its version count as additional processes, not as replacements.
        """
        self._settled(attendance)
        self.change()

    def _settled(self, older: ConnectedBot) -> None:
        """Let newer streams of a bot no longer wait for its stream `older`, which has answered a ping or has ended.

        Each newer stream that now waits for no other stream gets those seats of the bot that have no stream.
        """
        for other in self.of(older.entrant, older.version):
            if older in other.after:
                other.after.discard(older)
                self._arrive(other)

    def _arrive(self, attendance: ConnectedBot) -> None:
        """Give a bot's new `Attend` stream the seats of this bot that have no stream, as far as it has capacity.

        They are the bot's seats in running and offered matches. Seats that the bot has already joined come first.
        """
        mine = [place for place in self._homeless if place.bot == (attendance.entrant, attendance.version)]
        for place in sorted(mine, key=lambda each: not each.is_played):
            if place.waits and attendance.room and attendance.plays(*place.wanted):
                self.give(place, attendance)

    def _restore(self, entrant: str) -> None:
        """Send new offers of a bot to its previous version again, because its newest version has disconnected."""
        for other in reversed(list(self.of(entrant))):
            for same in self.of(entrant):
                if same.version == other.version:
                    same.superseded = False
            return

    def of(self, entrant: str, version: str = "") -> Iterator[ConnectedBot]:
        """Yield the `Attend` streams of a bot, or of one version of it."""
        for attendance in list(self.attendances):
            if attendance.entrant == entrant and version in {"", attendance.version}:
                yield attendance

    def newest(self, entrant: str, version: str = "") -> ConnectedBot | None:
        """Return the newest `Attend` stream of a bot; None if there is none.

        Prefer a stream of the version that gets the bot's new offers.
        """
        found = list(self.of(entrant, version))
        return next((each for each in reversed(found) if not each.superseded), found[-1] if found else None)

    def able(self, entrant: str, version: str, game: str, seats: int) -> list[ConnectedBot]:
        """Return the `Attend` streams of a version that take offers and play this kind of match, the oldest first."""
        return [each for each in self.of(entrant, version) if each.takes_offers and each.plays(game, seats)]

    # Seats -------------------------------------------------------------------------------------------------------

    def places(self, entry: MatchSummary) -> tuple[HeldSeat, ...]:
        """Return a tuple with a HeldSeat for each bot's seat in a match.

        The lobby tracks these seats until `free` is called.
        """
        if entry.match not in self._places:
            self._places[entry.match] = tuple(HeldSeat(entry, number) for number in range(len(entry.asked)))
            self._homeless.extend(self._places[entry.match])
        return self._places[entry.match]

    def give(self, place: HeldSeat, host: ConnectedBot) -> None:
        """Assign a seat to an `Attend` stream of its bot, and send the seat's offer on this stream."""
        self._homeless.remove(place)
        place.host = host
        host.matches.add(place.name)
        place.send_offer()

    def free(self, match: str) -> None:
        """Free the capacity that a finished match used."""
        for place in self._places.pop(match, ()):
            if place.host is None:
                self._homeless.remove(place)
            else:
                place.host.over(place.name)

    def awaits(self, entrant: str, version: str) -> bool:
        """True if a match waits until this version of a bot has reconnected, or has ended another match."""
        return any(place.waits and place.bot == (entrant, version) for place in self._homeless)

    def settle(self) -> None:
        """Assign each seat that has no `Attend` stream to a stream of its bot, if one has free capacity.

        Skip seats that a `Play` stream has joined: they need no offer.
        """
        for place in list(self._homeless):
            if place.waits and not place.is_played:
                bot, version = place.bot
                able = self.able(bot, version, *place.wanted)
                host = max(able, key=lambda each: each.room, default=None)
                if host is not None and host.room > 0:
                    self.give(place, host)

    def change(self) -> None:
        """Assign waiting seats to `Attend` streams of their bots, then wake every task that waits in `changed()`."""
        self.settle()
        self._changed.set()
        self._changed = trio.Event()

    async def changed(self) -> None:
        """Wait until the connected bots or the seats that they hold have changed."""
        await self._changed.wait()
