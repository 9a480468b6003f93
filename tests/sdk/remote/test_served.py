"""Tests of the SDK's bots on a real arena, with processes and connections that really break."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import main
from arena.protocol.v1 import organiser_pb2
from arena.record import verify
from tests.certificates import make_authority, make_server, needs_openssl
from tests.sdk.doctor.good import troubles_of
from tests.server.wire import WITHIN, Server, eventually

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "example_bots" / "javascript"
ENVIRONMENT = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}

STALLS = """
import os, pathlib, threading
from arena_sdk import Bot, run

class Stalls(Bot):
    def choose(self, turn):
        if turn.number == 5 and not pathlib.Path("stalled").exists():
            pathlib.Path("stalled").touch()
            threading.Event().wait()
        return turn.options[0]

run(Stalls)
"""

TOGETHER = """
from arena_sdk import BatchBot, run

class Together(BatchBot):
    wait = 0.02

    def choose_many(self, turns):
        with open("calls", "a") as file:
            file.write(f"{len(turns)}\\n")
        return [turn.options[0] for turn in turns]

run(Together)
"""


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data", "--grace", "1", house="random") as server:
        attends(server, "random")
        yield server
    said = "\n".join(server.said)
    assert "Traceback" not in said
    assert [secret for secret in server.secrets if secret in said] == []


@pytest.fixture
def processes(tmp_path):
    """Return a function that starts a bot in its own process. Check at the end that no token is in its output."""
    started, tokens = [], []

    def start(words, token, said="said"):
        tokens.append(token)
        with (tmp_path / said).open("ab") as file:
            process = subprocess.Popen(
                [str(word) for word in words],
                cwd=tmp_path,
                env=ENVIRONMENT | {"ARENA_TOKEN": token},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
    said = "".join(file.read_text() for file in tmp_path.iterdir() if file.name.startswith("said"))
    assert [token for token in tokens if token in said] == []


def attends(server, bot, version=None):
    """Wait until a bot is connected, perhaps with a certain version. Return its attendance."""

    def there():
        return [
            each
            for each in server.ask("ListAttendances").attendances
            if each.entrant == bot and version in {None, each.version}
        ]

    return eventually(there)[0]


def record_of(server, match):
    return b"".join(piece.data for piece in server.ask("ReadRecord", match=match))


def test_a_bot_from_the_template_plays_here_and_there_unchanged(server, processes, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "corn"]) == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "corn").iterdir()}
    assert main(["play", "corn/bot.py", "random", "--games", "2", "--tc", "none"]) == 0
    token = server.bot("corn")
    bot = processes([sys.executable, "corn/bot.py", "--arena", server.address, "--matches", "2"], token)
    assert attends(server, "corn").matches_at_once == 2
    matches = server.match("corn", "random", blocks=3)
    for match in matches:
        found = server.ended(match)
        assert (found.state, list(found.forfeits)) == (organiser_pb2.MATCH_STATE_FINISHED, [])
        assert verify(record_of(server, match), found.head.hex()).published
    bot.send_signal(signal.SIGTERM)
    assert bot.wait(WITHIN) == 0
    said = (tmp_path / "said").read_text()
    assert sorted(line.split()[1].rstrip(":") for line in said.splitlines() if ", place " in line) == sorted(matches)
    assert "NOT FAIR" not in said
    assert {path.name: path.read_bytes() for path in (tmp_path / "corn").iterdir() if path.is_file()} == before
    capsys.readouterr()


def test_a_bot_answers_for_several_matches_in_one_call(server, processes, tmp_path):
    (tmp_path / "together.py").write_text(TOGETHER)
    token = server.bot("together")
    processes([sys.executable, "together.py", "--arena", server.address, "--matches", "4"], token)
    attends(server, "together")
    for match in server.match("together", "random", blocks=2):
        found = server.ended(match)
        assert (found.state, list(found.forfeits)) == (organiser_pb2.MATCH_STATE_FINISHED, [])
    calls = [int(line) for line in (tmp_path / "calls").read_text().split()]
    assert max(calls) > 1


def test_a_bot_that_is_killed_in_mid_game_and_started_again_finishes_its_match(server, processes, tmp_path):
    (tmp_path / "stalls.py").write_text(STALLS)
    token = server.bot("stalls")
    command = [sys.executable, "stalls.py", "--arena", server.address]
    bot = processes(command, token)
    attends(server, "stalls")
    (match, other) = server.match("stalls", "random", clock="60+1")
    eventually((tmp_path / "stalled").exists)
    bot.kill()
    processes(command, token, "said-again")
    for each in (match, other):
        found = server.ended(each)
        assert (found.state, list(found.forfeits)) == (organiser_pb2.MATCH_STATE_FINISHED, [])
    assert "back at cacao" in (tmp_path / "said-again").read_text()


def test_a_token_that_is_revoked_ends_the_bot_in_clear_words(server, processes, tmp_path):
    token = server.bot("leaver")
    bot = processes([sys.executable, "-m", "arena_sdk", "greedy", "--arena", server.address], token)
    attends(server, "leaver")
    (known,) = server.ask("ListTokens", bot="leaver").tokens
    server.ask("RevokeToken", id=known.id, reason="a test")
    assert bot.wait(WITHIN) == 3
    assert "the arena does not accept the token" in (tmp_path / "said").read_text()


def test_a_token_that_was_never_given_is_refused_in_clear_words(server, processes, tmp_path):
    bot = processes([sys.executable, "-m", "arena_sdk", "greedy", "--arena", server.address], "no-such-token")
    assert bot.wait(WITHIN) == 3
    assert "the arena does not accept the token" in (tmp_path / "said").read_text()


def test_another_version_takes_the_new_offers_and_the_author_is_notified(server, processes, tmp_path):
    source = "from arena_sdk import Bot, run\nclass V(Bot):\n    version = '{}'\n    def choose(self, turn):\n"
    token = server.bot("versions")
    for version in ("1", "2"):
        (tmp_path / f"v{version}.py").write_text(source.format(version) + "        return 0\nrun(V)\n")
        command = [sys.executable, f"v{version}.py", "--arena", server.address]
        processes(command, token, f"said-{version}")
        attends(server, "versions", version)
    for match in server.match("versions", "random"):
        server.ended(match)
    said = (tmp_path / "said-1").read_text(), (tmp_path / "said-2").read_text()
    assert "version 2 is connected now and takes the new offers" in said[0]
    assert [each.count(", place ") for each in said] == [0, 2]


@needs_openssl
def test_a_match_over_tls_against_a_certificate_of_ones_own(tmp_path, processes, request):
    make_authority(tmp_path)
    key, certificate = make_server(tmp_path)
    tls = ("--tls-certificate", str(certificate), "--tls-key", str(key), "--grace", "1")
    server = Server(tmp_path / "data", *tls)
    request.addfinalizer(server.stop)
    made = [tmp_path / "one.token", tmp_path / "two.token"]
    remote = ["--arena", server.address, "--ca", str(tmp_path / "ca.pem")]
    organiser = [*remote, "--token-file", str(tmp_path / "data" / "organiser.token")]
    for path in made:
        command = [sys.executable, "-m", "arena", "bot", "register", path.stem, *organiser]
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True)
        path.write_text(done.stdout)
        bot = [sys.executable, "-m", "arena_sdk", "random", *remote]
        processes(bot, done.stdout.strip(), f"said-{path.stem}")
    for path in made:
        said = tmp_path / f"said-{path.stem}"
        eventually(lambda said=said: "attending" in said.read_text())
    command = [sys.executable, "-m", "arena", "match", "one", "two", *organiser, "--records", str(tmp_path / "records")]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert main(["verify", str(tmp_path / "records")]) == 0


@needs_openssl
def test_a_bot_that_came_by_tls_says_nothing_to_a_referee_without_it(tmp_path, processes, request):
    make_authority(tmp_path)
    key, certificate = make_server(tmp_path)
    tls = ("--tls-certificate", str(certificate), "--tls-key", str(key), "--grace", "1", "--admission", "open")
    with socket.create_server(("127.0.0.1", 0)) as referee:
        referee.settimeout(WITHIN)
        address = f"127.0.0.1:{referee.getsockname()[1]}"
        server = Server(tmp_path / "data", *tls, "--referee", address, house="random")
        request.addfinalizer(server.stop)
        remote = ["--arena", server.address, "--ca", str(tmp_path / "ca.pem")]
        organiser = [*remote, "--token-file", str(tmp_path / "data" / "organiser.token")]
        command = [sys.executable, "-m", "arena", "bot", "register", "careful", *organiser]
        token = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True).stdout.strip()
        processes([sys.executable, "-m", "arena_sdk", "random", *remote], token, "said")
        eventually(lambda: "attending" in (tmp_path / "said").read_text())
        processes([sys.executable, "-m", "arena", "match", "careful", "random", *organiser], token, "asked")
        road, _ = referee.accept()
        with road:
            road.settimeout(WITHIN)
            said = road.recv(1 << 16)
    assert said[:2] == b"\x16\x03"  # a TLS handshake; without one, HTTP/2 and the ticket would come
    assert token.encode() not in said


# The doctor, and the bot in JavaScript --------------------------------------------------------------------------------


def doctor(server, bot, tmp_path, capsys):
    (tmp_path / "organiser").write_text(server.organiser)
    words = ["doctor", bot, "--arena", server.address, "--token-file", str(tmp_path / "organiser"), "--json"]
    code = main(words)
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.long
def test_the_doctor_examines_a_bot_that_attends_and_lets_it_go(server, processes, tmp_path, capsys):
    processes(
        [sys.executable, "-m", "arena_sdk", "random", "--arena", server.address, "--matches", "4"], server.bot("fit")
    )
    attends(server, "fit")
    code, report = doctor(server, "fit", tmp_path, capsys)
    assert code == 0
    assert troubles_of(report["steps"], {"back after a restart", "memory", "leaves when told"}) == {}
    taken = report["latency"]
    assert taken["answers"] > 300
    assert 0 < taken["p50_ms"] <= taken["p99_ms"] <= taken["slowest_ms"]
    for match in server.match("fit", "random"):
        assert server.ended(match).state == organiser_pb2.MATCH_STATE_FINISHED


def test_the_doctor_finds_what_is_wrong_with_a_bot_that_attends(server, processes, tmp_path, capsys):
    source = (
        "from arena_sdk import Bot, run\nclass Bad(Bot):\n    def choose(self, turn):\n        return 'x'\nrun(Bad)\n"
    )
    (tmp_path / "bad.py").write_text(source)
    processes([sys.executable, "bad.py", "--arena", server.address], server.bot("bad"))
    attends(server, "bad")
    code, report = doctor(server, "bad", tmp_path, capsys)
    assert code == 3
    (failed,) = [step for step in report["steps"] if step["outcome"] == "failed"]
    assert failed["step"] == "takes a seat"
    assert any("choice { number: 1 index: -1 }" in line for line in failed["transcript"])


@pytest.mark.parametrize(
    ("token", "says"), [(None, "'nobody' is not connected"), ("other", "expected one of an organiser")]
)
def test_a_bot_that_may_not_be_examined_gets_the_reason(server, tmp_path, capsys, token, says):
    (tmp_path / "token").write_text(server.organiser if token is None else server.bot(token))
    assert main(["doctor", "nobody", "--arena", server.address, "--token-file", str(tmp_path / "token")]) in {1, 2}
    assert says in capsys.readouterr().err


needs_javascript = pytest.mark.skipif(
    shutil.which("node") is None or not (SCRIPT / "node_modules" / "@grpc" / "grpc-js").is_dir(),
    reason="there is no Node.js, or `npm install` was not run in example_bots/javascript: scripts/test --all does both",
)


@needs_javascript
def test_the_bot_in_javascript_beats_random_in_more_than_half_of_its_games(server, processes, tmp_path):
    bot = processes(["node", SCRIPT / "bot.mjs", "--arena", server.address], server.bot("counter"))
    attends(server, "counter")
    found = [server.ended(match) for match in server.match("counter", "random", blocks=10, seed="javascript")]
    won = [
        each for each in found if each.result.placements[[seat.entrant for seat in each.seats].index("counter")] == 1
    ]
    assert all(each.state == organiser_pb2.MATCH_STATE_FINISHED and not each.forfeits for each in found)
    assert len(won) > len(found) / 2
    said = (tmp_path / "said").read_text()
    assert re.search(r"against random, place 1: (mine \d+, random \d+|random \d+, mine \d+)", said)
    bot.send_signal(signal.SIGTERM)
    assert bot.wait(WITHIN) == 0


@needs_javascript
def test_the_bot_in_javascript_says_that_it_is_admitted_and_no_results_before(tmp_path, processes):
    with Server(tmp_path / "examining", "--admission", "examined") as examining:
        processes(["node", SCRIPT / "bot.mjs", "--arena", examining.address], examining.bot("counter"))
        said = eventually((tmp_path / "said").read_text, lambda text: "arena: version 1 is admitted" in text)
    assert "doctor-" not in said


@needs_javascript
def test_the_bot_in_javascript_is_fit_to_play(capsys):
    assert main(["doctor", f"node {SCRIPT / 'bot.mjs'}", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert troubles_of(report["steps"]) == {}


@needs_javascript
def test_the_bot_in_javascript_leaves_on_request_after_the_arena_has_stopped(server, processes, tmp_path):
    bot = processes(["node", SCRIPT / "bot.mjs", "--arena", server.address], server.bot("counter"))
    attends(server, "counter")
    server.process.kill()
    eventually(lambda: "Attend: " in (tmp_path / "said").read_text())
    bot.send_signal(signal.SIGTERM)
    assert bot.wait(WITHIN) == 0
