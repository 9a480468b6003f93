"""Badges: small SVG pictures with the rating or the rank of a bot, for a README and pages elsewhere.

A badge needs no other file: it has no script, no style sheet and no style attribute. Every text in it is escaped.
"""

from typing import Final

from markupsafe import Markup, escape
from sqlmodel import Session

from arena.languages import say
from arena.store.ratings.rankings import COMBINED
from arena.texts import clean
from leaderboard.bots import called
from leaderboard.ranking import RankedEntrant, ranking
from leaderboard.reading import Reader
from leaderboard.words import rank

POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
FOR_A_WHILE: Final = "public, max-age=300"
LONGEST: Final = 28  # characters of a part
LETTER: Final = 6.8  # the width of a usual character
CAPITAL: Final = 7.7
WIDE: Final = 11.0  # of a character that is not in Latin scripts, and of the widest letters
NARROW: Final = 4.0
NARROW_ONES: Final = frozenset(" !'(),./:;I[]fijlrt|")
WIDE_ONES: Final = frozenset("%@MWmw")
ROOM: Final = 14  # beside the text of a part
WIDTHS: Final = 0x2E80  # from this character on scripts are wide
LABEL: Final = "#3d362e"
SURE: Final = "#0b6656"
UNSURE: Final = "#6a6258"
FONT: Final = "Verdana,DejaVu Sans,sans-serif"


def rating_badge(reader: Reader, session: Session, bot: str, pool: str) -> bytes:
    """Return the badge with the rating of a bot. Raise NotThereError if there is no such bot or pool."""
    name, row, _ = row_of(reader, session, bot, pool)
    if row is None:
        return badge(say("%(bot)s rating", bot=name), say("not rated yet"), UNSURE)
    return badge(say("%(bot)s rating", bot=name), f"{row.rating:.0f} ± {row.reach:.0f}", SURE)


def rank_badge(reader: Reader, session: Session, bot: str, pool: str) -> bytes:
    """Return the badge with the ranks that a bot may have. Raise NotThereError if there is no such bot or pool."""
    name, row, rated = row_of(reader, session, bot, pool)
    if row is None:
        return badge(say("%(bot)s rank", bot=name), say("not rated yet"), UNSURE)
    ranks = say("%(ranks)s of %(number)s", ranks=rank(row.first, row.last), number=rated)
    return badge(say("%(bot)s rank", bot=name), ranks, SURE)


def row_of(reader: Reader, session: Session, bot: str, pool: str) -> tuple[str, RankedEntrant | None, int]:
    """Return three values for a badge: the shortened name of a bot, its RankedEntrant, and the number of ranked bots.

    The RankedEntrant has the bot's rating and ranks; it is None if the bot is not rated.
    """
    name = called(session, bot).name
    rows = ranking(reader, session, pool or COMBINED).rows
    return shortened(name), next((row for row in rows if row.bot == name), None), len(rows)


def badge(label: str, value: str, colour: str) -> bytes:
    """Return a badge as an SVG document: a label, and a value on a coloured background."""
    label, value = clean(label), clean(value)
    left, right = width_of(label), width_of(value)
    whole = left + right
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" viewBox="0 0 {whole} 20" role="img">',
        Markup("<title>{}: {}</title>").format(label, value),
        f'<rect width="{whole}" height="20" rx="3" fill="{LABEL}"/>',
        f'<path d="M{left} 0h{right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-{right - 3}z" fill="{colour}"/>',
        written(label, left / 2),
        written(value, left + right / 2),
        "</svg>",
    ]
    return "".join(parts).encode()


def written(text: str, middle: float) -> str:
    """Return a text as an SVG element, centred at the x coordinate `middle` and stretched to its computed width."""
    width = width_of(text) - ROOM
    return (
        f'<text x="{middle:g}" y="14" fill="#fff" font-family="{FONT}" font-size="11" text-anchor="middle"'
        f' textLength="{width}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )


def width_of(text: str) -> int:
    """Return the width, in pixels, of the part of a badge that contains this text."""
    return round(sum(map(width_of_one, text))) + ROOM


def width_of_one(letter: str) -> float:
    """Return the approximate width of a character, in pixels. The badge stretches its text to the computed width."""
    if letter in NARROW_ONES:
        return NARROW
    if letter in WIDE_ONES or ord(letter) >= WIDTHS:
        return WIDE
    return CAPITAL if letter.isupper() else LETTER


def shortened(text: str) -> str:
    """Return a text that is cut, if necessary, to the number of characters that fits a badge."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
