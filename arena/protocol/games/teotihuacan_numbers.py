"""Converts Teotihuacan's options and events, which are numbers in the engine, to messages and back.

The type of a field says how its number is converted. Enums count from 1, but the engine's tables from 0. A space of the
Pyramid is a message of its own. Every other field has the engine's number itself.
"""

from functools import lru_cache
from typing import Any, Final

from google.protobuf.message import Message

from arena.errors import NotationError, ProtocolError
from arena.games.game import Event
from arena.games.teotihuacan import notation
from arena.games.teotihuacan import windows as kinds
from arena.games.teotihuacan.events import EVENTS
from arena.games.teotihuacan.hidden import WAIVED
from arena.games.teotihuacan.notation import EXCHANGED
from arena.games.teotihuacan.pyramid import FIRST_OF_LEVEL, LEVEL, LEVELS, space_at
from arena.games.teotihuacan.windows import KIND
from arena.protocol.games.game_codec import within
from arena.protocol.v1 import teotihuacan_pb2 as pb

NUMBER: Final = (-(1 << 31), (1 << 31) - 1)  # what a field of a number holds

# One number in a field ------------------------------------------------------------------------------------------------


def put_number(message: Message, name: str, number: int) -> None:
    """Write one of the engine's numbers into a field. The number -1 becomes the value "unspecified" of an enum."""
    field = message.DESCRIPTOR.fields_by_name[name]
    if field.message_type is pb.TeotihuacanPyramidSpace.DESCRIPTOR:
        space: pb.TeotihuacanPyramidSpace = getattr(message, name)
        space.level = LEVEL[number]
        space.i, space.j = divmod(number - FIRST_OF_LEVEL[space.level], 5 - space.level)
    elif field.message_type is pb.TeotihuacanDecorationSpace.DESCRIPTOR:
        side: pb.TeotihuacanDecorationSpace = getattr(message, name)
        put_number(side, "side", number >> 2)
        side.level = (number & 3) + 1
    else:
        setattr(message, name, number if field.enum_type is None else number + 1)


def number_in(message: Message, name: str, low: int = NUMBER[0], high: int = NUMBER[1]) -> int:
    """Return a field's value as the engine's number. Raise ProtocolError for an unknown value of an enum or a space."""
    field = message.DESCRIPTOR.fields_by_name[name]
    held: Any = getattr(message, name)
    if field.message_type is pb.TeotihuacanPyramidSpace.DESCRIPTOR:
        return space_in(held)
    if field.message_type is pb.TeotihuacanDecorationSpace.DESCRIPTOR:
        level = within("level", held.level, 1, LEVELS)
        return (within("side", held.side, 1, 4) - 1) * 4 + level - 1
    if field.enum_type is None:
        return within(name, held, low, high)
    first = 0 if name in OPTIONAL else 1
    if held not in field.enum_type.values_by_number or held < first:
        raise ProtocolError(f"{name} {held}: expected {first} to {max(field.enum_type.values_by_number)}")
    return int(held) - 1


OPTIONAL: Final = {"tied"}  # enums that may say nothing: no tile


def space_in(held: pb.TeotihuacanPyramidSpace | pb.TeotihuacanPyramidTile) -> int:
    """T-8.1: return the number of the Pyramid space in a message. Raise ProtocolError if there is no such space."""
    level = within("level", held.level, 1, LEVELS)
    size = 4 - level
    return space_at(level, within("i", held.i, 0, size), within("j", held.j, 0, size))


# Options --------------------------------------------------------------------------------------------------------------


