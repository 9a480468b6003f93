"""Teotihuacan's views, options and events as the messages of teotihuacan.proto, and back."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from arena.errors import PositionError, ProtocolError, UsageError
from arena.games.game import SPECTATOR, Event, Rules, Scalar
from arena.games.steps import OVER
from arena.games.teotihuacan.hidden import WAIVED
from arena.games.teotihuacan.pending import KINDS, PendingStep, made
from arena.games.teotihuacan.pyramid import LEVELS
from arena.games.teotihuacan.rules import SOLO as SOLO_RULES
from arena.games.teotihuacan.rules import TEOTIHUACAN as RULES
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS
from arena.games.teotihuacan.solo.teotibot import PIPS
from arena.games.teotihuacan.temples import AVENUE_END, TOP
from arena.games.teotihuacan.terms import HAND, ROUNDS
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.pyramid import PYRAMID_TILES, ROTATIONS
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import (
    SIDE_NAMES,
    SPACE_NAMES,
    SPOT_NAMES,
    DecorationView,
    PlayerView,
    PointsView,
    PyramidView,
    StartingView,
    TeotibotView,
    TeotihuacanView,
    TurnView,
    WorkerView,
)
from arena.protocol.games.game_codec import GameCodec, within
from arena.protocol.games.names import NOTHING, Names
from arena.protocol.games.teotihuacan_numbers import read_event, read_option, space_in, write_event, write_option
from arena.protocol.settings import settings, values
from arena.protocol.v1 import common_pb2
from arena.protocol.v1 import teotihuacan_pb2 as pb

MANY: Final = 1 << 15  # more than any count in the game
BOARDS: Final = 8

# Tiles that look alike have the name of the first of them.
PYRAMID_WORDS: Final = [
    tile if PYRAMID_TILES.index(icons) == row else NOTHING
    for row, (tile, icons) in enumerate(zip(PYRAMID_IDS, PYRAMID_TILES, strict=True))
]

STEP: Final[Names["pb.TeotihuacanStepKind"]] = Names("step", KINDS)
SPACE: Final[Names["pb.TeotihuacanSpace"]] = Names("Worship space", SPACE_NAMES)
SIDE: Final[Names["pb.TeotihuacanSide"]] = Names("side", SIDE_NAMES)
STARTING: Final[Names["pb.TeotihuacanStarting"]] = Names("Starting tile", STARTING_IDS)
DISCOVERY: Final[Names["pb.TeotihuacanDiscovery"]] = Names("Discovery tile", DISCOVERY_IDS)
TECHNOLOGY: Final[Names["pb.TeotihuacanTechnology"]] = Names("Technology tile", TECHNOLOGY_IDS)
ROYAL: Final[Names["pb.TeotihuacanRoyal"]] = Names("Royal tile", ROYAL_IDS)
BONUS: Final[Names["pb.TeotihuacanBonus"]] = Names("Temple Bonus tile", BONUS_IDS)
DECORATION: Final[Names["pb.TeotihuacanDecoration"]] = Names("Decoration tile", DECORATION_IDS)
PYRAMID: Final[Names["pb.TeotihuacanPyramid"]] = Names("Pyramid tile", PYRAMID_WORDS)
ACTION: Final[Names["pb.TeotihuacanAction"]] = Names("action tile", ACTION_IDS)
ARROW: Final[Names["pb.TeotihuacanArrow"]] = Names("direction tile", ARROWS)

# A view is written for every decision, and most of its parts are those of the one before. So messages of small parts
# are cached. A message that is put into another one is copied.
kept = lru_cache(maxsize=1 << 12)


class TeotihuacanCodec(GameCodec[TeotihuacanView]):
    """Converts Teotihuacan's views, options and events (T-19) to messages, and back."""

    name = "teotihuacan"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._written_settings = kept(self._write_settings)

    def _write_settings(self, options: tuple[tuple[str, Scalar], ...]) -> list[common_pb2.Setting]:
        """Return those of the rules options that do not have their usual value, as messages."""
        usual = self.rules.complete({})
        return settings({name: value for name, value in options if value != usual[name]})

    def view_to_message(self, view: TeotihuacanView) -> pb.TeotihuacanView:
        """Return a view as a TeotihuacanView message; equal views give equal bytes."""
        return _write_view(view, self._written_settings(view.options))

    def view_from_message(self, message: pb.TeotihuacanView) -> TeotihuacanView:
        """Return the view that a message contains."""
        return _read_view(self.rules, message)

    def option_to_message(self, option: int) -> pb.TeotihuacanMove:
        """Return an option as a TeotihuacanMove message."""
        return write_option(option)

    def option_from_message(self, message: pb.TeotihuacanMove) -> int:
        """Return the option, legal or not, that a TeotihuacanMove message means."""
        return read_option(message)

    def event_to_message(self, event: Event) -> pb.TeotihuacanEvent:
        """Return an event as a TeotihuacanEvent message."""
        return write_event(event)

    def event_from_message(self, message: pb.TeotihuacanEvent) -> Event | None:
        """Return the event that a message contains; None for an event that this program is too old to know."""
        return read_event(message)


