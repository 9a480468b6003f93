"""Tests of an arena that is killed at any moment: it loses no finished match, and stores none twice."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

from arena.record import read_record
from arena.store.db.database import Database
from arena.store.ratings.counting import count_anew
from arena.store.repos.match_rows import record_bytes
from arena.store.sql import match_queries
from tests.processes import Process
from tests.store.repos.test_stored_results import everything_counted

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("arena_that_falls.py")
MATCHES = int(os.environ.get("ARENA_KILL_MATCHES", "4"))  # more: a longer run
LINES = 60  # a match says about 25


def started(address):
    path = os.pathsep.join([str(ROOT), str(ROOT / "sdk")])
    command = [sys.executable, str(PROGRAM), address, str(MATCHES)]
    return Process(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path})


def killed(process, after):
    """Kill a process after a number of its output lines.

    Return the heads of the matches that it has reported, and True if it has reported its end.
    """
    with process:
        lines = [line for line, _ in zip(process.stdout, range(after), strict=False)]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)  # what had been said when it was killed
    said = [line.split() for line in lines if line.endswith("\n")]
    return {words[1]: words[2] for words in said if words[0] == "over"}, ["done"] in said


def test_an_arena_that_is_killed_loses_no_finished_match_and_plays_all_of_them(address):
    heads, kills, done = {}, 0, False
    rng = Random("kill")
    while not done:
        found, done = killed(started(address), rng.randint(1, LINES))
        assert found.keys().isdisjoint(heads)
        heads |= found
        kills += 1
        assert_nothing_is_lost(address, heads)
    assert kills > MATCHES * 10 / LINES
    database = Database(address)
    assert [found.match.state for found in database.read(match_queries.all_matches)] == ["finished"] * MATCHES
    database.close()


def assert_nothing_is_lost(address, heads):
    database = Database(address)
    matches = database.read(match_queries.all_matches)
    kept = {found.match.public: found.match for found in matches}
    assert len(kept) == len(matches)
    for name, head in heads.items():
        match = kept[name]
        assert (match.state, match.head) == ("finished", head)
        record = database.read(lambda s, match=match: record_bytes(match_queries.record_of(s, match)))
        assert read_record(record).head == head
    before = database.read(everything_counted)
    database.write(count_anew)
    assert database.read(everything_counted) == before
    database.close()
