"""C-7, C-8 Step C: the activated workers, their order, and their actions."""

from typing import Final

from mypy_extensions import i64

from arena.games.cacao.grid import JUNGLE, OFFSETS, REACH, WORK, WORKER, without, x_of, y_of
from arena.games.cacao.state import Cacao, Village
from arena.games.cacao.tiles import (
    AMOUNT,
    CENOTE,
    EFFECT,
    GOLD_MINE,
    MARKET,
    PLANTATION,
    RIVER_END,
    STORAGE,
    SUN_SITE,
    SUN_SPACES,
    WORKERS,
)
from arena.games.steps import Step
from arena.games.vecs import append, vec

# C-7: which workers are activated ------------------------------------------------------------------------------------


def activate_tile(state: Cacao, cell: i64) -> None:
    """C-7.1, C-7.2, C-9.6: activate the workers of a tile that was laid on another tile.

    Its owner has a list of pending edges, the sides of tiles with workers that still have to act. Add to it each side
    of the new tile that has workers and faces a jungle tile.
    """
    grid = state.grid
    code: int = grid[cell]
    village = state.villages[code >> 4 & 3]
    side: i64
    for side in range(4):
        if WORKERS[(code & 15) << 2 | side] > 0 and JUNGLE <= grid[cell + OFFSETS[side]] < WORKER:
            village.edges = append(village.edges, cell << 2 | side)  # in order: the first edges of this turn


def workers_on(state: Cacao, edge: i64) -> i64:
    """C-1.6: return the number of workers on an edge, which is one side of a worker tile."""
    shown: int = state.grid[edge >> 2]
    return WORKERS[(shown & 15) << 2 | edge & 3]


def tile_faced(state: Cacao, edge: i64) -> i64:
    """C-1.6: return the type number of the jungle tile that an edge faces. An edge is one side of a worker tile."""
    shown: int = state.grid[(edge >> 2) + OFFSETS[edge & 3]]
    return shown - JUNGLE


# C-8: what they do ---------------------------------------------------------------------------------------------------


def harvest(village: Village, cacao: i64) -> None:
    """C-8.1: add cacao to a village. Cacao that does not fit into the storage is lost."""
    village.cacao = min(STORAGE, village.cacao + cacao)


def sell(village: Village, workers: i64, price: i64) -> None:
    """C-8.2, C-8.7: let each worker sell one cacao at the market's price, until the village has no cacao left."""
    sold = min(workers, village.cacao)
    village.cacao -= sold
    village.market += sold * price


def mine(village: Village, gold: i64) -> None:
    """C-8.3, C-8.7, C-16.10: add gold from the bank to a village. The bank never runs out."""
    village.gold_mine += gold


def carry_water(village: Village, fields: i64) -> None:
    """C-8.4: move a village's water carrier forward by `fields`. It stops at the end of the river."""
    village.river = min(RIVER_END, village.river + fields)


def worship(village: Village, tokens: i64) -> None:
    """C-8.5, C-9.9: add sun tokens to a village. It can hold three; tokens above this number are lost."""
    village.suns = min(SUN_SPACES, village.suns + tokens)


def act(village: Village, tile: i64, workers: i64) -> None:
    """C-8.1, C-8.2, C-8.3, C-8.4, C-8.5, C-8.6: let workers of a village act at a jungle tile of type `tile`.

    Workers at a temple bring nothing now: the temple pays at the end of the game.
    """
    effect = EFFECT[tile]
    amount = AMOUNT[tile]
    if effect == PLANTATION:
        harvest(village, workers * amount)
    elif effect == MARKET:
        sell(village, workers, amount)
    elif effect == GOLD_MINE:
        mine(village, workers * amount)
    elif effect == CENOTE:
        carry_water(village, workers * amount)
    elif effect == SUN_SITE:
        worship(village, workers * amount)


def resolve(state: Cacao, seat: i64, edge: i64, workers: i64) -> None:
    """C-7.5, C-7.7: let this number of workers on an edge, a side of a worker tile, act for their owner `seat`.

    Do not change the list of pending edges, on which workers still have to act: the caller removes the edge from it.
    """
    resolve_facing(state, seat, edge, tile_faced(state, edge), workers)


