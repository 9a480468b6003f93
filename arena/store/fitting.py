"""A child process that fits all rankings of a database once: its address comes on stdin, as it may hold a password.

A fit wants the processor for as long as it takes, and the referee's process has none to spare.
"""

import os
import sys
import time
from typing import Final

from arena.errors import ArenaError
from arena.store.database import Database
from arena.store.rankings import refit

KIND: Final = 3  # how far the fit stands back behind whoever plays


def main() -> int:
    """Fit; 0 if it is done."""
    os.nice(KIND)
    try:
        database = Database(sys.stdin.readline().removesuffix("\n"), create=False)
        try:
            refit(database, time.time())
        finally:
            database.close()
    except ArenaError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
