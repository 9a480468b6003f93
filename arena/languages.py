"""Sentences in the language of the reader.

A sentence is written in English where it is used, with names for what changes: `say("%(bot)s leads", bot=name)`. The
catalogue of the reader's language has its translation; where it has none, the English one is shown.
"""

from contextvars import ContextVar
from gettext import NullTranslations
from typing import Any, Final

catalogue: Final[ContextVar[NullTranslations]] = ContextVar("catalogue", default=NullTranslations())  # noqa: B039


def say(sentence: str, /, **values: Any) -> str:
    """Return a sentence in the reader's language, with these values in their places."""
    return catalogue.get().gettext(sentence) % values


def say_counted(one: str, many: str, number: int, /, **values: Any) -> str:
    """Return a sentence about a number of things; the number has the name `num`."""
    return catalogue.get().ngettext(one, many, number) % {"num": number, **values}
