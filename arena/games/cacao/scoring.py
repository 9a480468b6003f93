"""C-12 Scoring: temples, sun tokens, the river.

The module of the state imports this module, so this module imports the state only as a type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from arena.games.cacao.grid import JUNGLE, OFFSETS, WORKER, x_of, y_of
from arena.games.cacao.tiles import RIVER, TEMPLE_TILE, WORKERS

if TYPE_CHECKING:
    from arena.games.cacao.state import Cacao

# C-12.3, C-12.4, C-12.6: what each gets, by how many share; the remainder is lost.
MOST: Final[list[int]] = [0, 6, 3, 2, 1]
SECOND: Final[list[int]] = [0, 3, 1, 1]


def workers_at(state: Cacao, cell: i64) -> list[int]:
    """C-12.2: return a list with one number for each seat: how many of its workers face a cell, such as a temple's.

    The workers of a covered tile do not count (C-9.7).
    """
    grid = state.grid
    counts = [0] * state.seats
    side: i64
    for side in range(4):
        code: int = grid[cell + OFFSETS[side]]
        if code >= WORKER:
            counts[code >> 4 & 3] += WORKERS[(code & 15) << 2 | (side + 2) & 3]
    return counts


def temple_shares(counts: list[int]) -> list[int]:
    """C-12.3, C-12.4, C-12.5, C-12.6, C-16.11: return a list with the gold that one temple pays to each seat.

    `counts` has the number of workers that each seat has at the temple.
    """
    most = 0
    second = 0
    sharing_most = 0
    sharing_second = 0
    for count in counts:
        if count > most:
            second = most
            sharing_second = sharing_most
            most = count
            sharing_most = 1
        elif count == most:
            sharing_most += 1
        elif count > second:
            second = count
            sharing_second = 1
        elif count == second:
            sharing_second += 1
    paid = [0] * len(counts)
    for seat, count in enumerate(counts):
        if count > 0 and count == most:
            paid[seat] = MOST[sharing_most]
        elif count > 0 and count == second and sharing_most == 1:
            paid[seat] = SECOND[sharing_second]
    return paid


def temple_gold(state: Cacao) -> list[int]:
    """C-12.1, C-12.2: return a list with the gold that each seat gets from all temples together."""
    gold = [0] * state.seats
    grid = state.grid
    for cell in state.jungle:
        if grid[cell] == JUNGLE + TEMPLE_TILE:
            for seat, share in enumerate(temple_shares(workers_at(state, cell))):
                gold[seat] += share
    return gold


def scores(state: Cacao) -> list[int]:
    """C-12.1, C-12.7: return a list with the points of each seat: gold, temple gold, sun tokens and river value.

    Cacao that was not sold scores nothing.
    """
    points = temple_gold(state)
    for seat, village in enumerate(state.villages):
        points[seat] += village.market + village.gold_mine + village.suns + RIVER[village.river]
    return points


def placements(state: Cacao, points: list[int]) -> list[int]:
    """C-12.8: return a list with the place of each seat; 1 is the best.

    More points are better, then more remaining cacao. Seats that are equal in both share a place.
    """
    ranks = [points[seat] * 8 + village.cacao for seat, village in enumerate(state.villages)]
    places = [1] * state.seats
    for seat, rank in enumerate(ranks):
        for other in ranks:
            if other > rank:
                places[seat] += 1
    return places


def ledger(state: Cacao) -> dict[str, list[list[int]]]:
    """C-12.1, C-12.7: return a dict from category, such as `river`, to a list with one entry for each seat.

    An entry is a list with a single number, the seat's points of this category, because a game is scored only once.
    """
    villages = state.villages
    return {
        "market": [[village.market] for village in villages],
        "gold_mine": [[village.gold_mine] for village in villages],
        "temple": [[gold] for gold in temple_gold(state)],
        "sun": [[village.suns] for village in villages],
        "river": [[RIVER[village.river]] for village in villages],
    }


def tell_scores(state: Cacao) -> None:
    """C-12.1: add events to the state's log: the gold that each temple pays, and each seat's score and place.

    All observers get these events.
    """
    for cell in state.jungle:
        if state.jungle_at(cell) == TEMPLE_TILE:
            counts = workers_at(state, cell)
            for seat, share in enumerate(temple_shares(counts)):
                if counts[seat] > 0:
                    state.tell("temple", [x_of(cell), y_of(cell), seat, counts[seat], share])
    points = scores(state)
    places = placements(state, points)
    for seat, village in enumerate(state.villages):
        state.tell("scored", [seat, points[seat], village.cacao, places[seat]])
