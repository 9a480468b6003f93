"""The lobby: who is here, in which version, for which games, and how many matches more they take.

Nobody is given more matches than it has declared. So what bots play already, and what they were playing when the arena
fell, has its place here before anybody comes; and a process that was started in place of another is not taken for a
second one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

import trio

from arena.games import rules
from arena.games.game import Scalar
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.server.access.door import Holder
from arena.server.matches.remote_seat import RemoteSeat, writer_for
from arena.server.matches.results import MatchSummary
from arena.server.messages import knows_options
from arena.server.transport.endings import StreamEnded, done
from arena.server.transport.limits import Limits


class Post(Protocol):
    """An `Attend` stream, as the lobby needs it."""

    def post(self, data: bytes, *, asks: bool = False) -> None:
        """Send a message; `asks` says that it wants an answer."""

    def finish(self, ended: StreamEnded) -> None:
        """Send the last words, and end the stream."""


@dataclass(eq=False)
class ConnectedBot:
    """One standing stream of a bot."""

    holder: Holder
    version: str
    games: dict[str, frozenset[int]]  # with how many seats
    matches_at_once: int
    form: attend_pb2.OptionForm
    line: Post
    since: float  # seconds since 1970
    admission: common_pb2.Admission = common_pb2.ADMISSION_UNSPECIFIED  # where new versions are examined
    features: frozenset[attend_pb2.Feature] = frozenset()  # what the client understands beyond protocol 1.0
    matches: set[str] = field(default_factory=set)  # the places that are offered here and not over, by name
    after: set["ConnectedBot"] = field(
        default_factory=set
    )  # came before, and may have gone without anybody knowing yet
    draining: bool = False
    superseded: bool = False  # another version of it came later: what is played from now on is played by that one
    closed: bool = False  # the arena is stopping
    examination: str = ""  # the step of the examination that it is in
    nonces: dict[str, bytes] = field(default_factory=dict)  # of rounds that ask for them
    pings: int = 0
    ping_at: float = 0.0
    ping_open: bool = False
    round_trip: float = 0.0

    @property
    def entrant(self) -> str:
        """The bot's name."""
        return self.holder.bot

    @property
    def takes_offers(self) -> bool:
        """Whether it is offered anything."""
        return not (self.draining or self.closed)

    @property
    def room(self) -> int:
        """How many matches more it is offered."""
        return self.matches_at_once - len(self.matches) if self.takes_offers and not self.after else 0

    def plays(self, game: str, seats: int, options: Mapping[str, Scalar]) -> bool:
        """True if the bot plays this game with so many seats, and knows these rules options."""
        return seats in self.games.get(game, ()) and knows_options(self.features, rules(game), options)

    def tell(self, message: attend_pb2.AttendResponse, *, asks: bool = False) -> None:
        """Send it something; `asks` says that the message wants an answer."""
        self.line.post(message.SerializeToString(deterministic=True), asks=asks)

    def notice(self, kind: attend_pb2.NoticeKind, text: str, *, within: float = 0.0, match: str = "") -> None:
        """Tell its author something."""
        message = attend_pb2.Notice(kind=kind, text=text, match=match, within_us=round(within * 1_000_000))
        self.tell(attend_pb2.AttendResponse(notice=message))

    def look_after(self, now: float, limits: Limits) -> None:
        """Called every second or so: ping it, and end a stream that does not answer."""
        if self.ping_open and now - self.ping_at > limits.ping_timeout:
            words = f"a ping was not answered within {limits.ping_timeout:g} s"
            self.line.finish(StreamEnded(common_pb2.ENDING_REASON_SILENT, words))
        elif not self.ping_open and now - self.ping_at > limits.ping_interval:
            self.ping(now)

    def ping(self, now: float) -> None:
        """Ask whether it is there; of several pings that are not answered the first counts, to be in time."""
        self.pings += 1
        if not self.ping_open:
            self.ping_at, self.ping_open = now, True
        self.tell(attend_pb2.AttendResponse(ping=common_pb2.Ping(number=self.pings)), asks=True)

    def pong(self, number: int, at: float) -> bool:
        """It is; whether this answers the last ping."""
        if not self.ping_open or number != self.pings:
            return False
        self.ping_open = False
        trip = max(0.0, at - self.ping_at)
        self.round_trip = min(self.round_trip or trip, trip)
        return True

    def over(self, match: str) -> None:
        """A match of it is over; it may go now, if it wants to."""
        self.matches.discard(match)
        self.go_if_done()

    def go_if_done(self) -> None:
        """End the stream of a bot that has drained and plays no more."""
        if self.draining and not self.matches:
            self.line.finish(done())


