"""The lobby: who is here, in which version, for which games, and how many matches more they take."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

import trio

from arena.protocol.v1 import attend_pb2, common_pb2
from arena.server.door import Holder
from arena.server.endings import Ended, done
from arena.server.limits import Limits


class Post(Protocol):
    """An `Attend` stream, as the lobby needs it."""

    def post(self, data: bytes) -> None:
        """Send a message."""

    def finish(self, ended: Ended) -> None:
        """Send the last words, and end the stream."""


@dataclass(eq=False)
class Attendance:
    """One standing stream of a bot."""

    holder: Holder
    version: str
    games: dict[str, frozenset[int]]  # with how many seats
    matches_at_once: int
    form: attend_pb2.OptionForm
    line: Post
    since: float  # seconds since 1970
    admission: common_pb2.Admission = common_pb2.ADMISSION_UNSPECIFIED  # where new versions are examined
    matches: set[str] = field(default_factory=set)  # offered here and not over
    draining: bool = False
    superseded: bool = False  # another version of it came later: what is played from now on is played by that one
    closed: bool = False  # the arena is stopping
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
        return self.matches_at_once - len(self.matches) if self.takes_offers else 0

    def plays(self, game: str, seats: int) -> bool:
        """Whether it plays this game with so many seats."""
        return seats in self.games.get(game, ())

    def tell(self, message: attend_pb2.AttendResponse) -> None:
        """Send it something."""
        self.line.post(message.SerializeToString(deterministic=True))

    def notice(self, kind: attend_pb2.NoticeKind, text: str, *, within: float = 0.0, match: str = "") -> None:
        """Tell its author something."""
        message = attend_pb2.Notice(kind=kind, text=text, match=match, within_us=round(within * 1_000_000))
        self.tell(attend_pb2.AttendResponse(notice=message))

    def look_after(self, now: float, limits: Limits) -> None:
        """Called every second or so: ping it, and end a stream that does not answer."""
        if self.ping_open and now - self.ping_at > limits.ping_timeout:
            words = f"a ping was not answered within {limits.ping_timeout:g} s"
            self.line.finish(Ended(common_pb2.ENDING_REASON_SILENT, words))
        elif not self.ping_open and now - self.ping_at > limits.ping_interval:
            self.ping(now)

    def ping(self, now: float) -> None:
        """Ask whether it is there."""
        self.pings += 1
        self.ping_at, self.ping_open = now, True
        self.tell(attend_pb2.AttendResponse(ping=common_pb2.Ping(number=self.pings)))

    def pong(self, number: int, at: float) -> None:
        """It is."""
        if self.ping_open and number == self.pings:
            self.ping_open = False
            trip = max(0.0, at - self.ping_at)
            self.round_trip = min(self.round_trip or trip, trip)

    def over(self, match: str) -> None:
        """A match of it is over; it may go now, if it wants to."""
        self.matches.discard(match)
        self.go_if_done()

    def go_if_done(self) -> None:
        """End the stream of a bot that has drained and plays no more."""
        if self.draining and not self.matches:
            self.line.finish(done())


class Lobby:
    """Everybody who attends."""

    def __init__(self) -> None:
        self.attendances: Final[list[Attendance]] = []  # the oldest first
        self._changed = trio.Event()

    def enter(self, attendance: Attendance) -> None:
        """Somebody comes; what is wanted of this bot from now on is played by its version, unless another is named."""
        for other in self.of(attendance.entrant):
            if other.version != attendance.version and not other.superseded:
                other.superseded = True
                words = f"version {attendance.version} attends now and takes the new offers"
                other.notice(attend_pb2.NOTICE_KIND_SUPERSEDED, words)
        self.attendances.append(attendance)
        self.change()

    def leave(self, attendance: Attendance) -> None:
        """Somebody goes; matches go on."""
        self.attendances.remove(attendance)
        if not attendance.superseded and not any(
            each.version == attendance.version for each in self.of(attendance.entrant)
        ):
            self._restore(attendance.entrant)
        self.change()

    def _restore(self, entrant: str) -> None:
        """The newest version has gone: the one before it takes offers again."""
        for other in reversed(list(self.of(entrant))):
            for same in self.of(entrant):
                if same.version == other.version:
                    same.superseded = False
            return

    def of(self, entrant: str, version: str = "") -> Iterator[Attendance]:
        """The streams of a bot, or of one of its versions."""
        for attendance in list(self.attendances):
            if attendance.entrant == entrant and version in {"", attendance.version}:
                yield attendance

    def newest(self, entrant: str, version: str = "") -> Attendance | None:
        """The stream that came last, of those that take offers where there is one."""
        found = list(self.of(entrant, version))
        return next((each for each in reversed(found) if not each.superseded), found[-1] if found else None)

    def able(self, entrant: str, version: str, game: str, seats: int) -> list[Attendance]:
        """The streams of a version that are offered matches of this game with so many seats, the oldest first."""
        return [each for each in self.of(entrant, version) if each.takes_offers and each.plays(game, seats)]

    def change(self) -> None:
        """Something is otherwise: whoever waits looks again."""
        self._changed.set()
        self._changed = trio.Event()

    async def changed(self) -> None:
        """Wait until something is otherwise."""
        await self._changed.wait()
