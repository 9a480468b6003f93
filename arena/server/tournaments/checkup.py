"""The call CheckBot: examine a connected bot between its matches, with the tests of `arena_sdk.doctor`.

The tests are blocking code in their own thread. The bot joins them with tickets, as it joins a match, but there is no
match. Messages of the bot go into a queue that the tests read. Messages of the tests are sent on the bot's streams.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from typing import Final

import grpc
import trio
from google.protobuf.message import Message

from arena.errors import UsageError
from arena.games import rules
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2, play_pb2
from arena.server import messages
from arena.server.arena import Arena
from arena.server.attendance.lobby import ConnectedBot
from arena.server.transport.bridge import Arrival, Refused
from arena.server.transport.call_line import CallLine
from arena.server.transport.endings import StreamEnded
from arena_sdk.doctor import listener
from arena_sdk.doctor.examination import Examination
from arena_sdk.doctor.extent import QUICK, Extent
from arena_sdk.doctor.listener import Heard
from arena_sdk.doctor.patient import BREATH, Gone, Silent, Talk
from arena_sdk.doctor.report import DoctorReport, DoctorStep, Latency, Outcome
from arena_sdk.doctor.tape import Tape

OUTCOMES: Final[dict[Outcome, organiser_pb2.CheckOutcome]] = {
    "passed": organiser_pb2.CHECK_OUTCOME_PASSED,
    "warned": organiser_pb2.CHECK_OUTCOME_WARNED,
    "failed": organiser_pb2.CHECK_OUTCOME_FAILED,
    "skipped": organiser_pb2.CHECK_OUTCOME_SKIPPED,
}


def patient_of(arena: Arena, request: organiser_pb2.CheckBotRequest) -> ConnectedBot:
    """Return the connected bot that a request names. Raise UsageError if it cannot be examined now."""
    for game in request.games:
        rules(game)
    attendance = arena.lobby.newest(request.bot, request.version)
    if attendance is None:
        version = f" in the version {ascii(request.version)[:40]}" if request.version else ""
        raise UsageError(f"{ascii(request.bot)[:40]} is not connected{version}: expected a connected bot")
    if attendance.room < 1:
        words = f"{attendance.entrant} plays as many matches as its Hello allows"
        raise UsageError(f"{words}: expected a bot with room for one more")
    return attendance


def extent_of(arena: Arena, request: organiser_pb2.CheckBotRequest) -> Extent:
    """Return the Extent that a request asks for: quick or usual tests, and transcripts of all or of failed steps."""
    most = arena.limits.examination
    seconds = min(QUICK.seconds, most) if request.quick else most
    return Extent(seconds, is_quick=request.quick, shows_wire=request.verbose)


async def examine(
    arena: Arena,
    attendance: ConnectedBot,
    games: Iterable[str],
    post: Callable[[organiser_pb2.CheckBotResponse], None],
    extent: Extent,
) -> DoctorReport:
    """Examine a bot in a thread, and offer it no matches meanwhile. Pass the result of each step to `post`.

    The author gets a notice at the start. Organisers see the current step in ListAttendances.
    """
    wanted = tuple(games)
    ward = Ward(arena, attendance)

    def told(step: DoctorStep) -> None:
        trio.from_thread.run_sync(
            post,
            organiser_pb2.CheckBotResponse(
                step=step.name,
                outcome=OUTCOMES[step.outcome],
                text=step.text,
                transcript=step.transcript,
                latency=None if step.latency is None else latency(step.latency),
            ),
        )

    def begins(step: str) -> None:
        attendance.examination = step

    words = f"version {attendance.version} is being examined, {extent.seconds:g} s at most; matches begin after that"
    attendance.notice(attend_pb2.NOTICE_KIND_ADMISSION, words)
    examination = Examination(ward, wanted, told, extent=extent)
    examination.begins = begins
    try:  # the arena always waits for the thread: what it calls raises soon after a cancel
        return await trio.to_thread.run_sync(examination.run)
    finally:
        attendance.examination = ""
        ward.close()


def latency(found: Latency) -> organiser_pb2.Latency:
    """Return the statistics of a bot's response times as a protocol message."""
    p50, p99, slowest = (round((each or 0.0) * 1000) for each in (found.p50_ms, found.p99_ms, found.slowest_ms))
    return organiser_pb2.Latency(answers=found.answers, p50_us=p50, p99_us=p99, slowest_us=slowest)


