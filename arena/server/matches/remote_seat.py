"""The seat of a remote bot. The bot joins, decides, and may reconnect; then it gets the pending decision again.

All code of this module runs in one event loop. `received` is called for each message as it arrives, and the match waits
in `choose`. The seat exists longer than its streams; only its newest stream counts.
"""

import logging
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import trio

from arena.errors import ProtocolError
from arena.games.game import Event
from arena.protocol.codec import DecisionWriter, WireTiming, in_response
from arena.protocol.games import codec
from arena.protocol.games.game_codec import parse
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.record import ForfeitReason
from arena.referee import Choice, Decision, Forfeited, Over, SeatFailed, Start, TimeControl, Timing, verdict
from arena.server import messages
from arena.server.transport.bridge import Arrival, Written
from arena.server.transport.endings import StreamEnded, done
from arena.server.transport.limits import Limits, Window

SHOWN: Final = 200  # characters of what a bot says of its failure
TRIPS: Final = 8  # round trips that are remembered
MICROSECONDS: Final = 1_000_000

log: Final = logging.getLogger(__name__)


class SeatStream(Protocol):
    """A bot's `Play` stream, as the seat uses it."""

    def post(self, data: bytes, written: Written | None = None, *, asks: bool = False) -> None:
        """Send a message. Call `written` when it was written. If `asks` is true, the bot has to answer it."""

    def finish(self, ended: StreamEnded) -> None:
        """Send the bot the last message, which says why the stream ends, and end the stream."""

    def cut(self) -> None:
        """End the stream without a last message."""


@dataclass(slots=True)
class PendingDecision:
    """A decision that the seat has to answer and for which no choice has arrived yet."""

    decision: Decision
    choice: Choice | None = None
    sent: bool = False  # on any stream, also one that broke
    left: bool = False  # the arena no longer waits until the bot reads it
    held_since: float | None = None  # when it was first handed to a stream
    done: trio.Event = field(default_factory=trio.Event)


class Bell:
    """Wakes tasks when the bot of a seat joins, leaves or fails. The seats of a match share one bell."""

    def __init__(self) -> None:
        self.next_ring = trio.Event()

    def ring(self) -> None:
        """Wake all tasks that wait until a bot joins, leaves or fails."""
        self.next_ring.set()
        self.next_ring = trio.Event()


