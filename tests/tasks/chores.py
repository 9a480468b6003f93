"""Jobs for tests of workers. A worker finds them by the name of this module."""

import os
import signal
import time
from pathlib import Path

from arena.errors import UsageError


def add_one(number):
    return number + 1


def mislead(_) -> int:
    """Return a text, where the annotation promises a number."""
    return "one"


def refuse(words):
    raise UsageError(words)


def fail(words):
    raise LookupError(words)


def fail_until(folder):
    """Add a file to a folder, and return the number of files before it. Raise LookupError at the first two calls."""
    tried = len(list(Path(folder).iterdir()))
    (Path(folder) / str(tried)).touch()
    if tried < 2:
        raise LookupError(f"try {tried}")
    return tried


def die(_):
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(path):
    """Kill the worker at the first call. Return `alive` at later calls."""
    try:
        Path(path).touch(exist_ok=False)
    except FileExistsError:
        return "alive"
    return die(path)


def go_on(_):
    while True:
        time.sleep(1)


def niceness(_):
    """Return the niceness of the worker."""
    return os.nice(0)
