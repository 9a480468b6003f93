"""Work for workers, as tests want it; a worker finds it by its module."""

import os
import signal
import time
from pathlib import Path

from arena.errors import UsageError


def add_one(number):
    return number + 1


def refuse(words):
    raise UsageError(words)


def fail(words):
    raise LookupError(words)


def fail_until(folder):
    """Fail, and leave a file behind, as long as there are not two of them."""
    tried = len(list(Path(folder).iterdir()))
    (Path(folder) / str(tried)).touch()
    if tried < 2:
        raise LookupError(f"try {tried}")
    return tried


def die(_):
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(path):
    """Kill the worker, but only the first one that comes here."""
    try:
        Path(path).touch(exist_ok=False)
    except FileExistsError:
        return "alive"
    return die(path)


def go_on(_):
    while True:
        time.sleep(1)


def niceness(_):
    """The niceness of the worker."""
    return os.nice(0)
