"""Options and events of Cacao as text: docs/notation.md is the grammar.

Every option has exactly one spelling. A text that cannot be read raises NotationError. The text of an option that is
not offered raises IllegalOptionError, which gives the reason in the words of a player (C-14.6).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from arena.errors import IllegalOptionError, NotationError, nearest
from arena.games.cacao.activation import workers_on
from arena.games.cacao.grid import (
    FILL,
    HIGH,
    LOW,
    OVERBUILD,
    PLACE,
    REACH,
    WORK,
    cell_at,
    cell_of,
    x_of,
    y_of,
)
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import FIRST, JUNGLE_IDS, TYPE, WORKER_IDS, WORKER_TILES
from arena.games.cacao.view import SIDES, step_name
from arena.games.game import Event
from arena.games.steps import OVER

CELL = r"(?P<x>0|-?[1-9]\d{0,8}),(?P<y>0|-?[1-9]\d{0,8})"  # digits at most: int() refuses thousands
FORMS = {
    "place": re.compile(rf"place (?P<tile>\S+) r(?P<rotation>\d) at {CELL}", re.ASCII),
    "overbuild": re.compile(rf"overbuild (?P<tile>\S+) r(?P<rotation>\d) at {CELL}", re.ASCII),
    "fill": re.compile(rf"fill {CELL} (?P<tile>\S+)", re.ASCII),
    "work": re.compile(rf"work {CELL} (?P<side>\S) (?P<workers>\d)", re.ASCII),
}
LOOKS = {
    "place": "place 2-1-0-1 r3 at 1,0",
    "overbuild": "overbuild 2-1-0-1 r1 at 1,0",
    "fill": "fill 1,-1 market_3",
    "work": "work 1,0 N 2",
}

# Writing an option ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placement:
    """C-14.1 D1: a choice to lay a worker tile with a rotation. If it covers another tile, `overbuild` is true."""

    overbuild: bool
    tile: str
    rotation: int
    x: int
    y: int

    def __str__(self) -> str:
        verb = "overbuild" if self.overbuild else "place"
        return f"{verb} {self.tile} r{self.rotation} at {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Filling:
    """C-14.1 D2: a choice to lay a tile of the display on a jungle space."""

    x: int
    y: int
    tile: str

    def __str__(self) -> str:
        return f"fill {self.x},{self.y} {self.tile}"


@dataclass(frozen=True, slots=True)
class Working:
    """C-14.1 D3: a choice to let a number of workers act on one side of a worker tile."""

    x: int
    y: int
    side: str
    workers: int

    def __str__(self) -> str:
        return f"work {self.x},{self.y} {self.side} {self.workers}"


Choice = Placement | Filling | Working


def choice(option: int) -> Choice:
    """Return the choice (a Placement, Filling or Working) that an option's number stands for."""
    cell = cell_of(option)
    x, y = x_of(cell), y_of(cell)
    verb, detail = option >> 16, option & 15
    if verb == FILL:
        return Filling(x, y, JUNGLE_IDS[detail])
    if verb == WORK:
        return Working(x, y, SIDES[detail >> 2], detail & 3)
    tile = TYPE[detail]
    return Placement(verb == OVERBUILD, WORKER_IDS[tile], detail - FIRST[tile], x, y)


def option(chosen: Choice) -> int:
    """Return the number that the engine uses for a choice (a Placement, Filling or Working), legal or not.

    This is the inverse of `choice`.
    """
    at = (cell_at(chosen.x, chosen.y) + REACH) << 4
    match chosen:
        case Placement():
            verb = OVERBUILD if chosen.overbuild else PLACE
            return verb << 16 | at | FIRST[WORKER_IDS.index(chosen.tile)] + chosen.rotation
        case Filling():
            return FILL << 16 | at | JUNGLE_IDS.index(chosen.tile)
        case Working():
            return WORK << 16 | at | SIDES.index(chosen.side) << 2 | chosen.workers


@lru_cache(maxsize=1 << 16)  # there are a few thousand options, and a referee spells dozens of them for each decision
def spell(number: int) -> str:
    """Return an option as text."""
    return str(choice(number))


