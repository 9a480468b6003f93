"""A bot under examination: the values that the doctor stores about it, and the actions that the steps use."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

import grpc

from arena.games.game import Rules, Scalar, State
from arena.games.steps import OVER
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena_sdk.doctor.extent import ALL, EXAMINATION, Extent
from arena_sdk.doctor.findings import Remark, Skip
from arena_sdk.doctor.patient import Fault, Patient, Silent, Talk
from arena_sdk.doctor.report import Latency
from arena_sdk.doctor.table import DoctorTable

TICKET: Final = 24  # bytes
NO_OPTION: Final = -1  # the index that the SDK sends if its bot chose nothing that is an option
CHOSE: Final = ": the bot chose "  # what stands before that choice on the bot's stderr
SPOKEN: Final = 12  # lines of its stderr that go into a transcript


@dataclass(frozen=True)
class Waits:
    """The time limits for the messages of a bot during an examination, in seconds."""

    attend: float = 60.0  # from its start to its Hello
    join: float = 20.0  # from an offer to its Join
    answer: float = 60.0  # for any decision here
    pong: float = 5.0
    back: float = 20.0  # after its stream was broken
    leave: float = 20.0  # from SIGTERM to its exit

    def at_most(self, seconds: float) -> "Waits":
        """Return a copy of these limits, in which every longer limit is reduced to `seconds`."""
        return Waits(**{name: min(limit, seconds) for name, limit in asdict(self).items()})


USUAL: Final = Waits()
LONGEST: Final = 20.0  # seconds that a quick examination waits for a message


@dataclass
class GameCost:
    """The time of each answer that a bot gave in one match, in seconds. `what` names the match and its game."""

    what: str
    seconds: list[float] = field(default_factory=list)


class Case:
    """The state of one examination of a bot: its open matches, its games, its answer times and its limits."""

    def __init__(self, patient: Patient, wanted: Sequence[str], waits: Waits, extent: Extent) -> None:
        self.patient: Final = patient
        self.extent: Final = extent
        self.began: Final = time.monotonic()
        self.wanted: Final = tuple(wanted)  # the games that it is examined in; none for all
        self._waits: Final = waits.at_most(LONGEST) if extent.is_quick else waits
        self.hello = attend_pb2.Hello()
        self.rules: Final[list[tuple[Rules, tuple[int, ...]]]] = []  # what is played, and with how many seats
        self.spent: Final[dict[str, GameCost]] = {}  # by the name of the table
        self.open: Final[list[Talk]] = []  # conversations on Play that have not ended
        self._about: Final = secrets.token_hex(4)  # in the names of matches: a bot may be examined twice

    def latency(self) -> Latency:
        """Return the number, median, 99th percentile and maximum of all answer times so far, as a Latency."""
        return Latency.of([took for spent in self.spent.values() for took in spent.seconds])

    def left(self, share: float = ALL) -> float:
        """Return the seconds left until this share (0 to 1) of the examination's time is used; negative after that."""
        return self.began + share * self.extent.seconds - time.monotonic()

    @property
    def waits(self) -> Waits:
        """Return the time limits for the bot's next message. None is longer than the time that is left."""
        return self._waits.at_most(max(0.0, self.left()))

    def check_time(self) -> None:
        """Raise Skip if the time of the examination is used up."""
        if self.left() <= 0:
            raise Skip(f"left out: {self.time_is_up}")

    @property
    def time_is_up(self) -> str:
        """Return a phrase that says that the time of the examination is used up."""
        return f"the {self.extent.seconds:g} s of the examination are over"

    def send_away(self) -> None:
        """End the streams of all matches that the last step of the examination left open."""
        ending = common_pb2.Ending(reason=common_pb2.ENDING_REASON_FORFEITED, text="this step is over")
        while self.open:
            talk = self.open.pop()
            talk.send(play_pb2.PlayResponse(ending=ending))
            talk.end(grpc.StatusCode.FAILED_PRECONDITION, ending.text)

    # Matches ----------------------------------------------------------------------------------------------------------

    def table(
        self,
        rules: Rules,
        seats: int,
        *,
        seat: int = 0,
        options: dict[str, Scalar] | None = None,
        position: State | None = None,
    ) -> DoctorTable:
        """Return a new match, as a DoctorTable, with the bot at `seat`. Delete the transcript of earlier messages."""
        self.patient.tape.cut()  # a transcript is about the match that went wrong
        name = f"{EXAMINATION}{len(self.spent) + 1}"
        table = DoctorTable(
            name,
            rules.name,
            match=f"{name}-{self._about}",
            ticket=secrets.token_urlsafe(TICKET),
            seats=seats,
            seat=seat,
            options=options,
            position=position,
            form=self.hello.option_form,
        )
        self.spent[name] = GameCost(f"{name} ({table})")
        return table

    def any_table(self, seat: int = 0) -> DoctorTable:
        """Return a new match of the bot's first game with as few seats as possible, as a DoctorTable."""
        rules, seats = self.rules[0]
        return self.table(rules, seats[0], seat=seat)

    @property
    def asks(self) -> int:
        """Return the number of seats that get decisions in the bot's first game."""
        rules, seats = self.rules[0]
        return asked_in(rules, seats[0])

    def seated(self, table: DoctorTable) -> Talk:
        """Offer the bot a seat in a match, wait until it joins, and send the terms of the match.

        Return the bot's Play call in this match, as a Talk.
        Raise Fault if the bot does not join in time, or with an invalid Join.
        """
        self.patient.tell(table.offer())
        talk, join = self.patient.seat(table.ticket, self.waits.join)
        if join.protocol != PROTOCOL:
            raise Fault(f"Join.protocol is {join.protocol}: expected {PROTOCOL}")
        if join.last_seen != 0:
            raise Fault(f"Join.last_seen is {join.last_seen} in a match that has not begun: expected 0")
        self.open.append(talk)
        talk.send(table.start())
        return talk

    def dropped(self, talk: Talk, table: DoctorTable) -> tuple[Talk, float]:
        """Break the bot's stream in a match. Return its new stream, and the seconds until it reconnected.

        Raise Remark if the bot does not reconnect in time, Skip if the examination's time is used up before that.
        """
        began = time.perf_counter()
        self.open.remove(talk)
        talk.end(grpc.StatusCode.UNAVAILABLE, "the doctor has pulled the cable")
        within = self.waits.back
        try:
            talk, join = self.patient.seat(table.ticket, within)
        except Silent:
            self.check_time()
            raise Remark(f"it did not reconnect within {within:.3g} s: every broken connection costs a match") from None
        self.take_back(talk, join, table)
        return talk, time.perf_counter() - began

    def take_back(self, talk: Talk, join: play_pb2.Join, table: DoctorTable) -> None:
        """Continue a match after a reconnect: send its terms on the bot's new stream.

        Raise Fault if the bot's Join says that the bot has seen a decision which was never sent.
        """
        if not 0 <= join.last_seen <= table.number:
            raise Fault(f"Join.last_seen is {join.last_seen} after {table.number} decisions: expected at most that")
        self.open.append(talk)
        talk.send(table.start())

    def game(self, table: DoctorTable, share: float = ALL) -> bool:
        """Play a whole game, but stop when this share (0 to 1) of the examination's time is used up.

        Return True if the game has ended.
        """
        talk = self.seated(table)
        while table.advance():
            try:
                self.answer(talk, table, talk.send(table.question()))
            except Silent:
                if self.left() > 0:
                    raise
                return False
            if self.left(share) <= 0 and table.state.to_move != OVER:
                self.finish(talk, table, void=True)
                return False
        self.finish(talk, table)
        return True

    def play(self, talk: Talk, table: DoctorTable, decisions: int) -> None:
        """Play this number of decisions, or fewer if the game ends before."""
        while decisions and table.advance():
            self.answer(talk, table, talk.send(table.question()))
            decisions -= 1

    def ask(self, talk: Talk, table: DoctorTable) -> float:
        """Send the next decision of a match. Return the time at which it was sent."""
        if not table.advance():
            raise Fault("the game was over before the step was")
        return talk.send(table.question())

    def answer(self, talk: Talk, table: DoctorTable, sent: float) -> None:
        """Wait for the choice of the pending decision, and play it."""
        table.answer(self.choice(talk, table, sent))

    def choice(self, talk: Talk, table: DoctorTable, sent: float) -> int:
        """Wait for the bot's choice of the pending decision. Return the index of the chosen option.

        Raise Fault if the choice is missing or invalid.
        """
        where = f"decision {table.number} of {table}"
        while True:
            message, at = talk.hear(play_pb2.PlayRequest, self.waits.answer, f"a Choice for {where}")
            kind = message.WhichOneof("message")
            if kind == "pong" or (kind == "choice" and 0 < message.choice.number < table.number):
                continue  # a Pong that crossed its decision, a choice sent again: both are harmless
            if kind == "failed":
                # on a line of its own: the first line is public
                raise Fault(f"its program failed at {where}:\n{message.failed.text}")
            if kind != "choice":
                raise Fault(f"{where} was answered with {kind or 'an empty message'}: expected a Choice")
            choice = message.choice
            if choice.number != table.number:
                raise Fault(f"{where} was answered with a Choice for {choice.number}, which was never asked")
            if not choice.HasField("index"):
                raise Fault(f"the Choice for {where} has no index: proto3 sends a 0 only if it is set explicitly")
            if choice.index == NO_OPTION and (chosen := self.chosen_instead()):
                raise Fault(f"at {where} it chose {chosen}:\n{table.board()}")
            if not 0 <= choice.index < table.options:
                expected = f"expected 0 to {table.options - 1}"
                raise Fault(f"{where} was answered with the index {choice.index}, {expected}:\n{table.board()}")
            self.spent[table.name].seconds.append(at - sent)
            return choice.index

    def chosen_instead(self) -> str:
        """Return the bot's invalid choice as text, as the SDK printed it to the bot's stderr; empty if it did not.

        Add the last lines of stderr to the transcript.
        """
        lines = self.patient.murmur().splitlines()
        for line in lines[-SPOKEN:]:
            self.patient.tape.note(f"stderr: {line}")
        found = [line.partition(CHOSE)[2] for line in lines if CHOSE in line]
        return found[-1] if found else ""

    def finish(self, talk: Talk, table: DoctorTable, *, void: bool = False) -> None:
        """End a match: send the result and close its Play stream, and send the result on the Attend stream, too.

        With `void`, send that the match has no result.
        """
        over, result = table.over(), table.result()
        reason = common_pb2.END_REASON_VOID if void else common_pb2.END_REASON_FINISHED
        notice = attend_pb2.ResultNotice(match=table.match, seat=table.seat, reason=reason, head=bytes(32))
        if void:
            over = play_pb2.PlayResponse(over=play_pb2.Over(reason=reason, head=bytes(32)))
        else:
            notice.result.CopyFrom(result)
        talk.send(over)
        talk.send(play_pb2.PlayResponse(ending=common_pb2.Ending(reason=common_pb2.ENDING_REASON_DONE)))
        talk.end()
        self.open.remove(talk)
        self.patient.tell(attend_pb2.AttendResponse(result=notice))


def asked_in(rules: Rules, seats: int) -> int:
    """Return the number of seats that get decisions in a game. An automaton in the last seat gets none."""
    return seats - len(rules.automata)
