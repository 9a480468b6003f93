"""Values in words: numbers, times and ranks as people write them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from arena.games.game import spell_value
from arena.games.words import category_in_words
from arena.languages import listed, say
from arena.languages.locales import grouped, in_decimals, moment
from arena.languages.locales import ordinal as ordinal_of
from arena.languages.prose import deed, prose
from arena.replay.retelling import forfeit_reason
from leaderboard.ranking import RankedEntrant
from leaderboard.tile_words import kind_in_words, tile_in_words
from leaderboard.values import SeatLine

DASH: Final = "\N{EN DASH}"
LEADING: Final = 20  # deals that a bot needs before the page says that it leads


def when(seconds: float | None) -> str:
    """Return a moment, in UTC."""
    return DASH if seconds is None else moment(datetime.fromtimestamp(seconds, UTC))


def iso(seconds: float) -> str:
    """Return a moment for machines."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def span(microseconds: float | None) -> str:
    """Return a time span with three digits that mean something."""
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
    """Return a share."""
    return DASH if share is None else in_decimals(f"{share:.{digits}%}".replace("%", "\u2009%"))


def chance(share: float) -> str:
    """Return a probability, which is never quite nothing and never quite sure."""
    if share > 0.995:
        return ">\u200999\u2009%"
    if share < 0.005:
        return "<\u20091\u2009%"
    return percent(share)


def count(number: int) -> str:
    """Return a whole number, in groups of three."""
    return grouped(number)


def counted(number: int, word: str, many: str = "") -> str:
    """Return a number of things."""
    return f"{count(number)} {word if number == 1 else many or word + 's'}"


def decimal(number: float | None, digits: int = 2) -> str:
    """Return a number."""
    return DASH if number is None else in_decimals(f"{number:.{digits}f}")


def rank(first: int, last: int) -> str:
    """Return the ranks that an entrant may have."""
    return str(first) if first == last else f"{first}{DASH}{last}"


def ordinal(place: int | None) -> str:
    """Return a place."""
    return DASH if place is None else ordinal_of(place)


def by_place(seats: Sequence[SeatLine]) -> list[SeatLine]:
    """Return seats in the order of their places, as far as there are any."""
    return sorted(seats, key=lambda seat: (seat.place or 0, seat.seat))


def sentence(text: str) -> str:
    """Return a text that begins a sentence; a sentence of the arena is in the reader's language."""
    text = prose(text)
    return text[:1].upper() + text[1:]


def verdict(rows: Sequence[RankedEntrant]) -> str:
    """Return a sentence about which bot is best, and how sure that is."""
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
    rivals = [row.bot for row in ranked if row.first == 1 and row is not leader]
    if len(ranked) == 1:
        return say("%(bot)s is the only rated bot.", bot=leader.bot)
    if not rivals:
        return say("%(bot)s is the best of %(bots)s, with 95 %% certainty.", bot=leader.bot, bots=count(len(ranked)))
    if len(rivals) > 3:
        number = count(len(rivals))
        return say("%(bot)s leads, but %(bots)s others may still be better.", bot=leader.bot, bots=number)
    return say("%(bot)s leads, but %(rivals)s may still be better.", bot=leader.bot, rivals=listed(rivals))


def segment(text: str) -> str:
    """Return a text as a part of an address."""
    return quote(text, safe="")


def options(given: Mapping[str, Any]) -> str:
    """Rules options as they are written on the command line."""
    return ", ".join(f"{name}={spell_value(value)}" for name, value in given.items())


def category(name: str, game: str) -> str:
    """Return the name of a source of points."""
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
    "listed": listed,
    "verdict": verdict,
    "by_place": by_place,
    "segment": segment,
    "sentence": sentence,
    "prose": prose,
    "deed": deed,
    "tile_text": tile_in_words,
    "tile_kind": kind_in_words,
    "category": category,
    "forfeit_reason": forfeit_reason,
    "options": options,
}
