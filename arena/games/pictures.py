"""The parts that the pictures of all games share: colours, marks of seats, symbols, and the frame around a drawing.

A picture is an SVG text drawn from a view. It has no script, no external font and no `style` attribute. Colours are
variables with a fallback in presentation attributes, so that a page's own style sheet can change them. A picture that
stands alone contains the style sheet, with colours by day and by night. Every `id` starts with a prefix that the caller
chooses.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import accumulate
from typing import Any, Final
from zlib import crc32

from arena.errors import UsageError, nearest
from arena.games.words import Words, words

ALONE: Final = "alone"  # a document of its own, for a file or an <img>
INLINE: Final = "inline"  # a part of a page that has the sheet: no <style>
FRAME: Final = "frame"  # a part of a page that has the sheet and the match's symbols: neither is repeated
FORMS: Final = (ALONE, INLINE, FRAME)

# Tiles and seats look the same by day and by night; what lies around them does not.
LIGHT: Final = {
    "ground": "#f3efe6",
    "panel": "#fffdf8",
    "ink": "#2a241d",
    "faint": "#6b6256",
    "line": "#b9ae9c",
    "mark": "#c2157a",
}
DARK: Final = {
    "ground": "#1d1b18",
    "panel": "#2a2723",
    "ink": "#f2ece0",
    "faint": "#b5ab9b",
    "line": "#6a6154",
    "mark": "#ff7ac4",
}
GROUND, PANEL, INK, FAINT, LINE, MARK = (f"var(--pic-{name},{colour})" for name, colour in LIGHT.items())

LARGE: Final = 14  # the size of text that says no other

TILE_INK: Final = "#222"
CREAM: Final = "#ffd"

# Seats by letter: colour, the colour that reads on it, and a shape within 24 by 24.
SEATS: Final = "ABCD"
SEAT_COLOURS: Final = ("#c5362b", "#5b3f9e", "#f7f3e8", "#efb917")
SEAT_INKS: Final = ("#fff", "#fff", TILE_INK, TILE_INK)
SEAT_SHAPES: Final = (
    '<circle cx="12" cy="12" r="11"',
    '<path d="M2 2h20v20H2z"',
    '<path d="M6.5 1h11L23 12l-5.5 11h-11L1 12z"',
    '<path d="M12 0 24 12 12 24 0 12z"',
)


Box = tuple[float, float, float, float]  # a corner, width and height


@dataclass(frozen=True, slots=True)
class Look:
    """The settings for drawing a view as a picture.

    `names` are the entrants by seat. `before` is the observer's view before the last answer; later changes are marked.
    `fit` is another view of the match: the picture is large enough for both views, so that all frames have one size.
    `form` is `alone` for a file, `inline` for a page that has the style sheet, and `frame` for a page that also has the
    symbols. `part` is the name of a part of the picture, for pages too narrow for the whole. The parts `seat_0`,
    `seat_1` and so on show the possessions of one seat. The other parts are `table` and `stacks` in Cacao, and
    `boards`, `temples` and `tracks` in Teotihuacan.
    """

    words: Words
    names: Sequence[str] = ()
    before: Any = None
    fit: Any = None
    prefix: str = ""
    form: str = ALONE
    part: str = ""

    def __post_init__(self) -> None:
        """Raise UsageError if `form` is not in FORMS, or if `prefix`, with which each id begins, is no plain name."""
        if self.form not in FORMS:
            raise UsageError(f"form {self.form!r}: {nearest(self.form, FORMS)}")
        if not re.fullmatch(r"([A-Za-z][A-Za-z0-9_-]*)?", self.prefix):
            raise UsageError(f"prefix {self.prefix!r}: expected a letter, then letters, digits, - and _")

    def say(self, key: str, **values: object) -> str:
        """Return the text that `words` has under this key, with the given values filled in, escaped for XML."""
        return escaped(self.words[key].format(**values) if values else self.words[key])

    def name(self, seat: int, longest: int) -> str:
        """Return an entrant's name, escaped and cut to a length; empty if `names` has no name for the seat."""
        return clipped(self.names[seat], longest) if seat < len(self.names) else ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn view: its size, title, long description and SVG body, the symbols in the body, and the picture's parts.

    `symbols` maps the name of each symbol to its SVG, and `parts` maps the name of each part to its rectangle.
    """

    width: int
    height: int
    title: str
    description: str
    body: str
    symbols: Mapping[str, str]
    parts: Mapping[str, Box]

    def view_box(self, part: str) -> str:
        """Return the rectangle of a part as a text for the SVG attribute `viewBox`.

        For an empty name, return that of the whole picture. Raise UsageError if the picture has no such part.
        """
        if not part:
            return f"0 0 {self.width} {self.height}"
        if part not in self.parts:
            raise UsageError(f"part {part!r}: {nearest(part, self.parts)}")
        return " ".join(f"{number:g}" for number in self.parts[part])


def picture(drawing: str, seen: Any, game: str, given: Words | None, look: Mapping[str, Any]) -> str:
    """Return the SVG of a view; `drawing` names the module that draws it."""
    how = Look(words(game) if given is None else given, **look)
    return framed(import_module(drawing).drawn(seen, how), how)


def symbols(drawing: str, seen: Any, game: str, given: Words | None, look: Mapping[str, Any]) -> str:
    """Return an invisible SVG with the drawings of all tiles and pieces in a match, for a page with its pictures.

    Pictures of the form `frame` have no drawings of their own: they only refer to these.
    """
    how = Look(words(game) if given is None else given, **look)
    defined = import_module(drawing).all_symbols(seen, how)
    listed = prefixed("".join(definition(name, markup) for name, markup in defined.items()), how.prefix)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"><defs>{listed}</defs></svg>'
    )


def parts(drawing: str, seen: Any, game: str, given: Words | None, look: Mapping[str, Any]) -> dict[str, str]:
    """Return a dict from the name of each part of the picture of a view to its rectangle, a text for `viewBox`."""
    drawn = import_module(drawing).drawn(seen, Look(words(game) if given is None else given, **look))
    return {part: drawn.view_box(part) for part in drawn.parts}


@dataclass(frozen=True, slots=True)
class TileFace:
    """The drawn face of a tile: the symbol that draws it, and its size."""

    symbol: str
    width: int
    height: int


def tile_faces(drawing: str, game: str, prefix: str) -> tuple[str, dict[str, str]]:
    """Return an invisible SVG with all symbols of a game's tiles, and a dict from tile id to the tile's SVG.

    The SVGs of tiles refer to the symbols in the invisible one. `drawing` names the module that draws the game.
    """
    faces, defined = import_module(drawing).tile_faces(words(game))
    shown = {tile: _shown(face) for tile, face in faces.items()}
    holder = used("".join(shown.values()), defined, prefix)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">{holder}</svg>',
        {tile: prefixed(svg, prefix) for tile, svg in shown.items()},
    )


def _shown(face: TileFace) -> str:
    return (
        f'<svg class="face" viewBox="-1 -1 {face.width + 2} {face.height + 2}" width="{face.width + 2}" '
        f'height="{face.height + 2}" aria-hidden="true" font-family="system-ui,sans-serif" font-size="{LARGE}" '
        f'fill="{TILE_INK}">{use(face.symbol, 0, 0)}</svg>'
    )


def own_prefix(seen: Any) -> str:
    """Return a prefix for ids that is different for different views, so that several pictures can be on one page."""
    return f"p{crc32(repr(seen).encode()):08x}-"


# The frame -----------------------------------------------------------------------------------------------------------


def framed(drawn: Drawn, look: Look) -> str:
    """Return a drawing as the text of an SVG element, with a title.

    The rest depends on `look.form`. With `alone`, the element also has a description, symbols and a style sheet. With
    `inline`, it also has a description and symbols. With `frame`, it also has the attribute `data-parts`; see `_cuts`.
    """
    description = "" if look.form == FRAME else f'<desc id="{look.prefix}desc">{escaped(drawn.description)}</desc>'
    described = f' aria-describedby="{look.prefix}desc"' if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{drawn.view_box(look.part)}" role="img" '
        f'aria-labelledby="{look.prefix}title"{described}{_cuts(drawn, look)} font-family="system-ui,sans-serif" '
        f'font-size="{LARGE}" fill="{INK}">'
        f'<title id="{look.prefix}title">{escaped(drawn.title)}</title>{description}'
        f"{sheet() if look.form == ALONE else ''}"
        f"{'' if look.form == FRAME else used(drawn.body, drawn.symbols, look.prefix)}"
        f'<path fill="{GROUND}" d="M0 0h{drawn.width}v{drawn.height}H0z"/>{prefixed(drawn.body, look.prefix)}</svg>\n'
    )


def _cuts(drawn: Drawn, look: Look) -> str:
    """Return the SVG attribute `data-parts` as text: a list of the picture's parts, each with its name and rectangle.

    Only a picture of the form `frame` has this attribute. If `look.form` is another form, return an empty text.
    """
    if look.form != FRAME:
        return ""
    return f' data-parts="{";".join(f"{part} {drawn.view_box(part)}" for part in drawn.parts)}"'


@cache
def sheet() -> str:
    """Return the colours by day and by night, as a style element for a picture that stands alone."""
    return f"<style>{sheet_rules()}</style>"


@cache
def sheet_rules() -> str:
    """Return the colours by day and by night as the text of a style sheet, for a page with pictures in it."""
    day, night = ("".join(f"--pic-{name}:{colour};" for name, colour in colours.items()) for colours in (LIGHT, DARK))
    return f":root{{{day}}}@media(prefers-color-scheme:dark){{:root{{{night}}}}}"


USED: Final = re.compile(r'href="#([^"]+)"')


def used(body: str, symbols: Mapping[str, str], prefix: str) -> str:
    """Return an SVG `defs` element with every symbol that `body` uses, and every symbol that these symbols use.

    `symbols` is a mapping from the name of each symbol to its SVG. Each id in the result begins with `prefix`.
    """
    found: set[str] = set()
    new = set(USED.findall(body))
    while new:
        found |= new
        new = {name for each in new for name in USED.findall(symbols[each])} - found
    listed = "".join(definition(name, symbols[name]) for name in sorted(found))
    return f"<defs>{prefixed(listed, prefix)}</defs>"


def definition(name: str, markup: str) -> str:
    """Return the SVG that defines a symbol under a name, so that `use` can draw it."""
    return f'<g id="{name}">{markup}</g>'


def prefixed(markup: str, prefix: str) -> str:
    """Return the SVG with a prefix before each id and each reference to an id."""
    if not prefix:
        return markup
    return markup.replace('href="#', f'href="#{prefix}').replace('<g id="', f'<g id="{prefix}')


# Marks on paper ------------------------------------------------------------------------------------------------------

WIDE: Final = {"W", "F"}
INVISIBLE: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # no XML, or they turn the text around them
ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


@cache
def visible(text: str) -> str:
    """Return a text on one line, without invisible characters."""
    seen = "".join(" " if unicodedata.category(letter) in INVISIBLE else letter for letter in text)
    return " ".join(seen.split())


def escaped(text: str) -> str:
    """Return a text escaped for XML, as character data or as an attribute's value; line breaks stay."""
    return text.translate(ESCAPES)


