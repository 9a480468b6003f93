"""Numbers, times and ranks as text for pages."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from markupsafe import Markup, escape

from arena.games.game import spell_value
from arena.games.words import category_in_words
from arena.languages import listed, say, say_counted
from arena.languages.locales import grouped, in_decimals, moment
from arena.languages.locales import ordinal as ordinal_of
from arena.languages.prose import deed, prose
from arena.replay.retelling import forfeit_reason
from leaderboard.ranking import RankedEntrant
from leaderboard.tile_words import kind_in_words, tile_in_words
from leaderboard.values import SeatLine

DASH: Final = "\N{EN DASH}"
LEADING: Final = 20  # deals that a bot needs before the page says that it leads
QUOTED: Final = re.compile("`([^`]+)`")


def when(seconds: float | None) -> str:
    """Return a time, given in seconds since 1970, as text in UTC; a dash for None."""
    return DASH if seconds is None else moment(datetime.fromtimestamp(seconds, UTC))


def iso(seconds: float) -> str:
    """Return a time, given in seconds since 1970, as text in ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def span(microseconds: float | None) -> str:
    """Return a number of microseconds as a time span with about three significant digits; a dash for None."""
    if microseconds is None:
        return DASH
    if microseconds < 1000:
        return f"{microseconds:.0f} µs"
    if microseconds < 1_000_000:
        return in_decimals(f"{microseconds / 1000:.3g} ms") if microseconds < 999_500 else "1 s"
    seconds = microseconds / 1_000_000
    if seconds < 60:
        return in_decimals(f"{seconds:.3g} s")
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60:02} s"


def percent(share: float | None, digits: int = 0) -> str:
    """Return a share, such as 0.5, in per cent; a dash for None."""
    return DASH if share is None else in_decimals(f"{share:.{digits}%}".replace("%", "\u2009%"))


def chance(share: float) -> str:
    """Return a probability in per cent. Very small and very large ones are `< 1 %` and `> 99 %`."""
    if share > 0.995:
        return ">\u200999\u2009%"
    if share < 0.005:
        return "<\u20091\u2009%"
    return percent(share)


def count(number: int) -> str:
    """Return a whole number with its digits in groups of three."""
    return grouped(number)


def counted(number: int, word: str, many: str = "") -> str:
    """Return a number with its noun, such as "1 match" or "2 matches"."""
    return f"{count(number)} {word if number == 1 else many or word + 's'}"


def decimal(number: float | None, digits: int = 2) -> str:
    """Return a number with this many decimals as text; a dash for None."""
    return DASH if number is None else in_decimals(f"{number:.{digits}f}")


def points(number: float) -> str:
    """Return the points of a duel as text, with only as many decimals as needed."""
    return in_decimals(f"{number:g}")


def rank(first: int, last: int) -> str:
    """Return the ranks that an entrant may have, such as 2-4, as text."""
    return str(first) if first == last else f"{first}{DASH}{last}"


def ordinal(place: int | None) -> str:
    """Return a place as an ordinal, such as 1st; a dash for None."""
    return DASH if place is None else ordinal_of(place)


def by_place(seats: Sequence[SeatLine]) -> list[SeatLine]:
    """Return the seats in the order of their places. Seats with equal places, or without, are in seat order."""
    return sorted(seats, key=lambda seat: (seat.place or 0, seat.seat))


