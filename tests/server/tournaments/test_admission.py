"""Tests of the admission of a version: only a passed examination admits it."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from arena.protocol.v1 import attend_pb2, common_pb2
from arena.server.tournaments.admission import AT_ONCE
from tests.processes import Process
from tests.server.wire import ROOT, Attending, bring, eventually


def examined_next(bot):
    """True if the next offer to a bot belongs to its examination. Fail if the bot was admitted before."""
    while True:
        message = bot.next()
        kind = message.WhichOneof("message")
        if kind == "offer":
            bot.server.secrets.add(message.offer.ticket)
            return message.offer.match.startswith("doctor-")
        assert kind != "notice" or "admitted" not in message.notice.text


SLOW = """
import threading
from arena_sdk import Bot

class Slow(Bot):
    def choose(self, turn):
        threading.Event().wait({})
        return turn.options[0]
"""


def admission(server, name):
    """Return the admission of the newest version of a bot."""
    return server.ask("GetBot", bot=name).bot.versions[0].admission


def test_a_version_that_plays_when_its_examination_is_due_is_examined_later(serve, streams):
    server = serve("--admission", "examined")
    silent = [f"silent-{number}" for number in range(AT_ONCE)]
    streams += bring(server, *silent)
    assert all(bot.offer().match.startswith("doctor-") for bot in streams[:AT_ONCE])  # no further one can be examined
    waiting, other = bring(server, "waiting", "other", matches=2)
    streams += [waiting, other]
    server.match("waiting", "other")
    seats = [bot.seat() for bot in (waiting, other) for _ in range(2)]
    streams += seats
    last = Attending(server, server.bot("last"))  # its examination comes after those of the two that play
    streams.append(last)
    streams[0].close()
    streams[1].close()
    assert examined_next(last)
    assert admission(server, "waiting") == common_pb2.ADMISSION_PENDING
    for seat in seats:
        seat.in_background()
    assert examined_next(waiting)


def test_author_and_organiser_see_that_a_bot_is_being_examined(serve, streams, tmp_path):
    server = serve("--admission", "examined", house="random")
    bot = Attending(server, server.bot("careful"))
    streams.append(bot)
    notice = bot.until("notice")
    assert notice.kind == attend_pb2.NOTICE_KIND_ADMISSION
    assert notice.text == "version 1 is being examined, 120 s at most; matches begin after that"
    streams.append(bot.seat())  # its examination waits for answers that never come
    eventually(lambda: {each.entrant for each in server.ask("ListAttendances").attendances} == {"careful", "random"})
    [mine] = [each for each in server.ask("ListAttendances").attendances if each.entrant == "careful"]
    assert mine.examination == "takes a seat (step 4 of 15)"
    command = ["match", "careful", "random", "--arena", server.address, "--records", str(tmp_path / "records")]
    waits = Process(
        [sys.executable, "-m", "arena", *command, "--token-file", str(server.data / "organiser.token")],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    with waits:
        said = [waits.stderr.readline() for _ in range(2)]
        waits.kill()
    assert said[1] == "careful is being examined: its matches begin after that\n"


def test_a_tournament_says_that_it_waits_for_a_bot_that_is_examined(serve, streams, tmp_path):
    server = serve("--admission", "examined", house="random")
    bot = Attending(server, server.bot("careful"))
    streams.append(bot)
    streams.append(bot.seat())  # its examination waits for answers that never come
    (tmp_path / "cup.toml").write_text('name = "Cup"\ngame = "cacao"\nclock = "60"\nentrants = ["careful", "random"]\n')
    where = ["--arena", server.address, "--token-file", str(server.data / "organiser.token")]
    command = [sys.executable, "-m", "arena", "tournament"]
    run = Process([*command, "run", str(tmp_path / "cup.toml"), *where], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    with run:
        assert run.stderr.readline() == "Cup: waiting for careful 1: it is being examined\n"
        shown = subprocess.run([*command, "show", "Cup", *where], cwd=ROOT, capture_output=True, text=True, check=True)
        assert "is waiting for careful 1: it is being examined; 0 matches" in shown.stderr
        run.kill()


def test_a_version_that_drains_during_its_examination_stays_pending(serve, streams):
    server = serve("--admission", "examined")
    (bot,) = bring(server, "leaving", matches=2)
    streams.append(bot)
    assert bot.offer().match.startswith("doctor-")
    bot.send(drain=attend_pb2.Drain())
    ending, _ = bot.ending()  # the examination ends, and nothing else keeps the bot
    assert ending.reason == common_pb2.ENDING_REASON_DONE
    assert admission(server, "leaving") == common_pb2.ADMISSION_PENDING


@pytest.fixture
def slow_bots(serve, tmp_path):
    """Return an arena with examinations of 12 s, and the processes of some slow bots by their names."""
    server = serve("--admission", "examined", "--limit", "examination=12", house="random")
    started = {}
    for seconds, matches in ((0.6, 1), (0.6, 4), (3.0, 1), (1000.0, 4)):
        name = f"slow-{seconds:g}-{matches}".replace(".", "-")
        (tmp_path / f"{name}.py").write_text(SLOW.format(seconds))
        command = [sys.executable, "-m", "arena_sdk", f"{name}.py", "--arena", server.address]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "ARENA_TOKEN": server.bot(name)}
        started[name] = subprocess.Popen(
            [*command, "--matches", str(matches)], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
        )
    yield server, started
    for process in started.values():
        process.kill()
        process.wait()
        process.stderr.close()


def verdict(process):
    """Return the last notice of a bot's examination, and the seconds that it took."""
    began = None
    for line in process.stderr:
        if "being examined" in line:
            began = time.monotonic()
        if "admitted" in line:
            return line.strip(), time.monotonic() - began
    raise AssertionError("it has ended without a verdict")


def test_every_slow_bot_gets_a_verdict_with_a_sentence_within_the_time_of_its_examination(slow_bots):
    server, bots = slow_bots
    with ThreadPoolExecutor() as threads:
        found = dict(zip(bots, threads.map(verdict, bots.values()), strict=True))
    assert max(seconds for _, seconds in found.values()) < 12 + 3  # what is printed; the rest is for a busy machine
    too_slow = "plays whole games: no game was played to its end in 9 s: it is too slow"
    for name in ("slow-0-6-1", "slow-0-6-4", "slow-3-1"):
        assert found[name][0].startswith(f"arena: version 1 is admitted, with a warning: {too_slow}")
        assert admission(server, name) == common_pb2.ADMISSION_ADMITTED
    said = found["slow-1000-4"][0]
    assert said.startswith("arena: version 1 is not admitted: takes a seat: nothing came within ")
    assert said.endswith("; the 12 s of the examination are over")
    assert admission(server, "slow-1000-4") == common_pb2.ADMISSION_REFUSED
    assert [each.match for each in server.ask("ListMatches").matches] == []  # an examination leaves no match
