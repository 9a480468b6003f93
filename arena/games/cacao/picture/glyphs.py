"""The glyphs, or small drawings, of Cacao's pictures: tiles, and goods of a village. Each becomes an SVG symbol."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from arena.games.cacao.tiles import JUNGLE_TILES, RIVER, STORAGE, SUN_SPACES, WORKER_TILES
from arena.games.pictures import (
    END,
    LINE,
    PALE,
    SEAT_COLOURS,
    SEAT_INKS,
    SEATS,
    TILE_INK,
    escaped,
    placed,
    ring,
    seat_symbols,
    signed,
    text,
    use,
)
from arena.games.words import Words

PANEL_WIDTH: Final = 360
PANEL_HEIGHT: Final = 142
CELL: Final = 80  # a tile is 76 wide and lies in the middle of its cell
FIGURES: Final = ((), (0,), (-11, 11), (-21, 0, 21))  # by how many: where they stand along their side
FIGURE_COLOURS: Final = ("#ffe3b5", "#ffe3b5", "#7a4a1e", "#7a4a1e")  # by seat

POD: Final = (
    '<path fill="#c4571b" stroke="#5e2507" stroke-width="1.5" d="M0-17q11 8 9 19-2 12-9 16-7-4-9-16-2-11 9-19z"/>'
    '<path fill="none" stroke="#5e2507" stroke-width="1.2" d="M0-15v31M-4-9q-4 11 1 21M4-9q4 11-1 21"/>'
)
COIN: Final = (
    '<circle r="10" fill="#f3c437" stroke="#7d5a00" stroke-width="1.5"/>'
    '<circle r="7" fill="none" stroke="#7d5a00" stroke-width="1"/>'
)
SUN: Final = (
    '<path fill="#f4a91f" stroke="#8a4b00" stroke-width="1" d="M0-16l4 6 7-4-1 8 8 1-5 6 5 6-8 1 1 8-7-4-4 6-4-6-7 4 1'
    '-8-8-1 5-6-5-6 8-1-1-8 7 4z"/><circle cy="1" r="7" fill="#ffe27a" stroke="#8a4b00"/>'
    '<path fill="none" stroke="#8a4b00" d="M-3 0h1M2 0h1M-3 4q3 2 6 0"/>'
)
JUG: Final = (
    '<path fill="#b5602e" stroke="#4d2109" stroke-width="1.2" d="M-4-9h8l-1 4q6 3 5 8-1 6-8 6t-8-6q-1-5 5-8z"/>'
    '<path fill="none" stroke="#4d2109" d="M-6 1h12"/>'
)
STALL: Final = (
    '<path fill="#8d5a2b" d="M21 34h4v29h-4zM55 34h4v29h-4zM25 52h30v11H25z"/>'
    '<path fill="#d9433a" d="M16 18h8l-2 18h-10zM32 18h8v18h-10zM48 18h8l4 18h-10z"/>'
    '<path fill="#fff" d="M24 18h8l-2 18h-10zM40 18h8l2 18h-10zM56 18h8l4 18h-8z"/>'
    '<path fill="none" stroke="#5e2507" stroke-width="1.5" d="M16 18h48l4 18H12z"/>'
)
MINE: Final = (
    '<path fill="#4a3b30" d="M10 66q2-44 30-46 28 2 30 46z"/><path fill="#1e1712" d="M24 66q1-28 16-29 15 1 16 29z"/>'
    '<path fill="none" stroke="#a0713c" stroke-width="4" d="M23 66V38h34v28"/>'
)
NUGGET: Final = '<path fill="#f3c437" stroke="#7d5a00" stroke-width="1.2" d="M-9 5l3-10 8-3 7 6-2 8-8 4z"/>'
WATER: Final = (
    '<circle cx="40" cy="40" r="27" fill="#2f86c1" stroke="#dfe8ea" stroke-width="5"/>'
    '<path fill="none" stroke="#d8f1ff" stroke-width="3" d="M22 33q6-6 12 0t12 0 12 0M24 44q6-6 12 0t12 0 10 0M30 54q5'
    '-5 10 0t10 0"/>'
)
PYRAMID: Final = (
    '<path fill="#b9b2a2" stroke="#4c473e" stroke-width="1.5" d="M10 66V55h8V44h8V33h8V20h12v13h8v11h8v11h8v11z"/>'
    '<path fill="#e9e4d8" stroke="#4c473e" d="M35 66l2-33h6l2 33zM35 55h10M36 44h8"/>'
    '<path fill="#4c473e" d="M37 23h6v9h-6z"/>'
)


def ground(colour: str) -> str:
    """Return the SVG of the coloured background of a tile."""
    return f'<rect x="2" y="2" width="76" height="76" rx="9" fill="{colour}" stroke="{TILE_INK}" stroke-width="1.5"/>'


def number(value: int, x: float, y: float) -> str:
    """Return the SVG of a coin with a number on it, such as the price on a market."""
    coin = f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="#f3c437" stroke="#7d5a00" stroke-width="2"/>'
    said = f'<text x="{x:g}" y="{y + 6.5:g}" font-size="19" font-weight="700" text-anchor="middle" fill="{TILE_INK}">'
    return f"{coin}{said}{value}</text>"


JUNGLE: Final = {
    "plantation_single": ground("#7fae5a") + placed(POD, 40, 40, 1.5),
    "plantation_double": ground("#7fae5a") + placed(POD, 25, 38, 1.3) + placed(POD, 55, 42, 1.3),
    "market_2": ground("#e7cf9a") + STALL + number(2, 40, 53),
    "market_3": ground("#e7cf9a") + STALL + number(3, 40, 53),
    "market_4": ground("#e7cf9a") + STALL + number(4, 40, 53),
    "gold_mine_1": ground("#a78d6f") + MINE + placed(NUGGET, 40, 54, 1.2),
    "gold_mine_2": ground("#a78d6f") + MINE + placed(NUGGET, 34, 57) + placed(NUGGET, 46, 48),
    "cenote": ground("#8fb98a") + WATER,
    "sun_site": ground("#f7e3a1") + placed(SUN, 40, 39, 1.7),
    "temple": ground("#93a77c") + PYRAMID,
}


def river() -> str:
    """Return the SVG of the river of a village, its fields with their values."""
    fields = "".join(
        f'<circle cx="{22 + 25 * field}" r="9" fill="#d8f1ff" stroke="#1d5f8e"/>'
        f'<text x="{22 + 25 * field}" y="3.5">{signed(value)}</text>'
        for field, value in enumerate(RIVER)
    )
    course = '<path stroke="#2f86c1" stroke-width="10" stroke-linecap="round" d="M24 0h196"/>'
    return f'{course}<g font-size="10" text-anchor="middle" fill="#123f5f">{fields}</g>'


def places() -> str:
    """Return the SVG of one line of a village's panel: a coin, then empty circles for cacao and for sun tokens."""
    store = "".join(f'<circle cx="{116 + 20 * place}" r="8"/>' for place in range(STORAGE))
    suns = "".join(f'<circle cx="{256 + 25 * place}" r="10"/>' for place in range(SUN_SPACES))
    empty = f'<g fill="none" stroke="#8d8069" stroke-width="1.5" stroke-dasharray="3 2">{store}{suns}</g>'
    return placed(COIN, 22, 0) + empty


