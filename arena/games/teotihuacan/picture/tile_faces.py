"""The faces of Teotihuacan's tiles as SVG: Discovery, Technology, Royal, Bonus, Starting, Pyramid, Decoration."""

from functools import cache
from typing import Final

from arena.games.pictures import DASH, LARGE, MINUS, TILE_INK, TIMES, escaped, placed, use
from arena.games.teotihuacan.picture.glyphs import GlyphRow, centred, phrase
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.decoration import DECORATION_TILES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES, MASKS, Discovery
from arena.games.teotihuacan.tiles.pyramid import ICONS, PYRAMID_TILES, TURNED
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS, STARTING_TILES, StartingTile
from arena.games.teotihuacan.tiles.technology import TECHNOLOGIES

ICON: Final = 26  # the side of a half-cell
TILE: Final = 36  # the side of a Discovery tile

# What tiles do, in glyphs: P is the power of the worker on the Palace.
DISCOVERY_SAYS: Final = {
    "four_points": "4 v",
    "three_resources": "3 a",
    "two_resources": "2 a",
    "avenue": "+ A",
    "any_temple": "+ T",
    "blue_temple": "+ B",
    "red_temple": "+ R",
    "green_temple": "+ G",
    "four_cocoa": "4 c",
    "two_power_ups": "U U",
    "additional_worker": "W",
}
ROYAL_SAYS: Final = (
    *("P+1 c", f"P{TIMES} c → w s", f"P{TIMES} a → 2 c", "2 v / K ≤P", "2 v / Y ≤P", f"P{TIMES} c → g s"),
    *("c a → P a", f"P{MINUS}1{TIMES} c → T", "v / A ≤P+1"),
)


def face(width: float, height: float, colour: str) -> str:
    """Return the SVG of an empty tile in this size and colour."""
    return f'<rect width="{width:g}" height="{height:g}" rx="4" fill="{colour}" stroke="{TILE_INK}"/>'


# Discovery tiles -----------------------------------------------------------------------------------------------------


def discovery(tile: Discovery, number: int) -> str:
    """Return the SVG of a Discovery tile: its effect or mask at the top, its price, if any, at the bottom."""
    costs = "c " * tile.cocoa + "w " * tile.wood + "g " * tile.gold
    paid = f'<use href="#tp"/>{centred(costs, 18, 30, 9)}' if costs else ""
    middle = 13 if costs else 18
    return '<use href="#td"/>' + paid + _effect(tile.name, number, middle)


def _effect(name: str, number: int, y: float) -> str:
    if number < MASKS:
        return mask(number + 1, y)
    if name == "second_worker":
        arrow = f'<path d="M26 {y}h6l-3-3m3 3l-3 3" fill="none" stroke="{TILE_INK}"/>'
        return _little_die(4, y) + _little_die(16, y) + arrow
    if name == "unlimited_move":
        return (
            f'<path d="M6 {y}q0-5 5-5 3 0 7 5 4 5 7 5 5 0 5-5t-5-5q-3 0-7 5-4 5-7 5-5 0-5-5z" fill="none" '
            f'stroke="{TILE_INK}" stroke-width="2.5"/>'
        )
    if name == "waiver":
        cross = f'<path d="M9 {y + 9}L27 {y - 9}" stroke="#c23b30" stroke-width="3"/>'
        return placed('<use href="#gc"/>', 18, y, 1.2) + cross
    return centred(DISCOVERY_SAYS[name], 18, y, LARGE)


def _little_die(x: float, y: float) -> str:
    return f'<rect x="{x:g}" y="{y - 5:g}" width="10" height="10" rx="2" fill="#fff" stroke="{TILE_INK}"/>'


MASK_COLOURS: Final = ("#b8402f", "#2f7f86", "#c98a1b", "#5f7f2f", "#5a4a94", "#8a5a33", "#5d6a74")


