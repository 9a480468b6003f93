"""Tests of `arena tournament` as a process: a tournament is played, interrupted, killed, resumed and shown."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import grpc
import pytest

from arena.cli import main
from arena.commands import remote_organiser
from arena.protocol.v1 import organiser_pb2 as pb
from arena.protocol.v1 import organiser_pb2_grpc
from tests.commands.conftest import ArenaHere
from tests.processes import Process
from tests.server.wire import Server, eventually

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
WITHIN = 300.0  # seconds for a whole tournament, on a machine that does much else
FINISHED = re.compile(r"(\d+) of \d+ matches")
READING = ("cancel", "check", "export", "list", "show")
CUP = """
name = "Cup"
game = "cacao"
clock = "600+10"
entrants = ["random", "greedy", "sampler"]
seed = "a cup"
"""
LATE = f'{CUP}format = "ladder"\n[ladder]\nuntil = 2020-01-01T00:00:00Z\n'
LONG = f"{CUP}[round-robin]\nrounds = 1000\n"  # it is never over before a test has done what it does to it


class Home:
    """Runs `arena tournament` in a folder with regulations."""

    def __init__(self, path, regulations=CUP):
        self.path = path
        (path / "cup.toml").write_text(regulations)

    def start(self, *words):
        return Process(
            [sys.executable, "-m", "arena", "tournament", *words],
            cwd=self.path,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *words, code=0):
        """Run a command, and return its output. A command that only reads runs in this process."""
        if words[0] in READING:
            done = ArenaHere(self.path)("tournament", *words, code=code)
            return done.stdout, done.stderr
        with self.start(*words) as process:
            out, err = process.communicate(timeout=WITHIN)
        assert process.returncode == code, f"{words}\n{out}\n{err}"
        assert "Traceback" not in err
        return out, err

    def run_or_resume(self):
        """Return the arguments of the command that begins the tournament, or that resumes it if it has begun."""
        file = self.path / "arena-data" / "arena.db"
        begun = False
        if file.exists():
            with closing(sqlite3.connect(file)) as database, suppress(sqlite3.OperationalError):
                begun = bool(database.execute("SELECT 1 FROM tournaments").fetchone())  # there may be no tables yet
        return ("resume", "Cup") if begun else ("run", "cup.toml")


def until_finished(process, count):
    """Wait until the output of a process reports this number of finished matches, or until the process ends.

    On a fast machine the tournament may end before.
    """
    for line in process.stderr:
        found = FINISHED.search(line)
        if found is not None and int(found[1]) >= count:
            return


def until_said(process, words):
    """Wait until a process has printed these words. Fail if it ends before."""
    for line in process.stderr:
        if words in line:
            return
    raise AssertionError(f"it ended and never said {words!r}")


def table(told):
    """Return the rows of a table in JSON: entrant, points, matches, interval. Interruptions are left out."""
    return [(row["entrant"], row["points"], row["matches"], row["interval"]) for row in json.loads(told)["standings"]]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return Home(tmp_path_factory.mktemp("undisturbed"))


@pytest.fixture(scope="module")
def held(undisturbed):
    """Return the table of a tournament that was not interrupted."""
    return table(undisturbed("run", "cup.toml", "--json")[0])


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


@pytest.fixture
def long(tmp_path):
    """Return a folder with regulations of a tournament that does not end during a test."""
    return Home(tmp_path, LONG)


def test_regulations_are_checked_in_words(home):
    out, _ = home("check", "cup.toml")
    assert "Round robin, held once: each entrant meets every other" in out
    (home.path / "cup.toml").write_text(CUP.replace("entrants", "entrant"))
    _, err = home("check", "cup.toml", code=2)
    assert "cup.toml: entrant: unknown key" in err
    assert "did you mean 'entrants'" in err


def test_the_check_of_regulations_warns_about_an_entrant_that_is_no_house_bot(home):
    assert "house bot" not in home("check", "cup.toml")[1]
    (home.path / "cup.toml").write_text(CUP.replace('"greedy"', '"greddy"'))
    assert "not a house bot: greddy (did you mean 'greedy'?); expected in a file" in home("check", "cup.toml")[1]


def test_a_tournament_is_held_and_its_table_printed(undisturbed, held):
    assert sorted(who for who, *_ in held) == ["greedy", "random", "sampler"]
    assert {matches for _, _, matches, _ in held} == {4}
    out, _ = undisturbed("show", "Cup")
    assert out.splitlines()[0].split()[:3] == ["place", "bot", "version"]
    assert undisturbed("list")[0].splitlines()[1].split()[1:3] == ["Cup", "finished"]
    assert "nothing left to play" in undisturbed("resume", "Cup", code=2)[1]


def test_the_export_alone_gives_the_table_again(undisturbed, held):
    whole = json.loads(undisturbed("export", "Cup")[0])
    points = dict.fromkeys((each["key"] for each in whole["entrants"]), 0.0)
    for a_round in whole["rounds"]:
        for block in a_round["blocks"]:
            assert len(block["matches"]) == 2
            for match in block["matches"]:
                for seat, key in enumerate(match["seats"]):
                    mine, theirs = match["placements"][seat], match["placements"][1 - seat]
                    points[key] += (0.5 if mine == theirs else float(mine < theirs)) / 2
    assert points == {who: score for who, score, _, _ in held}


@pytest.mark.parametrize("moments", [(0, 2), (1, 1, 5)])
def test_a_tournament_killed_at_any_moment_ends_with_the_same_table(home, held, moments):
    """A tournament that ends before the last kill must have the same table as an uninterrupted one."""
    for finished in moments:
        with home.start(*home.run_or_resume()) as process:
            until_finished(process, finished) if finished else process.kill()
    with home.start(*home.run_or_resume()) as process:
        process.communicate(timeout=WITHIN)
    assert table(home("show", "Cup", "--json")[0]) == held


def finished_in(home):
    return json.loads(home("show", "Cup", "--json")[0])["finished"]


def test_an_interrupted_tournament_says_how_to_resume_and_resumes(long):
    with long.start("run", "cup.toml") as process:
        until_finished(process, 1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 130
    assert "is interrupted; " in err
    command = re.search(r"arena tournament (resume \w+ --data arena-data)", err)[1]
    assert "interrupted" in long("list")[0]
    before = finished_in(long)
    assert before > 0
    with long.start(*command.split()):
        eventually(lambda: finished_in(long), lambda found: found > before)


def test_a_second_interrupt_does_not_wait_for_matches_and_nothing_is_lost(long):
    (long.path / "cup.toml").write_text(LONG.replace('"sampler"', '"mcts-3200"'))
    with long.start("run", "cup.toml", "--grace", "1e6") as process:
        until_finished(process, 1)
        process.send_signal(signal.SIGINT)
        until_said(process, "once more ends them now")
        before = finished_in(long)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=WITHIN)
    assert process.returncode == 130
    assert finished_in(long) >= before > 0


def test_the_same_tournament_is_not_held_twice_and_not_by_two_at_once(long):
    with long.start("run", "cup.toml") as process:
        until_finished(process, 1)
        assert "an arena runs on arena-data/arena.db already" in long("resume", "Cup", code=2)[1]
    assert "is called 'Cup' already" in long("run", "cup.toml", code=2)[1]
    long("cancel", "Cup", "--reason", "rain")
    assert "cancelled  rain" in long("list")[0]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("resume", "Cap"), "there is no such file"),
        (("run", "nowhere.toml"), "nowhere.toml cannot be read as regulations: No such file"),
        (("check", "late.toml"), "late.toml: [ladder] until: 2020-01-01 00:00:00+00:00: expected a moment"),
        (("run", "late.toml"), "late.toml: [ladder] until"),
        (("show", "Cup", "--data", "nowhere"), "there is no such file"),
    ],
)
def test_arguments_that_make_no_sense_are_explained(home, words, answer, monkeypatch, capsys):
    (home.path / "late.toml").write_text(LATE)
    monkeypatch.chdir(home.path)
    assert main(["tournament", *words]) in {1, 2}
    assert answer in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bots", "code", "verdict"),
    [
        (("greedy", "random"), 0, "accepted"),
        (("random", "greedy"), 4, "rejected"),
        (("greedy", "random", "sampler"), 0, "accepted"),
    ],
)
def test_an_sprt_match_ends_with_its_verdict(home, bots, code, verdict):
    out, err = home("sprt", *bots, "--elo1", "200", "--json", code=code)
    assert json.loads(out)["verdict"] == verdict
    assert f"{verdict} after" in err


def test_an_entrant_with_the_name_of_a_file_gets_the_name_of_the_bot_in_it(home):
    (home.path / "my_bot.py").write_text("from arena_sdk import Bot\n\n\nclass Mine(Bot):\n    pass\n")
    (home.path / "cup.toml").write_text(CUP.replace("sampler", "my_bot"))
    said = home("run", "cup.toml", "--bot", str(home.path / "my_bot.py"), code=2)[1]
    assert "my_bot.py holds the bot Mine: name it so in the entrants" in said


def test_a_bot_that_is_neither_of_the_house_nor_in_a_file_is_not_waited_for(home):
    (home.path / "cup.toml").write_text(CUP.replace("sampler", "ana"))
    assert "ana is neither a house bot nor given with --bot" in home("run", "cup.toml", code=2)[1]


def test_a_served_tournament_is_watched_again_when_the_arena_restarts(long, tmp_path):
    with Server(tmp_path / "served", house="random,greedy,sampler") as server:
        token = str(server.data / "organiser.token")
        with long.start("run", "cup.toml", "--arena", server.address, "--token-file", token) as process:
            until_finished(process, 1)
            server.process.kill()
            server.process.wait(WITHIN)
            until_said(process, f"goes on at {server.address}; it is watched again when the arena is back")
            with Server(tmp_path / "served", house="random,greedy,sampler", listen=server.address) as again:
                until_said(process, f"{server.address} is back")
                again.ask("CancelTournament", tournament="Cup", abandon_running=True)
                out, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 1  # it was cancelled
    assert out.startswith("place ")
    assert "cannot be reached" not in err


class Restarted(organiser_pb2_grpc.OrganiserServicer):
    """The arena of a tournament that it interrupts at its stop. When it is asked again, the tournament is cancelled."""

    def __init__(self):
        self.streams = [["RUNNING", "INTERRUPTED"], ["RUNNING", "CANCELLED"]]

    def GetTournament(self, request, context):  # noqa: N802 -- the name of the call
        return pb.GetTournamentResponse(tournament=cup_in("RUNNING"))

    def ResumeTournament(self, request, context):  # noqa: N802
        return pb.ResumeTournamentResponse(tournament=cup_in("RUNNING"))

    def WatchTournament(self, request, context):  # noqa: N802
        for state in self.streams.pop(0):
            yield pb.WatchTournamentResponse(tournament=cup_in(state))


def cup_in(state):
    return pb.Tournament(id="cup", name="Cup", state=f"TOURNAMENT_STATE_{state}")


def test_a_watch_that_ends_because_the_arena_stops_is_no_end_of_the_tournament(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(remote_organiser, "RETRY", 0.0)
    (tmp_path / "token").write_text("a-token-of-a-test")
    server = grpc.server(ThreadPoolExecutor(1))
    organiser_pb2_grpc.add_OrganiserServicer_to_server(Restarted(), server)
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        words = ["resume", "Cup", "--arena", address, "--token-file", str(tmp_path / "token")]
        assert main(["tournament", *words]) == 1  # it was cancelled
    finally:
        server.stop(None).wait()
    said = capsys.readouterr().err
    assert f"Cup (cup) goes on at {address}; it is watched again when the arena is back" in said
    assert f"{address} is back" in said
    assert "Cup (cup) is cancelled" in said


def test_a_spectator_that_leaves_a_served_tournament_reads_that_it_continues(long, tmp_path):
    with Server(tmp_path / "served", house="random,greedy,sampler") as server:
        token = str(server.data / "organiser.token")
        with long.start("run", "cup.toml", "--arena", server.address, "--token-file", token) as process:
            until_finished(process, 1)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 130
    assert f"goes on at {server.address}; `arena tournament show " in err
