"""C-13.11, C-15: a view of Cacao as a picture: the table, with stacks and villages beside it."""

from typing import Final

from arena.games.cacao.board import draw
from arena.games.cacao.picture import glyphs, villages
from arena.games.cacao.picture.table import extent, table
from arena.games.cacao.rules import CACAO
from arena.games.cacao.tiles import JUNGLE_TILES, WORKER_TILES
from arena.games.cacao.view import CacaoView, laid_out
from arena.games.pictures import FRAME, Drawn, Look, TileFace, standing
from arena.games.words import Words

MARGIN: Final = 18  # between the table and what lies beside it
AXIS: Final = 16  # for the numbers of rows and columns


def drawn(seen: CacaoView, look: Look) -> Drawn:
    """Return the drawing of a view as a Drawn, which has its size, title, SVG body and symbols."""
    place = extent(seen) if look.fit is None else extent(seen, look.fit)
    now = villages.points(laid_out(CACAO, seen))
    before = now if look.before is None else villages.points(laid_out(CACAO, look.before))
    wide, high = place.columns * glyphs.CELL, place.rows * glyphs.CELL + AXIS
    beside, whole = AXIS + wide + MARGIN, max(villages.HEAD + high, villages.height(seen.seats))
    top = AXIS + villages.HEAD + (whole - villages.HEAD - high) // 2
    return Drawn(
        width=beside + glyphs.PANEL_WIDTH + villages.GAP,
        height=whole,
        title=f"{look.words['title']}, {villages.headline(seen, now.places, look)}; {standing(now.scores)}",
        description=draw(CACAO, seen) if look.form != FRAME else "",
        body=villages.head(seen, now.places, look)
        + f'<g transform="translate({AXIS} {top})">{table(seen, place, look)}</g>'
        + f'<g transform="translate({beside} {villages.HEAD})">{villages.stacks(seen, look)}</g>'
        + f'<g transform="translate({beside} {villages.HEAD + villages.STACKS})">'
        + f"{villages.villages(seen, now, before, look)}</g>",
        symbols=glyphs.symbols(seen.seats, look.words),
        parts={"table": (0, top - AXIS, beside - MARGIN, high)} | villages.parts(seen.seats, beside),
    )


def all_symbols(seen: CacaoView, look: Look) -> dict[str, str]:
    """Return a dict from symbol name to SVG, with all symbols that pictures of this match can use."""
    return glyphs.symbols(seen.seats, look.words)


def tile_faces(words: Words) -> tuple[dict[str, TileFace], dict[str, str]]:
    """Return two dicts: from tile id to the tile's face (symbol and size), and from symbol name to SVG.

    Worker tiles have the colour of the first seat.
    """
    faces = {tile.id: f"j{tile.id}" for tile in JUNGLE_TILES}
    faces |= {tile.id: glyphs.turned(0, tile.id, 0) for tile in WORKER_TILES}
    found = {tile: TileFace(symbol, glyphs.CELL, glyphs.CELL) for tile, symbol in faces.items()}
    return found, glyphs.symbols(1, words)
