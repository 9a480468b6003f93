"""The table of a picture of Cacao: tiles, open spaces, edges with workers that still have to act, and new tiles."""

from dataclasses import dataclass
from typing import Final

from arena.games.cacao.picture.glyphs import CELL, turned
from arena.games.cacao.view import CacaoView, Edge, JungleTile, WorkerTile
from arena.games.pictures import MIDDLE, PALE, TILE_INK, Look, use

Cell = tuple[int, int]

AROUND: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
SIDES: Final = "NESW"
COVERED: Final = 5  # by how much a covered tile shows


@dataclass(frozen=True, slots=True)
class TableExtent:
    """The range of cells that a picture of the table shows, with a margin of one empty row or column on each side."""

    west: int
    north: int
    columns: int
    rows: int

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """Return x and y of the upper left corner of a cell in the picture."""
        return (x - self.west) * CELL, (y - self.north) * CELL


def extent(*views: CacaoView) -> TableExtent:
    """Return the range of cells that is large enough for all of these views."""
    cells = [(tile.x, tile.y) for seen in views for tile in seen.jungle]
    cells += [(tile.x, tile.y) for seen in views for tile in seen.workers]
    across, down = [x for x, _ in cells], [y for _, y in cells]
    west, north = min(across) - 1, min(down) - 1
    return TableExtent(west, north, max(across) + 2 - west, max(down) + 2 - north)


def table(seen: CacaoView, place: TableExtent, look: Look) -> str:
    """Return the SVG of the table: all tiles on it, and the marks for open spaces, new tiles and pending edges."""
    covered = [(tile.x, tile.y) for tile in coverable(seen)]
    return "".join(
        [
            _coordinates(place),
            *(use("open", *place.corner(*cell)) for cell in open_cells(seen)),
            *(use("fill", *place.corner(*cell)) for cell in seen.spaces),
            *(use(f"j{tile.tile}", *place.corner(tile.x, tile.y)) for tile in seen.jungle),
            *(_worker(tile, place) for tile in seen.workers),
            *(use("over", *place.corner(*cell)) for cell in covered),
            *(_edge(edge, place, asked=edge.seat == seen.to_move) for edge in seen.edges),
            *(use("new", *place.corner(*cell)) for cell in new_cells(seen, look.before)),
        ]
    )


def _coordinates(place: TableExtent) -> str:
    """Return the SVG of the numbers beside columns and rows. A cell has the same numbers in the text of an option."""
    across = "".join(
        f'<text x="{CELL * column + CELL // 2}" y="-4">{place.west + column}</text>' for column in range(place.columns)
    )
    down = "".join(
        f'<text x="-5" y="{CELL * row + CELL // 2 + 4}">{place.north + row}</text>' for row in range(place.rows)
    )
    return f'<g font-size="11"{MIDDLE}{PALE}>{across}{down}</g>'


def open_cells(seen: CacaoView) -> list[Cell]:
    """C-5.2: return the empty cells beside jungle tiles as pairs of x and y; an empty list at the end of the game."""
    if seen.asks == "over":
        return []
    taken = {(tile.x, tile.y) for tile in seen.workers}
    beside = {(tile.x + x, tile.y + y) for tile in seen.jungle for x, y in AROUND}
    return sorted(beside - taken)


def coverable(seen: CacaoView) -> list[WorkerTile]:
    """C-9: return a list of the tiles that the asked seat may cover with a new one; empty if it may not overbuild."""
    if seen.asks != "place" or seen.display or seen.pile or not seen.villages[seen.to_move].suns:
        return []
    return [tile for tile in seen.workers if tile.seat == seen.to_move and tile.covers is None]


def new_cells(seen: CacaoView, before: CacaoView | None) -> list[Cell]:
    """Return the cells, pairs of x and y, where a tile was laid after the view `before`; empty if `before` is None."""
    if before is None:
        return []
    new: list[JungleTile | WorkerTile] = [*set(seen.jungle) - set(before.jungle)]
    new += set(seen.workers) - set(before.workers)
    return sorted((tile.x, tile.y) for tile in new)


def _worker(tile: WorkerTile, place: TableExtent) -> str:
    """Return the SVG of a worker tile. A tile on top of another one is shifted, so that the lower one stays visible."""
    x, y = place.corner(tile.x, tile.y)
    if tile.covers is None:
        return use(turned(tile.seat, tile.tile, tile.rotation), x, y)
    below = use(turned(tile.seat, tile.covers.tile, tile.covers.rotation), x + COVERED, y + COVERED)
    return below + use(turned(tile.seat, tile.tile, tile.rotation), x - COVERED, y - COVERED)


def _edge(edge: Edge, place: TableExtent, *, asked: bool) -> str:
    """Return the SVG of an arrow at a side with workers that still have to act. It points to their jungle tile."""
    x, y = place.corner(edge.x, edge.y)
    turn = f"translate({x} {y})rotate({90 * SIDES.index(edge.side)} 40 40)"
    return (
        f'<path transform="{turn}" fill="{"#ffd21f" if asked else "#fff3b8"}" stroke="{TILE_INK}" stroke-width="1.5" '
        'd="M12-4h18l10-11 10 11h18v7H12z"/>'
    )