# Writing a view -------------------------------------------------------------------------------------------------------


def _write_view(view: TeotihuacanView, options: Iterable[common_pb2.Setting]) -> pb.TeotihuacanView:
    discoveries = DISCOVERY.write_all
    message = pb.TeotihuacanView(
        observer=view.observer,
        settings=options,
        turn=view.turn,
        active=view.active,
        to_move=view.to_move,
        asks=_write_step(view.asks),
        pending=[_write_step(step) for step in view.pending],
        light=view.light,
        dark=view.dark,
        eclipses=view.eclipses,
        eclipse_due=view.eclipse_due,
        finished=view.finished,
        ring=view.ring,
        royals=ROYAL.write_all(view.royals),
        bonuses=BONUS.write_all(view.bonuses),
        technologies=TECHNOLOGY.write_all(view.technologies),
        nobles=view.nobles,
        beside=discoveries(view.beside),
        spots=pb.TeotihuacanSpots(
            **{name: discoveries(tiles) for name, tiles in zip(SPOT_NAMES, view.spots, strict=True) if tiles}
        ),
        decoration_offer=DECORATION.write_all(view.decoration_offer),
        pyramid_offer=PYRAMID.write_all(view.pyramid_offer),
        pyramid=[_write_pyramid(tile) for tile in view.pyramid],
        decorations=[_write_decoration(tile) for tile in view.decorations],
        neutrals=[_write_neutral(boards) for boards in view.neutrals],
        unseen_discoveries=view.unseen_discoveries,
        unseen_decorations=view.unseen_decorations,
        unseen_pyramid=view.unseen_pyramid,
        players=[_write_player(player) for player in view.players],
        now=_write_turn(view.now),
        laid_out=[_write_starting(tile) for tile in view.laid_out],
        returned=discoveries(view.returned),
    )
    if view.salary is not None:
        message.salary.CopyFrom(_write_salary(view.salary))
    if view.teotibot is not None:
        message.teotibot.CopyFrom(_write_teotibot(view.teotibot))
    return message


@kept
def _write_step(step: PendingStep) -> pb.TeotihuacanStep:
    return pb.TeotihuacanStep(kind=STEP.number[step.name], numbers=step.numbers)


@kept
def _write_pyramid(tile: PyramidView) -> pb.TeotihuacanPyramidTile:
    return pb.TeotihuacanPyramidTile(
        level=tile.level, i=tile.i, j=tile.j, tile=PYRAMID.number[tile.tile], rotation=tile.rotation
    )


