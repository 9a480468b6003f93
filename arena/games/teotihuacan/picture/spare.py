"""The corner at the lower right: the automaton's tiles in a solo game, or the tiles of a draft."""

from arena.games.pictures import BOLD, GROUND, PALE, TILE_INK, Look, scaled, text, use
from arena.games.teotihuacan.picture.layout import RIGHT, Area, panel
from arena.games.teotihuacan.picture.tracks import KEY_Y
from arena.games.teotihuacan.solo.automaton import ARROWS
from arena.games.teotihuacan.view import TeotibotView, TeotihuacanView

KEY = Area(panel(1, 2).x + 257, panel(1, 2).y + 68, 332, 60)  # on the automaton's panel, which has room for it
PLACES = ((71, 18), (38, 51), (104, 51), (5, 84), (71, 84), (137, 84))  # of the action pyramid, top first


def spare(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the corner at the lower right: the automaton's tiles, or the tiles of a draft.

    It also has the number of Discovery tiles in the stack.
    """
    pile = text(RIGHT.x, KEY_Y + 6, 11, f"{look.say('discovery_pile')}: {seen.unseen_discoveries}", PALE)
    other = _automaton(seen.teotibot, look) if seen.teotibot is not None else _draft(seen, look)
    if not other:
        return pile
    key = use("key", KEY.x, KEY.y) if seen.teotibot is not None else ""
    return (
        f'{pile}<g transform="translate({RIGHT.x} {KEY_Y})"><path fill="{GROUND}" d="M0 9h206v150H0z"/>{other}</g>{key}'
    )


def _automaton(bot: TeotibotView, look: Look) -> str:
    """T-17.1.4: return the SVG of the automaton's action pyramid and dice.

    It also has the tile set aside, the direction tiles, and the discarded tiles.
    """
    tiles = "".join(use(f"a-{tile}", x - 3, y - 4) for tile, (x, y) in zip(bot.tiles, PLACES, strict=True))
    arrows = "".join(_arrow(x, arrow) for x, arrow in ((150, bot.upper), (176, bot.lower)))
    dice = "".join(_white_die(2 + 26 * place, 14, power) for place, power in enumerate(bot.rolled))
    step = min(24, 68 / max(1, len(bot.discarded) - 1))
    thrown = "".join(scaled(tile, round(112 + step * place, 1), 130, 0.55) for place, tile in enumerate(bot.discarded))
    return (
        f"{tiles}{arrows}{dice}{text(0, 124, 10, look.say('set_aside_tile'), PALE)}"
        f"{use(f'a-{bot.aside}', 0, 128)}{text(112, 124, 10, look.say('discarded'), PALE)}{thrown}"
    )


def _arrow(x: int, arrow: str) -> str:
    """Return the SVG of one of the automaton's direction tiles: an arrow up to the right or to the left."""
    way = "M6 17L16 7m-7 0h7v7" if arrow == ARROWS[0] else "M16 17L6 7m7 0H6v7"
    return (
        f'<g transform="translate({x} 14)"><rect width="22" height="24" rx="3" fill="#fff" stroke="{TILE_INK}"/>'
        f'<path d="{way}" fill="none" stroke="{TILE_INK}" stroke-width="2.5"/></g>'
    )


def _white_die(x: int, y: int, power: int) -> str:
    """Return the SVG of one die that the automaton threw in its last turn. `power` is the number on it."""
    return (
        f'<g transform="translate({x} {y})" stroke="{TILE_INK}"><rect width="24" height="24" rx="5" fill="#fff"/>'
        f"{use(f'p{power}', 0, 0)}</g>"
    )


def _draft(seen: TeotihuacanView, look: Look) -> str:
    """T-16.1: return the SVG of the Starting tiles that can still be taken in a draft.

    It also has the Discovery tiles that players refused in setup.
    """
    parts = [text(0, 26, 12, look.say("starting_tile"), BOLD)] if seen.laid_out else []
    for place, tile in enumerate(seen.laid_out):
        x, y = 71 * (place % 3) - 3, 32 + 36 * (place // 3)
        parts.append(scaled(tile.tile, x, y, 0.98))
        if tile.discovery:
            parts.append(scaled(tile.discovery, x + 48, y + 14, 0.5))
    if seen.returned:
        parts.append(text(100, 158, 10, look.say("returned"), PALE))
        parts += [scaled(tile, 150 + 26 * place, 142, 0.61) for place, tile in enumerate(seen.returned)]
    return "".join(parts)
