"""C-14.7, C-16: a position as JSON. It has the whole true state; docs/positions.md explains each key.

Equal positions are written as equal texts. Reading checks all invariants of the rules, so that every position that was
read can be played to its end. The error names the broken invariant.
"""

import json
from typing import Any

from mypy_extensions import i64

from arena.errors import PositionError
from arena.games import fields
from arena.games.cacao import invariants
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import JUNGLE_IDS, TURNS, WORKER_IDS, WORKER_TILES
from arena.games.cacao.view import (
    SIDES,
    STEPS,
    CacaoView,
    CoveredTile,
    Edge,
    JungleTile,
    VillageView,
    WorkerTile,
    hold,
    laid_out,
    numbers,
    view,
    workers_on_side,
)
from arena.games.fields import integer, parsed
from arena.games.game import SPECTATOR, Rules
from arena.games.vecs import vec

# Writing -------------------------------------------------------------------------------------------------------------


def write(state: Cacao) -> str:
    """C-14.7: return the position as JSON, in one line."""
    seen = view(state, SPECTATOR)
    described = {
        "game": "cacao",
        "seats": seen.seats,
        "auto_resolve": seen.auto_resolve,
        "turn": seen.turn,
        "asks": seen.asks,
        "to_move": seen.to_move,
        "jungle": [{"at": [tile.x, tile.y], "tile": tile.tile} for tile in seen.jungle],
        "workers": [_worker(tile) for tile in seen.workers],
        "display": list(seen.display),
        "pile": [JUNGLE_IDS[tile] for tile in reversed(list(state.pile))],
        "villages": [_village(state, seat, village) for seat, village in enumerate(seen.villages)],
        "spaces": [list(space) for space in seen.spaces],
        "edges": [{"at": [edge.x, edge.y], "side": edge.side} for edge in seen.edges],
    }
    return json.dumps(described, separators=(",", ":"))


def _worker(tile: WorkerTile) -> dict[str, Any]:
    described = {"at": [tile.x, tile.y], "seat": tile.seat, "tile": tile.tile, "rotation": tile.rotation}
    if tile.covers:
        described["covers"] = {"tile": tile.covers.tile, "rotation": tile.covers.rotation}
    return described


def _village(state: Cacao, seat: int, seen: VillageView) -> dict[str, Any]:
    village = state.villages[seat]
    return {
        "cacao": seen.cacao,
        "suns": seen.suns,
        "river": seen.river,
        "market": seen.market,
        "gold_mine": seen.gold_mine,
        "hand": [name for name, count in zip(WORKER_IDS, village.hand, strict=True) for _ in range(count)],
        "pile": [WORKER_IDS[tile] for tile in reversed(list(village.pile))],
    }


# Reading -------------------------------------------------------------------------------------------------------------


def read(rules: Rules, text: str) -> Cacao:
    """Return the State that a text describes.

    Raise PositionError, with the reason, if the text is not a valid position.
    """
    seen, hidden, pile = _understood(text)
    invariants.check(seen)
    state = laid_out(rules, seen)
    state.pile = vec[i64](numbers(JUNGLE_IDS, pile[::-1]))
    for village, (hand, worker_pile) in zip(state.villages, hidden, strict=True):
        hold(village, numbers(WORKER_IDS, hand), numbers(WORKER_IDS, worker_pile[::-1]))
    _refuse_unless_settled(state)
    return state


def _refuse_unless_settled(state: Cacao) -> None:
    """C-14.1: raise PositionError if the engine would play on from this position without asking a seat.

    A game never stops at such a position, where no seat has a choice.
    """
    ahead = state.clone()
    ahead.push(ahead.asking)
    ahead.settle()
    if write(ahead) != write(state):
        raise PositionError("C-14.1: no seat has a choice here; expected the forced step to be carried out")


Hidden = tuple[list[str], list[str]]  # a hand, and a worker pile with its top first