@kept
def _write_decoration(tile: DecorationView) -> pb.TeotihuacanDecorationTile:
    return pb.TeotihuacanDecorationTile(
        side=SIDE.number[tile.side], level=tile.level, tile=DECORATION.number[tile.tile]
    )


@kept
def _write_neutral(boards: tuple[int, ...]) -> pb.TeotihuacanNeutral:
    return pb.TeotihuacanNeutral(boards=boards)


@kept
def _write_starting(tile: StartingView) -> pb.TeotihuacanStartingTile:
    return pb.TeotihuacanStartingTile(
        tile=STARTING.number[tile.tile], discovery=DISCOVERY.number[tile.discovery], kept=tile.kept
    )


@kept
def _write_worker(worker: WorkerView) -> pb.TeotihuacanWorker:
    return pb.TeotihuacanWorker(board=worker.board, power=worker.power, space=SPACE.number[worker.space])


@kept
def _write_turn(now: TurnView) -> pb.TeotihuacanTurn:
    raised = None if now.raised is None else _write_worker(now.raised)
    return pb.TeotihuacanTurn(
        free_unlock=now.free_unlock,
        board=now.board,
        count=now.count,
        lowest=now.lowest,
        skills=TECHNOLOGY.write_all(now.skills),
        laid=now.laid,
        saving=now.saving,
        raising=now.raising,
        purchases=now.purchases,
        raised=raised,
    )


@kept
def _write_teotibot(teotibot: TeotibotView) -> pb.TeotihuacanTeotibot:
    return pb.TeotihuacanTeotibot(
        tiles=ACTION.write_all(teotibot.tiles),
        aside=ACTION.number[teotibot.aside],
        upper=ARROW.number[teotibot.upper],
        lower=ARROW.number[teotibot.lower],
        rolled=teotibot.rolled,
        discarded=DISCOVERY.write_all(teotibot.discarded),
    )


def _write_salary(answer: int) -> pb.TeotihuacanSalary:
    return pb.TeotihuacanSalary(waive=True) if answer == WAIVED else pb.TeotihuacanSalary(cocoa=answer)


@kept
def _write_ledger(entries: tuple[PointsView, ...]) -> pb.TeotihuacanLedger:
    points: dict[str, list[int]] = {}
    for entry in entries:
        points.setdefault(entry.category, [0] * ROUNDS)[entry.eclipse] = entry.points
    return pb.TeotihuacanLedger(**points)


@kept  # at a decision of one player the other players are mostly unchanged
def _write_player(player: PlayerView) -> pb.TeotihuacanPlayer:
    blue, red, green = player.temples
    return pb.TeotihuacanPlayer(
        cocoa=player.cocoa,
        wood=player.wood,
        stone=player.stone,
        gold=player.gold,
        points=player.points,
        blue=blue,
        red=red,
        green=green,
        avenue=player.avenue,
        track=player.track,
        technologies=TECHNOLOGY.write_all(player.technologies),
        workers=[_write_worker(worker) for worker in player.workers],
        discoveries=DISCOVERY.write_all(player.discoveries),
        used=DISCOVERY.write_all(player.used),
        starting=[_write_starting(tile) for tile in player.starting],
        ledger=_write_ledger(player.ledger),
    )


# Reading a view -------------------------------------------------------------------------------------------------------


