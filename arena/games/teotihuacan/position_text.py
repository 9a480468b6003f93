"""Reads the text of a position: a view that shows everything, and the face-down stacks.

docs/positions.md explains the keys.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from arena.errors import NotationError, PositionError, UsageError
from arena.games.chance import Stream
from arena.games.fields import Fields, integer, parsed
from arena.games.game import EDITION, SPECTATOR, Rules, Scalar
from arena.games.teotihuacan import pending
from arena.games.teotihuacan.notation import decoration_space, discovery_kind, pyramid_kind, pyramid_space
from arena.games.teotihuacan.pending import PendingStep
from arena.games.teotihuacan.pyramid import SPACES
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo import position as solo
from arena.games.teotihuacan.solo.setup import SOLO_MARK
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, HAND, ROUNDS, TRANSIT, WHEEL
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.pyramid import ROTATIONS
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import (
    NOTHING,
    SPACE_NAMES,
    SPOT_NAMES,
    DecorationView,
    PlayerView,
    PointsView,
    PyramidView,
    StartingView,
    TeotihuacanView,
    TurnView,
    WorkerView,
)

PLACES = {WHEEL: "wheel", TRANSIT: "transit", HAND: "hand"}  # where a worker can be beside boards and Worship spaces


@dataclass(frozen=True, slots=True)
class Stacks:
    """The hidden parts of a position: face-down stacks (top tile first), secret salaries, the automaton's dice."""

    discovery: tuple[str, ...]
    discovery_again: tuple[str, ...]
    decoration: tuple[str, ...]
    pyramid: tuple[str, ...]
    neutral: tuple[tuple[str, ...], ...]
    salaries: tuple[int, ...]
    streams: tuple[Stream, ...]  # of the automaton


def understood(rules: Rules, text: str) -> tuple[TeotihuacanView, Stacks]:
    """Read the text of a position. Return a view that shows everything, and the face-down stacks."""
    fields = Fields("the position", parsed(text))
    fields.choice("game", [rules.name])
    seats = int(fields.choice("seats", list(rules.seats)))
    options = _options(rules, fields)
    waiting = tuple(_made_step(step) for step in fields.items("pending"))
    in_setup = bool(waiting) and waiting[0].name == "end_setup"
    in_eclipse = bool(waiting) and waiting[0].name == "turn"
    teotibot, streams = solo.understood(fields) if SOLO_MARK in dict(options) else (None, ())
    seen = TeotihuacanView(
        observer=SPECTATOR,
        seats=seats,
        options=options,
        turn=fields.number("turn", 0, 1000),
        active=fields.number("active", 0, seats - 1),
        to_move=fields.number("to_move", -1, seats - 1),
        asks=_made_step(fields.take("asks")),
        pending=waiting,
        light=fields.number("light", 0, 12),
        dark=fields.number("dark", 0, 12),
        eclipses=fields.number("eclipses", 0, 3),
        eclipse_due=fields.number("eclipse_due", -1, 1000),
        finished=bool(fields.choice("finished", [True, False])),
        ring=tuple(_numbers(fields, "ring", 8, 1, 8)),
        royals=_some(fields, "royals", ROYAL_IDS, 3),
        bonuses=_some(fields, "bonuses", BONUS_IDS, 3),
        technologies=_some(fields, "technologies", TECHNOLOGY_IDS, 6),
        nobles=tuple(_numbers(fields, "nobles", 3, 0, 5)),
        beside=tuple(_discoveries(fields, "beside", 5)),
        spots=_spots(fields),
        decoration_offer=_some(fields, "decoration_offer", [NOTHING, *DECORATION_IDS], 4),
        pyramid_offer=tuple(_pyramid_tile(tile) for tile in _some(fields, "pyramid_offer", [NOTHING, *PYRAMID_IDS], 3)),
        pyramid=_pyramid(fields),
        decorations=_decorations(fields),
        neutrals=tuple(_neutral(boards) for boards in fields.items("neutrals")),
        unseen_discoveries=0,
        unseen_decorations=0,
        unseen_pyramid=0,
        players=tuple(fields.each("players", partial(_made_player, categories=rules.categories))),
        now=_now(fields),
        laid_out=tuple(fields.each("laid_out", _starting)) if in_setup else (),
        returned=tuple(_sorted_discoveries(fields, "returned")) if in_setup else (),
        teotibot=teotibot,
    )
    stacks = Stacks(
        discovery=tuple(_discoveries(fields, "discovery_stack")),
        discovery_again=tuple(_discoveries(fields, "discovery_again")) if in_setup else (),
        decoration=tuple(fields.tiles("decoration_stack", DECORATION_IDS)),
        pyramid=tuple(_pyramid_tile(tile) for tile in fields.tiles("pyramid_stack", PYRAMID_IDS)),
        neutral=tuple(_neutral_stack(order) for order in fields.items("neutral_stacks")),
        salaries=tuple(integer("a salary", answer) for answer in fields.items("salaries")) if in_eclipse else (),
        streams=streams,
    )
    fields.end()
    return seen, stacks


