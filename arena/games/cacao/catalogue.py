"""C-2: the catalogue of Cacao, which describes each type of tile, and the legend, which explains a view's tiles."""

from collections.abc import Iterator
from functools import cache

from arena.games.cacao.tiles import EFFECT_LINES, JUNGLE_TILES, RIVER, WORKER_TILES, JungleTileType
from arena.games.cacao.view import CacaoView
from arena.games.catalogue import CatalogueEntry, lines_of


@cache
def catalogue() -> tuple[CatalogueEntry, ...]:
    """C-2.2, C-2.3: return a tuple with one entry for each type of tile: its id, kind, effect in words, and copies."""
    return tuple(_entries())


def _entries() -> Iterator[CatalogueEntry]:
    for tile in JUNGLE_TILES:
        yield CatalogueEntry(tile.id, "jungle tile", _jungle(tile), tile.in_box)
    for worker in WORKER_TILES:
        north, east, south, west = worker.workers
        text = f"of each player; workers clockwise from the north: {north}, {east}, {south}, {west}"
        yield CatalogueEntry(worker.id, "worker tile", text, worker.copies[0])


def _jungle(tile: JungleTileType) -> str:
    return EFFECT_LINES[tile.effect].replace(" n ", f" {tile.amount} ")


def legend(seen: CacaoView) -> str:
    """Return the legend as text: a line for each type of jungle tile in a view, and one for the river's values."""
    shown = [*(tile.tile for tile in seen.jungle), *seen.display, *seen.pile]
    river = f"the river's fields, in gold: {', '.join(map(str, RIVER))}"
    return "\n".join([*lines_of(catalogue(), shown), river])