def _read_view(rules: Rules, message: pb.TeotihuacanView) -> TeotihuacanView:
    seats = within("players", len(message.players), rules.seats[0], rules.seats[-1])
    return TeotihuacanView(
        observer=within("observer", message.observer, SPECTATOR, seats - 1),
        seats=seats,
        options=_read_settings(rules, message.settings),
        turn=_count("turn", message.turn),
        active=within("active", message.active, 0, seats - 1),
        to_move=within("to_move", message.to_move, OVER, seats - 1),
        asks=_read_step(message.asks),
        pending=tuple([_read_step(step) for step in message.pending]),
        light=_count("light", message.light),
        dark=_count("dark", message.dark),
        eclipses=within("eclipses", message.eclipses, 0, ROUNDS),
        eclipse_due=within("eclipse_due", message.eclipse_due, -1, MANY),
        finished=message.finished,
        ring=_read_ring(message.ring),
        royals=ROYAL.read_all(_exactly("royals", 3, message.royals)),
        bonuses=BONUS.read_all(_exactly("bonuses", 3, message.bonuses)),
        technologies=TECHNOLOGY.read_all(_exactly("technologies", 6, message.technologies)),
        nobles=tuple([_count("nobles", count) for count in _exactly("nobles", 3, message.nobles)]),
        beside=DISCOVERY.read_all_or_nothing(_exactly("beside", 5, message.beside)),
        spots=tuple([DISCOVERY.read_all(getattr(message.spots, name)) for name in SPOT_NAMES]),
        decoration_offer=DECORATION.read_all_or_nothing(_exactly("decoration_offer", 4, message.decoration_offer)),
        pyramid_offer=PYRAMID.read_all_or_nothing(_exactly("pyramid_offer", 3, message.pyramid_offer)),
        pyramid=tuple([_read_pyramid(tile) for tile in message.pyramid]),
        decorations=tuple([_read_decoration(tile) for tile in message.decorations]),
        neutrals=tuple([_read_neutral(colour) for colour in message.neutrals]),
        unseen_discoveries=_count("unseen_discoveries", message.unseen_discoveries),
        unseen_decorations=_count("unseen_decorations", message.unseen_decorations),
        unseen_pyramid=_count("unseen_pyramid", message.unseen_pyramid),
        players=tuple([_read_player(player, rules.categories) for player in message.players]),
        now=_read_turn(message.now),
        laid_out=tuple([_read_starting(tile) for tile in message.laid_out]),
        returned=DISCOVERY.read_all(message.returned),
        salary=_read_salary(message.salary) if message.HasField("salary") else None,
        teotibot=_read_teotibot(message.teotibot) if rules is SOLO_RULES else None,
    )


def _read_teotibot(message: pb.TeotihuacanTeotibot) -> TeotibotView:
    tiles = ACTION.read_all(_exactly("tiles", len(ACTION_IDS) - 1, message.tiles))
    aside = ACTION.read(message.aside)
    if sorted([*tiles, aside]) != sorted(ACTION_IDS):
        raise ProtocolError("action tiles: expected every one once, six in the pyramid and one set aside")
    return TeotibotView(
        tiles=tiles,
        aside=aside,
        upper=ARROW.read(message.upper),
        lower=ARROW.read(message.lower),
        rolled=tuple([within("rolled", die, 1, PIPS) for die in _two_or_none(message.rolled)]),
        discarded=DISCOVERY.read_all(message.discarded),
    )


def _count(what: str, count: int) -> int:
    return within(what, count, 0, MANY)


def _exactly(what: str, count: int, values: Any) -> Iterable[int]:
    """Return these values unchanged. Raise ProtocolError unless there are `count` of them."""
    within(f"number of {what}", len(values), count, count)
    return tuple(values)


def _read_settings(rules: Rules, given: Iterable[common_pb2.Setting]) -> tuple[tuple[str, Scalar], ...]:
    """Return all rules options, as pairs of a name and a value. One that the message leaves out has its usual value."""
    try:
        return tuple(rules.complete(values(given)).items())
    except UsageError as reason:
        raise ProtocolError(str(reason)) from None


def _read_step(message: pb.TeotihuacanStep) -> PendingStep:
    step = PendingStep(STEP.read(message.kind), tuple(message.numbers))
    try:
        made(step)
    except PositionError as reason:
        raise ProtocolError(str(reason)) from None
    return step


def _read_ring(boards: Any) -> tuple[int, ...]:
    ring = tuple(boards)
    if sorted(ring) != list(range(1, BOARDS + 1)):
        raise ProtocolError(f"ring {list(ring)}: expected every board from 1 to {BOARDS}")
    return ring


