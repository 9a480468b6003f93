"""Tests of referees on workers of a cluster: one is killed, and one cannot reach the arena.

Real processes, a real scheduler, PostgreSQL. The arena of `test_referees.py` has ended here: both use one database.
"""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.host.test_referees import assert_finished, back, played, referees, table
from tests.server.wire import ROOT
from tests.tasks.clusters import free_port, process, scheduler


@pytest.mark.slow
def test_a_worker_of_a_cluster_referees_and_its_death_harms_no_match(postgresql, serve, names, streams):
    at = f"127.0.0.1:{free_port()}"
    with scheduler() as (address, _), process("arena", "worker", "--cluster", address, "--referee", at):
        arena = serve("--database", postgresql.new(), "--cluster", address)
        arena.hear(f"is connected, at {at}")
        bots, offers, seats = table(arena, names, streams)
        assert offers[0].referee == at
        command = [sys.executable, "-m", "arena", "cluster", "--cluster", address, "--json"]
        [row] = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
        assert row["referee"] == at
        seats[1].in_background()
        asked = played(seats[0], 3)
        os.kill(referees(arena)[at], signal.SIGKILL)
        again, seats = back(arena, bots, streams, [asked.number, 0])
        seats[1].in_background()
        seats[0].choose(seats[0].until("decision").number)
        assert_finished(arena, again[0].match, seats[0].play_on())


@pytest.mark.slow
def test_a_referee_that_cannot_reach_the_arena_is_named_in_the_log(postgresql, serve):
    at, nowhere = f"127.0.0.1:{free_port()}", f"127.0.0.1:{free_port()}"
    with scheduler() as (address, _), process("arena", "worker", "--cluster", address, "--referee", at):
        arena = serve("--database", postgresql.new(), "--cluster", address, "--referee", nowhere)
        line = arena.hear("the referee at ")
        assert f"failed: no arena can be reached at {nowhere} from this machine" in line
        assert "expected `arena serve --referee HOST:PORT`" in line
        assert [line for line in arena.said if "is connected" in line] == []