class NumberPart:
    """A detail of an option: a range of bits in the option's number, and a field of the option's message.

    The value in the field is the value of the bits plus `low`.
    """

    def __init__(self, name: str, shift: int, bits: int, low: int = 0) -> None:
        self.name: Final = name
        self.shift: Final = shift
        self.last: Final = (1 << bits) - 1
        self.low: Final = low

    def write(self, message: Message, detail: int) -> None:
        """Write the value of this detail's bits in `detail`, plus `low`, into the field of the message.

        `detail` is a number with the bits of all details of the option.
        """
        put_number(message, self.name, (detail >> self.shift & self.last) + self.low)

    def read(self, message: Message) -> int:
        """Return the value of the message's field less `low`, shifted left to the place of its bits in `detail`.

        `detail` is a number with the bits of all details of the option.
        """
        number = number_in(message, self.name, self.low, self.low + self.last)
        return (number - self.low) << self.shift


class Exchanged(NumberPart):
    """What an option of decision D4, an exchange, names: a resource, a temple, or neither."""

    def __init__(self) -> None:
        super().__init__("good", 1, 3)

    def write(self, message: Message, detail: int) -> None:
        """Write what an exchange option names into the message: a resource as `good`, or a temple as `temple`.

        The bits of `detail` above the lowest one say which. Write nothing if the option names neither.
        """
        what = detail >> 1
        if what:
            put_number(message, "good" if what <= GOODS else "temple", (what - 1) % GOODS)

    def read(self, message: Message) -> int:
        """Return what the message exchanges as the number 2 * n, a part of an option's number.

        Here n is 0 for nothing, 1 to `GOODS` for a resource, and more for a temple. Raise ProtocolError if the message
        has both a resource and a temple.
        """
        assert isinstance(message, pb.TeotihuacanExchange)
        if message.good and message.temple:
            raise ProtocolError("exchange: expected a good or a temple")
        if message.good:
            return (within("good", message.good, 1, GOODS)) << 1
        return (within("temple", message.temple, 1, 3) + GOODS) << 1 if message.temple else 0


GOODS: Final = EXCHANGED.index("gold")


class Paid(NumberPart):
    """What an option of decision E1 pays as salary: an amount of cocoa, or a waiver tile in place of it (T-11.6)."""

    def __init__(self) -> None:
        super().__init__("cocoa", 0, 4)

    def write(self, message: Message, detail: int) -> None:
        """Write the paid amount of cocoa into the message, or that a waiver tile pays."""
        put_number(message, *(("waive", True) if detail == WAIVED else ("cocoa", detail)))

    def read(self, message: Message) -> int:
        """Return how the message pays the salary: its amount of cocoa, or the number `WAIVED` for a waiver tile."""
        assert isinstance(message, pb.TeotihuacanSalary)
        return WAIVED if message.waive else within("cocoa", message.cocoa, 0, WAIVED - 1)


WAIVE: Final = NumberPart("waive", 0, 1)

