"""Tests that bots, databases, records and exports of release 1.0 still work."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.protocol.v1 import organiser_pb2
from tests.processes import Process
from tests.server.wire import ROOT, WITHIN

RELEASED = Path(__file__).parent / "1.0"
TOKENS = json.loads((RELEASED / "tokens.json").read_text())
RECORDS = sorted((RELEASED / "records").glob("*.jsonl"))
FINISHED = organiser_pb2.MATCH_STATE_FINISHED
VOID = organiser_pb2.MATCH_STATE_VOID


def raw_client(server, token, matches):
    command = [sys.executable, str(RELEASED / "client.py"), server.address, token, str(matches)]
    return Process(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": ""})


def heard(client):
    said = client.communicate(timeout=WITHIN)[0].splitlines()
    assert [line for line in said if line.startswith(("unknown", "ended"))] == []
    return said


def overs(said):
    return [line.split()[3] for line in said if line.startswith("over")]


def arena(*words):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
    command = [sys.executable, "-m", "arena", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def left_behind(tmp_path):
    """Return the data folder that an arena of release 1.0 has left."""
    folder = tmp_path / "arena"
    folder.mkdir(mode=0o700)
    (folder / "arena.db").write_bytes(gzip.decompress((RELEASED / "arena.db.gz").read_bytes()))
    (folder / "arena.db").chmod(0o600)
    (folder / "organiser.token").write_text(TOKENS["organiser"] + "\n")
    (folder / "organiser.token").chmod(0o600)
    return folder


def test_a_bot_of_1_0_plays_and_gets_only_messages_that_it_knows(shared, names):
    tokens = [shared.bot(name) for name in names[:2]]
    with raw_client(shared, tokens[0], 2) as ana, raw_client(shared, tokens[1], 2) as bob:
        for client in (ana, bob):
            assert client.stdout.readline().startswith("welcome")
        matches = shared.match(*names[:2], blocks=1)
        assert [overs(heard(client)) for client in (ana, bob)] == [["FINISHED"] * 2] * 2
    assert [shared.ended(match).state for match in matches] == [FINISHED] * 2


def test_an_arena_of_1_0_goes_on_with_its_matches_and_its_bots(serve, left_behind):
    with closing(sqlite3.connect(left_behind / "arena.db")) as database:
        before = dict(database.execute("SELECT public, state FROM matches"))
    server = serve(data=left_behind)
    server.secrets.update(TOKENS.values())
    with raw_client(server, TOKENS["ana"], 2) as ana, raw_client(server, TOKENS["bob"], 2) as bob:
        assert [overs(heard(client)) for client in (ana, bob)] == [["FINISHED"] * 2] * 2
    states = {"finished": FINISHED, "running": FINISHED, "offered": FINISHED, "void": VOID}
    assert {name: server.ended(name).state for name in before} == {name: states[was] for name, was in before.items()}


def test_actions_of_organisers_of_1_0_are_still_stored(serve, left_behind):
    server = serve(data=left_behind)
    assert {"ana", "bob", "cam"} <= {bot.name for bot in server.ask("ListBots").bots}
    [tournament] = server.ask("ListTournaments").tournaments
    assert tournament.name == "A cup"
    [schedule] = server.ask("ListSchedules").schedules
    assert schedule.cron == "0 18 1 1 *"
    [invite] = server.ask("ListInvites").invites
    assert invite.label == "a course"


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_1_0_verifies(record):
    done = arena("verify", record)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_export_of_1_0_is_taken_in_whole(tmp_path):
    lines = gzip.decompress((RELEASED / "export.jsonl.gz").read_bytes())
    (tmp_path / "export.jsonl").write_bytes(lines)
    done = arena("import", tmp_path / "export.jsonl", "--database", tmp_path / "other.db")
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(tmp_path / "other.db")) as database:
        [[matches]] = database.execute("SELECT count(*) FROM matches WHERE state = 'finished'")
    exported = [json.loads(line) for line in lines.splitlines()]
    assert matches == sum(each.get("state") == "finished" for each in exported)
