"""`python -m bench.histories 500 [--seed S] [--jobs N]`: crawl the sites of many strange histories.

Each history is a real database: tournaments of any format that were cancelled, abandoned, adjudicated, interrupted,
resumed or imported, with bots that were renamed or suspended. `tests/leaderboard/site_laws.py` has the laws that every
page must obey. The program prints each fault with its history, and then the numbers of histories and faults.
"""

import argparse
import secrets
import sys
import tempfile
import time
import traceback
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from arena.store.db.database import Database
from tests.leaderboard.site_laws import faults_of


def faults_in(empty: Path, seed: str) -> list[str]:
    """Return a line about each fault of the history with this seed. `empty` is the file of an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            told, faults = faults_of(seed, Path(folder), empty)
        except Exception:  # noqa: BLE001 -- a history that cannot be made or read is a fault
            told, faults = [], [traceback.format_exc()]
    return [f"history {seed}: {fault} ({'; '.join(told)})" for fault in faults]


def main() -> int:
    """Crawl the sites of strange histories. Return 0 if they have no faults, 1 if they have some."""
    parser = argparse.ArgumentParser(prog="python -m bench.histories", description="Crawl sites of strange histories.")
    parser.add_argument("histories", type=int, help="how many")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="that of a run before (default: a new one)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    args = parser.parse_args()
    began, faults = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, Pool(args.jobs) as pool:
        empty = Path(folder) / "empty.db"
        Database(empty).close()
        seeds = [f"{args.seed}-{number}" for number in range(args.histories)]
        for found in pool.imap_unordered(partial(faults_in, empty), seeds):
            faults += len(found)
            for line in found:
                print(line, flush=True)
    print(f"{args.histories} histories, {faults} faults; seed {args.seed}, {time.monotonic() - began:.0f} s")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