# Reading an option ---------------------------------------------------------------------------------------------------


def read(state: Cacao, text: str) -> int:
    """C-14.6, C-16.14: return the option with this spelling. Raise IllegalOptionError if the option is not offered."""
    chosen = understood(text)
    objection = objection_to(state, chosen)
    if objection:
        raise IllegalOptionError(f"{text!r}: {objection}")
    number = option(chosen)
    if number not in state.options():
        raise IllegalOptionError(f"{text!r}: it is not among the options")
    return number


def understood(text: str) -> Choice:
    """Return the choice that a text means, legal or not. Raise NotationError if the text cannot be read."""
    verb = text.partition(" ")[0]
    if verb not in FORMS:
        raise NotationError(f"{text!r}: no option begins with {verb!r}; {nearest(verb, FORMS)}")
    match = FORMS[verb].fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r}: cannot be read; expected something like {LOOKS[verb]!r}")
    x, y = int(match["x"]), int(match["y"])
    if not (LOW <= x <= HIGH and LOW <= y <= HIGH):
        raise NotationError(f"{text!r}: no game reaches {x},{y}; x and y are from {LOW} to {HIGH}")
    if verb == "fill":
        return Filling(x, y, _known(text, "jungle tile", match["tile"], JUNGLE_IDS))
    if verb == "work":
        side = _known(text, "side", match["side"], list(SIDES))
        return Working(x, y, side, _within(text, "workers", int(match["workers"])))
    tile = _known(text, "worker tile", match["tile"], WORKER_IDS)
    rotation = _within(text, "rotation", int(match["rotation"]))
    if rotation >= WORKER_TILES[WORKER_IDS.index(tile)].orientations:
        raise NotationError(f"{text!r}: {tile} looks the same whichever way it is turned; expected r0")
    return Placement(verb == "overbuild", tile, rotation, x, y)


def _known(text: str, what: str, word: str, words: list[str]) -> str:
    if word not in words:
        raise NotationError(f"{text!r}: no {what} {word!r}; {nearest(word, words)}")
    return word


def _within(text: str, what: str, number: int) -> int:
    if number > 3:
        raise NotationError(f"{text!r}: {what} {number}; expected 0 to 3")
    return number


# Why something is not legal ------------------------------------------------------------------------------------------

EXPECTED = {
    "place": "a worker tile is to be laid now",
    "fill": "a jungle space is to be filled now",
    "work": "workers are to act now",
}


def objection_to(state: Cacao, chosen: Choice) -> str | None:
    """C-14.6: return the reason why a choice is illegal, in the words of a player; None if the choice is legal."""
    if state.to_move == OVER:
        return "the game is over"
    asked = step_name(state)
    wanted = {Placement: "place", Filling: "fill", Working: "work"}[type(chosen)]
    if asked != wanted:
        return EXPECTED[asked]
    match chosen:
        case Filling():
            return _objection_to_filling(state, chosen)
        case Working():
            return _objection_to_working(state, chosen)
        case Placement():
            if state.villages[state.to_move].hand[WORKER_IDS.index(chosen.tile)] == 0:
                return f"{chosen.tile} is not in your hand"
            cell = cell_at(chosen.x, chosen.y)
            return _objection_to_overbuilding(state, cell) if chosen.overbuild else _objection_to_placing(state, cell)


def _owner(state: Cacao, cell: int) -> int | None:
    """Return the owner of the worker tile on a cell; None if there is no worker tile.

    The lists of tiles are searched, because two distant cells can share one entry of the grid.
    """
    covered = [entry >> 8 for entry in state.covered]
    for seat, village in enumerate(state.villages):
        if cell in village.tiles or (cell in covered and state.grid[cell] >> 4 & 3 == seat):
            return seat
    return None


def _objection_to_placing(state: Cacao, cell: int) -> str | None:
    if cell in state.open:
        return None
    if (x_of(cell) + y_of(cell)) % 2 == 0:
        return "that is a jungle space"
    if _owner(state, cell) is not None:
        return "the cell is occupied"
    return "the cell is not adjacent to a jungle tile"


