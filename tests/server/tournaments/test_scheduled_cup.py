"""A cup on a schedule, with a house bot and two bots of authors: played twice, with a crash between, and checked.

What the tables say has to follow from the exported records alone.
"""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from arena.record.verify import verify
from arena.stats.standings import Finished, standings
from arena.store import exchange
from arena.store.db.database import Database
from arena.store.tables import ScheduleRow
from tests.server.gate import Gate
from tests.server.wire import ROOT, WITHIN, Server, eventually

CUP = """
name = "Cup"
game = "cacao"
clock = "600+10"
entrants = ["greedy", "planter", "finisher"]

[schedule]
cron = "0 * * * *"
missed = "all"
"""
HOUR = 3600.0
LIMITS = ("--limit", "nonce_within=0.5")
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}


def bot(gate, name, token):
    """Run an example bot, which reconnects by itself, until the block ends."""
    command = [sys.executable, str(ROOT / "example_bots" / f"{name}.py"), "--arena", gate.address, "--matches", "2"]
    environment = {**ENVIRONMENT, "ARENA_TOKEN": token}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def due_since(database, hours):
    """Shift a schedule into the past by some hours, so that runs are due that were not begun."""

    def work(session):
        schedule = session.get(ScheduleRow, 1)
        schedule.done -= hours * HOUR

    database.write(work)


def named(server, name):
    found = [each for each in server.ask("ListTournaments").tournaments if each.name == name]
    return server.ask("GetTournament", tournament=found[0].id).tournament if found else None


@pytest.fixture
def gate():
    """Return a gate with an address that stays the same when the arena restarts at another port."""
    opened = Gate()
    yield opened
    opened.close()


@contextmanager
def arena(data, gate):
    """Run an arena behind the gate until the block ends."""
    with Server(data, *LIMITS, house="greedy") as server:
        gate.behind = server.port
        yield server
        gate.behind = None


def kill(server, gate):
    """Crash the arena, and wait until its port is free."""
    gate.behind = None
    server.process.kill()


@pytest.fixture
def bots():
    running = []
    yield running
    for process in running:
        process.terminate()
        process.wait(WITHIN)


def test_a_scheduled_cup_survives_a_kill_and_its_tables_match_the_records(tmp_path, gate, bots):
    data = tmp_path / "arena"
    with arena(data, gate) as server:
        bots += [bot(gate, name, server.bot(name)) for name in ("planter", "finisher")]
        server.ask("CreateSchedule", file=CUP)
        eventually(lambda: len(server.ask("ListAttendances").attendances) == 3)
        kill(server, gate)
    database = Database(data / "arena.db")
    due_since(database, 2)

    with arena(data, gate) as server:
        eventually(lambda: named(server, "Cup 1"), lambda found: found is not None and found.matches_finished > 1)
        kill(server, gate)
    with arena(data, gate) as server:
        for name in ("Cup 1", "Cup 2"):
            eventually(lambda name=name: named(server, name), is_over)
        exports = [
            json.loads(b"".join(piece.data for piece in server.ask("ExportTournament", tournament=name)))
            for name in ("Cup 1", "Cup 2")
        ]
    assert server.process.returncode == 0

    lines = {line["match"]: line for line in exchange.public_lines(database) if line["line"] == "match"}
    database.close()
    for export in exports:
        assert_the_table_follows(export, lines)


def is_over(tournament):
    return tournament is not None and tournament.HasField("end_time")


def assert_the_table_follows(export, lines):
    played = []
    for a_round in export["rounds"]:
        for block in a_round["blocks"]:
            assert len([match for match in block["matches"] if not match["void"]]) == 2
            played += [lines[match["match"]] for match in block["matches"] if not match["void"]]
    assert len({line["match"] for line in played}) == export["finished"] == 6
    for line in played:
        assert verify(line["record"].encode(), line["head"]).answers > 0
        *_, result, _appendix = line["record"].splitlines()
        assert json.loads(result)["placements"] == [seat["placement"] for seat in line["seats"]]
    finished = [
        Finished(
            line["block"],
            tuple(seat["entrant"] for seat in line["seats"]),
            tuple(seat["placement"] for seat in line["seats"]),
        )
        for line in sorted(played, key=lambda line: line["block"])
    ]
    found = {row.entrant: row for row in standings(finished)}
    for row in export["standings"]:
        mine = found[row["entrant"]]
        assert row["score"] == pytest.approx(mine.score.mean)
        assert row["interval"] == pytest.approx(list(mine.score.bounds))
