"""C-16: checks of conditions that hold in every position.

The checks read a view that shows everything. A broken condition raises PositionError, which names the rule.
"""

from collections import Counter

from arena.errors import PositionError
from arena.games.cacao.tiles import (
    DISPLAY,
    HAND,
    JUNGLE_IDS,
    RIVER_END,
    START_MARKET,
    START_PLANTATION,
    STORAGE,
    SUN_SPACES,
    TURNS,
    WORKER_IDS,
    jungle_tiles,
    worker_tiles,
)
from arena.games.cacao.view import CacaoView, WorkerTile, ids
from arena.games.steps import OVER

Cell = tuple[int, int]

SIDES: dict[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}  # C-1.2
START: dict[Cell, str] = {(0, 0): JUNGLE_IDS[START_PLANTATION], (1, 1): JUNGLE_IDS[START_MARKET]}  # C-3.4


def check(seen: CacaoView) -> None:
    """C-16: raise PositionError if the position in this view breaks a condition. All checks of this module are made."""
    for one in (geometry, components, limits, overbuilding, supply, hands, question, pending):
        one(seen)


def neighbours(cell: Cell) -> list[Cell]:
    """C-1.2: return the four cells that are adjacent to a cell, each as x and y."""
    return [(cell[0] + x, cell[1] + y) for x, y in SIDES.values()]


def spell(cell: Cell) -> str:
    """Return a cell, which is a pair of x and y, as the text `x,y`."""
    return f"{cell[0]},{cell[1]}"


def jungle_cells(seen: CacaoView) -> dict[Cell, str]:
    """Return a dict from cell to tile id, with all jungle tiles on the table. A cell is a pair of x and y."""
    return {(tile.x, tile.y): tile.tile for tile in seen.jungle}


def worker_cells(seen: CacaoView) -> dict[Cell, WorkerTile]:
    """Return a dict from cell to WorkerTile, with all worker tiles on the table. A cell is a pair of x and y."""
    return {(tile.x, tile.y): tile for tile in seen.workers}


# The table -----------------------------------------------------------------------------------------------------------


def geometry(seen: CacaoView) -> None:
    """C-1.3, C-16.2: raise PositionError if tiles lie where no game can have laid them.

    The start tiles must lie at their places, jungle and worker tiles must alternate as on a checkerboard, and there
    must be a legal order of laying all tiles.
    """
    jungle = [(tile.x, tile.y) for tile in seen.jungle]
    workers = [(tile.x, tile.y) for tile in seen.workers]
    for cell, count in Counter(jungle + workers).items():
        if count > 1:
            raise PositionError(f"C-16.2: {count} tiles lie at {spell(cell)}")
    for cell, tile in START.items():
        if jungle_cells(seen).get(cell) != tile:
            raise PositionError(f"C-3.4: expected the start tile {tile} at {spell(cell)}")
    _alternate("jungle", jungle, odd=0)
    _alternate("worker", workers, odd=1)
    _laid_in_some_order(set(jungle), set(workers))


def _alternate(kind: str, cells: list[Cell], odd: int) -> None:
    laid = set(cells)
    for cell in cells:
        for beside in neighbours(cell):
            if beside in laid:
                raise PositionError(f"C-16.2: two {kind} tiles are adjacent at {spell(cell)} and {spell(beside)}")
    for cell in cells:
        if sum(cell) % 2 != odd:
            other = "worker" if kind == "jungle" else "jungle"
            raise PositionError(f"C-16.2: the {kind} tile at {spell(cell)} lies on a {other} space")


def _laid_in_some_order(jungle: set[Cell], workers: set[Cell]) -> None:
    """C-5.2, C-6.2: raise PositionError unless there is a legal order in which all these tiles can have been laid.

    A worker tile must be laid beside a jungle tile, and a jungle tile beside two worker tiles.
    """
    table = set(START)
    waiting = (jungle | workers) - table
    while waiting:
        come = {cell for cell in waiting if len(table.intersection(neighbours(cell))) >= (2 if cell in jungle else 1)}
        if not come:
            cell = min(waiting, key=lambda each: (each[1], each[0]))
            kind, needs = ("jungle", "two worker tiles") if cell in jungle else ("worker", "a jungle tile")
            raise PositionError(
                f"C-16.2: the {kind} tile at {spell(cell)} cannot have been laid: it has to be adjacent to {needs} then"
            )
        table |= come
        waiting -= come


def components(seen: CacaoView) -> None:
    """C-16.1: raise PositionError unless every tile of the game exists exactly once."""
    jungle = [tile.tile for tile in seen.jungle] + list(seen.display) + list(seen.pile)
    _same("jungle tiles", jungle, ids(JUNGLE_IDS, jungle_tiles(seen.seats)))
    for seat, village in enumerate(seen.villages):
        mine = list(village.unplaced)
        for tile in seen.workers:
            if tile.seat == seat:
                mine.append(tile.tile)
                mine += [tile.covers.tile] if tile.covers else []
        _same(f"worker tiles of seat {seat}", mine, ids(WORKER_IDS, worker_tiles(seen.seats)))


def _same(what: str, found: list[str], expected: tuple[str, ...]) -> None:
    there, wanted = Counter(found), Counter(expected)
    for tile in wanted | there:
        if there[tile] != wanted[tile]:
            raise PositionError(f"C-16.1: {there[tile]} {tile} among the {what}; expected {wanted[tile]}")


def limits(seen: CacaoView) -> None:
    """C-16.3: raise PositionError if a seat has an impossible amount of cacao, sun tokens, river fields or gold."""
    for seat, village in enumerate(seen.villages):
        for what, number, most in (
            ("cacao", village.cacao, STORAGE),
            ("sun tokens", village.suns, SUN_SPACES),
            ("river fields", village.river, RIVER_END),
        ):
            if not 0 <= number <= most:
                raise PositionError(f"C-16.3: seat {seat} has {number} {what}; expected 0 to {most}")
        if min(village.market, village.gold_mine) < 0:
            raise PositionError(f"C-16.3: seat {seat} has earned less than no gold")


