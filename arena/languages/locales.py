"""Numbers and moments in the form of each language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.languages import language

GROUPS: Final = "\u202f"  # between groups of three digits, in every language


@dataclass(frozen=True, slots=True)
class LocaleForms:
    """The form of numbers and moments in a language; `moment` is a pattern of `strftime`."""

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
    """Return a number's text with the decimal separator of the reader's language instead of the point."""
    return number.replace(".", FORMS[language()].decimal_mark)


def ordinal(place: int) -> str:
    """Return a place as an ordinal in the reader's language, such as 1st."""
    return FORMS[language()].ordinal(place)


def moment(at: datetime) -> str:
    """Return a moment, to the minute, in the form of the reader's language."""
    return at.strftime(FORMS[language()].moment)


def grouped(number: int) -> str:
    """Return a whole number with a narrow space between groups of three digits."""
    return f"{number:,}".replace(",", GROUPS)
