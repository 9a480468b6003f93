"""The words that pictures of the games use, in four languages: one file of words for each game, `<game>/words.csv`."""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from arena.errors import UsageError, nearest

LANGUAGES: Final = ("en", "es", "pt", "fr")
ENGLISH: Final = "en"

Words = Mapping[str, str]


@cache
def words(game: str, language: str = ENGLISH) -> Words:
    """Return a game's words in a language, by key; variants of a game share its words."""
    if language not in LANGUAGES:
        raise UsageError(f"no words in {language!r}: {nearest(language, LANGUAGES)}")
    file = Path(__file__).parent / game.partition("/")[0] / "words.csv"
    with file.open(encoding="utf-8", newline="") as rows:
        return MappingProxyType({row["key"]: row[language] for row in csv.DictReader(rows)})