SMALL: Final = {
    "pod": placed(POD, 0, 0, 0.75),
    "sun": placed(SUN, 0, 0, 0.75),
    "jug": JUG,
    "crown": '<path fill="#f3c437" stroke="#7d5a00" d="M3 18 0 4l7 6 5-10 5 10 7-6-3 14z"/>',
    "open": f'<rect x="7" y="7" width="66" height="66" rx="9" fill="none" stroke="{LINE}" stroke-width="2" '
    'stroke-dasharray="5 5"/>',
    "fill": '<rect x="5" y="5" width="70" height="70" rx="9" fill="#5e9152" fill-opacity=".35" stroke="#3f8a35" '
    'stroke-width="4" stroke-dasharray="12 5"/><path stroke="#3f8a35" stroke-width="5" d="M40 26v28M26 40h28"/>',
    "over": '<rect x="1" y="1" width="78" height="78" rx="10" fill="none" stroke="#f4a91f" stroke-width="3" '
    f'stroke-dasharray="4 4"/>{placed(SUN, 68, 14, 0.75)}',
    "new": ring(-1, -1, CELL + 2, CELL + 2),
    "jungleback": ground("#3f6b3a") + '<path fill="#5e9152" d="M40 12q26 20 0 56-26-36 0-56z"/>'
    '<path stroke="#3f6b3a" stroke-width="2.5" fill="none" d="M40 20v44M40 34l8-6M40 34l-8-6M40 46l9-7M40 46l-9-7"/>',
}


