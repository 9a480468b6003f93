"""C-15: views, which are an observer's knowledge as a value, and positions made from views.

A tile is named by its id, a cell by x and y. Cells are listed row by row, ids in the order of the rulebook's tables, so
equal knowledge gives equal views. As soon as a worker tile is laid, the view lists the edges with workers that have to
act. So the view alone is enough to play on, without the earlier events of the turn.

A view is made for every decision, and most of its tiles and villages are the same as in the view before. So they are
made once and reused. They are named tuples, because these are quick keys of a dict: a cache has, for each tile and each
village, the bytes in which it is sent.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from mypy_extensions import i64

from arena.errors import UsageError
from arena.games.cacao.activation import LET_WORK, tile_faced, workers_on
from arena.games.cacao.grid import JUNGLE, cell_at, inserted, x_of, y_of
from arena.games.cacao.jungle import FILL_SPACES
from arena.games.cacao.overbuild import cover
from arena.games.cacao.setup import empty_table
from arena.games.cacao.state import Cacao, Village
from arena.games.cacao.tiles import (
    FIRST,
    JUNGLE_IDS,
    TYPE,
    WORKER_IDS,
    WORKER_TYPES,
    WORKERS,
    jungle_tiles,
    worker_tiles,
)
from arena.games.cacao.turn import LAY_WORKERS, TURN
from arena.games.chance import Rng
from arena.games.game import SPECTATOR, Rules
from arena.games.steps import GAME_OVER
from arena.games.vecs import vec

SIDES = "NESW"
STEPS = {"place": LAY_WORKERS, "fill": FILL_SPACES, "work": LET_WORK, "over": GAME_OVER}
NOTHING = 0  # below a worker tile
KEPT = 1 << 10  # how many parts of each kind are stored for reuse
BOX = 4  # the game for four is played with all jungle tiles in the box, the game for two with all worker tiles


class JungleTile(NamedTuple):
    """A jungle tile on the table."""

    x: int
    y: int
    tile: str


class CoveredTile(NamedTuple):
    """A worker tile that lies below another worker tile of its owner."""

    tile: str
    rotation: int


class WorkerTile(NamedTuple):
    """A worker tile on the table, and the tile that it covers, if any."""

    x: int
    y: int
    seat: int
    tile: str
    rotation: int
    covers: CoveredTile | None = None


class Edge(NamedTuple):
    """A side of a worker tile with workers that still have to act in this turn, and the jungle tile that they face."""

    seat: int
    x: int
    y: int
    side: str  # N, E, S or W
    workers: int
    tile: str


class VillageView(NamedTuple):
    """The information about one seat that all seats may see."""

    cacao: int
    suns: int
    river: int  # fields gone: 0 stands for -10, 8 for 16
    market: int  # the gold of sales
    gold_mine: int  # the gold of mines
    hand: int  # how many tiles
    pile: int  # how many tiles
    unplaced: tuple[str, ...]  # hand and pile together

    @property
    def gold(self) -> int:
        """Return all gold of the village, from markets and from mines."""
        return self.market + self.gold_mine


@dataclass(frozen=True, slots=True)
class CacaoView:
    """C-13.11, C-15: all that an observer knows: the table, the villages, the pending question, and its own hand."""

    observer: int  # a seat, or -1 for a spectator
    seats: int
    auto_resolve: bool
    turn: int  # turns completed
    asks: str  # place, fill, work or over
    to_move: int  # the seat that is asked, -1 when the game is over
    jungle: tuple[JungleTile, ...]
    workers: tuple[WorkerTile, ...]
    villages: tuple[VillageView, ...]
    display: tuple[str, ...]
    pile: tuple[str, ...]  # the jungle tiles still in the pile; their order is hidden
    hand: tuple[str, ...]  # the observer's; a spectator has none
    spaces: tuple[tuple[int, int], ...]  # still to be filled in this turn
    edges: tuple[Edge, ...]  # still to be activated in this turn, by seat
    removed_jungle: tuple[str, ...]  # in the box since setup
    removed_workers: tuple[str, ...]  # of each player, in the box since setup

    def __reduce__(self) -> tuple[Any, ...]:
        """Return a class and its arguments, with which pickle and deepcopy make an equal view."""
        return CacaoView, tuple([getattr(self, field.name) for field in fields(self)])

    @property
    def active(self) -> int:
        """Return the seat that has the turn."""
        return self.turn % self.seats

    def _repr_svg_(self) -> str:
        """Return the view's picture as SVG, for a notebook."""
        return str(import_module("arena.games.cacao.rules").CACAO.notebook_picture(self))


# What an observer knows ----------------------------------------------------------------------------------------------


