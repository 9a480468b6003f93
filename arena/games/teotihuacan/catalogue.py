"""T-1, T-2: the catalogue of Teotihuacan: a list of its boards, spaces and tiles, with the effect of each in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from arena.games.catalogue import CatalogueEntry
from arena.games.game import Scalar
from arena.games.teotihuacan.objections import BOARD_NAMES
from arena.games.teotihuacan.setup import DECORATION_IDS, PYRAMID_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_EFFECTS, ACTION_IDS, ARROW_EFFECTS, ARROWS
from arena.games.teotihuacan.terms import BOARD_OF_SPACE
from arena.games.teotihuacan.tiles.bonus import BONUS_EFFECTS, BONUS_IDS
from arena.games.teotihuacan.tiles.decoration import DECORATION_TILES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES, MASKS, Discovery
from arena.games.teotihuacan.tiles.pyramid import PYRAMID_TILES
from arena.games.teotihuacan.tiles.royal import ROYAL_CATEGORIES, ROYAL_EFFECTS, ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS, StartingTile, starting_tiles
from arena.games.teotihuacan.tiles.technology import TECHNOLOGIES
from arena.games.teotihuacan.view import SPACE_NAMES, SPOT_NAMES

TEMPLES: Final = ("blue", "red", "green")

# T-7: what a Main action does, by board; T-7.3a: the Palace has none.
BOARD_EFFECTS: Final = (
    "",
    "three Worship spaces with Royal tiles; no Main action",
    "Main action: wood and cocoa",
    "Main action: stone and points",
    "Main action: gold, points and temple steps",
    "Main action: gold for a technology and a temple step",
    "Main action: 2 wood for a Building, its points and an Avenue step",
    "Main action: gold for a Decoration",
    "Main action: stone and wood for Pyramid tiles",
)
# T-6.5
ABILITIES: Final = (
    *["the Royal tile beside it"] * 3,
    *("a step on the red temple", "a step on the green temple", "a step on the blue temple"),
    "a step on a temple of choice",
)
ICON_NAMES: Final = {
    "h": "headdress",
    "s": "serpent",
    "t": "statue",
    "-": "glyph",
    "H": "red headdress",
    "S": "green serpent",
    "T": "blue statue",
}

# What options change: by option and value, the ids and their texts.
BY_OPTION: Final[Mapping[tuple[str, Scalar], Mapping[str, str]]] = {
    ("power_up_tile", "up_to_two"): {"V39": "up to 2 power-ups of unlocked workers on any boards"},
    ("tech01_trigger", "landing"): {"TECH01": "1 cocoa for each of your workers that lands on the Palace"},
    ("royal9_reading", "power"): {"R09": "1 point for each step on the Avenue, for P steps at most"},
    ("royal9_reading", "double_cap"): {"R09": "1 point for each step on the Avenue, for 2 (P + 1) steps at most"},
    ("royal9_reading", "double_power_plus_one"): {
        "R09": "1 point for each step on the Avenue, for 2 P + 1 steps at most"
    },
    ("technology_timing", "after"): {
        "TECH17": "a step on a temple of choice after the power-ups of each Main action on Construction"
    },
    ("technology_timing", "after_17"): {
        "TECH17": "a step on a temple of choice after the power-ups of each Main action on Construction"
    },
    ("bonus2_points", 3): {"B2": "3 points for each technology of yours"},
    ("tech13_scope", "per_power_up"): {
        "TECH13": "after the power-ups of a Main action, 1 cocoa buys one more for each that was made"
    },
    ("cocoa_waiver_scope", "wide"): {
        "V45": "pays the cocoa of a Main action, the entry of Worship, a whole salary, an unlock, the temple steps of "
        "an Ascension, or one exchange at a Royal tile"
    },
}


def catalogue(options: Mapping[str, Scalar], *, solo: bool) -> tuple[CatalogueEntry, ...]:
    """Return a tuple with an entry for each board, space and kind of tile: its id, kind, effect in words, and copies.

    The rules options change the words of some effects. In a solo game, the automaton's tiles have entries, too.
    """
    texts: dict[str, str] = {}
    for chosen in options.items():
        texts |= BY_OPTION.get(chosen, {})
    return tuple(_entries(options, texts, solo=solo))


def _entries(options: Mapping[str, Scalar], texts: Mapping[str, str], *, solo: bool) -> Iterator[CatalogueEntry]:
    yield from _places()
    yield from _tiles(texts)
    yield from _starting(options)
    yield from _icons()
    if solo:
        for name, effect in zip(ACTION_IDS, ACTION_EFFECTS, strict=True):
            yield CatalogueEntry(name, "action tile", effect)
        for name, effect in zip(ARROWS, ARROW_EFFECTS, strict=True):
            yield CatalogueEntry(name, "direction tile", effect, 2)


def _places() -> Iterator[CatalogueEntry]:
    """T-1.2, T-2.2.7, T-6.1: yield a catalogue entry for each board, each Worship space, and some steps of tracks.

    These are the steps of temples and of the Avenue where Discovery tiles can be claimed.
    """
    for board, effect in enumerate(BOARD_EFFECTS):
        if effect:
            yield CatalogueEntry(str(board), "board", f"{BOARD_NAMES[board]}; {effect}")
    for name, board, ability in zip(SPACE_NAMES, BOARD_OF_SPACE, ABILITIES, strict=True):
        yield CatalogueEntry(name, "Worship space", f"{BOARD_NAMES[board]}: {ability}")
    for name in SPOT_NAMES:
        track, step = name.split("_")
        where = "the Avenue" if track == "avenue" else f"the {track} temple"
        yield CatalogueEntry(name, "track step", f"step {step} of {where}: Discovery tiles may be claimed there")


def _tiles(texts: Mapping[str, str]) -> Iterator[CatalogueEntry]:
    """T-11, T-12, T-13, T-15.2: yield a catalogue entry for each Royal, Technology and Temple Bonus tile.

    Also yield one for each kind of Discovery tile.
    """
    for name, effect, category in zip(ROYAL_IDS, ROYAL_EFFECTS, ROYAL_CATEGORIES, strict=True):
        yield CatalogueEntry(name, "Royal tile", f"{texts.get(name, effect)}; category {category}")
    for technology in TECHNOLOGIES:
        effect = texts.get(technology.id, technology.effect)
        yield CatalogueEntry(technology.id, "Technology tile", f"{effect}; costs {technology.gold} gold")
    for name, effect in zip(BONUS_IDS, BONUS_EFFECTS, strict=True):
        yield CatalogueEntry(name, "Temple Bonus tile", texts.get(name, effect))
    for number, tile in enumerate(DISCOVERIES):
        effect = texts.get(tile.id, tile.effect)
        if number < MASKS:
            effect = f"{tile.name.replace('_', ' ')}: {effect}"
        also = tuple(f"V{copy:02d}" for copy in range(tile.first + 1, tile.first + tile.copies))
        yield CatalogueEntry(tile.id, "Discovery tile", f"{effect}; {_cost(tile)}", tile.copies, also)


def _cost(tile: Discovery) -> str:
    """T-11.10: return the price of a Discovery tile in words."""
    costs = [
        f"{amount} {good}"
        for amount, good in ((tile.cocoa, "cocoa"), (tile.wood, "wood"), (tile.gold, "gold"))
        if amount
    ]
    return f"costs {' and '.join(costs)}" if costs else "free"


def _starting(options: Mapping[str, Scalar]) -> Iterator[CatalogueEntry]:
    """T-2.3.5: yield a catalogue entry for each Starting tile, as the edition prints it that these options play."""
    for name, tile in zip(STARTING_IDS, starting_tiles(options), strict=True):
        yield CatalogueEntry(name, "Starting tile", f"boards {tile.left} and {tile.right}: {', '.join(_gains(tile))}")


def _gains(tile: StartingTile) -> Iterator[str]:
    goods = (
        *((tile.cocoa, "cocoa"), (tile.wood, "wood"), (tile.stone, "stone"), (tile.gold, "gold")),
        (tile.any_resource, "resources of choice"),
    )
    for amount, good in goods:
        if amount:
            yield f"{amount} {good}"
    for temple in tile.temples:
        yield f"a step on the {TEMPLES[temple]} temple"
    symbols = (
        *((tile.avenue, "a step on the Avenue"), (tile.technology, "a technology")),
        *((tile.power_up, "a power-up"), (tile.discovery, "a Discovery tile")),
    )
    for count, symbol in symbols:
        if count:
            yield symbol


def _icons() -> Iterator[CatalogueEntry]:
    """T-8.3, T-8.6: yield a catalogue entry for each Decoration, and for each Pyramid tile.

    Pyramid tiles that look alike share an entry.
    """
    for name, icons in zip(DECORATION_IDS, DECORATION_TILES, strict=True):
        yield CatalogueEntry(name, "Decoration tile", f"left and right on the top side: {_named(icons)}")
    for number, (name, icons) in enumerate(zip(PYRAMID_IDS, PYRAMID_TILES, strict=True)):
        alike = tuple(PYRAMID_IDS[other] for other, each in enumerate(PYRAMID_TILES) if each == icons)
        if PYRAMID_TILES.index(icons) == number:
            text = f"clockwise from the top left: {_named(icons)}"
            yield CatalogueEntry(name, "Pyramid tile", text, len(alike), alike[1:])


def _named(icons: str) -> str:
    return ", ".join(ICON_NAMES[icon] for icon in icons)