def with_code(text: str) -> Markup:
    """Return a text as HTML, in which each part between two backticks is a code element."""
    return Markup(QUOTED.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 -- it is escaped


def sentence(text: str) -> str:
    """Return a text as the beginning of a sentence, with a capital letter.

    If the program itself made this text, such as a reason for a forfeit, translate it into the reader's language.
    """
    text = prose(text)
    return text[:1].upper() + text[1:]


def verdict(rows: Sequence[RankedEntrant]) -> str:
    """Return a sentence that names the best bot and says how certain its lead is.

    A bot with fewer than LEADING deals is neither the leader nor a candidate.
    """
    ranked = [row for row in rows if row.anchored] or list(rows)
    if not ranked:
        return say("No bot is rated yet.")
    leader = next((row for row in ranked if row.deals >= LEADING), None)
    if leader is None or leader.first > 1:
        played = count(ranked[0].deals)
        return say(
            "No leader is named yet: it needs %(needed)s deals, and %(bot)s has played %(deals)s.",
            needed=LEADING,
            bot=ranked[0].bot,
            deals=played,
        )
    rivals = [row.bot for row in candidates(ranked) if row is not leader]
    if len(ranked) == 1:
        return say("%(bot)s is the only rated bot.", bot=leader.bot)
    if not rivals and any(row.first == 1 and row is not leader for row in ranked):
        return say(
            "Of the bots that have played %(needed)s deals or more, %(bot)s is ahead.", needed=LEADING, bot=leader.bot
        )
    if not rivals:
        return say("%(bot)s is the best of %(bots)s, with 95 %% certainty.", bot=leader.bot, bots=count(len(ranked)))
    return leads(leader.bot, rivals) if leader is ranked[0] else ahead(leader.bot, rivals)


def candidates(rows: Sequence[RankedEntrant]) -> list[RankedEntrant]:
    """Return the entrants of a ranking that may be the best and have played at least LEADING deals."""
    return [row for row in rows if row.first == 1 and row.deals >= LEADING]


def leads(bot: str, rivals: Sequence[str]) -> str:
    """Return a sentence about the leader of a ranking and the bots that may still be better."""
    if len(rivals) > 3:
        return say("%(bot)s leads, but %(bots)s others may still be better.", bot=bot, bots=count(len(rivals)))
    return say_counted(
        "%(bot)s leads, but %(rivals)s may still be better.",
        "%(bot)s leads, but %(rivals)s may still be better.",
        len(rivals),
        bot=bot,
        rivals=listed(rivals),
    )


def ahead(bot: str, rivals: Sequence[str]) -> str:
    """Return a sentence about the best bot with enough deals, and about the bots that may still be better.

    Call it if bots with too few deals have higher ratings than this bot.
    """
    if len(rivals) > 3:
        return say(
            "Of the bots that have played %(needed)s deals or more, %(bot)s is ahead; %(bots)s others may still be "
            "better.",
            needed=LEADING,
            bot=bot,
            bots=count(len(rivals)),
        )
    return say_counted(  # English has the same words for one rival and for several
        "Of the bots that have played %(needed)s deals or more, %(bot)s is ahead; %(rivals)s may still be better.",
        "Of the bots that have played %(needed)s deals or more, %(bot)s is ahead; %(rivals)s may still be better.",
        len(rivals),
        needed=LEADING,
        bot=bot,
        rivals=listed(rivals),
    )


def segment(text: str) -> str:
    """Return a text quoted for one part of a URL's path."""
    return quote(text, safe="")


def options(given: Mapping[str, Any]) -> str:
    """Return rules options as text, spelled as on the command line, such as `auto_resolve=true`."""
    return ", ".join(f"{name}={spell_value(value)}" for name, value in given.items())


def category(name: str, game: str) -> str:
    """Return the title of a category of points in a game, in the reader's language."""
    return category_in_words(game, name)


FILTERS: Final[Mapping[str, Callable[..., Any]]] = {
    "when": when,
    "iso": iso,
    "span": span,
    "percent": percent,
    "chance": chance,
    "count": count,
    "counted": counted,
    "decimal": decimal,
    "ordinal": ordinal,
    "points": points,
    "listed": listed,
    "verdict": verdict,
    "by_place": by_place,
    "segment": segment,
    "sentence": sentence,
    "with_code": with_code,
    "prose": prose,
    "deed": deed,
    "tile_text": tile_in_words,
    "tile_kind": kind_in_words,
    "category": category,
    "forfeit_reason": forfeit_reason,
    "options": options,
}
