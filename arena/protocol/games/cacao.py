"""Cacao's views, options and events as the messages of cacao.proto, and back."""

from functools import lru_cache
from typing import Final

from google.protobuf.message import Message

from arena.errors import ProtocolError
from arena.games.cacao import notation
from arena.games.cacao.grid import HIGH, LOW
from arena.games.cacao.notation import EVENTS, Choice, Filling, Placement, Working
from arena.games.cacao.rules import CACAO as RULES
from arena.games.cacao.tiles import HAND, JUNGLE_IDS, RIVER_END, STORAGE, SUN_SPACES, TURNS, WORKER_IDS, WORKER_TILES
from arena.games.cacao.view import (
    SIDES,
    STEPS,
    CacaoView,
    CoveredTile,
    Edge,
    JungleTile,
    VillageView,
    WorkerTile,
)
from arena.games.game import SPECTATOR, Event, Rules
from arena.games.steps import OVER
from arena.protocol.games.game_codec import GameCodec, within
from arena.protocol.games.names import Names
from arena.protocol.v1 import cacao_pb2 as pb
from arena.protocol.wire import KeptBytes

KEPT: Final = 1 << 12  # parts of each kind that are cached at most
TILES: Final = 1 << 15  # the same for tiles and their places
MANY: Final = 1 << 15  # more than any count in the game

STEP: Final[Names["pb.CacaoStep"]] = Names("step", STEPS)
WORKER: Final[Names["pb.CacaoWorker"]] = Names("worker tile", WORKER_IDS)
JUNGLE: Final[Names["pb.CacaoJungle"]] = Names("jungle tile", JUNGLE_IDS)
SIDE: Final[Names["pb.CacaoSide"]] = Names("side", SIDES)


class CacaoCodec(GameCodec[CacaoView]):
    """Converts Cacao's views, options and events (C-14 and C-15) to messages, and back."""

    name = RULES.name
    rules: Rules = RULES

    def view_to_message(self, view: CacaoView) -> pb.CacaoView:
        """Return a view as a CacaoView message; equal views give equal bytes."""
        return pb.CacaoView.FromString(_write_view(view))

    def view_to_bytes(self, view: CacaoView) -> bytes:
        """Return the bytes of the view's message, built from the bytes of its tiles."""
        return _write_view(view)

    def view_from_message(self, message: pb.CacaoView) -> CacaoView:
        """Return the view that a message contains."""
        return _read_view(message)

    def option_to_message(self, option: int) -> pb.CacaoMove:
        """Return an option as a CacaoMove message."""
        return _write_choice(notation.choice(option))

    def option_from_message(self, message: pb.CacaoMove) -> int:
        """Return the option, legal or not, that a CacaoMove message means."""
        return notation.option(_read_choice(message))

    def event_to_message(self, event: Event) -> pb.CacaoEvent:
        """Return an event as a CacaoEvent message."""
        return _write_event(event)

    def event_from_message(self, message: pb.CacaoEvent) -> Event | None:
        """Return the event that a message contains; None for an event that this program is too old to know."""
        return _read_event(message)


# Views ---------------------------------------------------------------------------------------------------------------


def _write_view(view: CacaoView) -> bytes:
    """Return the bytes of a view, in the order of the fields' numbers.

    Bytes of parts that occurred in earlier views are reused.
    """
    return b"".join(
        (
            _write_beginning(view.observer, view.auto_resolve, view.turn, view.asks, view.to_move),
            *[_JUNGLE[tile] for tile in view.jungle],
            *[_WORKERS[tile] for tile in view.workers],
            *[_VILLAGES[village] for village in view.villages],
            _write_supply(view.display, view.pile, view.hand),
            *[_SPACES[space] for space in view.spaces],
            *[_EDGES[edge] for edge in view.edges],
            _write_removed(view.removed_jungle, view.removed_workers),
        )
    )


@lru_cache(KEPT)
def _write_beginning(observer: int, auto_resolve: bool, turn: int, asks: str, to_move: int) -> bytes:
    message = pb.CacaoView(
        observer=observer, auto_resolve=auto_resolve, turn=turn, asks=STEP.number[asks], to_move=to_move
    )
    return message.SerializeToString()