def worker_tile(seat: int, counts: list[int]) -> str:
    """Return the SVG of a worker tile with its worker figures, without rotation."""
    sides = "".join(
        f'<g transform="rotate({90 * side} 40 40)">{figures}</g>'
        for side, figures in enumerate(figures_of(seat, count) for count in counts)
        if figures
    )
    hut = '<circle cx="40" cy="40" r="17" fill="#0002"/>'
    return ground(SEAT_COLOURS[seat]) + hut + sides


def turned(seat: int, tile: str, rotation: int) -> str:
    """Return the name of the symbol that draws a seat's worker tile with this rotation."""
    return f"t{SEATS[seat]}{tile}r{rotation}"


def upright(seat: int, tile: str, rotation: int) -> str:
    """Return the SVG of a worker tile with this rotation: its figures are turned, but the seat's letter is upright."""
    way = f' transform="rotate({90 * rotation} 40 40)"' if rotation else ""
    return f'<use href="#w{SEATS[seat]}{tile}"{way}/>{use(f"s{SEATS[seat]}", 28, 28)}'


def figures_of(seat: int, count: int) -> str:
    """Return the SVG of this number of worker figures on the north side of a tile, heads outward."""
    return "".join(f'<use href="#f{SEATS[seat]}" x="{40 + along}" y="13"/>' for along in FIGURES[count])


def worker_symbols(seats: Iterable[int]) -> dict[str, str]:
    """Return a dict from symbol name to SVG, with the worker tiles, tile backs and worker figures of these seats."""
    found = {}
    for seat in seats:
        letter = SEATS[seat]
        found[f"f{letter}"] = (
            f'<g fill="{FIGURE_COLOURS[seat]}" stroke="{TILE_INK}" stroke-width="1.2">'
            '<path d="M-8 12q0-11 8-11t8 11z"/><circle cy="-3" r="5"/></g>'
        )
        for tile in WORKER_TILES:
            found[f"w{letter}{tile.id}"] = worker_tile(seat, tile.workers)
            for rotation in range(tile.orientations):
                found[turned(seat, tile.id, rotation)] = upright(seat, tile.id, rotation)
        found[f"b{letter}"] = (
            ground(SEAT_COLOURS[seat]) + f'<path fill="none" stroke="{SEAT_INKS[seat]}" stroke-width="4" '
            'd="M20 56l20-32 20 32zM40 24v-8M30 56V44h20v12"/>'
        )
    return found


def panel(words: Words) -> str:
    """Return the SVG that is the same in each village's panel: empty circles for goods, the river, and some words."""
    return (
        f'<g transform="translate(0 59)">{places()}</g><g transform="translate(0 90)">{river()}</g>'
        f"{placed(PYRAMID, 304, 78, 0.3)}"
        f"{text(12, 126, 13, escaped(words['hand']), PALE)}"
        f"{text(244, 126, 13, escaped(words['worker_pile']), PALE + END)}"
    )


def symbols(seats: int, words: Words) -> dict[str, str]:
    """Return a dict from symbol name to SVG, with every symbol for a match with this number of seats."""
    return pieces(seats) | {"panel": panel(words)}


@cache
def pieces(seats: int) -> dict[str, str]:
    """Return a dict from symbol name to SVG, with every symbol for this number of seats that contains no words."""
    jungle = {f"j{tile.id}": JUNGLE[tile.id] for tile in JUNGLE_TILES}
    return jungle | SMALL | worker_symbols(range(seats)) | seat_symbols(range(seats))