def resolve_facing(state: Cacao, seat: i64, edge: i64, tile: i64, workers: i64) -> None:
    """C-7.5, C-7.7: let this number of workers on an edge (a side of a worker tile) act at a jungle tile.

    `tile` is the type number of this jungle tile, which the edge faces. If the state has a log of its events, add to it
    an event with what the seat gained.
    """
    village = state.villages[seat]
    if state.log is None:
        act(village, tile, workers)
        return
    cacao = village.cacao
    gold = village.market + village.gold_mine
    river = village.river
    suns = village.suns
    act(village, tile, workers)
    gains = [
        village.cacao - cacao,
        village.market + village.gold_mine - gold,
        village.river - river,
        village.suns - suns,
    ]
    cell = edge >> 2
    state.tell("worked", [seat, x_of(cell), y_of(cell), edge & 3, workers, tile, *gains])


def resolve_unasked(state: Cacao, seat: i64) -> None:
    """C-7.9, C-14.4: settle the pending edges of a seat that need no decision, and remove them from its list.

    At gold mines, cenotes, sun sites and temples, all workers act. Other edges face a plantation or a market:

    * If all face plantations, all workers act.
    * If all face markets, and the village has no cacao to sell, no worker acts.
    * In any other case, these edges stay in the list, and the seat decides about them.
    """
    village = state.villages[seat]
    edges = village.edges
    undecided = 0
    markets = 0
    for edge in edges:
        tile = tile_faced(state, edge)
        effect = EFFECT[tile]
        if effect > MARKET:
            resolve_facing(state, seat, edge, tile, workers_on(state, edge))
        else:
            undecided += 1
            if effect == MARKET:
                markets += 1
    if markets == 0 or (markets == undecided and village.cacao == 0):
        if undecided > 0:
            resolve_alike(state, seat, edges, nobody_acts=markets > 0)
        village.edges = vec[i64]()
    elif undecided < len(edges):
        village.edges = vec[i64]([edge for edge in edges if EFFECT[tile_faced(state, edge)] <= MARKET])


def resolve_alike(state: Cacao, seat: i64, edges: vec[i64], nobody_acts: bool) -> None:
    """C-14.4: let all workers act on each edge of the list that faces a plantation or a market.

    If `nobody_acts`, let no worker act on these edges. Edges that face other tiles are left out.
    """
    for edge in edges:
        tile = tile_faced(state, edge)
        if EFFECT[tile] <= MARKET:
            resolve_facing(state, seat, edge, tile, 0 if nobody_acts else workers_on(state, edge))


class Work(Step[Cacao]):
    """C-7.4, C-7.6: each seat decides how many of its activated workers act.

    It decides about the edges of its worker tiles one by one, in any order.
    """

    def begin(self, state: Cacao) -> bool:
        """C-7.8, C-16.9: from the active seat on clockwise, find the first seat that has to decide about workers.

        Set it as the asked seat, and return True; return False if there is none. With the rules option `auto_resolve`,
        first call `resolve_unasked` for each seat on the way, so that workers without a decision act at once.
        """
        seats = state.seats
        seat = state.active()
        for _ in range(seats):
            village = state.villages[seat]
            if state.auto_resolve and len(village.edges) > 0:
                resolve_unasked(state, seat)
            if len(village.edges) > 0:
                state.to_move = seat
                return True
            seat += 1
            if seat == seats:
                seat = 0
        return False

    def options(self, state: Cacao) -> list[int]:
        """C-7.7: return the options: each pairs a pending edge of the asked seat with a number of workers to act there.

        The number goes from 0 to all workers of the edge. With the rules option `auto_resolve` (C-14.4), it is always
        all workers at a plantation, and at most the village's cacao at a market.
        """
        village = state.villages[state.to_move]
        options: list[int] = []
        for edge in village.edges:
            most = workers_on(state, edge)
            least = 0
            if state.auto_resolve:
                if EFFECT[tile_faced(state, edge)] == MARKET:
                    most = min(most, village.cacao)
                else:
                    least = most
            base = WORK << 16 | ((edge >> 2) + REACH) << 4 | (edge & 3) << 2
            for workers in range(least, most + 1):
                options.append(base | workers)
        return options

    def play(self, state: Cacao, option: int) -> None:
        """C-7.6: let the chosen number of workers on the chosen edge act.

        Then add this step again to those that the engine still has to carry out: it asks about the other edges, too.
        """
        edge = ((option >> 4 & 4095) - REACH) << 2 | option >> 2 & 3
        village = state.villages[state.to_move]
        village.edges = without(village.edges, edge)
        resolve(state, state.to_move, edge, option & 3)
        state.push(LET_WORK)


LET_WORK: Final = Work()
