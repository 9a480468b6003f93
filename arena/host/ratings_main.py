"""The process that computes the ratings of all bots: `python -m arena.host.ratings_main`, started by the arena.

The first line of stdin names the database. For each further line, the process computes and stores the ratings, and then
answers. It ends when stdin is closed, even if the arena was killed.
"""

import logging
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Final

from arena.errors import ArenaError
from arena.host.log_style import begin_log
from arena.store.db.database import Database
from arena.store.ratings import rating_history
from arena.tasks.heap import collect_seldom

log: Final = logging.getLogger(__name__)

NICE: Final = 10  # its niceness: matches go first
FITTED: Final = b"\n"  # what it answers when the fit is stored
FAILED: Final = b"!"


def main() -> None:
    """Compute the ratings once for each line of stdin, until stdin is closed."""
    collect_seldom()
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena; this ends when its stdin does
    begin_log(logging.WARNING)
    address = sys.stdin.readline().rstrip("\n")
    with suppress(BrokenPipeError):  # the arena has ended meanwhile
        for _ in sys.stdin:
            os.write(sys.stdout.fileno(), FITTED if fit(address) else FAILED)


def fit(address: str) -> bool:
    """Compute all ratings from the results and store them. Return True; or False if that failed."""
    try:
        database = Database(address, create=False)
        try:
            rating_history.refresh(database, time.time())
        finally:
            database.close()
    except ArenaError as error:
        log.warning("the rankings stay as they were: %s", error)
        return False
    return True


if __name__ == "__main__":
    main()
