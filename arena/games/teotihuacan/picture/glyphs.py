"""The glyphs, or small drawings, of Teotihuacan's pictures: goods, icons, dice, tokens, discs; and rows of glyphs."""

from functools import cache
from typing import Final

from arena.games.pictures import CREAM, LARGE, MARK, SEAT_COLOURS, SEAT_INKS, SEATS, TILE_INK, texts, use

BLUE, RED, GREEN = "#2f6db5", "#c23b30", "#3f8f4a"
TEMPLE_COLOURS: Final = (BLUE, RED, GREEN)
BOARD_COLOURS: Final = (
    *("", "#8a5aa8", "#3f7d3c", "#77797d", "#d09a1b", "#2a8f8a", "#b5533c", "#4a6fb0", "#b98243"),
)  # by the printed number

STEPS: Final = "M-8 7V3h3v-4h3v-4h4v4h3v4h3v4z"


def temple(number: int) -> str:
    """Return the SVG of temple 1, 2 or 3 in its colour, with 1, 2 or 3 dots for readers that cannot see colours."""
    dots = "".join(f"M{4 * place - 2 * number + 2} 5h.01" for place in range(number))
    return (
        f'<path d="{STEPS}" fill="{TEMPLE_COLOURS[number - 1]}" stroke="{TILE_INK}"/>'
        f'<path d="{dots}" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>'
    )


# Around their own middle, about 16 wide.
SIGNS: Final = {
    "c": '<ellipse rx="5.5" ry="7" fill="#9a5a2c" stroke="#2f1607" transform="rotate(30)"/>'
    '<path d="M3-6q-4 5-5 12" fill="none" stroke="#f0cfa5"/>',
    "w": '<path d="M-7-3h11v7H-7z" fill="#a2672f" stroke="#4e2c0c"/>'
    '<ellipse cx="4" cy=".5" rx="3" ry="3.5" fill="#e0b377" stroke="#4e2c0c"/>',
    "s": '<path d="M-7 5v-7l4-4h10v7L3 5z" fill="#a9abb0" stroke="#43454a"/>'
    '<path d="M-7-2H3l4-4M3-2v7" fill="none" stroke="#43454a"/>',
    "g": '<path d="M-8 5l3-9H5l3 9z" fill="#f3c437" stroke="#7d5a00"/><path d="M-4-1h8" stroke="#fff3b0"/>',
    "a": '<g stroke="#222"><path d="M-3.5-7.5h7v7h-7z" fill="#f3c437"/><path d="M-8 .5h7v7h-7z" '
    'fill="#a2672f"/><path d="M1 .5h7v7H1z" fill="#a9abb0"/></g>',
    "v": '<path d="M0-8l2.3 5L8-2.3 3.8 1.6 5 7.5 0 4.6-5 7.5l1.2-5.9L-8-2.3l5.7-.7z" '
    'fill="#fff" stroke="#7a1f4f" stroke-width="1.5"/>',
    "B": temple(1),
    "R": temple(2),
    "G": temple(3),
    "T": f'<path d="{STEPS}" fill="#e9e4d8" stroke="{TILE_INK}"/>'
    f'<path d="M-8 7V3h5v4z" fill="{BLUE}"/><path d="M-3 7V3h6v4z" fill="{RED}"/>'
    f'<path d="M3 7V3h5v4z" fill="{GREEN}"/>',
    "A": '<path d="M-7 7l4-14h6l4 14z" fill="#d8c49a" stroke="#4e3a1c"/><path d="M0 5V1m0-3v-3" stroke="#4e3a1c" '
    'stroke-width="2"/>',
    "Y": '<path d="M-8 6L0-8l8 14z" fill="#d9a866" stroke="#4e3a1c"/><path d="M-5 1H5M-2.5-3.5h5" stroke="#4e3a1c"/>',
    "U": '<path d="M-6-6H6V6H-6z" fill="#fff" stroke="#222"/><path d="M0 4v-7m-3 3l3-3.5L3 0" fill="none" '
    'stroke="#222" stroke-width="2"/>',
    "W": '<path d="M-6-6H6V6H-6z" fill="#fff" stroke="#222"/><path d="M-3 0h6M0-3v6" stroke="#222" stroke-width="2"/>',
    "M": '<path d="M-7-6H7q0 9-4 12H-3q-4-3-4-12z" fill="#e4dcc6" stroke="#222"/>'
    '<path d="M-4-2h3M1-2h3M-2 3h4" stroke="#222" stroke-width="1.5"/>',
    "K": '<circle r="7" fill="#2a8f8a" stroke="#10423f"/><path d="M-3 3l6-6M-3-3l6 6" stroke="#fff" stroke-width="2"/>',
    "H": '<path d="M-7 7v-7l7-6 7 6v7z" fill="#d9653c" stroke="#4e1c0c"/><path d="M-2 7V2h4v5z" fill="#4e1c0c"/>',
    "E": '<circle r="7" fill="#f4d03f" stroke="#7d5a00"/><circle cx="3" r="6" fill="#222"/>',
    "O": '<path d="M-7-7H7V7H-7z" fill="#b98243" stroke="#4e3a1c"/><path d="M-4-3h8M-4 0h8M-4 3h8" stroke="#4e3a1c"/>',
    "L": '<path d="M-5-1H5v8H-5z" fill="#d9b65c" stroke="#4e3a1c"/><path d="M-3-1v-3q0-3 3-3t3 3v3" fill="none" '
    'stroke="#4e3a1c" stroke-width="1.5"/>',
    "F": '<circle r="7" fill="none" stroke="#77797d" stroke-width="3" stroke-dasharray="8 3"/>',
}