@cache
def clipped(text: str, longest: int) -> str:
    """Return a text on one line, cut to a length, then escaped; wide letters count twice."""
    plain = visible(text)
    lengths = list(accumulate(2 if unicodedata.east_asian_width(letter) in WIDE else 1 for letter in plain))
    if not lengths or lengths[-1] <= longest:
        return escaped(plain)
    return escaped(plain[: sum(length < longest for length in lengths)] + "…")


def use(name: str, x: float, y: float) -> str:
    """Return the SVG that draws a symbol with its origin at x, y."""
    across, down = f' x="{x:g}"' if x else "", f' y="{y:g}"' if y else ""
    return f'<use href="#{name}"{across}{down}/>'


def scaled(name: str, x: float, y: float, factor: float) -> str:
    """Return the SVG that draws a symbol with its origin at x, y, scaled by a factor."""
    return f'<use href="#{name}" transform="translate({x:g} {y:g})scale({factor:g})"/>'


def small(factor: float, placed_at: Iterable[tuple[str, float, float]]) -> str:
    """Return the SVG that draws several symbols, each with a position of its own, all scaled by one factor."""
    each = "".join(use(name, round(x / factor), round(y / factor)) for name, x, y in placed_at)
    return f'<g transform="scale({factor:g})">{each}</g>' if each else ""