def _write_jungle_tile(tile: JungleTile) -> bytes:
    written = pb.CacaoJungleTile(x=tile.x, y=tile.y, tile=JUNGLE.number[tile.tile])
    return pb.CacaoView(jungle=[written]).SerializeToString()


def _write_worker(worker: WorkerTile) -> bytes:
    written = pb.CacaoWorkerTile(
        x=worker.x, y=worker.y, seat=worker.seat, tile=WORKER.number[worker.tile], rotation=worker.rotation
    )
    if worker.covers is not None:
        written.covers.tile = WORKER.number[worker.covers.tile]
        written.covers.rotation = worker.covers.rotation
    return pb.CacaoView(workers=[written]).SerializeToString()


def _write_village(village: VillageView) -> bytes:
    written = pb.CacaoVillage(
        cacao=village.cacao,
        suns=village.suns,
        river=village.river,
        market=village.market,
        gold_mine=village.gold_mine,
        hand=village.hand,
        pile=village.pile,
        unplaced=WORKER.write_all(village.unplaced),
    )
    return pb.CacaoView(villages=[written]).SerializeToString()


def _write_space(space: tuple[int, int]) -> bytes:
    x, y = space
    return pb.CacaoView(spaces=[pb.CacaoCell(x=x, y=y)]).SerializeToString()


def _write_edge(edge: Edge) -> bytes:
    written = pb.CacaoEdge(
        seat=edge.seat,
        x=edge.x,
        y=edge.y,
        side=SIDE.number[edge.side],
        workers=edge.workers,
        tile=JUNGLE.number[edge.tile],
    )
    return pb.CacaoView(edges=[written]).SerializeToString()


_JUNGLE: Final = KeptBytes(_write_jungle_tile, TILES)
_WORKERS: Final = KeptBytes(_write_worker, TILES)
_VILLAGES: Final = KeptBytes(_write_village, KEPT)
_SPACES: Final = KeptBytes(_write_space, KEPT)
_EDGES: Final = KeptBytes(_write_edge, TILES)


@lru_cache(KEPT)
def _write_supply(display: tuple[str, ...], pile: tuple[str, ...], hand: tuple[str, ...]) -> bytes:
    message = pb.CacaoView(display=JUNGLE.write_all(display), pile=JUNGLE.write_all(pile), hand=WORKER.write_all(hand))
    return message.SerializeToString()


@lru_cache(KEPT)
def _write_removed(jungle: tuple[str, ...], workers: tuple[str, ...]) -> bytes:
    message = pb.CacaoView(removed_jungle=JUNGLE.write_all(jungle), removed_workers=WORKER.write_all(workers))
    return message.SerializeToString()


def _read_view(message: pb.CacaoView) -> CacaoView:
    seats = within("villages", len(message.villages), RULES.seats[0], RULES.seats[-1])
    return CacaoView(
        observer=within("observer", message.observer, SPECTATOR, seats - 1),
        seats=seats,
        auto_resolve=message.auto_resolve,
        turn=within("turn", message.turn, 0, TURNS[seats]),
        asks=STEP.read(message.asks),
        to_move=within("to_move", message.to_move, OVER, seats - 1),
        jungle=tuple(JungleTile(*_cell(tile), JUNGLE.read(tile.tile)) for tile in message.jungle),
        workers=tuple(_read_worker(tile, seats) for tile in message.workers),
        villages=tuple(_read_village(village) for village in message.villages),
        display=JUNGLE.read_all(message.display),
        pile=JUNGLE.read_all(message.pile),
        hand=WORKER.read_all(message.hand),
        spaces=tuple(_cell(space) for space in message.spaces),
        edges=tuple(_read_edge(edge, seats) for edge in message.edges),
        removed_jungle=JUNGLE.read_all(message.removed_jungle),
        removed_workers=WORKER.read_all(message.removed_workers),
    )


HasCell = (
    pb.CacaoCell
    | pb.CacaoJungleTile
    | pb.CacaoWorkerTile
    | pb.CacaoEdge
    | pb.CacaoPlace
    | pb.CacaoOverbuild
    | pb.CacaoFill
    | pb.CacaoWork
)


def _cell(message: HasCell) -> tuple[int, int]:
    return within("x", message.x, LOW, HIGH), within("y", message.y, LOW, HIGH)