def _options(rules: Rules, fields: Fields) -> tuple[tuple[str, Scalar], ...]:
    """Read the rules options from a position. Return them all as pairs of name and value.

    An option that the text leaves out has its usual value, or that of the edition which the text names.
    """
    given = Fields("the options", fields.take("options"))
    known = {setting.name: setting.values for setting in rules.options_schema} | {EDITION: tuple(rules.editions)}
    options = {name: _chosen(given, name, values) for name, values in known.items() if given.has(name)}
    given.end()
    try:
        return tuple(rules.complete(options).items())
    except UsageError as reason:
        raise PositionError(str(reason)) from None


def _chosen(given: Fields, name: str, values: tuple[Scalar, ...]) -> Scalar:
    return given.choice(name, list(values))


def _made_step(value: object) -> PendingStep:
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise PositionError(f"a step: {json.dumps(value)}; expected its name, then its numbers")
    step = PendingStep(value[0], tuple(integer(f"step {value[0]!r}", number) for number in value[1:]))
    pending.made(step)
    return step


def _some(fields: Fields, key: str, ids: list[str], count: int) -> tuple[str, ...]:
    """Return the tile ids under a key of a JSON object. Raise PositionError unless there are exactly `count` ids."""
    tiles = fields.tiles(key, ids)
    if len(tiles) != count:
        raise PositionError(f"{fields.what}, {key!r}: {len(tiles)} tiles; expected {count}")
    return tuple(tiles)


def _numbers(fields: Fields, key: str, count: int, low: int, high: int) -> list[int]:
    """Read a key of a JSON object, and return its value, a list of numbers.

    Raise PositionError unless there are exactly `count` whole numbers from `low` to `high`.
    """
    found = [integer(f"{fields.what}, {key!r}", value) for value in fields.items(key)]
    if len(found) != count or not all(low <= number <= high for number in found):
        raise PositionError(f"{fields.what}, {key!r}: {found}; expected {count} numbers from {low} to {high}")
    return found


def _pyramid_tile(tile: str) -> str:
    """T-19.5: return the lowest id of all Pyramid tiles that look like `tile`; an empty text for an empty text."""
    return PYRAMID_IDS[pyramid_kind(tile)] if tile else NOTHING


def _discovery(where: str, tile: object) -> str:
    """T-11.10: return the lowest id among the copies of a Discovery tile; an empty text for no tile.

    `tile` may be the id of any copy. If it is no id, raise PositionError with a text that begins with `where`.
    """
    try:
        return DISCOVERY_IDS[discovery_kind(str(tile))] if tile != NOTHING else NOTHING
    except NotationError as reason:
        raise PositionError(f"{where}: {reason}") from None


def _discoveries(fields: Fields, key: str, count: int | None = None) -> list[str]:
    """Return the ids of Discovery tiles under a key of a JSON object, as a list in the same order.

    With `count`, raise PositionError unless the list has `count` texts; an empty text means that a tile is missing.
    Without `count`, raise PositionError for an empty text.
    """
    tiles = [_discovery(f"{fields.what}, {key!r}", tile) for tile in fields.items(key)]
    if count is None and NOTHING in tiles:
        raise PositionError(f"{fields.what}, {key!r}: expected a tile, got an empty text")
    if count is not None and len(tiles) != count:
        raise PositionError(f"{fields.what}, {key!r}: {len(tiles)} places; expected {count}")
    return tiles


def _sorted_discoveries(fields: Fields, key: str) -> list[str]:
    """Return the ids of Discovery tiles under a key of a JSON object, sorted, because their order has no meaning."""
    return sorted(_discoveries(fields, key), key=DISCOVERY_IDS.index)


def _spots(fields: Fields) -> tuple[tuple[str, ...], ...]:
    """T-2.2.7: read from a position the Discovery tiles on the Avenue and the temples.

    Return a tuple with one tuple of tile ids for each step that can have Discovery tiles, in the order of SPOT_NAMES.
    """
    given = Fields("the spots", fields.take("spots"))
    spots = tuple(tuple(_sorted_discoveries(given, name)) for name in SPOT_NAMES)
    given.end()
    return spots


def _object(fields: Fields, key: str) -> Mapping[str, object]:
    value = fields.take(key)
    if not isinstance(value, dict):
        raise PositionError(f"{fields.what}, {key!r}: expected a JSON object")
    return value


def _pyramid(fields: Fields) -> tuple[PyramidView, ...]:
    """T-8.1: read the tiles on the Pyramid from a position. Return a tuple of PyramidViews."""
    spaces = {pyramid_space(space): space for space in range(SPACES)}
    laid: dict[int, PyramidView] = {}
    for name, value in _object(fields, "pyramid").items():
        tile, _, rotation = str(value).partition(" r")
        if name not in spaces or tile not in PYRAMID_IDS or rotation not in {"0", "1", "2", "3"}:
            raise PositionError(
                f'the pyramid, {name!r}: {json.dumps(value)}; expected something like "2.0.1": "P04 r1"'
            )
        kind = pyramid_kind(tile)
        level, i, j = (int(number) for number in name.split("."))
        laid[spaces[name]] = PyramidView(level, i, j, PYRAMID_IDS[kind], int(rotation) % ROTATIONS[kind])
    return tuple(laid[space] for space in sorted(laid))