def cell(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as a text for the attribute `d` of an SVG path. Many rectangles can share one path element."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"


def lines(size: float, said: Iterable[tuple[float, float, object]], more: str = "") -> str:
    """Return the SVG that draws short texts in one size, each at a position of its own."""
    each = texts(said)
    return f'<g font-size="{size:g}"{more}>{each}</g>' if each else ""


def texts(said: Iterable[tuple[float, float, object]]) -> str:
    """Return the SVG that draws short texts, each at a position of its own.

    All single letters share one element, so that the SVG is shorter.
    """
    letters, longer = [], ""
    for x, y, what in said:
        if len(str(what)) == 1:
            letters.append((f"{x:g}", f"{y:g}", str(what)))
        else:
            longer += f'<text x="{x:g}" y="{y:g}">{what}</text>'
    if not letters:
        return longer
    across, down, shown = zip(*letters, strict=True)
    return f'{longer}<text x="{" ".join(across)}" y="{" ".join(down)}">{"".join(shown)}</text>'


def placed(glyph: str, x: float, y: float, scale: float = 1) -> str:
    """Return the SVG of a small drawing, moved to x, y and scaled. `glyph` is the SVG text of the drawing."""
    size = "" if scale == 1 else f"scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){size}">{glyph}</g>'


def box(x: float, y: float, width: float, height: float, more: str) -> str:
    """Return the SVG that draws a rectangle with round corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" {more}/>'


def text(x: float, y: float, size: float, said: str, more: str = "") -> str:
    """Return the SVG that draws one line of text at x, y. The text is already escaped."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{more}>{said}</text>'


MIDDLE: Final = ' text-anchor="middle"'
END: Final = ' text-anchor="end"'
BOLD: Final = ' font-weight="700"'
PALE: Final = f' fill="{FAINT}"'


def change(x: float, y: float, now: int, before: int) -> str:
    """Return the SVG of a small flag with the change of a number on it, such as `+3`; empty if there is no change."""
    if now == before:
        return ""
    said = f"+{now - before}" if now > before else signed(now - before)
    width = 6 + 8 * len(said)
    flag = f'<path fill="{MARK}" d="M{x:g} {y:g}l6-8h{width}v16h-{width}z"/>'
    return flag + text(x + 5 + width / 2, y + 4.5, 12, said, f'{MIDDLE}{BOLD} fill="{PANEL}"')


MINUS: Final = "\N{MINUS SIGN}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
DASH: Final = "\N{EN DASH}"


def signed(value: int) -> str:
    """Return a number as text. A number below 0 gets a minus sign in place of the hyphen, any other number no sign."""
    return str(value).replace("-", MINUS)


def standing(points: Iterable[int]) -> str:
    """Return the points of all seats as one line of text, each after the letter of its seat."""
    return ", ".join(f"{SEATS[seat]} {signed(each)}" for seat, each in enumerate(points))


def ring(x: float, y: float, width: float, height: float) -> str:
    """Return the SVG that draws a frame around a piece that was just laid or moved."""
    return box(x, y, width, height, f'fill="none" stroke="{MARK}" stroke-width="4" stroke-dasharray="9 4"')


def seat_symbols(seats: Iterable[int]) -> dict[str, str]:
    """Return a dict from symbol name to SVG: for each seat a token with the seat's shape, colour and letter.

    Each token is 24 by 24 units large.
    """
    return {
        f"s{SEATS[seat]}": f'{SEAT_SHAPES[seat]} fill="{SEAT_COLOURS[seat]}" stroke="{TILE_INK}" stroke-width="1.5"/>'
        f'<text x="12" y="17" font-size="14" font-weight="700" text-anchor="middle" fill="{SEAT_INKS[seat]}">'
        f"{SEATS[seat]}</text>"
        for seat in seats
    }


def leads(places: Sequence[int], seat: int) -> bool:
    """True if this seat is in first place and at least one other seat is in a lower place."""
    return places[seat] == 1 and any(place > 1 for place in places)


def ranked(points: Sequence[int]) -> list[int]:
    """Return a list with the place of each seat, 1 for the most points; seats with equal points share a place."""
    return [1 + sum(other > mine for other in points) for mine in points]
