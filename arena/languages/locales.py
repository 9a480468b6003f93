"""Numbers and moments as the languages spell them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.languages import language

GROUPS: Final = "\u202f"  # between groups of three digits, in every language


@dataclass(frozen=True, slots=True)
class LocaleForms:
    """How a language spells numbers and moments; `moment` is a pattern of `strftime`."""

    decimal_mark: str
    moment: str
    ordinal: Callable[[int], str]


def _english(place: int) -> str:
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


FORMS: Final[Mapping[str, LocaleForms]] = {
    "en": LocaleForms(".", "%Y-%m-%d %H:%M", _english),
    "es": LocaleForms(",", "%d/%m/%Y %H:%M", lambda place: f"{place}.º"),
    "pt": LocaleForms(",", "%d/%m/%Y %H:%M", lambda place: f"{place}º"),
    "fr": LocaleForms(",", "%d/%m/%Y %H:%M", lambda place: "1er" if place == 1 else f"{place}e"),
}


def in_decimals(number: str) -> str:
    """Return a number that is spelled with a point as the reader's language spells it."""
    return number.replace(".", FORMS[language()].decimal_mark)


def ordinal(place: int) -> str:
    """Return a place."""
    return FORMS[language()].ordinal(place)


def moment(at: datetime) -> str:
    """Return a moment, to the minute."""
    return at.strftime(FORMS[language()].moment)


def grouped(number: int) -> str:
    """Return a whole number, in groups of three."""
    return f"{number:,}".replace(",", GROUPS)