@dataclass(eq=False)
class HeldSeat:
    """A bot's seat in a match that is offered, played, or goes on: it takes the capacity of one of the bot's streams.

    Without a host it waits for one: the bot is not here, or plays as much as it takes.
    """

    entry: MatchSummary
    number: int
    seat: RemoteSeat | None = None  # at the table; a match that goes on may not be at its table yet
    host: ConnectedBot | None = None
    offer: attend_pb2.Offer | None = field(default=None, repr=False)  # it holds a ticket
    told: str = field(default="", repr=False)  # the last ticket that was offered to the host

    @property
    def name(self) -> str:
        """Of all places in all matches."""
        return f"{self.entry.match}/{self.number}"

    @property
    def bot(self) -> tuple[str, str]:
        """Whose it is: name and version."""
        seated = self.entry.seats[self.number]
        return seated.entrant, seated.version

    @property
    def wanted(self) -> tuple[str, int, Mapping[str, Scalar]]:
        """What its bot has to play: the game, with how many seats, and by which rules options."""
        return self.entry.game, len(self.entry.seats), self.entry.options

    @property
    def is_played(self) -> bool:
        """Whether somebody sits there."""
        return self.seat is not None and self.seat.stream is not None

    @property
    def waits(self) -> bool:
        """Whether it has to have a host, and has none."""
        return self.host is None and (self.seat is None or self.seat.failed is None)

    def send_offer(self) -> None:
        """Send the offer to the host, unless its bot sits there already, or this stream has got it before."""
        seat, host, offer = self.seat, self.host, self.offer
        if seat is None or host is None or offer is None or seat.failed is not None or seat.stream is not None:
            return
        if self.told == offer.ticket:
            return
        self.told = offer.ticket
        seat.writer = writer_for(self.entry.game, host.form)
        seat.features = host.features
        if host.holder.submitted:  # a bot that the arena runs plays where it attends: its sandbox has no other way
            offer.referee = ""
        offer.returning = seat.joined.is_set() or seat.resumed
        host.tell(attend_pb2.AttendResponse(offer=offer))


