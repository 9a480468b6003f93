"""The words that pictures and pages use for a game: `<game>/words.csv` has them in English, by key.

The catalogues of `arena.languages` have them in the other languages.
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from arena.languages import catalogue_of
from arena.languages import language as readers_language

Words = Mapping[str, str]

CATEGORY: Final = "score_"  # what the key of a source of points begins with


def words(game: str, language: str = "") -> Words:
    """Return the words of a game's pictures and pages in the given language, as a mapping from key to text.

    If `language` is empty, they are in the reader's language. All variants of a game share its words.
    """
    return words_of(game.partition("/")[0], language or readers_language())


@cache
def words_of(folder: str, language: str) -> Words:
    """Return the words of a game's pictures and pages in this language, as a mapping from key to text.

    `folder` is the name of the game's folder, such as `cacao`. Raise UsageError if the language is unknown.
    """
    catalogue = catalogue_of(language)
    file = Path(__file__).parent / folder / "words.csv"
    with file.open(encoding="utf-8", newline="") as rows:
        english = {row["key"]: row["en"] for row in csv.DictReader(rows)}
    return MappingProxyType({key: catalogue.pgettext(f"{folder}.{key}", word) for key, word in english.items()})


def category_in_words(game: str, category: str) -> str:
    """Return the name of a category of points, such as temples, in the reader's language."""
    return known_words(game).get(f"{CATEGORY}{category}", category.replace("_", " "))


def title_in_words(game: str) -> str:
    """Return the title of a game in the reader's language. For a solo game, return the title of its main game."""
    return known_words(game).get("title", game.partition("/")[0].capitalize())


def known_words(game: str) -> Words:
    """Return the texts of a game's pictures and pages as a mapping from key to text; empty if the game has none.

    The texts are in the language of the person that reads the page.
    """
    file = Path(__file__).parent / game.partition("/")[0] / "words.csv"
    return words(game) if file.exists() else {}
