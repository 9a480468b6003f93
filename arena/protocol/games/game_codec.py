"""The base class of the codecs.

Each game has a codec, which converts its views, options and events to messages and back.
"""

from typing import Any, Generic, TypeVar

from google.protobuf.message import DecodeError, Message

from arena.errors import ProtocolError
from arena.games.game import Event, Rules
from arena.protocol.v1 import games_pb2
from arena.protocol.wire import length_tag, tagged

V = TypeVar("V")
M = TypeVar("M", bound=Message)


class GameCodec(Generic[V]):
    """Converts one game's views, options and events to the game's own messages, and back without loss.

    `name` is the game's field in the oneofs of games.proto; games with the same messages share a field. An option's
    number means the same in every position, so its message depends only on the number.
    """

    name: str
    rules: Rules

    # Methods that a game provides ----------------------------------------------------------------------------------

    def view_to_message(self, view: V) -> Message:
        """Return a view as the game's message for a view; equal views give equal bytes."""
        raise NotImplementedError

    def view_to_bytes(self, view: V) -> bytes:
        """Return the bytes of a view's message. A game may override this with a faster method."""
        return self.view_to_message(view).SerializeToString(deterministic=True)

    def view_from_message(self, message: Any) -> V:
        """Return the view that a message contains. Raise ProtocolError if a field has an impossible value."""
        raise NotImplementedError

    def option_to_message(self, option: int) -> Message:
        """Return an option as the game's message for a move."""
        raise NotImplementedError

    def option_from_message(self, message: Any) -> int:
        """Return the option that a move means, legal or not. Raise ProtocolError if the move means no option."""
        raise NotImplementedError

    def event_to_message(self, event: Event) -> Message:
        """Return an event as the game's message for an event."""
        raise NotImplementedError

    def event_from_message(self, message: Any) -> Event | None:
        """Return the event that a message contains; None for an event that this program is too old to know."""
        raise NotImplementedError

    # Methods of every game -----------------------------------------------------------------------------------------

    def encode_view(self, view: V) -> bytes:
        """Return the bytes of the message View that contains this view. Equal views give equal bytes."""
        return tagged(length_tag(games_pb2.View, self.name), self.view_to_bytes(view))

    def decode_view(self, data: bytes) -> V:
        """Return the view in the bytes of a message View. Raise ProtocolError if the bytes are no view of this game."""
        return self.view_from_message(self.arm(parse(games_pb2.View, data), "view"))

    def put(self, message: Message, arm: Message) -> None:
        """Copy the game's own message `arm` into the game's field of `message`, a message of games.proto."""
        held: Message = getattr(message, self.name)
        held.CopyFrom(arm)

    def arm(self, message: Message, oneof: str) -> Any:
        """Return this game's own message, which is inside `message`, a message of games.proto.

        That message has a oneof with a field for each game; `oneof` is its name. Raise ProtocolError if another game's
        field is set, or none.
        """
        held = message.WhichOneof(oneof)
        if held != self.name:
            raise ProtocolError(f"{oneof}: expected one of {self.name}, got {held or 'none'}")
        return getattr(message, held)


def parse(kind: type[M], data: bytes) -> M:
    """Return the message of this kind that the bytes contain. Raise ProtocolError if they cannot be read.

    Fields that this program does not know are ignored.
    """
    try:
        return kind.FromString(data)
    except DecodeError as error:
        raise ProtocolError(f"{len(data)} bytes cannot be read: expected the message {kind.DESCRIPTOR.name}") from error


def within(what: str, value: int, low: int, high: int) -> int:
    """Return this value unchanged. Raise ProtocolError unless it is from `low` to `high`."""
    if not low <= value <= high:
        raise ProtocolError(f"{what} {value}: expected {low} to {high}")
    return value
