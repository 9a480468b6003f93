"""T-19.7: a view of Teotihuacan as a picture: the ring of boards around the Pyramid, the tracks, the players.

What stays the same for a whole match is one SVG symbol, `printed`, so that the frames of a replay do not repeat it.
"""

from functools import lru_cache

from arena.games.pictures import FRAME, Drawn, Look, TileFace, standing
from arena.games.teotihuacan.board import draw
from arena.games.teotihuacan.picture import boards, players
from arena.games.teotihuacan.picture.boards import Laid, ring_printed, ring_standing
from arena.games.teotihuacan.picture.choices import steps_to_choose
from arena.games.teotihuacan.picture.glyphs import pieces
from arena.games.teotihuacan.picture.layout import HEIGHT, WIDTH, parts
from arena.games.teotihuacan.picture.players import head, headline, panels, panels_printed
from arena.games.teotihuacan.picture.pyramid_above import built, grid, offers, offers_printed
from arena.games.teotihuacan.picture.spare import spare
from arena.games.teotihuacan.picture.tile_faces import SIZES, action_tile, faces
from arena.games.teotihuacan.picture.tracks import (
    ON_PANEL,
    key_printed,
    right,
    right_printed,
    temples,
    temples_printed,
)
from arena.games.teotihuacan.solo.automaton import ACTION_IDS
from arena.games.teotihuacan.view import TeotihuacanView
from arena.games.words import Words


def drawn(seen: TeotihuacanView, look: Look) -> Drawn:
    """Return a view as a drawing: its size, title and description, its SVG body with symbols, and its parts."""
    return Drawn(
        width=WIDTH,
        height=HEIGHT,
        title=f"{look.words['title']}, {headline(seen, look)}; {standing(player.points for player in seen.players)}",
        description=draw(seen) if look.form != FRAME else "",
        body='<use href="#printed"/>'
        + head(seen, look)
        + ring_standing(seen, look)
        + built(seen, look)
        + offers(seen)
        + steps_to_choose(seen)
        + temples(seen, look)
        + right(seen, look)
        + spare(seen, look)
        + panels(seen, look),
        symbols=all_symbols(seen, look),
        parts=parts(seen.seats),
    )


def all_symbols(seen: TeotihuacanView, look: Look) -> dict[str, str]:
    """Return all SVG symbols that pictures of this match can use, as a dict from symbol name to SVG text."""
    ascension = int(dict(seen.options)["ascension_cocoa"])
    laid = Laid(seen.seats, seen.ring, seen.royals, seen.bonuses, seen.technologies, ascension)
    return match_symbols(laid, tuple(look.words.items()))


@lru_cache(64)
def match_symbols(laid: Laid, words: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return all SVG symbols that pictures of one match can use, as a dict from symbol name to SVG text.

    The dict is stored for the next pictures of this match. `laid` has what never changes in a match, such as the order
    of the boards. `words` has pairs of a key and its text in one language.
    """
    seats, look = laid.seats, Look(dict(words))
    printed = (
        ring_printed(laid, look)
        + grid()
        + offers_printed(look)
        + temples_printed(laid.bonuses, seats, look)
        + right_printed(look)
        + key_printed(look)
        + panels_printed(seats)
    )
    common = boards.symbols(look) | players.symbols(seats)
    common["key"] = key_printed(look, ON_PANEL)  # in the solo game the automaton's tiles lie below the tracks
    return {"printed": printed} | common | action_tiles(look.words) | pieces(seats) | faces()


def action_tiles(words: Words) -> dict[str, str]:
    """Return the SVG symbols of the automaton's action tiles, as a dict from symbol name to SVG text."""
    return {f"a-{tile}": action_tile(words[f"teotibot_{tile}"]) for tile in ACTION_IDS}


def tile_faces(words: Words) -> tuple[dict[str, TileFace], dict[str, str]]:
    """Return two dicts: from tile id to the tile's face (symbol name and size), and from symbol name to SVG text.

    Pyramid and Decoration tiles are drawn as they lie before a player takes them and turns them.
    """
    symbols = action_tiles(words) | pieces(1) | faces()
    found = {
        tile: TileFace(f"{tile}{form}", width, height)
        for ids, form, width, height in SIZES
        for tile in ids
        if f"{tile}{form}" in symbols  # of Pyramid tiles that are alike only one is drawn
    }
    return found | {tile: TileFace(f"a-{tile}", 62, 30) for tile in ACTION_IDS}, symbols