# Icons of the Pyramid, 26 by 26. A plain one is a dark line; a coloured one is white on its temple's colour.
SHAPES: Final = {
    "h": "M5 20q-2-12 3-15 1 6 2 8 0-8 3-10 3 2 3 10 1-2 2-8 5 3 3 15z",
    "s": "M19 8q-2-4-6-3T9 9t5 4 4 4-5 4-7-3",
    "t": "M8 21V11l-2-2V5h14v4l-2 2v10zM10 8h2M14 8h2M11 16h4",
    "-": "M6 19h14M6 15h14M8 9h1M13 9h1M18 9h1",
}
THICK: Final = {"h": "1.5", "s": "3.5", "t": "1.5", "-": "2.5"}
COLOUR_OF: Final = {"H": RED, "S": GREEN, "T": BLUE}


def icon(letter: str) -> str:
    """Return the SVG of one of the icons that Pyramid and Decoration tiles show.

    `letter` is `h` for a headdress, `s` for a serpent, `t` for a statue, or `-` for a glyph. These have no colour; `H`
    is a red headdress, `S` a green serpent, and `T` a blue statue.
    """
    shape = letter.lower()
    if letter in COLOUR_OF:
        fill = "none" if shape == "s" else "#fff"
        line = "#fff" if shape in "s-" else TILE_INK
        ground = f'<rect x="1.5" y="1.5" width="23" height="23" rx="5" fill="{COLOUR_OF[letter]}"/>'
    else:
        fill = "none" if shape in "s-" else "#0002"
        line, ground = TILE_INK, ""
    path = f'<path d="{SHAPES[shape]}" fill="{fill}" stroke="{line}" stroke-width="{THICK[shape]}" '
    return f'{ground}{path}stroke-linecap="round"/>'


# Dice and tokens -----------------------------------------------------------------------------------------------------

DIE: Final = 24
PIPS: Final = ((), (0,), (1, 2), (1, 0, 2), (1, 2, 3, 4), (1, 2, 3, 4, 0), (1, 2, 3, 4, 5, 6))
PIP_PLACES: Final = ((12, 12), (7, 17), (17, 7), (7, 7), (17, 17), (7, 12), (17, 12))
DICE: Final = (  # by seat
    '<rect x="1" y="1" width="22" height="22" rx="9"',
    '<path d="M1 1h22v22H1z"',
    '<path d="M7 1h10l6 6v10l-6 6H7l-6-6V7z"',
    '<path d="M1 23V9q0-8 11-8t11 8v14z"',
)
SMALL_TOKENS: Final = (
    '<circle cx="8" cy="8" r="7.3"',
    '<path d="M1 1h14v14H1z"',
    '<path d="M4.5.7h7L15.5 8l-4 7.3h-7L.5 8z"',
    '<path d="M8-.5 16.5 8 8 16.5-.5 8z"',
)


