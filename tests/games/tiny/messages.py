"""Views, options and events of six days at sea as the messages of tiny.proto, and back."""

from typing import Final

from arena.errors import ProtocolError
from arena.games.game import SPECTATOR, Event
from arena.games.tiny.rules import AGAIN, CARDS, DAYS, EVENTS, HAND, KEEP, NOTHING, TinyView
from arena.games.tiny.rules import TINY as RULES
from arena.protocol.games.game_codec import GameCodec, within
from arena.protocol.games.names import Names
from arena.protocol.v1 import tiny_pb2 as pb

KIND: Final[Names["pb.TinyEventKind"]] = Names("event", EVENTS)
MOST: Final = 3 * HAND * DAYS  # points of a seat: each is a die's number or one of the scraps


class TinyCodec(GameCodec[TinyView]):
    """Writes and reads the messages of tiny.proto."""

    name = "tiny"
    rules = RULES

    def view_to_message(self, view: TinyView) -> pb.TinyView:
        """Return the message that describes a view."""
        return pb.TinyView(
            observer=view.observer,
            seats=view.seats,
            scraps_option=view.scraps_option,
            day=view.day,
            prize=view.prize,
            hauling=view.hauling,
            laying=view.laying,
            hand=view.hand,
            laid=view.laid,
            seen=view.seen,
            catch=[pb.TinyPoints(halves=halves) for halves in view.catch],
            scraps=[pb.TinyPoints(halves=halves) for halves in view.scraps],
        )

    def view_from_message(self, message: pb.TinyView) -> TinyView:
        """Return the view that a message describes. Raise ProtocolError for an impossible value of a field."""
        seats = within("seats", message.seats, min(RULES.seats), max(RULES.seats))
        return TinyView(
            observer=within("observer", message.observer, SPECTATOR, seats - 1),
            seats=seats,
            scraps_option=message.scraps_option,
            day=within("day", message.day, 0, DAYS),
            prize=within("prize", message.prize, 0, 6),
            hauling=within("hauling", message.hauling, NOTHING, seats - 1),
            laying=message.laying,
            hand=tuple(_card(card) for card in message.hand),
            laid=NOTHING if message.laid == NOTHING else _card(message.laid),
            seen=tuple(_card(card) for card in message.seen),
            catch=tuple(_halves(points) for points in message.catch),
            scraps=tuple(_halves(points) for points in message.scraps),
        )

    def option_to_message(self, option: int) -> pb.TinyMove:
        """Return the move that describes an option."""
        return pb.TinyMove(again=option == AGAIN) if option in {KEEP, AGAIN} else pb.TinyMove(lay=option)

    def option_from_message(self, message: pb.TinyMove) -> int:
        """Return the option that a move describes. Raise ProtocolError if there is none."""
        match message.WhichOneof("move"):
            case "lay":
                return _card(message.lay)
            case "again":
                return AGAIN if message.again else KEEP
        raise ProtocolError("move: expected lay or again")

    def event_to_message(self, event: Event) -> pb.TinyEvent:
        """Return the message that describes an event."""
        return pb.TinyEvent(kind=KIND.number[event.kind], numbers=event.numbers)

    def event_from_message(self, message: pb.TinyEvent) -> Event | None:
        """Return the event that a message describes; None for a kind of event that is newer than this program."""
        if message.kind not in KIND.word:
            return None
        return Event(KIND.word[message.kind], list(message.numbers))


def _card(card: int) -> int:
    return within("card", card, 0, len(CARDS) - 1)


def _halves(points: pb.TinyPoints) -> tuple[int, ...]:
    return tuple(within("points", each, 0, MOST) for each in points.halves)


TINY: Final = TinyCodec()