class Lobby:
    """Everybody who attends, and what they play."""

    def __init__(self) -> None:
        self.attendances: Final[list[ConnectedBot]] = []  # the oldest first
        self._places: Final[dict[str, tuple[HeldSeat, ...]]] = {}  # by match
        self._homeless: Final[list[HeldSeat]] = []  # the oldest first
        self._changed = trio.Event()

    # Who is here -------------------------------------------------------------------------------------------------

    def enter(self, attendance: ConnectedBot) -> None:
        """Somebody comes; what is wanted of this bot from now on is played by its version, unless another is named.

        Where another stream of the version is here, nobody knows yet whether that will be two from now on, or whether a
        new process has come for one that was killed a moment ago: until the older one has answered a ping, or has gone,
        the newer one waits.
        """
        for other in self.of(attendance.entrant):
            if other.version != attendance.version and not other.superseded:
                other.superseded = True
                words = f"version {attendance.version} attends now and takes the new offers"
                other.notice(attend_pb2.NOTICE_KIND_SUPERSEDED, words)
        attendance.after.update(self.of(attendance.entrant, attendance.version))
        self.attendances.append(attendance)
        for other in attendance.after:
            other.ping(trio.current_time())
        self._arrive(attendance)
        self.change()

    def leave(self, attendance: ConnectedBot) -> None:
        """Somebody goes; matches go on, and wait for a stream of their bot that has room."""
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
        """A stream has shown that it is alive: whoever came after it has come besides, not in its place."""
        self._settled(attendance)
        self.change()

    def _settled(self, older: ConnectedBot) -> None:
        """It is known whether a stream is still here."""
        for other in self.of(older.entrant, older.version):
            if older in other.after:
                other.after.discard(older)
                self._arrive(other)

    def _arrive(self, attendance: ConnectedBot) -> None:
        """Let a stream have first what its bot plays, or has left: it may be the same process that has come back."""
        mine = [place for place in self._homeless if place.bot == (attendance.entrant, attendance.version)]
        for place in sorted(mine, key=lambda each: not each.is_played):
            if place.waits and attendance.room and attendance.plays(*place.wanted):
                self.give(place, attendance)

    def _restore(self, entrant: str) -> None:
        """The newest version has gone: the one before it takes offers again."""
        for other in reversed(list(self.of(entrant))):
            for same in self.of(entrant):
                if same.version == other.version:
                    same.superseded = False
            return

    def of(self, entrant: str, version: str = "") -> Iterator[ConnectedBot]:
        """The streams of a bot, or of one of its versions."""
        for attendance in list(self.attendances):
            if attendance.entrant == entrant and version in {"", attendance.version}:
                yield attendance

    def newest(self, entrant: str, version: str = "") -> ConnectedBot | None:
        """The stream that came last, of those that take offers where there is one."""
        found = list(self.of(entrant, version))
        return next((each for each in reversed(found) if not each.superseded), found[-1] if found else None)

    def able(
        self, entrant: str, version: str, game: str, seats: int, options: Mapping[str, Scalar]
    ) -> list[ConnectedBot]:
        """Return the streams of a version that are offered matches of this game and kind, the oldest first."""
        return [each for each in self.of(entrant, version) if each.takes_offers and each.plays(game, seats, options)]

    # Who plays what ----------------------------------------------------------------------------------------------

    def places(self, entry: MatchSummary) -> tuple[HeldSeat, ...]:
        """The places of bots in a match; they are kept until `free`."""
        if entry.match not in self._places:
            self._places[entry.match] = tuple(HeldSeat(entry, number) for number in range(len(entry.asked)))
            self._homeless.extend(self._places[entry.match])
        return self._places[entry.match]

    def give(self, place: HeldSeat, host: ConnectedBot) -> None:
        """Let a place take the capacity of this stream, which gets its offer."""
        self._homeless.remove(place)
        place.host = host
        host.matches.add(place.name)
        place.send_offer()

    def free(self, match: str) -> None:
        """A match is over: what it took is free again."""
        for place in self._places.pop(match, ()):
            if place.host is None:
                self._homeless.remove(place)
            else:
                place.host.over(place.name)

    def awaits(self, entrant: str, version: str) -> bool:
        """Whether something that this bot plays waits for it to come, or to have room."""
        return any(place.waits and place.bot == (entrant, version) for place in self._homeless)

    def settle(self) -> None:
        """Give what waits to those who have room. Where somebody sits, it waits for that one to attend again."""
        for place in list(self._homeless):
            if place.waits and not place.is_played:
                bot, version = place.bot
                able = self.able(bot, version, *place.wanted)
                host = max(able, key=lambda each: each.room, default=None)
                if host is not None and host.room > 0:
                    self.give(place, host)

    def change(self) -> None:
        """Something is otherwise: whoever waits looks again, when what is played already has what it needs."""
        self.settle()
        self._changed.set()
        self._changed = trio.Event()

    async def changed(self) -> None:
        """Wait until something is otherwise."""
        await self._changed.wait()