def die(seat: int) -> str:
    """Return the SVG of a worker without its power: the seat's colour, shape and letter."""
    return f'{DICE[seat]} fill="{SEAT_COLOURS[seat]}" stroke="{TILE_INK}" stroke-width="1.5"/>{badge(SEATS[seat], -1)}'


def pips(power: int) -> str:
    """Return the SVG of the dots on a die that show a power. The surrounding SVG element gives their stroke colour."""
    dots = "".join(f"M{x} {y}h.01" for x, y in (PIP_PLACES[place] for place in PIPS[power]))
    return f'<path d="{dots}" stroke-width="4.4" stroke-linecap="round"/>'


def badge(letter: str, x: float) -> str:
    """Return the SVG of a small circle with a letter at the corner of a die, such as the letter of a seat."""
    return (
        f'<circle cx="{x + 2:g}" cy="1" r="5.5" fill="{CREAM}" stroke="{TILE_INK}"/><text x="{x + 2:g}" y="4" '
        f'font-size="8.5" font-weight="700" text-anchor="middle" fill="{TILE_INK}">{letter}</text>'
    )


def neutral(colour: int) -> str:
    """Return the SVG of a neutral worker, which belongs to no player, in the first or second grey (`colour` 0 or 1)."""
    fill = ("#a7a9ac", "#7f8286")[colour]
    dot = f'<use href="#p1" stroke="{TILE_INK}"/>'
    return f'<path d="M1 1h22v22H1z" fill="{fill}" stroke="{TILE_INK}"/>{dot}{badge(f"n{colour + 1}", -1)}'


def token(seat: int) -> str:
    """Return the SVG of a seat's marker for tracks and temples, 16 by 16 units."""
    return (
        f'{SMALL_TOKENS[seat]} fill="{SEAT_COLOURS[seat]}" stroke="{TILE_INK}"/><text x="8" y="11.5" font-size="10" '
        f'font-weight="700" text-anchor="middle" fill="{SEAT_INKS[seat]}">{SEATS[seat]}</text>'
    )


LIGHT_DISC: Final = (
    '<circle r="8" fill="#fff6c8" stroke="#7d5a00" stroke-width="1.5"/>'
    '<path d="M0-5v-2M0 5v2M-5 0h-2M5 0h2M-3.5-3.5l-1-1M3.5 3.5l1 1M3.5-3.5l1-1M-3.5 3.5l-1 1" '
    'stroke="#7d5a00"/><circle r="3.5" fill="#f4a91f"/>'
)
DARK_DISC: Final = (
    '<circle r="8" fill="#26221d" stroke="#8f8676" stroke-width="1.5"/>'
    '<path d="M3-5a6 6 0 1 0 0 10 5 5 0 1 1 0-10z" fill="#cfc8b8"/>'
)
LOCK: Final = (  # a Worship space: a worker in its frame is locked
    '<rect width="36" height="36" rx="4" fill="#d9b65c" fill-opacity=".27" stroke="#a9812a" stroke-width="2.5"/>'
    '<use href="#gL" transform="translate(36 3)scale(.8)"/>'
)
CROWN: Final = '<path fill="#f3c437" stroke="#7d5a00" d="M3 18 0 4l7 6 5-10 5 10 7-6-3 14z"/>'


def little_board(board: int) -> str:
    """Return the SVG of a small box with a board's number in the board's colour, 10 by 11 units."""
    return (
        f'<rect width="10" height="11" rx="2" fill="{BOARD_COLOURS[board]}"/><text x="5" y="9" font-size="9" '
        f'font-weight="700" text-anchor="middle" fill="#fff">{board}</text>'
    )