def _objection_to_overbuilding(state: Cacao, cell: int) -> str | None:
    owner = _owner(state, cell)
    if state.pile or state.display:
        return "there is no overbuilding while the jungle pile or the display holds a tile"
    if state.villages[state.to_move].suns == 0:
        return "you have no sun token"
    if owner is None:
        return "no worker tile lies there"
    if owner != state.to_move:
        return "that is another player's tile"
    if cell not in state.villages[owner].tiles:
        return "that cell has been overbuilt already"
    return None


def _objection_to_filling(state: Cacao, chosen: Filling) -> str | None:
    if cell_at(chosen.x, chosen.y) not in state.spaces:
        return "that space is not to be filled"
    if JUNGLE_IDS.index(chosen.tile) not in state.display:
        return f"{chosen.tile} is not in the display"
    return None


def _objection_to_working(state: Cacao, chosen: Working) -> str | None:
    cell = cell_at(chosen.x, chosen.y)
    edge = cell << 2 | SIDES.index(chosen.side)
    owner = _owner(state, cell)
    if owner is None:
        return "no worker tile lies there"
    if owner != state.to_move:
        return "those are another player's workers"
    if edge not in state.villages[owner].edges:
        return "no worker on that side is still to act in this turn"
    if chosen.workers > workers_on(state, edge):
        return "there are not so many workers on that side"
    this_edge = option(chosen) >> 2
    allowed = [str(number & 3) for number in state.options() if number >> 2 == this_edge]
    if str(chosen.workers) not in allowed:
        return f"with auto_resolve on, {' or '.join(allowed)} of these workers can act"
    return None


# Events --------------------------------------------------------------------------------------------------------------

# What the numbers of an event mean, in their order. `tile` is a row of the tables in tiles.py, a worker tile's for
# `placed`, `overbuilt` and `drew`, a jungle tile's for the others; `side` counts from N clockwise.
EVENTS: dict[str, tuple[str, ...]] = {
    "placed": ("seat", "x", "y", "tile", "rotation"),
    "overbuilt": ("seat", "x", "y", "tile", "rotation"),
    "filled": ("seat", "x", "y", "tile"),
    "worked": ("seat", "x", "y", "side", "workers", "tile", "cacao", "gold", "river", "suns"),
    "drew": ("seat", "tile"),
    "drew_unseen": ("seat",),
    "refilled": ("tile",),
    "temple": ("x", "y", "seat", "workers", "gold"),
    "scored": ("seat", "score", "cacao", "place"),
}
SENTENCES = {
    "placed": "seat {seat} places {worker} r{rotation} at {x},{y}",
    "overbuilt": "seat {seat} pays a sun token and overbuilds {x},{y} with {worker} r{rotation}",
    "filled": "seat {seat} fills {x},{y} with {jungle}",
    "worked": "seat {seat}: {workers} at {jungle}, {side} of {x},{y}: {gains}",
    "drew": "seat {seat} draws {worker}",
    "drew_unseen": "seat {seat} draws a worker tile",
    "refilled": "{jungle} comes to the display",
    "temple": "temple at {x},{y}: seat {seat} has {workers}, {gold} gold",
    "scored": "seat {seat} ends with {score} points and {cacao} cacao: place {place}",
}
GAINS = {"cacao": "cacao", "gold": "gold", "river": "on the river", "suns": "sun"}


def spell_event(event: Event) -> str:
    """Return an event as a sentence in English."""
    fields = dict(zip(EVENTS[event.kind], event.numbers, strict=True))
    words: dict[str, int | str] = dict(fields)
    if "tile" in fields:
        of_workers = event.kind in {"placed", "overbuilt", "drew"}
        words["worker" if of_workers else "jungle"] = (WORKER_IDS if of_workers else JUNGLE_IDS)[fields["tile"]]
    if "workers" in fields:
        words["workers"] = f"{fields['workers']} worker{'' if fields['workers'] == 1 else 's'}"
    if event.kind == "worked":
        words["side"] = SIDES[fields["side"]]
        gains = [f"{fields[name]:+d} {unit}" for name, unit in GAINS.items() if fields[name]]
        words["gains"] = ", ".join(gains) or "nothing"
    return SENTENCES[event.kind].format(**words)
