"""T-8.6 Decoration tiles: the two icons of each tile, left to right as it lies at the top side of the Pyramid."""

from typing import Final

from arena.games.teotihuacan.tiles.pyramid import read_icons

DECORATION_TILES: Final = ["TH", "-T", "SS", "TS", "HT", "T-", "HH", "ST", "HS", "S-", "-H", "TT", "SH", "H-", "-S"]
DECORATION_ICONS: Final[list[list[int]]] = [read_icons(icons) for icons in DECORATION_TILES]
NO_DECORATION: Final = -1