def view(state: Cacao, observer: int) -> CacaoView:
    """C-15.1, C-15.2: return the view of an observer: all open information, and the observer's hand."""
    seats, villages = range(state.seats), state.villages
    if observer != SPECTATOR and observer not in seats:
        raise UsageError(f"observer {observer}: expected a seat from 0 to {state.seats - 1}, or {SPECTATOR}")
    return CacaoView(
        observer=observer,
        seats=state.seats,
        auto_resolve=state.auto_resolve,
        turn=state.turn,
        asks=step_name(state),
        to_move=state.to_move,
        jungle=_jungle(state),
        workers=_workers(state),
        villages=tuple([_village(village) for village in villages]),
        display=_jungle_ids(tuple(state.display)),
        pile=_jungle_ids(tuple(state.pile)),
        hand=() if observer == SPECTATOR else _worker_ids(tuple(villages[observer].hand)),
        spaces=tuple([(x_of(space), y_of(space)) for space in state.spaces]),
        edges=tuple([_edge(state, seat, edge) for seat in seats for edge in villages[seat].edges]),
        removed_jungle=_removed_jungle(state.seats),
        removed_workers=_removed_workers(state.seats),
    )


def step_name(state: Cacao) -> str:
    """Return one word for what a seat is asked: `place`, `fill` or `work`. After the game's end, return `over`."""
    return _NAMES[state.asking]


_NAMES = {step: name for name, step in STEPS.items()}


def ids(names: list[str], tiles: Iterable[int]) -> tuple[str, ...]:
    """Return a tuple with the id of each of these tiles, in the order of the rulebook's tables.

    `tiles` has type numbers. `names` is the list of all ids, by type number.
    """
    return tuple([names[tile] for tile in sorted(tiles)])


def left_out(tiles: list[int], taken: Iterable[int]) -> list[int]:
    """Return a copy of the list `tiles`. For each tile in `taken`, one tile of the same type is left out."""
    left = tiles[:]
    for tile in taken:
        left.remove(tile)
    return left


@cache
def _removed_jungle(seats: int) -> tuple[str, ...]:
    return ids(JUNGLE_IDS, left_out(jungle_tiles(BOX), jungle_tiles(seats)))


@cache
def _removed_workers(seats: int) -> tuple[str, ...]:
    return ids(WORKER_IDS, left_out(worker_tiles(2), worker_tiles(seats)))


@lru_cache(KEPT)
def _jungle_ids(tiles: tuple[int, ...]) -> tuple[str, ...]:
    return ids(JUNGLE_IDS, tiles)


@lru_cache(KEPT)
def _worker_ids(hand: tuple[int, ...]) -> tuple[str, ...]:
    return ids(WORKER_IDS, _all_of(hand))


# A tile that lies is looked up by one number, in which the cell stands in front: so these come in the order of rows.


def _jungle(state: Cacao) -> tuple[JungleTile, ...]:
    grid = state.grid
    return tuple([_jungle_tile(cell << 8 | i64(grid[cell])) for cell in sorted(state.jungle)])


@cache
def _jungle_tile(lying: int) -> JungleTile:
    cell = lying >> 8
    return JungleTile(x_of(cell), y_of(cell), JUNGLE_IDS[(lying & 255) - JUNGLE])


def _workers(state: Cacao) -> tuple[WorkerTile, ...]:
    grid = state.grid
    lying = [cell << 16 | i64(grid[cell]) << 8 | NOTHING for village in state.villages for cell in village.tiles]
    lying += [entry >> 8 << 16 | i64(grid[entry >> 8]) << 8 | entry & 255 for entry in state.covered]
    return tuple([_worker_tile(number) for number in sorted(lying)])


@cache
def _worker_tile(lying: int) -> WorkerTile:
    cell, shown, covered = lying >> 16, lying >> 8 & 255, lying & 255
    below = None if covered == NOTHING else CoveredTile(*_tile_and_rotation(covered))
    return WorkerTile(x_of(cell), y_of(cell), shown >> 4 & 3, *_tile_and_rotation(shown), covers=below)


def _tile_and_rotation(shown: int) -> tuple[str, int]:
    tile = TYPE[shown & 15]
    return WORKER_IDS[tile], (shown & 15) - FIRST[tile]


def _all_of(hand: Iterable[int]) -> list[int]:
    """Return a list with the type number of each tile of a hand. `hand` has the number of tiles of each type."""
    return [tile for tile, count in enumerate(hand) if count for _ in range(count)]


def _village(village: Village) -> VillageView:
    return _seen(
        village.cacao,
        village.suns,
        village.river,
        village.market,
        village.gold_mine,
        tuple(village.hand),
        tuple(village.pile),
    )


