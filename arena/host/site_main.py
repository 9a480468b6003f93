"""The process of an arena's site: `python -m arena.host.site_main`, started by the arena.

The first line of stdin names the database and the address. When the arena stops the process, the process first answers
the requests that it has begun. If the arena was killed, the process ends immediately, so that the next arena can use
the address.
"""

import json
import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import trio

from arena.errors import ArenaError
from arena.host.log_style import begin_log
from arena.store.db.database import Database
from arena.tasks.heap import collect_seldom
from leaderboard.app import site
from leaderboard.listening import Address, Listening
from leaderboard.serve import serve

NICE: Final = 10  # its niceness: matches go first
GONE: Final = 0
FAILED: Final = 1


def main() -> int:
    """Serve the site until the arena stops it."""
    collect_seldom()
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena; this ends when it says so
    begin_log(logging.WARNING, "%(asctime)s %(levelname)s %(message)s")
    logging.getLogger().addHandler(LevelsToArena(sys.stdout.fileno()))
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as stdin:  # later lines are not read with it
        line = stdin.readline()
    if not line:
        return GONE
    told = json.loads(line)
    try:
        database = Database(told["database"], read_only=True)
    except ArenaError as error:
        logging.getLogger(__name__).warning("the site cannot be shown: %s", error)
        return FAILED
    app = site(database)
    collect_seldom()  # a collection of everything that was imported would delay a page by a tenth of a second
    try:
        trio.run(serve, app, listening_of(told), stopped)
    finally:
        database.close()
    return GONE


class LevelsToArena(logging.Handler):
    """Sends the level of each warning and error of the log to the arena, which counts them in its metrics."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(logging.WARNING)
        self._descriptor: Final = descriptor
        os.set_blocking(descriptor, False)

    def emit(self, record: logging.LogRecord) -> None:
        """Write the level as one byte. Drop it if the arena does not read, so that no page waits."""
        with suppress(OSError):
            os.write(self._descriptor, bytes([min(record.levelno, 255)]))


def listening_of(told: dict[str, Any]) -> Listening:
    """Return the listening socket that the arena has opened, from the settings that the arena sent."""
    certificate, key = (None if told[name] is None else Path(told[name]) for name in ("certificate", "key"))
    return Listening(Address(told["host"], told["port"], certificate, key), told["descriptor"])


async def stopped() -> None:
    """Wait until the arena asks this process to stop. If the arena was killed, end this process immediately."""
    stdin = sys.stdin.fileno()
    await trio.lowlevel.wait_readable(stdin)
    if not os.read(stdin, 1):
        os._exit(GONE)


if __name__ == "__main__":
    sys.exit(main())
