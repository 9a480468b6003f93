"""What a game brings so that it can be played over the wire: its views, options and events as messages, and back."""

from typing import Any, Generic, TypeVar

from google.protobuf.message import DecodeError, Message

from arena.errors import ProtocolError
from arena.games.game import Event, Rules
from arena.protocol.v1 import games_pb2
from arena.protocol.wire import length_tag, tagged

V = TypeVar("V")
M = TypeVar("M", bound=Message)


class GameCodec(Generic[V]):
    """One game's views, options and events as its own messages, and back without loss.

    `name` is its arm in the oneofs of games.proto; games that are told alike share one. An option's number means the
    same in every position, so its message is a function of the number.
    """

    name: str
    rules: Rules

    # What a game provides ------------------------------------------------------------------------------------------

    def view_to_message(self, view: V) -> Message:
        """A view; equal views give equal bytes."""
        raise NotImplementedError

    def view_to_bytes(self, view: V) -> bytes:
        """The bytes of that message; a game may know a faster way to them."""
        return self.view_to_message(view).SerializeToString(deterministic=True)

    def view_from_message(self, message: Any) -> V:
        """The view that a message tells; ProtocolError where a field has a value that it cannot have."""
        raise NotImplementedError

    def option_to_message(self, option: int) -> Message:
        """An option as a move."""
        raise NotImplementedError

    def option_from_message(self, message: Any) -> int:
        """The option that a move means, legal or not; ProtocolError where it means none at all."""
        raise NotImplementedError

    def event_to_message(self, event: Event) -> Message:
        """An event."""
        raise NotImplementedError

    def event_from_message(self, message: Any) -> Event | None:
        """The event that a message tells; None for one that is newer than this program."""
        raise NotImplementedError

    # What every game has -------------------------------------------------------------------------------------------

    def encode_view(self, view: V) -> bytes:
        """A view as the bytes of a View; equal views give equal bytes."""
        return tagged(length_tag(games_pb2.View, self.name), self.view_to_bytes(view))

    def decode_view(self, data: bytes) -> V:
        """The view that these bytes tell."""
        return self.view_from_message(self.arm(parse(games_pb2.View, data), "view"))

    def put(self, message: Message, arm: Message) -> None:
        """Let a message of games.proto hold this for the game."""
        held: Message = getattr(message, self.name)
        held.CopyFrom(arm)

    def arm(self, message: Message, oneof: str) -> Any:
        """What a message of games.proto holds for this game."""
        held = message.WhichOneof(oneof)
        if held != self.name:
            raise ProtocolError(f"{oneof}: expected one of {self.name}, got {held or 'none'}")
        return getattr(message, held)


def parse(kind: type[M], data: bytes) -> M:
    """The message of this kind that the bytes hold; what is newer than this program is ignored."""
    try:
        return kind.FromString(data)
    except DecodeError as error:
        raise ProtocolError(f"{len(data)} bytes: expected a {kind.DESCRIPTOR.name}") from error


def within(what: str, value: int, low: int, high: int) -> int:
    """The value, which has to lie between these two."""
    if not low <= value <= high:
        raise ProtocolError(f"{what} {value}: expected {low} to {high}")
    return value