@lru_cache(KEPT)
def _seen(  # noqa: PLR0913, PLR0917 -- a village, of which most have not changed since the last decision
    cacao: int, suns: int, river: int, market: int, gold_mine: int, hand: tuple[int, ...], pile: tuple[int, ...]
) -> VillageView:
    tiles = _all_of(hand)
    return VillageView(
        cacao=cacao,
        suns=suns,
        river=river,
        market=market,
        gold_mine=gold_mine,
        hand=len(tiles),
        pile=len(pile),
        unplaced=ids(WORKER_IDS, [*tiles, *pile]),
    )


def _edge(state: Cacao, seat: int, edge: int) -> Edge:
    cell = edge >> 2
    faced = JUNGLE_IDS[tile_faced(state, edge)]
    return Edge(seat, x_of(cell), y_of(cell), SIDES[edge & 3], workers_on(state, edge), faced)


# A position from a view ----------------------------------------------------------------------------------------------


def from_view(rules: Rules, seen: CacaoView, rng: Rng) -> Cacao:
    """C-15.5: return a position in which the observer has this view. All hidden tiles are dealt with `rng`."""
    state = laid_out(rules, seen)
    state.pile = vec[i64](numbers(JUNGLE_IDS, seen.pile))
    for seat, village in enumerate(seen.villages):
        unplaced = numbers(WORKER_IDS, village.unplaced)
        hand = numbers(WORKER_IDS, seen.hand) if seat == seen.observer else unplaced[: village.hand]
        hold(state.villages[seat], hand, left_out(unplaced, hand))
    return state.imagine(seen.observer, rng)


def laid_out(rules: Rules, seen: CacaoView) -> Cacao:
    """Return a position made from that part of a view that every seat may know. Its hands and piles are empty."""
    state = empty_table(rules, {"auto_resolve": seen.auto_resolve}, seen.seats)
    state.turn = seen.turn
    state.to_move = seen.to_move
    state.asking = STEPS[seen.asks]
    state.pending = TURN[: TURN.index(state.asking)] if state.asking in TURN else []
    state.villages = [_founded(village) for village in seen.villages]
    for tile in seen.jungle:
        state.put_jungle(cell_at(tile.x, tile.y), JUNGLE_IDS.index(tile.tile))
    for worker in seen.workers:
        _lay(state, worker)
    for village in state.villages:
        village.edges = vec[i64]()  # not all that were activated when the tiles were laid are still pending
    state.display = vec[i64](numbers(JUNGLE_IDS, seen.display))
    state.spaces = vec[i64]([cell_at(x, y) for x, y in seen.spaces])
    for edge in seen.edges:
        village = state.villages[edge.seat]
        village.edges = inserted(village.edges, cell_at(edge.x, edge.y) << 2 | SIDES.index(edge.side))
    return state


def numbers(names: list[str], tiles: Iterable[str]) -> list[int]:
    """Return a list with the type numbers of the tiles with these ids, in the same order."""
    return [names.index(tile) for tile in tiles]


def hold(village: Village, hand: list[int], pile: list[int]) -> None:
    """Set the hand and the pile of a village from two lists of type numbers. The last tile of `pile` is the top one."""
    village.hand = vec[i64]([hand.count(tile) for tile in range(WORKER_TYPES)])
    village.pile = vec[i64](pile)


def _founded(seen: VillageView) -> Village:
    village = Village(vec[i64]([0] * WORKER_TYPES), vec[i64](), vec[i64](), vec[i64]())
    village.cacao = seen.cacao
    village.suns = seen.suns
    village.river = seen.river
    village.market = seen.market
    village.gold_mine = seen.gold_mine
    return village


def _lay(state: Cacao, worker: WorkerTile) -> None:
    """C-9.7: lay a worker tile of a view on its cell in `state`. If it covers another tile, lay that one first."""
    cell = cell_at(worker.x, worker.y)
    lowest = worker.covers or worker
    state.put_worker(cell, worker.seat, orientation(lowest.tile, lowest.rotation))
    if worker.covers:
        cover(state, worker.seat, cell, orientation(worker.tile, worker.rotation))


def workers_on_side(tile: WorkerTile, side: str) -> int:
    """C-1.5: return the number of workers on a side of a tile on the table."""
    return WORKERS[orientation(tile.tile, tile.rotation) << 2 | SIDES.index(side)]


def orientation(tile: str, rotation: int) -> int:
    """Return the number of an orientation: this type of worker tile after `rotation` quarter turns clockwise."""
    return FIRST[WORKER_IDS.index(tile)] + rotation
