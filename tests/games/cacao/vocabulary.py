"""Helpers for Cacao's tests: they make a position in a few lines, play texts of the notation, and read the result.

A position has only what its test needs. The number of tiles is not checked, so tiles may be missing or too many.
"""

import json
from dataclasses import dataclass

from mypy_extensions import i64

from arena.games.cacao.rules import CACAO
from arena.games.cacao.tiles import JUNGLE_IDS, WORKER_IDS
from arena.games.cacao.view import (
    CacaoView,
    CoveredTile,
    JungleTile,
    VillageView,
    WorkerTile,
    hold,
    laid_out,
    numbers,
)
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR
from arena.games.vecs import vec

RED, YELLOW, PURPLE, WHITE = range(4)
START = {(0, 0): "plantation_single", (1, 1): "market_2"}
TWO_KINDS = ("market_3", "temple")
LONG_PILE = ("gold_mine_1",) * 9


@dataclass
class Goods:
    """The goods of a village, and the worker tiles in its hand and pile. By default the hand has one tile."""

    cacao: int = 0
    suns: int = 0
    river: int = 0
    gold: int = 0
    hand: tuple = ("1-1-1-1",)
    pile: tuple = ()


@dataclass
class Tile:
    """A worker tile: `Tile(RED, "2-1-0-1", 3)`."""

    seat: int
    tile: str = "1-1-1-1"
    rotation: int = 0
    covers: tuple | None = None


class Game:
    """A position that tests read, and play on with texts of the notation."""

    def __init__(self, state):
        self.state = state

    def play(self, *texts):
        for text in texts:
            self.state.play(CACAO.read(self.state, text))
        return self

    @property
    def options(self):
        return [CACAO.spell(self.state, option) for option in self.state.options()]

    @property
    def cells(self):
        return sorted({text.rpartition(" ")[2] for text in self.options})

    @property
    def seen(self):
        return self.state.view(SPECTATOR)

    @property
    def asks(self):
        return self.seen.asks

    @property
    def to_move(self):
        return self.state.to_move

    def village(self, seat):
        return self.seen.villages[seat]

    def goods(self, seat):
        village = self.village(seat)
        return village.gold, village.cacao, village.suns, village.river

    @property
    def jungle(self):
        return {(tile.x, tile.y): tile.tile for tile in self.seen.jungle}

    @property
    def workers(self):
        return {(tile.x, tile.y): tile for tile in self.seen.workers}

    @property
    def edges(self):
        return [(edge.seat, f"{edge.x},{edge.y} {edge.side}", edge.workers, edge.tile) for edge in self.seen.edges]

    def listen(self):
        self.state.listen()
        return self

    def heard(self, observer=SPECTATOR):
        return [CACAO.spell_event(event) for event in self.state.events(0, observer)]


def table(
    workers=(),
    *,
    jungle=(),
    villages=(),
    active=RED,
    seats=2,
    display=TWO_KINDS,
    pile=LONG_PILE,
    auto_resolve=True,
    turn=None,
):
    """Return a position in which `active` is asked to lay a worker tile. Tiles are given by cell, villages by seat."""
    goods = {seat: Goods() for seat in range(seats)} | dict(villages)
    seen = CacaoView(
        observer=SPECTATOR,
        seats=seats,
        auto_resolve=auto_resolve,
        turn=active if turn is None else turn,
        asks="place",
        to_move=active,
        jungle=tuple(JungleTile(*cell, tile) for cell, tile in (START | dict(jungle)).items()),
        workers=tuple(_laid(cell, tile) for cell, tile in dict(workers).items()),
        villages=tuple(_village(each) for each in goods.values()),
        display=tuple(sorted(display, key=JUNGLE_IDS.index)),
        pile=(),
        hand=(),
        spaces=(),
        edges=(),
        removed_jungle=(),
        removed_workers=(),
    )
    state = laid_out(CACAO, seen)
    state.pile = vec[i64](numbers(JUNGLE_IDS, reversed(pile)))
    for village, each in zip(state.villages, goods.values(), strict=True):
        hold(village, numbers(WORKER_IDS, each.hand), numbers(WORKER_IDS, reversed(each.pile)))
    return Game(state)


def _laid(cell, tile):
    covers = CoveredTile(*tile.covers) if tile.covers else None
    return WorkerTile(*cell, tile.seat, tile.tile, tile.rotation, covers)


def _village(goods):
    return VillageView(goods.cacao, goods.suns, goods.river, goods.gold, 0, len(goods.hand), len(goods.pile), ())


def new(seats=2, seed=b"cacao", stacks=None, **options):
    """Return a new game of Cacao before its first decision."""
    return Game(CACAO.new(options, seats, Deal(seed, stacks)))


def random_states(seats, seed, **options):
    """Yield every position of a random game in which a seat is asked, then the last position."""
    state = CACAO.new(options, seats, Deal(seed.to_bytes(4, "big")))
    rng = Rng(seed)
    yield state
    while state.to_move >= 0:
        state.apply(state.sample(rng))
        yield state


def described(state):
    """Return the position as the values of its JSON text."""
    return json.loads(state.position())