@cache
def pieces(seats: int) -> dict[str, str]:
    """Return the SVG symbols of glyphs, icons, dice, markers and discs, as a dict from symbol name to SVG text."""
    found = {f"g{letter}": sign for letter, sign in SIGNS.items()}
    found |= {f"i{letter}": icon(letter) for letter in "hst-HST"}
    found |= {f"p{power}": pips(power) for power in range(1, 7)} | {
        f"d{SEATS[seat]}": die(seat) for seat in range(seats)
    }
    for seat in range(seats):
        for power in range(1, 7):
            found[f"d{SEATS[seat]}{power}"] = (
                f'<use href="#d{SEATS[seat]}"/><use href="#p{power}" stroke="{SEAT_INKS[seat]}"/>'
            )
    found |= {f"b{board}": little_board(board) for board in range(1, 9)}
    found["lock"] = LOCK
    found |= {f"n{colour}": neutral(colour) for colour in (0, 1)}
    for seat in range(seats):
        letter = SEATS[seat]
        found |= {f"k{letter}": token(seat), f"s{letter}": f'<use href="#k{letter}" transform="scale(1.5)"/>'}
    found |= {"sun": LIGHT_DISC, "moon": DARK_DISC, "crown": CROWN}
    found["house"] = f'<g transform="scale(1.6)">{SIGNS["H"]}</g>'
    found["md"] = f'<circle cx="12" cy="12" r="16" fill="none" stroke="{MARK}" stroke-width="3.5"/>'
    found["mk"] = f'<circle cx="8" cy="8" r="10.5" fill="none" stroke="{MARK}" stroke-width="3"/>'
    return found


# Rows of glyphs ------------------------------------------------------------------------------------------------------


def phrase(said: str, x: float, y: float, size: float = 12) -> str:
    """Return the SVG of words in a row that starts at x, with its middle at height y.

    A word that is the name of a glyph, a small drawing, is drawn as this glyph.
    """
    row = GlyphRow(size)
    row.add(said, x, y)
    return row.drawn()


class GlyphRow:
    """Collects rows of words and glyphs (small drawings), all of the same size, to draw them as one SVG group.

    Positions in the group are whole numbers; the group is scaled to the wanted size.
    """

    def __init__(self, size: float) -> None:
        self.size = size
        self.scale = size / LARGE
        self.signs: list[str] = []
        self.words: list[tuple[float, float, str]] = []

    def add(self, said: str, x: float, y: float) -> None:
        """Add a row of words to this GlyphRow. The row starts at x, and its middle is at height y.

        A word that is the name of a glyph, a small drawing, is drawn as this glyph.
        """
        across, down = x / self.scale, round(y / self.scale)
        for word in said.split():
            width = breadth(word, LARGE)
            if word in SIGNS:
                self.signs.append(use(f"g{word}", round(across + width / 2), down))
            else:
                self.words.append((round(across), down + 5, word))
            across += width + 1

    def add_centred(self, said: str, x: float, y: float) -> None:
        """Add a row of words to this GlyphRow, with its centre at x, y.

        A word that is the name of a glyph, a small drawing, is drawn as this glyph.
        """
        self.add(said, x - breadth(said, self.size) / 2, y)

    def drawn(self) -> str:
        """Return the SVG of all rows that were added, as one group."""
        drawn = "".join(self.signs) + texts(self.words)
        return drawn if self.scale == 1 else f'<g transform="scale({self.scale:.3g})">{drawn}</g>'


def breadth(said: str, size: float = 12) -> float:
    """Return how wide a row of words is when it is drawn. `size` is the font size.

    A word that is the name of a glyph, a small drawing, is as wide as this glyph.
    """
    return sum((size * 1.25 if word in SIGNS else size * 0.62 * len(word) + 1) + 1 for word in said.split()) - 1


def centred(said: str, x: float, y: float, size: float = 12) -> str:
    """Return the SVG of words in a row with its centre at x, y.

    A word that is the name of a glyph, a small drawing, is drawn as this glyph.
    """
    return phrase(said, x - breadth(said, size) / 2, y, size)