def _understood(text: str) -> tuple[CacaoView, list[Hidden], list[str]]:
    """Read the text of a position. Return three values, with tiles as ids.

    The first is a view of all that every seat may know. The second is a list with a pair for each village: its hand,
    and its pile. The third is the jungle pile as a list. All piles have the top tile first.
    """
    fields = CacaoFields("the position", parsed(text))
    fields.choice("game", ["cacao"])
    seats = int(fields.choice("seats", [2, 3, 4]))
    auto_resolve = bool(fields.choice("auto_resolve", [True, False]))
    turn = fields.number("turn", 0, TURNS[seats])
    asks = str(fields.choice("asks", list(STEPS)))
    to_move = fields.number("to_move", -1, seats - 1)
    jungle = fields.each("jungle", _jungle_tile)
    workers = fields.each("workers", lambda worker: _worker_tile(worker, seats))
    display = fields.tiles("display", JUNGLE_IDS)
    pile = fields.tiles("pile", JUNGLE_IDS)
    villages = fields.each("villages", _one_village)
    spaces = [_cell("a space", space) for space in fields.items("spaces")]
    edges = fields.each("edges", lambda edge: _pending_edge(edge, jungle, workers))
    fields.end()
    if len(villages) != seats:
        raise PositionError(f"the position: {len(villages)} villages; expected one for each of {seats} seats")
    seen = CacaoView(
        observer=SPECTATOR,
        seats=seats,
        auto_resolve=auto_resolve,
        turn=turn,
        asks=asks,
        to_move=to_move,
        jungle=tuple(jungle),
        workers=tuple(workers),
        villages=tuple(village for village, _ in villages),
        display=tuple(sorted(display, key=JUNGLE_IDS.index)),
        pile=tuple(pile),
        hand=(),
        spaces=tuple(sorted(spaces, key=lambda space: (space[1], space[0]))),
        edges=tuple(edges),
        removed_jungle=(),
        removed_workers=(),
    )
    return seen, [hidden for _, hidden in villages], pile


def _jungle_tile(fields: "CacaoFields") -> JungleTile:
    return JungleTile(*fields.cell(), str(fields.choice("tile", JUNGLE_IDS)))


def _worker_tile(fields: "CacaoFields", seats: int) -> WorkerTile:
    x, y = fields.cell()
    seat = fields.number("seat", 0, seats - 1)
    tile, rotation = fields.oriented()
    if not fields.has("covers"):
        return WorkerTile(x, y, seat, tile, rotation)
    below = CacaoFields(f"what {x},{y} covers", fields.take("covers"))
    covers = CoveredTile(*below.oriented())
    below.end()
    return WorkerTile(x, y, seat, tile, rotation, covers)


def _one_village(fields: "CacaoFields") -> tuple[VillageView, Hidden]:
    cacao, suns, river, market, gold_mine = [
        fields.number(name) for name in ("cacao", "suns", "river", "market", "gold_mine")
    ]
    hand = fields.tiles("hand", WORKER_IDS)
    pile = fields.tiles("pile", WORKER_IDS)
    unplaced = tuple(sorted(hand + pile, key=WORKER_IDS.index))
    return VillageView(cacao, suns, river, market, gold_mine, len(hand), len(pile), unplaced), (hand, pile)


def _pending_edge(fields: "CacaoFields", jungle: list[JungleTile], workers: list[WorkerTile]) -> Edge:
    """C-16.8: read a pending edge from a position, and return it as an Edge.

    A pending edge is a side of a worker tile with workers that still have to act at a jungle tile.
    """
    x, y = fields.cell()
    side = str(fields.choice("side", list(SIDES)))
    beyond = invariants.SIDES[side]
    faced = next((tile for tile in jungle if (tile.x, tile.y) == (x + beyond[0], y + beyond[1])), None)
    tile = next((tile for tile in workers if (tile.x, tile.y) == (x, y)), None)
    count = workers_on_side(tile, side) if tile else 0
    if tile is None or faced is None or count == 0:
        raise PositionError(f"C-16.8: no worker at {x},{y} {side} faces a jungle tile")
    return Edge(tile.seat, x, y, side, count, faced.tile)


# JSON, one key after another -----------------------------------------------------------------------------------------


def _cell(what: str, value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise PositionError(f"{what}: {json.dumps(value)}; expected a cell, [x, y]")
    return integer(what, value[0]), integer(what, value[1])


class CacaoFields(fields.Fields):
    """Reads the values of a JSON object, which describes a part of a Cacao position, one key after another."""

    def cell(self) -> tuple[int, int]:
        """Return x and y of the cell that the JSON object has as the value of its key `at`, such as `"at": [1, 2]`."""
        return _cell(f"{self.what}, 'at'", self.take("at"))

    def oriented(self) -> tuple[str, int]:
        """Return the values of the object's keys `tile` and `rotation`: a worker tile's id, and its quarter turns."""
        tile = str(self.choice("tile", WORKER_IDS))
        return tile, self.number("rotation", 0, WORKER_TILES[WORKER_IDS.index(tile)].orientations - 1)
