"""CheckBot: the doctor's examination of a bot that attends, between its matches.

The examination is plain code on a thread of its own. Its seats are no match's: their tickets lead here, where what the
bot says goes into a queue, and what the doctor says is posted.
"""

import time
from collections import defaultdict
from collections.abc import AsyncIterator
from queue import Empty, SimpleQueue
from typing import Final

import grpc
import trio
from google.protobuf.message import Message

from arena.errors import UsageError
from arena.games import GAMES, rules
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2, play_pb2
from arena.server.arena import Arena
from arena.server.bridge import Arrival, Refused
from arena.server.door import Line
from arena.server.lobby import Attendance
from arena_sdk.doctor import listener
from arena_sdk.doctor.examination import Examination
from arena_sdk.doctor.listener import Heard
from arena_sdk.doctor.patient import BREATH, Fault, Gone, Talk
from arena_sdk.doctor.report import Outcome, Step
from arena_sdk.doctor.tape import Tape

OUTCOMES: Final[dict[Outcome, organiser_pb2.CheckOutcome]] = {
    "passed": organiser_pb2.CHECK_OUTCOME_PASSED,
    "warned": organiser_pb2.CHECK_OUTCOME_WARNED,
    "failed": organiser_pb2.CHECK_OUTCOME_FAILED,
    "skipped": organiser_pb2.CHECK_OUTCOME_SKIPPED,
}


async def check(arena: Arena, request: organiser_pb2.CheckBotRequest) -> AsyncIterator[organiser_pb2.CheckBotResponse]:
    """Examine a bot that attends; one answer for each step, as it ends."""
    for game in request.games:
        rules(game)
    attendance = arena.lobby.newest(request.bot, request.version)
    if attendance is None:
        version = f" in the version {ascii(request.version)[:40]}" if request.version else ""
        raise UsageError(f"{ascii(request.bot)[1:41]} does not attend{version}: expected a bot that does")
    if attendance.room < 1:
        raise UsageError(f"{attendance.entrant} plays as much as it can: expected room for a match")
    ward = Ward(arena, attendance)
    told, steps = trio.open_memory_channel[Step](100)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(examine, ward, tuple(request.games), told)
        try:
            async for step in steps:
                yield organiser_pb2.CheckBotResponse(
                    step=step.name, outcome=OUTCOMES[step.outcome], text=step.text, transcript=step.transcript
                )
        finally:
            ward.close()


async def examine(ward: "Ward", games: tuple[str, ...], told: trio.MemorySendChannel[Step]) -> None:
    """Carry the examination out on a thread; whoever asked may have gone before it ends."""

    def carry_out() -> None:
        Examination(ward, games, lambda step: trio.from_thread.run_sync(tell, step)).run()

    def tell(step: Step) -> None:
        try:
            told.send_nowait(step)
        except trio.BrokenResourceError:
            ward.close()

    async with told:
        # The examination sees at its next breath that the ward has been closed; the thread is always waited for.
        await trio.to_thread.run_sync(carry_out)


class Ward:
    """The Patient that attends a served arena. Its methods are called on the examination's thread."""

    def __init__(self, arena: Arena, attendance: Attendance) -> None:
        self.name: Final = attendance.entrant
        self.tape: Final = Tape()
        self._arena: Final = arena
        self._attendance: Final = attendance
        self._seats: Final[defaultdict[str, SimpleQueue[tuple[Talk, play_pb2.Join]]]] = defaultdict(SimpleQueue)
        self._beds: Final = {f"check/{number}/{id(self)}" for number in range(attendance.room)}
        self._closed = False
        attendance.matches.update(self._beds)  # no offers of matches meanwhile

    def close(self) -> None:
        """Let the bot go."""
        self._closed = True
        for ticket in self._seats:
            self._arena.checks.pop(ticket, None)
        for bed in self._beds & self._attendance.matches:
            self._attendance.over(bed)
        self._arena.lobby.change()

    def _alive(self) -> None:
        """Gone if the bot attends no longer, or nobody wants to know any more."""
        if self._closed or self._attendance not in self._arena.lobby.attendances:
            raise Gone("it has left the arena")

    # What the examination asks ----------------------------------------------------------------------------------------

    def attend(self, _seconds: float) -> attend_pb2.Hello:
        """What it said when it came; one match at a time is left to the arena."""
        attendance = self._attendance
        return attend_pb2.Hello(
            protocol=PROTOCOL,
            version=attendance.version,
            games=[
                common_pb2.GameSupport(game=game, rules_version=GAMES[game].version, seats=sorted(seats))
                for game, seats in attendance.games.items()
            ],
            matches_at_once=len(self._beds),
            option_form=attendance.form,
            client="attending",
        )

    def tell(self, message: attend_pb2.AttendResponse) -> None:
        """Say something on its Attend; an offer's ticket leads here."""
        self._alive()
        if message.WhichOneof("message") == "offer":
            self.tape.keep_secret(message.offer.ticket)
            _ = self._seats[message.offer.ticket]
            self._arena.checks[message.offer.ticket] = self
        self.tape.said("Attend", message.SerializeToString(), from_bot=False)
        trio.from_thread.run_sync(self._attendance.tell, message)

    def ping(self, _seconds: float) -> float:
        """What the arena itself has measured: it pings all the time."""
        self._alive()
        return self._attendance.round_trip

    def seat(self, ticket: str, seconds: float) -> tuple[Talk, play_pb2.Join]:
        """The next Play that joins with this ticket."""
        until = time.monotonic() + seconds
        while True:
            try:
                return self._seats[ticket].get(timeout=BREATH)
            except Empty:
                self._alive()
                if time.monotonic() > until:
                    raise Fault(f"nobody joined within {seconds:g} s: expected Play with a Join for the offer") from None

    def murmur(self) -> str:
        """Its process is elsewhere."""
        return ""

    def memory(self) -> int | None:
        """Its process is elsewhere."""
        return None

    def restart(self) -> bool:
        """Its process is elsewhere."""
        return False

    def dismiss(self, _seconds: float) -> str | None:
        """It stays."""
        return None

    # What the arena brings --------------------------------------------------------------------------------------------

    @property
    def bot(self) -> str:
        """Whose tickets these are."""
        return self._attendance.entrant

    async def host(self, line: Line, join: play_pb2.Join) -> None:
        """A Play that has joined with a ticket of the examination, until it ends."""
        wire = Wire(line)
        self.tape.said("Play", play_pb2.PlayRequest(join=join).SerializeToString(), from_bot=True)
        self._seats[join.ticket].put((Talk(wire, self.tape, self._alive), join))
        line.call.listen(wire.arrived)
        try:
            await line.call.left()
        finally:
            wire.inbox.put(Heard(None, time.perf_counter()))


class Wire(listener.Line):
    """A Play of the arena, as the examination's thread holds it."""

    def __init__(self, line: Line) -> None:
        super().__init__("Play", {})
        self._line: Final = line

    def arrived(self, arrival: Arrival) -> None:
        """Something has come in."""
        self.inbox.put(Heard(arrival.data, time.perf_counter()))

    def send(self, message: Message | bytes) -> float:
        """Say something."""
        data = message if isinstance(message, bytes) else message.SerializeToString()
        trio.from_thread.run_sync(self._line.post, data)
        return time.perf_counter()

    def end(
        self,
        status: grpc.StatusCode = grpc.StatusCode.OK,
        details: str = "",
        trailing: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """End the call like this."""
        why = None if status is grpc.StatusCode.OK else Refused(status, details)
        trio.from_thread.run_sync(self._line.call.end, why)