# By kind of option: its arm in TeotihuacanMove, and the fields there.
MOVES: Final[dict[int, tuple[str, tuple[NumberPart, ...]]]] = {
    kinds.KEEP: ("keep", (NumberPart("first", 5, 5), NumberPart("second", 0, 5))),
    kinds.TAKE: ("take", (NumberPart("tile", 0, 5),)),
    kinds.BENEFIT: ("raise_worker", (NumberPart("power", 0, 2),)),
    kinds.SETTLE: (
        "settle",
        (
            *(NumberPart("first_board", 12, 3, low=1), NumberPart("first_power", 4, 2)),
            *(NumberPart("second_board", 9, 3, low=1), NumberPart("second_power", 2, 2)),
            *(NumberPart("third_board", 6, 3, low=1), NumberPart("third_power", 0, 2)),
        ),
    ),
    kinds.FREE_UNLOCK: ("free_unlock", ()),
    kinds.MOVE: (
        "go",
        (
            *(NumberPart("board", 11, 4), NumberPart("power", 8, 3), NumberPart("distance", 4, 4)),
            *(NumberPart("second", 1, 3), NumberPart("unlimited", 0, 1)),
        ),
    ),
    kinds.COLLECT: ("collect", ()),
    kinds.WORSHIP: (
        "worship",
        (NumberPart("space", 6, 3), NumberPart("effect", 4, 2), NumberPart("lock", 1, 3), WAIVE),
    ),
    kinds.MAIN: ("main", (NumberPart("additional", 1, 2), WAIVE)),
    kinds.FIRST: ("first", (NumberPart("effect", 0, 2),)),
    kinds.EXCHANGE: ("exchange", (Exchanged(), WAIVE)),
    kinds.CLAIM: ("claim", (NumberPart("tile", 0, 5),)),
    kinds.GOODS: ("gain", (NumberPart("good", 0, 2),)),
    kinds.TEMPLE: ("temple", (NumberPart("temple", 0, 2),)),
    kinds.TECHNOLOGY: ("technology", (NumberPart("tile", 0, 4),)),
    kinds.ROW: ("row", (NumberPart("row", 0, 2),)),
    kinds.DECORATE: ("decorate", (NumberPart("tile", 4, 4), NumberPart("space", 0, 4))),
    kinds.BUILD: ("build", (NumberPart("tile", 7, 5), NumberPart("rotation", 0, 2), NumberPart("space", 2, 5))),
    kinds.PAY: ("pay", (NumberPart("payment", 0, 2),)),
    kinds.POWER_UP: ("power_up", (NumberPart("board", 3, 4), NumberPart("power", 0, 3), NumberPart("locked", 7, 1))),
    kinds.REWARD: ("reward", (NumberPart("reward", 0, 3),)),
    kinds.SALARY: ("salary", (Paid(),)),
    kinds.STOP: ("stop", ()),
    kinds.PASS: ("pass_by", ()),
    kinds.END: ("end_turn", ()),
    kinds.CONTINUE: ("go_on", ()),
    kinds.USE: ("use", (NumberPart("tile", 0, 5),)),
    kinds.UNLOCK: ("unlock", (WAIVE,)),
}
ARMS: Final = {arm: kind for kind, (arm, _) in MOVES.items()}


def write_option(option: int) -> pb.TeotihuacanMove:
    """Return an option as a TeotihuacanMove message."""
    detail = option & (1 << KIND) - 1
    arm, parts = MOVES[option - detail]
    message = pb.TeotihuacanMove()
    held: Message = getattr(message, arm)
    held.SetInParent()  # where all details are zeros, too
    for part in parts:
        part.write(held, detail)
    return message


def read_option(message: pb.TeotihuacanMove) -> int:
    """Return the option that a move means, legal or not. Raise ProtocolError if the move means no option."""
    arm = message.WhichOneof("move")
    if arm is None:
        raise ProtocolError(f"move: expected one of {', '.join(ARMS)}, got none")
    held: Message = getattr(message, arm)
    option = ARMS[arm] + sum(part.read(held) for part in MOVES[ARMS[arm]][1])
    complaint = objection(option)
    if complaint:
        raise ProtocolError(complaint)
    return option


@lru_cache(maxsize=1 << 14)  # all that games meet again and again
def objection(option: int) -> str:
    """Return why a number means no option in any position. Return an empty text if the number means an option."""
    try:
        notation.understood(notation.spell(option))
    except NotationError as reason:
        return str(reason)
    return ""


# Events ---------------------------------------------------------------------------------------------------------------


def write_event(event: Event) -> pb.TeotihuacanEvent:
    """Return an event as a TeotihuacanEvent message."""
    message = pb.TeotihuacanEvent()
    told: Message = getattr(message, event.kind)
    told.SetInParent()  # an event in which all numbers are 0 still exists
    for name, number in zip(EVENTS[event.kind], event.numbers, strict=True):
        put_number(told, name, number)
    return message


def read_event(message: pb.TeotihuacanEvent) -> Event | None:
    """Return the event that a message contains; None for an event that this program is too old to know."""
    kind = message.WhichOneof("event")
    if kind is None:
        return None
    told: Message = getattr(message, kind)
    return Event(kind, [number_in(told, name) for name in EVENTS[kind]])
