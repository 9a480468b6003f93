"""Sentences in the language of the reader.

A sentence is written in English where it is used, with names for the values in it: `say("%(bot)s leads", bot=name)`.
The catalogue of the reader's language has its translation. If the catalogue has none, the English sentence is shown.
`docs/languages.md` tells how to change a word and how to add a language.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, Final

from arena.errors import UsageError, nearest

ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "es": "Español", "pt": "Português", "fr": "Français"}
DOMAINS: Final = ("site", "games")  # the catalogues of a language: the words of pages, and those of the games
HERE: Final = Path(__file__).parent

catalogue: Final[ContextVar[NullTranslations]] = ContextVar("catalogue", default=NullTranslations())  # noqa: B039


@cache
def catalogue_of(language: str) -> NullTranslations:
    """Return the catalogue of a language, with all its domains. Raise UsageError if there is no such language."""
    if language not in LANGUAGES:
        raise UsageError(f"no words in {language!r}: {nearest(language, LANGUAGES)}")
    found = NullTranslations()
    if language != ENGLISH:
        for domain in reversed(DOMAINS):
            with (HERE / language / f"{domain}.mo").open("rb") as file:
                read = GNUTranslations(file)
            read.add_fallback(found)
            found = read
    return found


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language of the reader until the block ends. Raise UsageError if there is no such language."""
    token = catalogue.set(catalogue_of(language))
    try:
        yield
    finally:
        catalogue.reset(token)


def language() -> str:
    """Return the language of the current reader."""
    return catalogue.get().info().get("language", ENGLISH)


def say(sentence: str, /, **values: Any) -> str:
    """Return a sentence in the reader's language, with `values` in place of the names in it."""
    return catalogue.get().gettext(sentence) % values


def say_counted(one: str, many: str, number: int, /, **values: Any) -> str:
    """Return a sentence about `number` things in the reader's language. In the sentence, `num` is this number."""
    return catalogue.get().ngettext(one, many, number) % {"num": number, **values}


def noted(sentence: str) -> str:
    """Return a sentence unchanged. This puts the sentence into the catalogues; a later call of `say` translates it."""
    return sentence


def noted_counted(one: str, many: str) -> tuple[str, str]:
    """Return the singular and plural of a sentence unchanged. This puts both into the catalogues.

    A later call of `say_counted` translates them.
    """
    return one, many


class Sentences:
    """The sentences of one game. Each game has its own catalogue, so it can translate a word in its own way."""

    def __init__(self, game: str) -> None:
        self._game: Final = game

    def say(self, sentence: str, /, **values: Any) -> str:
        """Return a sentence of the game in the reader's language, with `values` in place of the names in it."""
        return catalogue.get().pgettext(self._game, sentence) % values

    def counted(self, one: str, many: str, number: int, /, **values: Any) -> str:
        """Return a sentence about `number` things in the reader's language. In the sentence, `num` is this number."""
        return catalogue.get().npgettext(self._game, one, many, number) % {"num": number, **values}


def listed(parts: Sequence[str]) -> str:
    """Return several things as one phrase, with commas between them and a word such as "and" before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return say("%(several)s and %(last)s", several=", ".join(parts[:-1]), last=parts[-1])
