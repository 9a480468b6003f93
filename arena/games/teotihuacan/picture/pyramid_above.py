"""T-8: the Pyramid from above, the Decorations at its sides, and the Pyramid tiles and Decorations to be taken."""

from typing import Final

from arena.games.pictures import BOLD, LINE, MARK, MIDDLE, PALE, Look, small, text, use
from arena.games.teotihuacan.picture.choices import OPEN
from arena.games.teotihuacan.picture.layout import OFFERS, PYRAMID
from arena.games.teotihuacan.picture.tile_faces import ICON
from arena.games.teotihuacan.pyramid import BASE_ICONS, DECORATION_CELLS
from arena.games.teotihuacan.tiles.pyramid import ICONS
from arena.games.teotihuacan.view import SIDE_NAMES, DecorationView, PyramidView, TeotihuacanView

LEVELS: Final = ("", "#cfae7c", "#dcc296", "#e9d7b3", "#f7ecd3")  # by level: the higher, the lighter
GROUND: Final = "#a79f86"
FIRST_LEVEL: Final = (((-1, 3), (-1, 4)), ((3, 8), (4, 8)), ((8, 4), (8, 3)), ((4, -1), (3, -1)))  # beside the grid


def corner(row: int, column: int) -> tuple[int, int]:
    """Return x and y, in the picture, of a half-cell's upper left corner. A half-cell is the square of one icon."""
    return PYRAMID.x + ICON * (column + 1), PYRAMID.y + ICON * (row + 1)


def decoration_cells(side: int, level: int) -> list[tuple[int, int]]:
    """T-8.5: return the two half-cells that a space for a Decoration covers, as a list of pairs (row, column).

    A half-cell is the square of one icon. A Pyramid tile covers 2 by 2 of them, a Decoration 1 by 2.
    """
    if level == 1:
        return list(FIRST_LEVEL[side])
    return [divmod(cell, 8) for cell in DECORATION_CELLS[4 * side + level - 1]]


# What is printed -----------------------------------------------------------------------------------------------------


def grid() -> str:
    """Return the SVG of the ground under the Pyramid: printed icons, spaces of level 1, spaces for Decorations."""
    x, y = corner(0, 0)
    parts = [f'<rect x="{x}" y="{y}" width="{8 * ICON}" height="{8 * ICON}" fill="{GROUND}" stroke="#5d573f"/>']
    lines = "".join(f"M{x + 2 * ICON * k} {y}v{8 * ICON}M{x} {y + 2 * ICON * k}h{8 * ICON}" for k in (1, 2, 3))
    parts.append(f'<path d="{lines}" stroke="#5d573f"/>')
    for side in range(4):
        parts.append(_outline(decoration_cells(side, 1), f'fill="{GROUND}" stroke="#5d573f"'))
    cells = [divmod(cell, 8) for cell in range(64)] + [cell for side in range(4) for cell in decoration_cells(side, 1)]
    icons = "".join(use(f"i{ICONS[icon]}", *corner(*cell)) for icon, cell in zip(BASE_ICONS, cells, strict=True))
    return "".join(parts) + f'<g opacity=".6">{icons}</g>'


def _outline(cells: list[tuple[int, int]], more: str) -> str:
    """Return the SVG of a rectangle around two neighbouring squares, each as big as one icon.

    `cells` has the row and column of each square in the grid of icons. `more` is a text with the rectangle's other SVG
    attributes, such as its colour.
    """
    row, column = min(cells)
    width, height = (2 * ICON, ICON) if cells[0][0] == cells[1][0] else (ICON, 2 * ICON)
    x, y = corner(row, column)
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" {more}/>'


# What has been built -------------------------------------------------------------------------------------------------