def mask(number: int, y: float) -> str:
    """Return the SVG of the mask with this number, 1 to 7, which is written on its forehead."""
    return (
        f'<path d="M6 {y - 10}h24q1 15-7 21H13q-8-6-7-21z" fill="{MASK_COLOURS[number - 1]}" stroke="{TILE_INK}"/>'
        f'<path d="M10 {y + 3}h5m6 0h5m-11 5h6" stroke="#fff" stroke-width="2"/>'
        f'<text x="18" y="{y}" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">{number}</text>'
    )


# The other tiles -----------------------------------------------------------------------------------------------------


def technology(row: int) -> str:
    """Return the SVG of a Technology tile: its number and price, the boards on which it works, and what it brings."""
    tile = TECHNOLOGIES[row]
    boards = tile.boards
    says = GlyphRow(10)
    says.add("g " * tile.gold, 62 - 15 * tile.gold, 8)
    says.add(tile.glyphs, 4 + 11 * len(boards) if boards else 14, 22)
    number = f'<text x="4" y="12" font-size="11" font-weight="700">{tile.number}</text>'
    return f'<use href="#tt"/>{number}{little_boards(boards, 3, 17)}{says.drawn()}'


def little_boards(numbers: str, x: float, y: float) -> str:
    """Return the SVG of small boxes with board numbers, side by side from x, y. `numbers` is a text such as `234`."""
    return "".join(use(f"b{number}", x + 11 * place, y) for place, number in enumerate(numbers))


def royal(row: int) -> str:
    """Return the SVG of a Royal tile, with its effect in glyphs. `row` is the number of the tile, from 0."""
    return face(84, 24, "#eadcf3") + centred(ROYAL_SAYS[row], 42, 12, 11)


def bonus(row: int) -> str:
    """Return the SVG of a Temple Bonus tile, with its effect in glyphs. `row` is the number of the tile, from 0."""
    return face(66, 20, "#fbe3ef") + BONUS_FACES[row]


BONUS_FACES: Final = (
    centred("v / M M M", 33, 10, 10),
    centred("5 v / K", 33, 10, 11),
    centred("15 v", 33, 10, 12),
    centred("3 v / A", 33, 10, 11),
    '<rect x="44" y="5" width="17" height="10" rx="2" fill="#fbe3ef" stroke="#222"/>' + phrase("9 v /", 6, 10, 11),
    '<rect x="47" y="4" width="12" height="12" rx="2" fill="#f4e8c8" stroke="#222"/>' + phrase("2 v /", 8, 10, 11),
    centred(f"4{DASH}9 v / W", 33, 10, 10),
)


def starting(tile: StartingTile) -> str:
    """Return the SVG of a Starting tile: its two boards and its benefits."""
    goods = (("w", tile.wood), ("s", tile.stone), ("g", tile.gold), ("c", tile.cocoa), ("a", tile.any_resource))
    said = [f"{count} {letter}" for letter, count in goods if count]
    said += ["BRG"[temple] for temple in tile.temples]
    said += ["A"] * tile.avenue + ["K"] * tile.technology + ["U"] * tile.power_up + ["?"] * tile.discovery
    half = (len(said) + 1) // 2 if len(said) > 2 else len(said)
    rows = [" ".join(said[:half]), " ".join(said[half:])]
    lines = "".join(phrase(row, 18, 10 + 15 * place, 10) for place, row in enumerate(rows) if row)
    boards = little_boards(str(tile.left), 4, 4) + little_boards(str(tile.right), 4, 18)
    return face(68, 33, "#fdf6e3") + boards + lines


def pyramid_tile(tile: int, rotation: int) -> str:
    """Return the SVG of a Pyramid tile with its four icons, turned clockwise by `rotation` quarter turns.

    The surrounding SVG element gives it the colour of its level.
    """
    places = ((0, 0), (ICON, 0), (ICON, ICON), (0, ICON))
    icons = "".join(
        use(f"i{ICONS[icon]}", x, y) for icon, (x, y) in zip(TURNED[tile * 4 + rotation], places, strict=True)
    )
    return f'<use href="#tl"/>{icons}'