def overbuilding(seen: CacaoView) -> None:
    """C-16.7: raise PositionError if a tile is covered although the pile or the display has jungle tiles."""
    for tile in seen.workers:
        if tile.covers and (seen.pile or seen.display):
            raise PositionError(f"C-16.7: {tile.x},{tile.y} is overbuilt while the pile or the display holds a tile")


# The turn ------------------------------------------------------------------------------------------------------------


def required(seen: CacaoView) -> list[Cell]:
    """C-6.2: return the empty jungle spaces beside two or more worker tiles: a list of (x, y), row by row."""
    workers = worker_cells(seen)
    around = Counter(space for cell in workers for space in neighbours(cell))
    jungle = jungle_cells(seen)
    found = [space for space, count in around.items() if count >= 2 and space not in jungle]
    return sorted(found, key=lambda space: (space[1], space[0]))


def supply(seen: CacaoView) -> None:
    """C-16.4: check the display of jungle tiles and the jungle spaces to fill. Raise PositionError if one is wrong.

    * At the beginning of a turn and at the end of the game, the display must be full, or have all tiles that are
      left. At other times it must not have too many.
    * If the seat is asked to fill a space, the view must list all spaces that must be filled.
    * If the seat is asked for something else, there must be no such space, unless no jungle tiles are left.
    """
    if seen.asks in ("place", "over"):
        expected = min(DISPLAY, len(seen.display) + len(seen.pile))
        if len(seen.display) != expected:
            raise PositionError(f"C-16.4: {len(seen.display)} tiles in the display; expected {expected}")
    elif len(seen.display) > DISPLAY:
        raise PositionError(f"C-16.4: {len(seen.display)} tiles in the display; expected {DISPLAY} at most")
    waiting = required(seen) if seen.pile or seen.display else []
    if seen.asks == "fill" and waiting != list(seen.spaces):
        expected_spaces = ", ".join(spell(space) for space in waiting) or "none"
        raise PositionError(f"C-16.4: the spaces to be filled are {expected_spaces}")
    if seen.asks != "fill" and (waiting or seen.spaces):
        space = (waiting or list(seen.spaces))[0]
        raise PositionError(f"C-16.4: the space {spell(space)} should have been filled")


def hands(seen: CacaoView) -> None:
    """C-16.6, C-16.12: raise PositionError if a seat has laid a wrong number of tiles, or has a wrong number in hand.

    A seat lays one tile in each turn and draws one after it, and the game is over after the last turn only.
    """
    each = len(worker_tiles(seen.seats))
    if (seen.turn == TURNS[seen.seats]) != (seen.asks == "over"):
        raise PositionError(f"C-16.12: the game is over after {TURNS[seen.seats]} turns, and not before")
    for seat, village in enumerate(seen.villages):
        laid = (seen.turn + seen.seats - 1 - seat) // seen.seats
        running = seat == seen.active and seen.asks in ("fill", "work")
        found = sum(2 if tile.covers else 1 for tile in seen.workers if tile.seat == seat)
        if found != laid + running:
            raise PositionError(f"C-16.12: seat {seat} has laid {found} worker tiles; expected {laid + running}")
        hand = min(HAND, each - laid) - running
        if village.hand != hand:
            raise PositionError(f"C-16.12: seat {seat} holds {village.hand} worker tiles; expected {hand}")


def question(seen: CacaoView) -> None:
    """C-14.1, C-7.8: raise PositionError if the wrong seat is asked.

    The right seat is the active one. But if workers have to act, it is the first seat that has such workers, counted
    from the active seat on. After the end of the game, no seat may be asked.
    """
    expected = seen.active
    if seen.asks == "over":
        expected = OVER
    elif seen.asks == "work":
        order = [(seen.active + turn) % seen.seats for turn in range(seen.seats)]
        expected = next((seat for seat in order if any(edge.seat == seat for edge in seen.edges)), OVER)
    if seen.to_move != expected:
        raise PositionError(f"C-14.1: seat {seen.to_move} is to move; expected {expected}")


def pending(seen: CacaoView) -> None:
    """C-7.1, C-16.8: raise PositionError unless one worker tile can have caused all that this turn still has to settle.

    The turn still has to settle workers that have not acted yet, and jungle spaces to fill. The tile that caused them
    must belong to the active seat. Before this seat has laid its tile, there must be no workers left that have to act.
    """
    if seen.asks in ("place", "over"):
        if seen.edges:
            raise PositionError("C-16.8: no edge is pending before a worker tile has been laid")
        return
    if len(set(seen.edges)) != len(seen.edges):
        raise PositionError("C-16.8: an edge is pending twice")
    for tile in seen.workers:
        if tile.seat == seen.active and not tile.covers and _explains(seen, (tile.x, tile.y)):
            return
        if tile.seat == seen.active and tile.covers and all((e.x, e.y) == (tile.x, tile.y) for e in seen.edges):
            return
    raise PositionError("C-7.1: no worker tile of the active seat can have been laid in this turn")


def _explains(seen: CacaoView, placed: Cell) -> bool:
    """True if a worker tile on the cell `placed` can have caused all that this turn still has to settle.

    So the cell must be adjacent to each space to fill, and to each jungle tile at which workers still have to act.
    """
    near = neighbours(placed)
    faced = [(edge.x + SIDES[edge.side][0], edge.y + SIDES[edge.side][1]) for edge in seen.edges]
    return all(cell in near for cell in [*faced, *seen.spaces])
