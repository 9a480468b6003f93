"""A seat of a match at a referee in another process, as the front (`arena serve`) knows it.

The referee reports whether a bot has joined the seat, and whether it has failed. The front tells the referee which
tickets open the seat, whether it forfeits, and how the bot's stream ends.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final, Protocol

from arena.protocol.v1 import attend_pb2, common_pb2
from arena.record import ForfeitReason
from arena.referee import SeatFailed
from arena.server.matches.referee_messages import CloseTicket, FailSeat, Finish, OpenTicket, RefereeMessage, Speak
from arena.server.matches.remote_seat import RemoteSeat, SeatStream
from arena.server.matches.results import MatchEnd
from arena.server.transport.bridge import Written
from arena.server.transport.endings import StreamEnded

if TYPE_CHECKING:
    from arena.server.matches.match_table import MatchTable

REPORTED: Final = 0.1  # seconds that a referee waits before it reports a joined seat: others may share the message
ELSEWHERE: Final = 1.0  # seconds after which a bot may try again that came to the front instead of its referee


class FarReferee(Protocol):
    """The interface of the front (`arena serve`) to a referee in another process."""

    @property
    def name(self) -> str:
        """The referee's name in logs and metrics."""

    @property
    def address(self) -> str:
        """The address at which bots reach the referee."""

    @property
    def certificate(self) -> str:
        """The certificate of the referee, as PEM; empty if the referee has no TLS."""

    @property
    def inside(self) -> str:
        """The address of the referee for bots on the front's machine; empty if these bots cannot reach the referee."""

    def send(self, message: RefereeMessage) -> None:
        """Send the referee a message. Do nothing if the referee is lost."""

    async def take(self, table: "MatchTable") -> None:
        """Give the referee a match. If the match is new, the referee begins it when each seat is joined or has failed.

        If the match was interrupted, wait until the referee lets bots join. If the referee cannot play the match, set
        `table.fault`, and cancel `table.scope`.
        """

    async def play(self, table: "MatchTable") -> MatchEnd:
        """Wait for the end of a match, and return it as a MatchEnd.

        If the referee is lost, cancel the scope `table.lost`. Then the front continues the match from the journal.
        """

    def drop(self, table: "MatchTable") -> None:
        """Stop a match at the referee. Do nothing if the referee does not have the match."""

    async def release(self, table: "MatchTable") -> bool:
        """Stop a match at the referee, and cut the streams of its seats. Return when that is done.

        Return False if the referee is lost.
        """


class RefereePool(Protocol):
    """The interface of the front (`arena serve`) to all referees in other processes."""

    async def choose(self, table: "MatchTable") -> FarReferee | None:
        """Return a referee for a match; None if the front (`arena serve`) has to referee the match itself."""

    def was_closed(self, within: float) -> bool:
        """True if bots may have been unable to connect to a referee in the last `within` seconds."""


class FarStream:
    """A bot's stream at a referee in another process, as the front (`arena serve`) sees it."""

    def __init__(self, away: FarReferee, match: str, seat: int) -> None:
        self._away: Final = away
        self._at: Final = match, seat

    def post(self, data: bytes, written: Written | None = None, *, asks: bool = False) -> None:
        """Do nothing: only the referee sends messages to the seat."""

    def finish(self, ended: StreamEnded) -> None:
        """Ask the referee in another process to end the bot's stream."""
        self._away.send(Finish(*self._at, spelled(ended)))

    def cut(self) -> None:
        """Do nothing: the referee cuts its streams itself."""


class FarSeat(RemoteSeat):
    """A seat in the front (`arena serve`), for a match that a referee in another process may have.

    `away` is that referee, or None if this process referees the seat.
    """

    away: FarReferee | None = None

    def opens(self, ticket: str) -> None:
        """Store that a ticket opens this seat. `ticket` is its hash.

        If a referee in another process has the seat, send the hash to this referee.
        """
        super().opens(ticket)
        if self.away is not None:
            self.away.send(OpenTicket(self.match, self.seat, ticket))

    def closes(self, ticket: str) -> None:
        """Store that a ticket no longer opens this seat. `ticket` is its hash.

        If a referee in another process has the seat, send the hash to this referee.
        """
        super().closes(ticket)
        if self.away is not None:
            self.away.send(CloseTicket(self.match, self.seat, ticket))

    def speak(self, game: str, form: attend_pb2.OptionForm, features: Collection[attend_pb2.Feature]) -> None:
        """Store whether the bot gets its options as moves, text or both, and which protocol features it declared.

        If a referee in another process has the seat, send these values to the referee.
        """
        super().speak(game, form, features)
        if self.away is not None:
            self.away.send(Speak(self.match, self.seat, form, sorted(features)))

    def join(self, stream: SeatStream, last_seen: int, token: str, now: float) -> None:
        """Join the seat if this process referees it. Raise StreamEnded if another process does."""
        if self.away is not None:
            words = f"the seat is at {self.away.address}: expected a call at the referee of the offer"
            raise StreamEnded(common_pb2.ENDING_REASON_SHUTDOWN, words, ELSEWHERE)
        super().join(stream, last_seen, token, now)

    def fail(self, failed: SeatFailed, ended: StreamEnded | None, *, at_once: bool = False) -> None:
        """Let the seat forfeit, in this process and at its referee."""
        if self.away is None:
            super().fail(failed, ended, at_once=at_once)
            return
        super().fail(failed, None)
        ending = None if ended is None else spelled(ended)
        self.away.send(FailSeat(self.match, self.seat, failed.reason.value, failed.detail, ending, at_once))

    def finish(self, ended: StreamEnded) -> None:
        """End the seat's stream with this last message: directly, or through the referee in another process."""
        if self.away is None:
            super().finish(ended)
        else:
            self.away.send(Finish(self.match, self.seat, spelled(ended)))

    def look_after(self, now: float) -> None:
        """Check the seat's stream, unless another process referees the seat and checks it."""
        if self.away is None:
            super().look_after(now)

    # Reports of the referee ------------------------------------------------------------------------------------------

    def is_joined(self, token: str) -> None:
        """Handle the referee's report that a stream has joined the seat."""
        assert self.away is not None
        self.stream, self.token = FarStream(self.away, self.match, self.seat), token
        self.joined.set()
        self.bell.ring()

    def is_left(self) -> None:
        """Handle the referee's report that the seat's stream has ended."""
        if self.stream is not None:
            self.leave(self.stream)

    def is_lost(self, reason: str, detail: str) -> None:
        """Handle the referee's report that the seat has failed and forfeits."""
        super().fail(SeatFailed(ForfeitReason(reason), detail), None)


def spelled(ended: StreamEnded) -> list[Any]:
    """Return the reason, text and retry time of a stream's end as a list of JSON values, for a referee."""
    return [ended.reason, ended.text, ended.retry_after]


def ending_of(spelling: Any) -> StreamEnded:
    """Return the StreamEnded that a list of JSON values describes: its reason, its text and its retry time."""
    reason, text, retry_after = spelling
    return StreamEnded(reason, text, retry_after)