DECORATION_PLACES: Final = (  # by side: where the first and the second icon lie
    ((0, 0), (ICON, 0)),
    ((0, 0), (0, ICON)),
    ((ICON, 0), (0, 0)),
    ((0, ICON), (0, 0)),
)


def decoration(tile: int, side: int) -> str:
    """Return the SVG of a Decoration as it lies on a side of the Pyramid: 0 top, 1 right, 2 bottom, 3 left."""
    icons = "".join(
        use(f"i{letter}", x, y) for letter, (x, y) in zip(DECORATION_TILES[tile], DECORATION_PLACES[side], strict=True)
    )
    return f'<use href="#t{"hv"[side % 2]}"/>{icons}'


def grounds() -> dict[str, str]:
    """Return the SVG symbols of empty tiles of several kinds, as a dict from symbol name to SVG text.

    One more symbol is the coloured strip behind the price of a Discovery tile.
    """
    shadow = '<path d="M2 52h52V2l3 4v50H5z" fill="#000" fill-opacity=".33"/>'
    frame = 'rx="5" fill="#f0b9a0" stroke="#7a2f14" stroke-width="2"/>'
    return {
        "tt": face(64, 32, "#d5ecea"),
        "td": face(TILE, TILE, "#f4e8c8"),
        "tp": '<path d="M1 25h34v7q0 3-3 3H4q-3 0-3-3z" fill="#d8c08c"/>',
        "tl": f'{shadow}<path d="M.5.5h51v51H.5z" stroke="{TILE_INK}"/>',
        "th": f'<rect x=".5" y=".5" width="51" height="25" {frame}',
        "tv": f'<rect x=".5" y=".5" width="25" height="51" {frame}',
    }


SIZES: Final = (  # ids, what follows them in the names of their symbols, width and height
    (ROYAL_IDS, "", 84, 24),
    (TECHNOLOGY_IDS, "", 64, 32),
    (BONUS_IDS, "", 66, 20),
    (DISCOVERY_IDS, "", TILE, TILE),
    (STARTING_IDS, "", 68, 33),
    (DECORATION_IDS, "s0", 2 * ICON, ICON),
    (PYRAMID_IDS, "r0", 2 * ICON, 2 * ICON),
)


@cache
def faces() -> dict[str, str]:
    """Return the SVG symbols of all tiles, and of empty tiles, as a dict from symbol name to SVG text."""
    found = {tile_id: discovery(DISCOVERIES[row], row) for row, tile_id in enumerate(DISCOVERY_IDS)}
    found |= {tile_id: technology(row) for row, tile_id in enumerate(TECHNOLOGY_IDS)}
    found |= {tile_id: royal(row) for row, tile_id in enumerate(ROYAL_IDS)}
    found |= {tile_id: bonus(row) for row, tile_id in enumerate(BONUS_IDS)}
    found |= {tile_id: starting(tile) for tile_id, tile in zip(STARTING_IDS, STARTING_TILES, strict=True)}
    found = {tile_id: inked(markup) for tile_id, markup in found.items()} | grounds()
    for number in {PYRAMID_TILES.index(icons) for icons in PYRAMID_TILES}:
        found |= {f"{PYRAMID_IDS[number]}r{turns}": pyramid_tile(number, turns) for turns in range(4)}
    for number, tile_id in enumerate(DECORATION_IDS):
        found |= {f"{tile_id}s{side}": decoration(number, side) for side in range(4)}
    return found


def inked(markup: str) -> str:
    """Return the SVG of a tile's face with dark text: tiles are light even if the rest of the picture is dark."""
    return markup if "<text" not in markup else f'<g fill="{TILE_INK}">{markup}</g>'


def action_tile(said: str) -> str:
    """Return the SVG of one of the automaton's action tiles, with the text `said` on it."""
    return (
        f'{face(62, 30, "#e3d6bd")}<text x="31" y="19" font-size="{8 if len(said) > 9 else 10.5}" '
        f'font-weight="700" text-anchor="middle" fill="{TILE_INK}">{escaped(said)}</text>'
    )