def _decorations(fields: Fields) -> tuple[DecorationView, ...]:
    """T-8.5: read the placed Decorations from a position. Return a tuple of DecorationViews."""
    places = {decoration_space(place): place for place in range(16)}
    laid: dict[int, DecorationView] = {}
    for name, tile in _object(fields, "decorations").items():
        if name not in places or tile not in DECORATION_IDS:
            raise PositionError(
                f'the decorations, {name!r}: {json.dumps(tile)}; expected something like "top_2": "D03"'
            )
        side, level = name.split("_")
        laid[places[name]] = DecorationView(side, int(level), str(tile))
    return tuple(laid[place] for place in sorted(laid))


def _neutral(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise PositionError(f"neutral workers: {json.dumps(value)}; expected a list of boards")
    return tuple(sorted(integer("a neutral worker", board) for board in value))


def _neutral_stack(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or sorted(map(str, value)) != STARTING_IDS:
        raise PositionError("T-14.8: a stack for neutral workers holds all 18 Starting tiles, each once")
    return tuple(value)


def _made_player(fields: Fields, categories: Iterable[str]) -> PlayerView:
    ledger = _made_ledger(fields, categories)
    blue, red, green = _numbers(fields, "temples", 3, 0, 11)
    return PlayerView(
        cocoa=fields.number("cocoa"),
        wood=fields.number("wood"),
        stone=fields.number("stone"),
        gold=fields.number("gold"),
        points=sum(entry.points for entry in ledger),
        temples=(blue, red, green),
        avenue=fields.number("avenue", 0, 9),
        track=fields.number("track"),
        technologies=tuple(sorted(fields.tiles("technologies", TECHNOLOGY_IDS))),
        workers=tuple(
            sorted(
                (_made_worker(text) for text in fields.items("workers")),
                key=lambda worker: (worker.board, worker.power, _space(worker)),
            )
        ),
        discoveries=tuple(_sorted_discoveries(fields, "discoveries")),
        used=tuple(_sorted_discoveries(fields, "used")),
        starting=tuple(fields.each("starting", _starting)) if fields.has("starting") else (),
        ledger=ledger,
    )


def _space(worker: WorkerView) -> int:
    return SPACE_NAMES.index(worker.space) if worker.space else -1


def _made_worker(value: object) -> WorkerView:
    power, _, place = str(value).partition("@")
    boards = {name: board for board, name in PLACES.items()} | {str(board): board for board in range(1, 9)}
    if power in {"1", "2", "3", "4", "5"} and place in boards:
        return WorkerView(boards[place], int(power))
    if power in {"1", "2", "3", "4", "5"} and place in SPACE_NAMES:
        return WorkerView(BOARD_OF_SPACE[SPACE_NAMES.index(place)], int(power), place)
    raise PositionError(f"a worker: {json.dumps(value)}; expected its power, 1 to 5, and where it is: 3@2 or 3@forest")


def _made_ledger(fields: Fields, categories: Iterable[str]) -> tuple[PointsView, ...]:
    """Read from a position how many points a player got, by category and Eclipse. Return these as PointsViews."""
    given = Fields(f"the ledger of {fields.what}", fields.take("ledger"))
    ledger = []
    for category in categories:
        if given.has(category):
            points = _numbers(given, category, ROUNDS, -1000, 1000)
            ledger += [PointsView(category, eclipse, number) for eclipse, number in enumerate(points) if number]
    given.end()
    return tuple(ledger)


def _starting(fields: Fields) -> StartingView:
    tile = str(fields.choice("tile", STARTING_IDS))
    tied = _discovery(f"{fields.what}, 'discovery'", fields.take("discovery"))
    return StartingView(tile, tied, bool(fields.choice("kept", [True, False])))


def _raised(given: Fields) -> WorkerView | None:
    """T-7.4.3: read from a position the worker that gets no second power-up; an empty text stands for none."""
    text = given.take("raised")
    return None if text == NOTHING else _made_worker(text)


def _now(fields: Fields) -> TurnView:
    given = Fields("what the turn keeps in mind", fields.take("now"))
    now = TurnView(
        free_unlock=bool(given.choice("free_unlock", [True, False])),
        board=given.number("board", 0, 8),
        count=given.number("count", 0, 3),
        lowest=given.number("lowest", 0, 5),
        skills=tuple(sorted(given.tiles("skills", TECHNOLOGY_IDS))),
        laid=given.number("laid", 0, 3),
        saving=given.number("saving", 0, 1),
        raising=bool(given.choice("raising", [True, False])),
        purchases=given.number("purchases", 0, 4),
        raised=_raised(given),
    )
    given.end()
    return now
