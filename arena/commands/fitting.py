"""Rankings that follow the results: fitted by a child process, a little after something has been counted."""

import logging
import subprocess
import sys
from functools import partial
from typing import Final

import trio

from arena.store import pages
from arena.store.database import Database, StoreError

log: Final = logging.getLogger(__name__)

LOOK: Final = 2.0  # seconds between two looks for new results
SHARE: Final = 4  # times as long as a fit took it is waited for the next
LONGEST: Final = 60.0  # seconds, however long it took
NOTHING: Final = (0, 0)  # what has been counted in a new database


async def keep_fitted(database: Database) -> None:
    """Fit whenever something has been counted, for ever, and never more than a share of the time."""
    fitted = NOTHING
    while True:
        began = trio.current_time()
        try:
            counted = await database.ask(pages.counted_so_far)
            if counted != fitted:
                await fit(database.address)
                fitted = counted
        except StoreError as error:
            log.warning("rankings stay as they are: %s", error)
        await trio.sleep(min(LONGEST, max(LOOK, SHARE * (trio.current_time() - began))))


async def fit(address: str) -> None:
    """Fit once; what goes wrong is in the log, and is tried again after the next result."""
    run = partial(trio.run_process, stdin=f"{address}\n".encode(), capture_stdout=True, stderr=subprocess.STDOUT)
    done = await run([sys.executable, "-m", "arena.store.fitting"], check=False)
    if done.returncode != 0:
        log.warning("rankings could not be fitted: %s", ascii(done.stdout.decode(errors="replace").strip())[-400:])
