"""The message Decision, which is sent most often: `DecisionWriter` makes its bytes quickly, `read_decision` reads them.

The message and the text of an option are always the same bytes, so they are cached and copied into the Decision by
hand. The result equals protobuf's own serialization, byte for byte.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from arena.errors import ProtocolError
from arena.games.game import Event
from arena.protocol.games.game_codec import GameCodec, parse
from arena.protocol.v1 import attend_pb2, common_pb2, games_pb2, play_pb2
from arena.protocol.wire import KeptBytes, length_tag, tagged
from arena.protocol.written import WrittenDeparture, WrittenQuestion

PROTOCOL: Final = 1  # the number in Hello and Join; another number is another protocol

KEPT: Final = 1 << 15  # options of each kind that are cached at most; a game has a few thousand options

V = TypeVar("V")

TYPED: Final = attend_pb2.OPTION_FORM_TYPED
TEXT: Final = attend_pb2.OPTION_FORM_TEXT
BOTH: Final = attend_pb2.OPTION_FORM_BOTH


class WireTiming(NamedTuple):
    """The parts of the time that an answer took, in microseconds, and the part that the seat's clock was charged for.

    `lag_budget_us` is the free time that is left to the seat for slow transport.
    """

    think_us: int
    transport_us: int
    stall_us: int
    lag_credit_us: int
    charged_us: int
    held_us: int | None = None  # this and the next are for bots that know FEATURE_LAG_BUDGET
    lag_budget_us: int | None = None


@dataclass(frozen=True, slots=True)
class WireDeparture:
    """A seat that has forfeited, the reason (a word such as `crashed`), and the number of turns completed before."""

    seat: int
    reason: str
    turn: int


class WireDecision(NamedTuple, Generic[V]):
    """A question to a seat, as a client reads it; `docs/protocol.md` explains its parts."""

    number: int
    view: V
    options: tuple[int, ...]  # none if only the spellings were sent
    spellings: tuple[str, ...]  # none if only the moves were sent
    clocks: tuple[int, ...] = ()
    limit_us: int | None = None
    events: tuple[Event, ...] = ()  # none if only their sentences were sent
    events_since: int = 0
    last_timing: WireTiming | None = None
    departures: tuple[WireDeparture, ...] = ()
    again: bool = False


# Writing -------------------------------------------------------------------------------------------------------------


VIEW_TAG: Final = length_tag(play_pb2.Decision, "view")
OPTION_TAG: Final = length_tag(play_pb2.Decision, "options")
CLOCK_TAG: Final = length_tag(play_pb2.Decision, "clock")
EVENT_TAG: Final = length_tag(play_pb2.Decision, "events")
DECISION_TAG: Final = length_tag(play_pb2.PlayResponse, "decision")


class DecisionWriter(Generic[V]):
    """Writes the decisions of one game as bytes, with options in the form that a bot asked for: move, text or both.

    An option has the same number, text and bytes in every position. Only its index differs, so the other bytes are
    cached.
    """

    def __init__(self, codec: GameCodec[V], form: attend_pb2.OptionForm = BOTH, most: int = KEPT) -> None:
        self.codec: Final = codec
        self.most: Final = most  # what is cached of each kind
        self.typed: Final = form != TEXT
        self.spelled: Final = form != TYPED
        self._placed: Final[list[dict[int, bytes]]] = []  # by index: options with their tag and length
        self._places = 0  # how many these are, all together
        self._bodies: Final[dict[int, bytes]] = {}  # options without the index
        self._events: Final = KeptBytes(self._event, most)

    def write(
        self,
        decision: WrittenQuestion[V],
        timing: WireTiming | None = None,
        *,
        events_since: int = 0,
        again: bool = False,
    ) -> bytes:
        """Return the bytes of a Decision. Equal arguments give equal bytes.

        `timing` has the times of the seat's last answer. The message has the events since the seat's decision with the
        number `events_since`; if that is 0, since the start of the match. `again` is True if the same decision was sent
        before.
        """
        told = self._events
        return b"".join(
            (
                _NUMBERS[decision.number],
                tagged(VIEW_TAG, self.codec.encode_view(decision.view)),
                *self._options(decision.options, decision.spellings),
                _clock(decision),
                *[told[event.kind, tuple(event.numbers)] for event in decision.events],
                _rest(decision.departures, timing, events_since, again),
            )
        )

    def _options(self, options: Sequence[int], spellings: Sequence[str]) -> list[bytes]:
        """Return a list with the bytes of each option: as protobuf writes a field, first its tag and its length."""
        placed = self._placed
        while len(placed) < len(options):
            placed.append({})
        try:
            return [kept[option] for kept, option in zip(placed, options, strict=False)]
        except KeyError:  # one that has not been at this index yet
            asked = enumerate(zip(options, spellings, strict=True))
            return [placed[at].get(option) or self._place(at, option, spelling) for at, (option, spelling) in asked]

    def _place(self, index: int, option: int, spelling: str) -> bytes:
        """Return the bytes of an option in a Decision, which include the option's index there, and cache them.

        The bytes begin with protobuf's tag and length.
        """
        if self._places >= self.most:
            self._places = 0
            for kept in self._placed:
                kept.clear()
        self._places += 1
        body = self._bodies.get(option) or self._body(option, spelling)
        data = play_pb2.Option(index=index).SerializeToString() + body
        found = self._placed[index][option] = tagged(OPTION_TAG, data)
        return found

    def _body(self, option: int, spelling: str) -> bytes:
        """Return the bytes of an option that are the same in every Decision (all except its index), and cache them."""
        message = play_pb2.Option(text=spelling if self.spelled else "")
        if self.typed:
            self.codec.put(message.move, self.codec.option_to_message(option))
        if len(self._bodies) >= self.most:
            self._bodies.clear()
        found = self._bodies[option] = message.SerializeToString(deterministic=True)
        return found

    def _event(self, told: tuple[str, tuple[int, ...]]) -> bytes:
        """Return the bytes of an event, with its tag and length. They are the same for every observer of the event."""
        kind, numbers = told
        event = Event(kind, list(numbers))
        message = games_pb2.Event(text=self.codec.rules.spell_event(event) if self.spelled else "")
        if self.typed:
            self.codec.put(message, self.codec.event_to_message(event))
        return tagged(EVENT_TAG, message.SerializeToString(deterministic=True))


def _number(number: int) -> bytes:
    """Return the bytes of a Decision before its view: the decision's number."""
    return play_pb2.Decision(number=number).SerializeToString()