class RemoteSeat:
    """The seat of a remote bot, as the referee uses it. On each stream, the arena first sends the message `start`."""

    def __init__(  # noqa: PLR0913 -- what a seat is made of, once
        self,
        *,
        entrant: str,
        version: str,
        start: play_pb2.Start,
        clock: TimeControl,
        writer: DecisionWriter[Any],
        limits: Limits,
        goes_on: bool = False,
        bell: Bell | None = None,
    ) -> None:
        self.goes_on = goes_on  # True until the journal has been read back and the seat gets a new decision
        self.resumed: Final = goes_on  # a bot may know more decisions than a journal that lost its last second
        self.entrant: Final = entrant
        self.version: Final = version
        self.match: Final = start.match
        self.seat: Final = start.seat
        self.commitment: Final = start.commitment
        self.clock: Final = clock
        self.limits: Final = limits
        self.writer = writer  # a restarted bot may want its decisions in another form
        self.features: frozenset[attend_pb2.Feature] = frozenset()  # what the bot understands beyond protocol 1.0
        self.joined: Final = trio.Event()
        self.failed: SeatFailed | None = None  # why it can play no longer; it forfeits before the next decision
        self.record: Final = start.match  # the name under which the record can be read
        self.stream: SeatStream | None = None
        self.bell: Final = bell or Bell()
        self.token: str = ""  # the id of the token it was joined with
        self.over_data: bytes = b""
        self._start: Final = play_pb2.PlayResponse(start=start).SerializeToString(deterministic=True)
        self._returns: Final = Window(limits.returns_per_minute, 60.0)
        self._waiting: PendingDecision | None = None
        self._taken: Final[list[int]] = []  # indexes, by number - 1
        self._history: Final[list[Event]] = []
        self._seen = 0  # the last decision that the bot behind the stream knows
        self._told: Final = [0]  # how many events had been sent with each decision; with none at 0
        self._forfeit: bytes | None = None  # the message that carried it
        self._last_words: StreamEnded | None = None  # the ending of the stream after the forfeit was sent
        self._pings = 0
        self._ping_at = 0.0
        self._ping_clean = False  # True if nothing else has crossed the ping on its way
        self._ping_open = False
        self._trips: Final[list[int]] = []

    def belongs_to(self, token: str, bot: str, version: str) -> bool:
        """True if a bot has this seat and has not failed. `token` is the id of the bot's token.

        The seat stores no token until a bot joins. Until then, compare the bot's name and version.
        """
        is_its = self.token == token or (not self.token and (self.entrant, self.version) == (bot, version))
        return is_its and self.failed is None

    # Streams -----------------------------------------------------------------------------------------------------

    def join(self, stream: SeatStream, last_seen: int, token: str, now: float) -> None:
        """Join or rejoin the seat. The newest stream replaces older ones. Raise StreamEnded if the bot may not join."""
        asked = len(self._told) - 1
        if last_seen > asked and self.resumed and not self.goes_on:
            last_seen = 0  # beyond the journal: nothing is known
        if last_seen < 0 or (last_seen > asked and not self.goes_on):
            words = f"last_seen {last_seen}: expected 0 to {asked}, the decisions asked so far"
            raise StreamEnded(common_pb2.ENDING_REASON_BROKEN, words)
        if self.failed is not None and not self.over_data and self._forfeit is None:
            late = self.failed.reason is ForfeitReason.NO_SHOW
            reason = common_pb2.ENDING_REASON_TOO_LATE if late else common_pb2.ENDING_REASON_FORFEITED
            raise StreamEnded(reason, f"the match goes on without: {self.failed.detail}")
        if self.joined.is_set() and (wait := self._returns.take(now)):
            words = f"{self.limits.returns_per_minute} returns to a match in a minute: that is the limit"
            raise StreamEnded(common_pb2.ENDING_REASON_LIMIT, words, wait)
        if self.stream is not None:
            self.stream.finish(StreamEnded(common_pb2.ENDING_REASON_REPLACED, "a newer Join took this seat"))
        self.stream, self.token, self._seen = stream, token, last_seen
        self._ping_open = False
        self.joined.set()
        self.bell.ring()
        stream.post(self._start)
        if self.over_data:
            stream.post(self.over_data)
            stream.finish(done())
        elif self._forfeit is not None:
            stream.post(self._forfeit)
        elif self._waiting is not None:
            self._put(self._waiting)
        else:
            self._ping(now)

    def leave(self, stream: SeatStream) -> None:
        """Handle the end of a stream. A decision that was not completely written to it counts as sent now."""
        if stream is self.stream:
            self.stream = None
            self._release(trio.current_time())
            self.bell.ring()

    def fail(self, failed: SeatFailed, ended: StreamEnded | None, *, at_once: bool = False) -> None:
        """Let the seat forfeit.

        If `ended` is not None, end the seat's stream with it: after the message about the forfeit, or immediately with
        `at_once`.
        """
        if self.failed is None and self._forfeit is None and not self.over_data:
            self.failed = failed
            self._last_words = ended
            if self._waiting is not None:
                self._waiting.done.set()
            self.bell.ring()
        if at_once and ended is not None and self.stream is not None:
            self.stream.finish(ended)

    def finish(self, ended: StreamEnded) -> None:
        """End the seat's stream, if there is one, with this last message."""
        if self.stream is not None:
            self.stream.finish(ended)

    def cut(self) -> None:
        """Cut the seat's stream, so that its bot reconnects. Send no last message on it."""
        if self.stream is not None:
            self.stream.cut()

    def speak(self, game: str, form: attend_pb2.OptionForm, features: frozenset[attend_pb2.Feature]) -> None:
        """Set in which form the seat's bot gets options, and the features that it declared."""
        self.writer = writer_for(game, form)
        self.features = features

    # Incoming messages -------------------------------------------------------------------------------------------

    def received(self, stream: SeatStream, arrival: Arrival) -> None:
        """Handle a message from the bot. Ignore it if it is from an older stream or the seat has failed."""
        if stream is not self.stream or self.failed is not None or self._forfeit is not None or self.over_data:
            return
        if len(arrival.data) > self.limits.max_message_bytes:
            words = f"a message of {len(arrival.data)} bytes: expected at most {self.limits.max_message_bytes}"
            failed = SeatFailed(ForfeitReason.FLOOD, words)
            self.fail(failed, StreamEnded(common_pb2.ENDING_REASON_TOO_LARGE, words))
            return
        try:
            self._take(parse(play_pb2.PlayRequest, arrival.data), arrival.at)
        except ProtocolError as error:
            failed = SeatFailed(ForfeitReason.ILLEGAL, f"it sent an invalid message: {error}")
            self.fail(failed, StreamEnded(common_pb2.ENDING_REASON_BROKEN, str(error)))

    def _take(self, message: play_pb2.PlayRequest, at: float) -> None:
        kind = message.WhichOneof("message")
        if kind == "choice":
            self._choose(message.choice, at)
        elif kind == "pong":
            self._pong(message.pong.number, at)
        elif kind == "failed":
            self._give_up(message.failed.text)
        else:
            raise ProtocolError(f"{kind or 'a message without content'}: expected a choice, a pong or a failure")

    def _give_up(self, text: str) -> None:
        """Let the seat forfeit, because the bot reported its own failure. Send it nothing more."""
        words = ascii(text)[1:-1][:SHOWN]
        fields = {"match": self.match, "bot": self.entrant}
        log.info("match %s: %s failed: %s", self.match, self.entrant, words, extra=fields)
        failed = SeatFailed(ForfeitReason.CRASHED, f"it failed: {words}")
        ended = StreamEnded(common_pb2.ENDING_REASON_FORFEITED, "the bot reported that it failed")
        self.fail(failed, ended, at_once=True)

    def _choose(self, message: play_pb2.Choice, at: float) -> None:
        if not message.HasField("index"):
            raise ProtocolError("a choice without index: expected it to be set, also when it is 0")
        number, index = message.number, message.index
        waiting = self._waiting
        if waiting is not None and waiting.choice is None and number == waiting.decision.number:
            waiting.decision.watch.arrived(at)
            waiting.choice = Choice(number, index)
            self._taken.append(index)
            waiting.done.set()
            return
        if waiting is not None:
            waiting.decision.watch.stray()
        if 1 <= number <= len(self._taken):
            if index != self._taken[number - 1]:
                self._refuse(number, index)
        else:
            expected = waiting.decision.number if waiting is not None else len(self._taken)
            words = verdict.other_decision(number, expected)
            self.fail(SeatFailed(ForfeitReason.ILLEGAL, words), None)

    def _refuse(self, number: int, index: int) -> None:
        taken = self._taken[number - 1]
        text = f"decision {number} has been answered with {taken}; {index} comes too late, and changes nothing"
        self._post(play_pb2.PlayResponse(refused=play_pb2.Refused(number=number, index=index, taken=taken, text=text)))

    def _pong(self, number: int, at: float) -> None:
        if not self._ping_open or number != self._pings:
            if self._waiting is not None:
                self._waiting.decision.watch.stray()
            return  # one that was answered twice, or on an earlier stream
        self._ping_open = False
        if self._ping_clean:
            self._trips.append(max(0, round((at - self._ping_at) * MICROSECONDS)))
            del self._trips[:-TRIPS]

    # Outgoing messages -------------------------------------------------------------------------------------------

    def _post(self, message: play_pb2.PlayResponse, *, asks: bool = False) -> None:
        if self.stream is not None:
            self.stream.post(message.SerializeToString(deterministic=True), asks=asks)

    def _ping(self, now: float) -> None:
        """Send a ping to measure the round trip. It is called only while no decision is pending."""
        self._pings += 1
        self._ping_at, self._ping_open, self._ping_clean = now, True, True
        self._post(play_pb2.PlayResponse(ping=common_pb2.Ping(number=self._pings)), asks=True)

    def look_after(self, now: float) -> None:
        """Ping the bot if it has no decision, and end a stream that does not read or answer.

        The arena calls this every half second.
        """
        waiting = self._waiting
        if self.stream is None or self.failed is not None or self._forfeit is not None or self.over_data:
            return
        if waiting is not None:
            since = waiting.held_since
            if not waiting.left and since is not None and now - since > self.limits.held:
                words = f"the decision was not read within {self.limits.held:g} s"
                self.stream.finish(StreamEnded(common_pb2.ENDING_REASON_SILENT, words))
                self._release(now)
        elif self._ping_open and now - self._ping_at > self.limits.ping_timeout:
            words = f"a ping was not answered within {self.limits.ping_timeout:g} s"
            self.stream.finish(StreamEnded(common_pb2.ENDING_REASON_SILENT, words))
        elif not self._ping_open and now - self._ping_at > self.limits.ping_interval:
            self._ping(now)

    def _put(self, asked: PendingDecision) -> None:
        """Send a decision on the present stream. Its clock starts when a stream gets it for the first time.

        The time until the message is written is *held* time: the bot is slow to read. It is taken from the seat's lag
        budget, the free time for delays of the network. A reconnect starts neither the clock nor the held time again.
        """
        watch = asked.decision.watch
        assert self.stream is not None
        self._ping_clean = False
        data = self._message(asked, self._seen)
        self._seen = asked.decision.number
        asked.sent = True
        if asked.left:
            self.stream.post(data, asks=True)
            return
        watch.hold()
        if asked.held_since is None:
            asked.held_since = trio.current_time()

        def left(at: float) -> None:
            asked.left = True
            watch.sent(at)

        self.stream.post(data, left, asks=True)

    def _release(self, now: float) -> None:
        """Note that the pending decision waits no longer to be sent.

        The seat is not charged for the time that the decision waited.
        """
        waiting = self._waiting
        if waiting is not None and not waiting.left:
            waiting.left = True
            waiting.decision.watch.sent(now)

    def _message(self, asked: PendingDecision, since: int) -> bytes:
        """Return a decision as bytes for the bot's stream.

        The message includes the game's events after decision number `since`, the last one that the bot got.
        """
        decision, spent = self._as_of_now(asked), asked.decision.last_timing
        if since != decision.number - 1:
            decision = decision._replace(events=tuple(self._history[self._told[since] : self._told[decision.number]]))
        budget = decision.watch.budget.left_us if attend_pb2.FEATURE_LAG_BUDGET in self.features else None
        timing = None if spent is None else wire_timing(spent, budget)
        return in_response(self.writer.write(decision, timing, events_since=since, again=asked.sent))

    def _as_of_now(self, asked: PendingDecision) -> Decision:
        """Return the pending decision. If its clock is running, set the time that is left at this moment."""
        decision = asked.decision
        if decision.limit_us is None or not (asked.left or asked.held_since is not None):
            return decision
        passed, clocks = decision.watch.passed_us(trio.current_time()), decision.clocks
        if self.clock.bank_us is not None:
            clocks = tuple(
                max(0, (left or 0) - passed) if seat == self.seat else left for seat, left in enumerate(clocks)
            )
        return decision._replace(limit_us=max(0, decision.limit_us - passed), clocks=clocks)

    # The seat's methods for the match ----------------------------------------------------------------------------

    async def start(self, start: Start) -> None:
        """Do nothing for a bot that has joined, because its stream already has the start message.

        Raise SeatFailed if the seat has failed, for example because its bot is a no-show.
        """
        if self.failed is not None:
            raise self.failed

    def recall(self, decision: Decision, index: int) -> None:
        """Load a decision that was answered before the arena crashed. `index` is the chosen option."""
        self._history.extend(decision.events)
        self._told.append(len(self._history))
        self._taken.append(index)

    async def choose(self, decision: Decision) -> Choice | None:
        """Send a decision, and return the choice from any stream of the seat; None if the clock runs out."""
        if self.failed is not None:
            self._told.append(len(self._history))
            raise self.failed
        if self._seen > decision.number:
            self._seen = 0  # beyond the journal: nothing is known, and all events are sent again
        self.goes_on = False
        self._history.extend(decision.events)
        self._told.append(len(self._history))
        asked = self._waiting = PendingDecision(decision, sent=self._seen == decision.number)
        decision.watch.round_trip(min(self._trips, default=0))
        if self.stream is not None:
            self._put(asked)
        else:
            self._release(trio.current_time())  # no stream: the clock runs
        try:
            await asked.done.wait()
        finally:
            self._waiting = None
            self._ping_at = trio.current_time()  # no pong was pending meanwhile
        if asked.choice is None:
            if self.failed is None:
                self.failed = self._out_of_time()
                if self.failed.reason is ForfeitReason.TIME:
                    return None
            raise self.failed
        return asked.choice

    def late(self) -> None:
        """Wake the task that waits for a choice: its clock has run out."""
        if self._waiting is not None:
            self._waiting.done.set()

    def _out_of_time(self) -> SeatFailed:
        """Return the SeatFailed of a seat that ran out of time. It says whether its bot had left or was too slow."""
        if self.stream is None:
            return SeatFailed(ForfeitReason.LEFT, "it left, and did not return while its clock lasted")
        return SeatFailed(ForfeitReason.TIME, "its clock ran out")

    def forfeited(self, forfeited: Forfeited) -> None:
        """Send the bot the message that it has forfeited, with the reason."""
        message = play_pb2.Forfeited(
            reason=messages.forfeit_reason(forfeited.reason), number=forfeited.decision, text=forfeited.detail
        )
        self._forfeit = play_pb2.PlayResponse(forfeited=message).SerializeToString(deterministic=True)
        if self.stream is not None:
            self.stream.post(self._forfeit)
            if self._last_words is not None:
                self.stream.finish(self._last_words)

    async def over(self, over: Over) -> None:
        """Send the bot the result, now or after it reconnects."""
        message = play_pb2.Over(
            reason=messages.REASONS[over.reason],
            result=messages.result(over),
            forfeits=[messages.forfeit(gone.seat, gone.reason, gone.turn) for gone in over.departures],
            head=bytes.fromhex(over.head),
            record=self.record,
            decisions=len(self._told) - 1,
            times=[
                play_pb2.SeatTime(think_us=each.think_us, transport_us=each.transport_us, stall_us=each.stall_us)
                for each in over.times
            ],
        )
        self.over_data = play_pb2.PlayResponse(over=message).SerializeToString(deterministic=True)
        self._history.clear()  # the seat stays while its ticket does, and gets no further decision
        if self.stream is not None:
            self.stream.post(self.over_data)
            self.stream.finish(self._last_words or done())


def wire_timing(spent: Timing, budget_us: int | None) -> WireTiming:
    """Return the times of a bot's answer as a WireTiming, the form in which they are sent to the bot.

    `budget_us` is the free time that the bot has left for network delays. It is None for bots that understand only
    protocol 1.0, which has a single field for free time.
    """
    held = None if budget_us is None else spent.held_us
    return WireTiming(
        spent.think_us, spent.transport_us, spent.stall_us, spent.free_us, spent.charged_us, held, budget_us
    )


_writers: Final[dict[tuple[str, int], DecisionWriter[Any]]] = {}


def writer_for(game: str, form: attend_pb2.OptionForm) -> DecisionWriter[Any]:
    """Return the object that writes decisions of a game as bytes, with options in this form: moves, text or both.

    All seats share this object and its cached bytes.
    """
    if (game, form) not in _writers:
        _writers[game, form] = DecisionWriter(codec(game), form)
    return _writers[game, form]
