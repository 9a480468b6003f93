"""Cleans the texts of strangers on their way to a terminal, a log, a page, a feed, a table or a web hook.

A stranger is a bot, its author, a peer, a file, or another arena. A clean text shows every character as what it is: it
has no escape sequence, no control character, and nothing that turns the direction of the text or hides in it.
"""

import json
import logging
from typing import Any, Final
from unicodedata import category

REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would carry out


def is_clean(character: str) -> bool:
    """True if a character is seen as what it is: a sign, or a space of some width."""
    return character.isprintable() or category(character) == "Zs"


def clean(text: str, *, lines: bool = False) -> str:
    """Return a text with each harmful character replaced; ends of lines stay if `lines` is set."""
    if text.isprintable():
        return text
    return "".join(each if is_clean(each) or (lines and each == "\n") else REPLACEMENT for each in text)


def cell(text: str) -> str:
    """Return a text as a cell of a table: clean, and no formula to a spreadsheet."""
    return f"'{clean(text)}" if text.startswith(FORMULA) else clean(text)


def as_json(value: Any, **options: Any) -> str:
    """Return a value as JSON in which every harmful character is escaped: the value itself stays the same."""
    text = json.dumps(value, ensure_ascii=False, **options)
    return "\n".join(line if line.isprintable() else escaped(line) for line in text.split("\n"))


def escaped(text: str) -> str:
    """Return a part of a JSON document with every harmful character as an escape of JSON."""
    return "".join(each if is_clean(each) else json.dumps(each)[1:-1] for each in text)


class CleanLines(logging.Formatter):
    """Formats log records as one clean line each; a traceback keeps its lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- the name that logging calls
        """Return the line of a record without its traceback."""
        return clean(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 -- the name that logging calls
        """Return the lines of a traceback, which may quote a stranger's text."""
        return clean(super().formatException(ei), lines=True)


def log_to(stream: Any, level: int, form: str = "%(levelname)s:%(name)s:%(message)s") -> None:
    """Write the log to a stream, cleaned."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(CleanLines(form))
    logging.basicConfig(handlers=[handler], level=level)