def _read_pyramid(message: pb.TeotihuacanPyramidTile) -> PyramidView:
    space_in(message)
    tile = PYRAMID.read(message.tile)
    last = ROTATIONS[PYRAMID_IDS.index(tile)] - 1
    return PyramidView(message.level, message.i, message.j, tile, within("rotation", message.rotation, 0, last))


def _read_decoration(message: pb.TeotihuacanDecorationTile) -> DecorationView:
    level = within("level", message.level, 1, LEVELS)
    return DecorationView(SIDE.read(message.side), level, DECORATION.read(message.tile))


def _read_neutral(message: pb.TeotihuacanNeutral) -> tuple[int, ...]:
    return tuple([within("board", board, 1, BOARDS) for board in message.boards])


def _read_starting(message: pb.TeotihuacanStartingTile) -> StartingView:
    return StartingView(STARTING.read(message.tile), DISCOVERY.read_or_nothing(message.discovery), message.kept)


def _read_worker(message: pb.TeotihuacanWorker) -> WorkerView:
    return WorkerView(
        within("board", message.board, 0, HAND),
        within("power", message.power, 1, 5),
        SPACE.read_or_nothing(message.space),
    )


def _read_turn(message: pb.TeotihuacanTurn) -> TurnView:
    return TurnView(
        free_unlock=message.free_unlock,
        board=within("board", message.board, 0, BOARDS),
        count=within("count", message.count, 0, 3),
        lowest=within("lowest", message.lowest, 0, 5),
        skills=TECHNOLOGY.read_all(message.skills),
        laid=_count("laid", message.laid),
        saving=within("saving", message.saving, 0, 1),
        raising=message.raising,
        purchases=_count("purchases", message.purchases),
        raised=_read_worker(message.raised) if message.HasField("raised") else None,
    )


def _read_salary(message: pb.TeotihuacanSalary) -> int:
    return WAIVED if message.waive else within("salary", message.cocoa, 0, WAIVED - 1)


def _two_or_none(dice: Any) -> Iterable[int]:
    """T-17.3.1: return the dice of the automaton's turn: two, or none before its first turn.

    Raise ProtocolError for another number of dice.
    """
    return _exactly("rolled", 2, dice) if len(dice) else ()


def _read_ledger(message: pb.TeotihuacanLedger, categories: Iterable[str]) -> tuple[PointsView, ...]:
    entries: list[PointsView] = []
    for category in categories:
        points = getattr(message, category)
        if points:
            entries += [PointsView(category, eclipse, each) for eclipse, each in enumerate(points) if each]
            within(f"Eclipses of {category}", len(points), 0, ROUNDS)
    return tuple(entries)


def _read_player(message: pb.TeotihuacanPlayer, categories: Iterable[str]) -> PlayerView:
    return PlayerView(
        cocoa=_count("cocoa", message.cocoa),
        wood=_count("wood", message.wood),
        stone=_count("stone", message.stone),
        gold=_count("gold", message.gold),
        points=message.points,
        temples=(
            within("blue", message.blue, 0, TOP),
            within("red", message.red, 0, TOP),
            within("green", message.green, 0, TOP),
        ),
        avenue=within("avenue", message.avenue, 0, AVENUE_END),
        track=_count("track", message.track),
        technologies=TECHNOLOGY.read_all(message.technologies),
        workers=tuple([_read_worker(worker) for worker in message.workers]),
        discoveries=DISCOVERY.read_all(message.discoveries),
        used=DISCOVERY.read_all(message.used),
        starting=tuple([_read_starting(tile) for tile in message.starting]),
        ledger=_read_ledger(message.ledger, categories),
    )


TEOTIHUACAN: Final = TeotihuacanCodec(RULES)
SOLO: Final = TeotihuacanCodec(SOLO_RULES)
