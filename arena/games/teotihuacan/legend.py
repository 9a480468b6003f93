"""T-1.2, T-7.6.3, T-14.4: the legend of a drawn view: where boards lie, which points Buildings give, what tiles do."""

from collections.abc import Iterator

from arena.games.catalogue import Catalogue, lines_of
from arena.games.teotihuacan.actions.nobles import ROWS
from arena.games.teotihuacan.eclipse import BUILDINGS_ROW
from arena.games.teotihuacan.objections import BOARD_NAMES
from arena.games.teotihuacan.view import TeotihuacanView

ROW_NAMES = ("top", "centre", "bottom")


def legend(seen: TeotihuacanView, catalogue: Catalogue) -> str:
    """Return the legend of a view as text: the ring, the Buildings row, the Nobles' rows, effects of shown tiles."""
    tiles = [entry for entry in catalogue if entry.kind.endswith("tile")]  # an automaton's tile is named as a space
    return "\n".join([_ring(seen), _row(seen), _nobles(seen), *lines_of(tiles, _shown(seen))])


def _ring(seen: TeotihuacanView) -> str:
    """T-1.2: return the board at each position of the ring, as text."""
    places = ", ".join(f"{position} {BOARD_NAMES[board]}" for position, board in enumerate(seen.ring, 1))
    return f"ring, by position clockwise: {places}"


def _row(seen: TeotihuacanView) -> str:
    """T-14.4: return as text the points for each step on the Avenue, now and after the next Building."""
    left = len(BUILDINGS_ROW) - 1 - seen.buildings
    coming = f"{BUILDINGS_ROW[seen.buildings + 1]} after the next Building" if left else "no Building is left"
    return f"Buildings row: each step on the Avenue pays {BUILDINGS_ROW[seen.buildings]} at an Eclipse; {coming}"


def _nobles(seen: TeotihuacanView) -> str:
    """T-7.6.3: return as text how many points the next Building gives in each row of the Nobles."""
    rows = zip(ROW_NAMES, ROWS, seen.nobles, strict=True)
    worth = ", ".join(f"{name} {row[built] if built < len(row) else 'full'}" for name, row, built in rows)
    return f"Nobles, points of the next Building: {worth}"


def _shown(seen: TeotihuacanView) -> Iterator[str]:
    """Yield the ids of all tiles that this view shows, and an empty text for each missing tile."""
    yield from (*seen.royals, *seen.technologies, *seen.bonuses, *seen.beside)
    for spot in seen.spots:
        yield from spot
    yield from (*seen.decoration_offer, *seen.pyramid_offer, *seen.returned)
    for player in seen.players:
        yield from (*player.discoveries, *player.used)
        for tile in player.starting:
            yield from (tile.tile, tile.discovery)
    for tile in seen.laid_out:
        yield from (tile.tile, tile.discovery)
    if seen.teotibot is not None:
        bot = seen.teotibot
        yield from (*bot.tiles, bot.aside, bot.upper, bot.lower, *bot.discarded)
