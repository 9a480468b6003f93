"""The log of a served arena: plain lines, or one JSON object on each line of stderr.

The arena's child processes write to the same stderr. They read the style from the environment variable `ARENA_LOG`.
"""

import logging
import os
import sys
from collections.abc import Iterable
from typing import Any, Final

from arena.host.outlet import Outlet, lost_words
from arena.texts import log_to

log: Final = logging.getLogger("arena")

TEXT: Final = "text"
JSON: Final = "json"
STYLES: Final = (TEXT, JSON)
VARIABLE: Final = "ARENA_LOG"  # the style that child processes inherit
FORM: Final = "%(levelname)s:%(name)s:%(message)s"


def is_json() -> bool:
    """True if the environment variable `ARENA_LOG` asks for JSON."""
    return os.environ.get(VARIABLE) == JSON


def begin_log(level: int, form: str = FORM) -> None:
    """Write the log to stderr: as JSON if `is_json()`, and if not, as plain lines in the format `form`."""
    if not is_json():
        log_to(sys.stderr, level, form)
        return
    stream = sys.stderr
    log_to(stream, level, as_objects=True)
    logging.captureWarnings(capture=True)
    if isinstance(stream, Outlet):
        stream.lost_words = lost_object
    sys.stderr = LinesToLog(level)
    sys.excepthook = log_exception


def lost_object(pieces: int) -> str:
    """Return a line of JSON for the log that says how many texts were lost, because stderr could not be written."""
    record = logging.makeLogRecord({"name": log.name, "levelname": "WARNING", "msg": lost_words(pieces).strip()})
    formatter = logging.getLogger().handlers[0].formatter
    assert formatter is not None
    return f"{formatter.format(record)}\n"


def log_exception(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """Log an exception that ends the process."""
    log.critical("the process failed", exc_info=(kind, error, trace))


class LinesToLog:
    """A text stream that replaces stderr: each line that the program writes becomes a line of the log."""

    encoding: Final = "utf-8"
    errors: Final = "backslashreplace"

    def __init__(self, level: int) -> None:
        self._level: Final = level
        self._rest = ""
        self._is_logging = False

    def write(self, text: str) -> int:
        """Log each complete line. Drop text that the logging module writes about its own failure."""
        if not self._is_logging:
            *lines, self._rest = (self._rest + text).split("\n")
            self._log(line for line in lines if line)
        return len(text)

    def _log(self, lines: Iterable[str]) -> None:
        self._is_logging = True
        try:
            for line in lines:
                log.log(self._level, "%s", line)
        finally:
            self._is_logging = False

    def flush(self) -> None:
        """Do nothing: a line is logged when it is complete."""

    def isatty(self) -> bool:
        """Return False: this stream is not a terminal."""
        return False

    def fileno(self) -> int:
        """Return the file descriptor of stderr, for code that does not write through Python."""
        return 2