class Ward:
    """The bot under examination, with the methods that the tests in `arena_sdk.doctor` call, in their own thread."""

    def __init__(self, arena: Arena, attendance: ConnectedBot) -> None:
        self.name: Final = attendance.entrant
        self.tape: Final = Tape()
        self._arena: Final = arena
        self._attendance: Final = attendance
        self._seats: Final[defaultdict[str, SimpleQueue[tuple[Talk, play_pb2.Join]]]] = defaultdict(SimpleQueue)
        self._beds: Final = {f"check/{number}/{id(self)}" for number in range(attendance.room)}
        self._lines: Final[set[CallLine]] = set()
        attendance.matches.update(self._beds)  # no offers of matches meanwhile

    def close(self) -> None:
        """End the examination, so that the bot gets matches again."""
        for ticket in self._seats:
            self._arena.checks.pop(ticket, None)
        for line in list(self._lines):
            line.finish(StreamEnded(common_pb2.ENDING_REASON_TOO_LATE, "the examination is over"))
        for bed in self._beds & self._attendance.matches:
            self._attendance.over(bed)
        self._arena.lobby.change()

    def _alive(self) -> None:
        """Raise Gone if the bot has disconnected, or has asked for no more offers.

        If the call CheckBot was cancelled, raise trio's Cancelled, which ends the thread of the tests.
        """
        trio.from_thread.check_cancelled()
        if self._attendance not in self._arena.lobby.attendances:
            raise Gone("it has disconnected")
        if self._attendance.draining:
            raise Gone("it leaves the arena: it has asked for no more offers")

    # Methods for the examination --------------------------------------------------------------------------------------

    def attend(self, _seconds: float) -> attend_pb2.Hello:
        """Return a Hello with the bot's declarations, and with the number of matches that it can take now."""
        attendance = self._attendance
        return attend_pb2.Hello(
            protocol=PROTOCOL,
            version=attendance.version,
            games=messages.supported(attendance.games),
            matches_at_once=len(self._beds),
            option_form=attendance.form,
            client="attending",
        )

    def tell(self, message: attend_pb2.AttendResponse) -> None:
        """Send a message on the bot's `Attend` stream.

        If the message is an offer, store that a `Play` stream with its ticket belongs to this examination.
        """
        self._alive()
        if message.WhichOneof("message") == "offer":
            self.tape.keep_secret(message.offer.ticket)
            _ = self._seats[message.offer.ticket]
            self._arena.checks[message.offer.ticket] = self
        self.tape.said("Attend", message.SerializeToString(), from_bot=False)
        trio.from_thread.run_sync(self._attendance.tell, message)

    def ping(self, _seconds: float) -> float:
        """Return the bot's round trip time in seconds, as the arena's regular pings have measured it."""
        self._alive()
        return self._attendance.round_trip

    def seat(self, ticket: str, seconds: float) -> tuple[Talk, play_pb2.Join]:
        """Return the next `Play` stream that joins with this ticket. Raise Silent if none joins within `seconds`."""
        until = time.monotonic() + seconds
        while True:
            try:
                return self._seats[ticket].get(timeout=BREATH)
            except Empty:
                self._alive()
                if time.monotonic() > until:
                    raise Silent(
                        f"the bot did not join within {seconds:.3g} s: expected Play with a Join for the offer"
                    ) from None

    def murmur(self) -> str:
        """Return an empty text: the bot's process runs elsewhere, so its output is unknown."""
        return ""

    def memory(self) -> int | None:
        """Return None: the bot's process runs elsewhere, so its memory is unknown."""
        return None

    def restart(self) -> bool:
        """Return False: the bot's process runs elsewhere, so it cannot be restarted."""
        return False

    def dismiss(self, _seconds: float) -> str | None:
        """Do nothing, because the bot stays connected after the tests. Return None."""
        return None

    # Calls of the arena ---------------------------------------------------------------------------------------------

    @property
    def bot(self) -> str:
        """The name of the bot that is examined, to which the tickets belong."""
        return self._attendance.entrant

    async def host(self, line: CallLine, join: play_pb2.Join) -> None:
        """Serve a `Play` stream that joined with a ticket of the examination, until the stream ends."""
        wire = Wire(line)
        self.tape.said("Play", play_pb2.PlayRequest(join=join).SerializeToString(), from_bot=True)
        self._seats[join.ticket].put((Talk(wire, self.tape, self._alive), join))
        line.call.listen(wire.arrived)
        self._lines.add(line)
        try:
            await line.call.left()
        finally:
            self._lines.discard(line)
            wire.inbox.put(Heard(None, time.perf_counter()))


class Wire(listener.ListenerLine):
    """The arena's side of a bot's `Play` stream, as the examination's thread uses it."""

    def __init__(self, line: CallLine) -> None:
        super().__init__("Play", {})
        self._line: Final = line

    def arrived(self, arrival: Arrival) -> None:
        """Queue a message from the bot."""
        self.inbox.put(Heard(arrival.data, time.perf_counter()))

    def send(self, message: Message | bytes) -> float:
        """Send the bot a message. Return the time after the message was queued, as `time.perf_counter()`."""
        data = message if isinstance(message, bytes) else message.SerializeToString()
        trio.from_thread.run_sync(self._line.post, data)
        return time.perf_counter()

    def end(
        self,
        status: grpc.StatusCode = grpc.StatusCode.OK,
        details: str = "",
        trailing: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """End the bot's call with this gRPC status and text."""
        why = None if status is grpc.StatusCode.OK else Refused(status, details)
        trio.from_thread.run_sync(self._line.call.end, why)
