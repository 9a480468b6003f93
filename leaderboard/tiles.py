"""The tiles page: a list of all ids that stand in moves and on boards, each with a sentence that explains it."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from arena.games import GAMES, base_of
from arena.games.catalogue import CatalogueEntry, by_kind
from arena.games.game import Rules
from arena.games.pictures import tile_faces


@dataclass(frozen=True, slots=True)
class TileLine:
    """A tile or a place: its id, its effect, its number of copies in the box, and the ids of tiles that look alike."""

    id: str
    text: str
    copies: int
    also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TileKind:
    """The name of a kind of tile, and the tiles of this kind."""

    kind: str
    tiles: tuple[TileLine, ...]


@dataclass(frozen=True, slots=True)
class GameTiles:
    """The tiles of a game, by kind. A solo game lists only the tiles that its main game lacks."""

    game: str
    kinds: tuple[TileKind, ...]


@dataclass(frozen=True, slots=True)
class TilesPage:
    """The tiles of all games, as they are with the canonical rules options."""

    games: tuple[GameTiles, ...]


def tiles() -> TilesPage:
    """Return the values of the tiles page: the catalogues of all games."""
    return TilesPage(tuple(map(tiles_of, GAMES.values())))


def tiles_of(rules: Rules) -> GameTiles:
    """Return the tiles of a game, by kind, as a GameTiles. A solo game has only those that its main game lacks."""
    base = base_of(rules.name)
    known = set() if base == rules.name else set(GAMES[base].catalogue())
    own = by_kind([entry for entry in rules.catalogue() if entry not in known])
    return GameTiles(rules.name, tuple(TileKind(kind, tuple(map(line_of, entries))) for kind, entries in own.items()))


def line_of(entry: CatalogueEntry) -> TileLine:
    """Return a tile or place from a game's catalogue in the form in which the tiles page lists it."""
    return TileLine(entry.id, entry.text, entry.copies, entry.also)


def faces() -> tuple[Markup, Mapping[str, Mapping[str, Markup]]]:
    """Return the pictures of all tiles: their common SVG symbols, and for each game a dict from tile id to SVG."""
    holders, found = "", {}
    for number, rules in enumerate(GAMES.values()):
        if rules.drawing:
            symbols, shown = tile_faces(rules.drawing, rules.name, f"t{number}-")
            holders += symbols
            found[rules.name] = {tile: Markup(svg) for tile, svg in shown.items()}  # noqa: S704 -- it escapes words
    return Markup(holders), found  # noqa: S704
