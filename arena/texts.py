"""Clean untrusted texts before they reach a terminal, a log, a page, a feed, a table or a web hook.

A text is untrusted if it comes from a bot, its author, a peer, a file, or another arena. A clean text has no escape
sequence, no control character, no invisible character, and no character that changes the direction of the text.
"""

import json
import logging
import time
from collections.abc import Mapping
from typing import Any, Final
from unicodedata import category

REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # the beginnings of texts that a spreadsheet runs as formulas


def is_clean(character: str) -> bool:
    """True if a character is visible, or is one of the space characters of Unicode."""
    return character.isprintable() or category(character) == "Zs"


def clean(text: str, *, lines: bool = False) -> str:
    """Return a text in which each harmful character is replaced by U+FFFD, the sign for an unknown character.

    With `lines`, line ends are not replaced.
    """
    if text.isprintable():
        return text
    return "".join(each if is_clean(each) or (lines and each == "\n") else REPLACEMENT for each in text)


def cell(text: str) -> str:
    """Return a text as a cell of a table: clean, and in a form that no spreadsheet runs as a formula."""
    return f"'{clean(text)}" if text.startswith(FORMULA) else clean(text)


def as_json(value: Any, **options: Any) -> str:
    """Return a value as JSON text in which every harmful character is written as an escape."""
    text = json.dumps(value, ensure_ascii=False, **options)
    return "\n".join(line if line.isprintable() else escaped(line) for line in text.split("\n"))


def escaped(text: str) -> str:
    """Return a part of a JSON text in which every harmful character is written as an escape."""
    return "".join(each if is_clean(each) else json.dumps(each)[1:-1] for each in text)


class CleanLines(logging.Formatter):
    """Formats each log record as one line without harmful characters. A traceback may have several lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- the name that logging calls
        """Return the line of a log record, clean and without its traceback."""
        return clean(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 -- the name that logging calls
        """Return the lines of a traceback without harmful characters, because it may quote an untrusted text."""
        return clean(super().formatException(ei), lines=True)


class JsonLines(logging.Formatter):
    """Formats each log record as one JSON object on one line, without harmful characters.

    The key `fields` has the values that the program gave to the logger as `extra`; `exception` has a traceback with its
    line ends.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one JSON object on one line."""
        values: dict[str, Any] = {
            "time": stamp(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(record.getMessage()),
        }
        if record.exc_info:
            values["exception"] = clean(self.formatException(record.exc_info), lines=True)
        fields = {name: value for name, value in vars(record).items() if name not in PLAIN}
        if fields:
            values["fields"] = cleaned(fields)
        return as_json(values)


PLAIN: Final = frozenset((*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"))  # fields of every record


def stamp(seconds: float) -> str:
    """Return a time, given in seconds since 1970, as ISO 8601 in UTC with milliseconds."""
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(whole))}.{thousandths:03}Z"


def cleaned(value: Any) -> Any:
    """Return a copy of a value for JSON in which each harmful character of a text is replaced by U+FFFD.

    A harmful character is invisible, or changes how a terminal shows the text. A value of a type that JSON does not
    have becomes a text.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {clean(str(name)): cleaned(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(each) for each in value]
    return clean(str(value), lines=True)


def log_to(
    stream: Any, level: int, form: str = "%(levelname)s:%(name)s:%(message)s", *, as_objects: bool = False
) -> None:
    """Write the log to a stream, cleaned: as lines in the format `form`, or as one JSON object on each line."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if as_objects else CleanLines(form))
    logging.basicConfig(handlers=[handler], level=level)