def built(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the Pyramid tiles on all levels, and of the Decorations at the sides.

    Marks show where the asked player can place a tile now, and where one was just placed.
    """
    parts = []
    for level in range(1, 5):
        tiles = "".join(_tile(tile) for tile in seen.pyramid if tile.level == level)
        parts.append(f'<g fill="{LEVELS[level]}">{tiles}</g>' if tiles else "")
    parts += [_decoration(tile) for tile in seen.decorations]
    if seen.asks.name == "build":
        parts += [_open_space(*space) for space in open_spaces(seen)]
    if seen.asks.name == "decorate":
        parts += [_outline(decoration_cells(*place), OPEN) for place in open_sides(seen)]
    return "".join(parts) + _new(seen, look.before)


def space_corner(level: int, i: int, j: int) -> tuple[int, int]:
    """T-8.1: return x and y, in the picture, of the upper left corner of space (i, j) on a level of the Pyramid."""
    return corner(2 * i + level - 1, 2 * j + level - 1)


def _tile(tile: PyramidView) -> str:
    return use(f"{tile.tile}r{tile.rotation}", *space_corner(tile.level, tile.i, tile.j))


def _decoration(tile: DecorationView) -> str:
    side = SIDE_NAMES.index(tile.side)
    return use(f"{tile.tile}s{side}", *corner(*min(decoration_cells(side, tile.level))))


def open_spaces(seen: TeotihuacanView) -> list[tuple[int, int, int]]:
    """T-8.2: return a list of (level, i, j): the empty spaces on level 1, and those that lie on four laid tiles."""
    taken = {(tile.level, tile.i, tile.j) for tile in seen.pyramid}
    return [
        (level, i, j)
        for level in range(1, 5)
        for i in range(5 - level)
        for j in range(5 - level)
        if (level, i, j) not in taken and _rests(level, i, j, taken)
    ]


def _rests(level: int, i: int, j: int, taken: set[tuple[int, int, int]]) -> bool:
    return level == 1 or all((level - 1, i + down, j + right) in taken for down in (0, 1) for right in (0, 1))


def open_sides(seen: TeotihuacanView) -> list[tuple[int, int]]:
    """T-8.5: return the next space for a Decoration on each side, as a list of pairs (side, level).

    A side is left out if it is full, or if Pyramid tiles below that space are missing.
    """
    layers = {(tile.level, *cell) for tile in seen.pyramid for cell in _cells(tile)}
    found = []
    for side, name in enumerate(SIDE_NAMES):
        level = 1 + sum(tile.side == name for tile in seen.decorations)
        cells = decoration_cells(side, level) if level <= 4 else []
        if cells and (level == 1 or all((level - 1, *cell) in layers for cell in cells)):
            found.append((side, level))
    return found


def _cells(tile: PyramidView) -> list[tuple[int, int]]:
    row, column = 2 * tile.i + tile.level - 1, 2 * tile.j + tile.level - 1
    return [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]


def _open_space(level: int, i: int, j: int) -> str:
    x, y = space_corner(level, i, j)
    return f'<rect x="{x + 2}" y="{y + 2}" width="48" height="48" rx="4" {OPEN}/>'


def _new(seen: TeotihuacanView, before: TeotihuacanView | None) -> str:
    """Return the SVG of rings around the tiles that were placed since the view `before`."""
    if before is None:
        return ""
    mark = f'fill="none" stroke="{MARK}" stroke-width="4" stroke-dasharray="9 4"'
    tiles = [space_corner(tile.level, tile.i, tile.j) for tile in seen.pyramid if tile not in before.pyramid]
    rings = [f'<rect x="{x - 1}" y="{y - 1}" width="54" height="54" rx="5" {mark}/>' for x, y in tiles]
    rings += [
        _outline(decoration_cells(SIDE_NAMES.index(tile.side), tile.level), mark)
        for tile in seen.decorations
        if tile not in before.decorations
    ]
    return "".join(rings)


# The offers ----------------------------------------------------------------------------------------------------------


def offers_printed(look: Look) -> str:
    """Return the SVG of the empty frames, with titles, in which three Pyramid tiles and four Decorations lie open."""
    x, y = OFFERS.x, OFFERS.y
    places = "".join(_place(x + 4 + 46 * slot, y + 20, 44, 44) for slot in range(3))
    places += "".join(_place(x + 182 + 48 * (slot % 2), y + 20 + 26 * (slot // 2), 44, 22) for slot in range(4))
    return (
        f"{text(x + 4, y + 13, 10, look.say('pyramid_tile'), PALE)}"
        f"{text(x + 182, y + 13, 10, look.say('decoration_tile'), PALE)}{places}"
    )


def _place(x: int, y: int, width: int, height: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="none" stroke="{LINE}"/>'


def offers(seen: TeotihuacanView) -> str:
    """Return the SVG of the Pyramid tiles and Decorations that players can take, and of their two stacks."""
    x, y = OFFERS.x, OFFERS.y
    tiles = [(f"{tile}r0", x + 5 + 46 * slot, y + 21) for slot, tile in enumerate(seen.pyramid_offer) if tile]
    tiles += [
        (f"{tile}s0", x + 183 + 48 * (slot % 2), y + 21 + 26 * (slot // 2))
        for slot, tile in enumerate(seen.decoration_offer)
        if tile
    ]
    return (
        f'<g fill="{LEVELS[2]}">{small(0.8, tiles)}</g>'
        f"{_stack(seen.unseen_pyramid, x + 144, y + 22)}{_stack(seen.unseen_decorations, x + 278, y + 22)}"
    )


def _stack(count: int, x: int, y: int) -> str:
    """Return the SVG of a face-down stack with the number of its tiles; if it is empty, only of the number 0."""
    back = (
        f'<path d="M{x} {y + 4}h20v20h-20z" fill="#8a7a58" stroke="#2a241d"/><path d="M{x} {y + 4}l3-4h20v20l-3 4" '
        f'fill="none" stroke="#2a241d"/>'
    )
    return (back if count else "") + text(x + 11, y + 38, 12, str(count), MIDDLE + BOLD)