_NUMBERS: Final = KeptBytes(_number, KEPT)


def _clock(decision: WrittenQuestion[Any]) -> bytes:
    """Return the bytes of a Decision between its options and its events: the clocks of all seats and the limit."""
    remaining_us = [left for left in decision.clocks if left is not None]
    clock = play_pb2.Clock(remaining_us=remaining_us, limit_us=decision.limit_us)
    return tagged(CLOCK_TAG, clock.SerializeToString(deterministic=True))


def _rest(departures: Sequence[WrittenDeparture], timing: WireTiming | None, events_since: int, again: bool) -> bytes:
    """Return the bytes of a Decision after its events: the forfeits, the timing, `events_since` and `again`."""
    message = play_pb2.Decision(
        events_since=events_since,
        last_timing=None if timing is None else _write_timing(timing),
        forfeits=[_write_departure(departure) for departure in departures],
        again=again,
    )
    return message.SerializeToString(deterministic=True)


def in_response(decision: bytes) -> bytes:
    """Return the bytes of a PlayResponse that contains this Decision."""
    return tagged(DECISION_TAG, decision)


def _write_timing(timing: WireTiming) -> play_pb2.Timing:
    return play_pb2.Timing(
        think_us=timing.think_us,
        transport_us=timing.transport_us,
        stall_us=timing.stall_us,
        lag_credit_us=timing.lag_credit_us,
        charged_us=timing.charged_us,
        held_us=timing.held_us,
        lag_budget_us=timing.lag_budget_us,
    )


PREFIX: Final = "FORFEIT_REASON_"
SAID: Final = {"resigned": "left"}  # reasons that protocol 1.0 does not have, each with the nearest one


def _write_departure(departure: WrittenDeparture) -> common_pb2.Forfeit:
    given = str(departure.reason)
    reason = PREFIX + SAID.get(given, given).upper().replace("-", "_")
    return common_pb2.Forfeit(seat=departure.seat, reason=reason, turn=departure.turn)


# Reading -------------------------------------------------------------------------------------------------------------


def read_decision(codec: GameCodec[V], data: bytes) -> WireDecision[V]:
    """Return the Decision in these bytes. Raise ProtocolError if the bytes are not a Decision of this game."""
    return decision_from_message(codec, parse(play_pb2.Decision, data))


def decision_from_message(codec: GameCodec[V], message: play_pb2.Decision) -> WireDecision[V]:
    """Return the Decision in a message. Raise ProtocolError if the message breaks the protocol's rules."""
    if [option.index for option in message.options] != list(range(len(message.options))):
        raise ProtocolError(f"decision {message.number}: expected options numbered from 0 without gaps")
    moves = [option.move for option in message.options if option.HasField("move")]
    spellings = [option.text for option in message.options if option.text]
    if not all(len(given) in {0, len(message.options)} for given in (moves, spellings)) or not (moves or spellings):
        raise ProtocolError(f"decision {message.number}: expected a move, a text or both with every option")
    return WireDecision(
        number=message.number,
        view=codec.view_from_message(codec.arm(message.view, "view")),
        options=tuple(codec.option_from_message(codec.arm(move, "move")) for move in moves),
        spellings=tuple(spellings),
        clocks=tuple(message.clock.remaining_us),
        limit_us=message.clock.limit_us if message.clock.HasField("limit_us") else None,
        events=tuple(_read_events(codec, message.events)),
        events_since=message.events_since,
        last_timing=_read_timing(message.last_timing) if message.HasField("last_timing") else None,
        departures=tuple(_read_departure(forfeit) for forfeit in message.forfeits),
        again=message.again,
    )


def _read_events(codec: GameCodec[Any], messages: Sequence[games_pb2.Event]) -> Iterator[Event]:
    """Yield the events that this program knows. Skip newer kinds."""
    for message in messages:
        if message.WhichOneof("event") is not None:
            event = codec.event_from_message(codec.arm(message, "event"))
            if event is not None:
                yield event


def _read_timing(message: play_pb2.Timing) -> WireTiming:
    return WireTiming(
        message.think_us,
        message.transport_us,
        message.stall_us,
        message.lag_credit_us,
        message.charged_us,
        message.held_us if message.HasField("held_us") else None,
        message.lag_budget_us if message.HasField("lag_budget_us") else None,
    )


def _read_departure(message: common_pb2.Forfeit) -> WireDeparture:
    """Return the departure that a message describes.

    A reason that this program does not know is returned as its number.
    """
    known = common_pb2.ForfeitReason.DESCRIPTOR.values_by_number.get(message.reason)
    name = known.name if known else f"{PREFIX}{message.reason}"
    return WireDeparture(message.seat, name.removeprefix(PREFIX).lower().replace("_", "-"), message.turn)