def _turned(message: pb.CacaoWorkerTile | pb.CacaoCoveredTile | pb.CacaoPlace | pb.CacaoOverbuild) -> tuple[str, int]:
    tile = WORKER.read(message.tile)
    orientations = WORKER_TILES[WORKER_IDS.index(tile)].orientations
    return tile, within("rotation", message.rotation, 0, orientations - 1)


def _read_worker(message: pb.CacaoWorkerTile, seats: int) -> WorkerTile:
    seat = within("seat", message.seat, 0, seats - 1)
    covers = CoveredTile(*_turned(message.covers)) if message.HasField("covers") else None
    return WorkerTile(*_cell(message), seat, *_turned(message), covers=covers)


def _read_village(message: pb.CacaoVillage) -> VillageView:
    return VillageView(
        cacao=within("cacao", message.cacao, 0, STORAGE),
        suns=within("suns", message.suns, 0, SUN_SPACES),
        river=within("river", message.river, 0, RIVER_END),
        market=within("market", message.market, 0, MANY),
        gold_mine=within("gold_mine", message.gold_mine, 0, MANY),
        hand=within("hand", message.hand, 0, HAND),
        pile=within("pile", message.pile, 0, MANY),
        unplaced=WORKER.read_all(message.unplaced),
    )


def _read_edge(message: pb.CacaoEdge, seats: int) -> Edge:
    return Edge(
        within("seat", message.seat, 0, seats - 1),
        *_cell(message),
        SIDE.read(message.side),
        within("workers", message.workers, 1, 3),
        JUNGLE.read(message.tile),
    )


# Options -------------------------------------------------------------------------------------------------------------


def _write_choice(choice: Choice) -> pb.CacaoMove:
    x, y = choice.x, choice.y
    match choice:
        case Placement(overbuild=True):
            tile = WORKER.number[choice.tile]
            return pb.CacaoMove(overbuild=pb.CacaoOverbuild(x=x, y=y, tile=tile, rotation=choice.rotation))
        case Placement():
            tile = WORKER.number[choice.tile]
            return pb.CacaoMove(place=pb.CacaoPlace(x=x, y=y, tile=tile, rotation=choice.rotation))
        case Filling():
            return pb.CacaoMove(fill=pb.CacaoFill(x=x, y=y, tile=JUNGLE.number[choice.tile]))
        case Working():
            side = SIDE.number[choice.side]
            return pb.CacaoMove(work=pb.CacaoWork(x=x, y=y, side=side, workers=choice.workers))


def _read_choice(message: pb.CacaoMove) -> Choice:
    match message.WhichOneof("move"):
        case "place":
            x, y = _cell(message.place)
            return Placement(False, *_turned(message.place), x, y)
        case "overbuild":
            x, y = _cell(message.overbuild)
            return Placement(True, *_turned(message.overbuild), x, y)
        case "fill":
            return Filling(*_cell(message.fill), JUNGLE.read(message.fill.tile))
        case "work":
            work = message.work
            return Working(*_cell(work), SIDE.read(work.side), within("workers", work.workers, 0, 3))
        case _:
            raise ProtocolError("move: expected one of place, overbuild, fill, work, got none")


# Events --------------------------------------------------------------------------------------------------------------


def _write_event(event: Event) -> pb.CacaoEvent:
    message = pb.CacaoEvent()
    told: Message = getattr(message, event.kind)
    for name, number in zip(EVENTS[event.kind], event.numbers, strict=True):
        setattr(told, name, number + _offset(told, name))
    return message


def _read_event(message: pb.CacaoEvent) -> Event | None:
    kind = message.WhichOneof("event")
    if kind is None:
        return None
    told: Message = getattr(message, kind)
    return Event(kind, [_number(told, name) for name in EVENTS[kind]])


def _number(told: Message, name: str) -> int:
    """Return a field of an event's message as the engine's number. Raise ProtocolError if the value is unknown."""
    written: int = getattr(told, name)
    enum = told.DESCRIPTOR.fields_by_name[name].enum_type
    if enum is None:
        return written
    return within(name, written, 1, len(enum.values) - 1) - 1


def _offset(told: Message, name: str) -> int:
    """Return the difference between a field's value and the engine's number: 1 for an enum, 0 for others.

    Enums count from 1, the engine's tables from 0.
    """
    return 1 if told.DESCRIPTOR.fields_by_name[name].enum_type is not None else 0


CACAO: Final = CacaoCodec()
