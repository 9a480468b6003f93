"""T-8.3 Pyramid tiles: the four icons of each tile, and their places when the tile is turned."""

from typing import Final

# An icon is its type, plus COLOURED where it is printed in its temple's colour.
HEADDRESS: Final = 0
SERPENT: Final = 1
STATUE: Final = 2
GLYPH: Final = 3
COLOURED: Final = 4
ICONS: Final = "hst-HST"  # lower case plain, upper case coloured; a glyph is never coloured

# T-8.3: the temple of a coloured headdress, serpent, statue: red, green, blue
TEMPLE_OF_ICON: Final[list[int]] = [1, 2, 0]

NO_TILE: Final = -1

# Icons top left, top right, bottom right, bottom left. P04 and P17 are alike, so are P30 and P31: the later copy is
# known by the number of the first.
PYRAMID_TILES: Final[list[str]] = [
    "t-Hs", "-thS", "-htS", "s-tH", "s-th", "s-ht", "s-hT", "sth-",
    "sTh-", "t-h-", "T-h-", "s-h-", "s-H-", "t-S-", "t-s-", "t-sh",
    "t-sH", "s-th", "---h", "t---", "---s", "t--s", "s--t", "--sh",
    "S--h", "t--H", "t--h", "stSt", "hTht", "shsH", "----", "----",
]  # fmt: skip


def read_icons(text: str) -> list[int]:
    """Return the icons of a tile as a list of numbers: for each letter of the text, its index in ICONS."""
    return [ICONS.index(letter) for letter in text]


EVERY_PYRAMID_TILE: Final = [PYRAMID_TILES.index(icons) for icons in PYRAMID_TILES]


def every_pyramid_tile() -> list[int]:
    """Return a list with the number of each of the 32 Pyramid tiles; tiles that look alike have the same number."""
    return EVERY_PYRAMID_TILE[:]


def _turned() -> list[list[int]]:
    """T-8.8: return a list with the four icons of each Pyramid tile in each rotation.

    The index in the list is tile * 4 + quarter turns clockwise.
    """
    turned: list[list[int]] = []
    for text in PYRAMID_TILES:
        icons = read_icons(text)
        for turns in range(4):
            turned.append([icons[(place - turns) % 4] for place in range(4)])
    return turned


TURNED: Final[list[list[int]]] = _turned()
# T-19.5: a tile that looks the same from all sides is offered in one rotation only
ROTATIONS: Final[list[int]] = [1 if text == "----" else 4 for text in PYRAMID_TILES]
