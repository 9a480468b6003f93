"""The examination finds each kind of wrong bot at its step, with a message and a transcript. A good bot passes."""

import sys
from pathlib import Path

import pytest

from arena_sdk.doctor import costs
from arena_sdk.doctor.case import Waits
from arena_sdk.doctor.clinic import Clinic, command_of
from arena_sdk.doctor.examination import Examination
from tests.sdk.doctor.good import troubles_of

ROOT = Path(__file__).parents[3]
ODD = Path(__file__).with_name("odd_bot.py")


HURRIED = Waits(attend=20.0, join=3.0, answer=20.0, pong=3.0, back=3.0)  # it is there at once, or never


@pytest.fixture(autouse=True)
def in_this_tree(monkeypatch):
    """Let bots in other processes import this source tree."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'sdk'}")


def examined(command):
    with Clinic("it", command) as clinic:
        return Examination(clinic, waits=HURRIED).run()


def odd(how):
    return examined([sys.executable, str(ODD), how, "--arena", "{arena}"])


def troubles(report):
    """Return the texts of the steps that did not pass, by step. Check that no step was skipped."""
    return troubles_of(report.values()["steps"])


def outcomes(report):
    return {step.name: step.outcome for step in report.steps}


@pytest.mark.long
def test_a_house_bot_passes_every_step():
    report = examined(command_of("random"))
    assert troubles(report) == {}
    assert report.is_fit
    assert report.verdict.startswith("it is fit to play")
    assert report.latency.answers > 300
    assert report.latency.p50_ms <= report.latency.p99_ms <= report.latency.slowest_ms


def test_a_plain_client_passes_too():
    report = odd("plain")
    assert troubles(report) == {}


@pytest.mark.parametrize(
    ("how", "step", "words"),
    [
        ("ends", "attends", "its process ended with exit code 1\n  no such file: openings.bin"),
        ("no-token", "attends", "Attend carried nothing as authorization"),
        ("token", "attends", "Attend carried something else as authorization"),
        ("pong-first", "attends", "its first message on Attend was pong: expected a Hello"),
        ("garbage-first", "attends", "2 bytes cannot be read: expected the message AttendRequest"),
        ("protocol", "attends", "Hello.protocol is 2: expected 1"),
        ("version", "attends", "Hello.version is 'one two': expected 1 to 32 letters"),
        ("none-at-once", "attends", "Hello.matches_at_once is 0"),
        ("rules", "attends", "it plays version 2 of the rules of cacao: expected 1"),
        ("games", "attends", "Hello names chess: expected one of"),
        ("no-pong", "answers pings", "expected a Pong with the number 1"),
        ("no-join", "takes a seat", "the bot did not join within 3 s"),
        ("choice-first", "takes a seat", "its first message on Play was choice: expected a Join"),
        ("join-protocol", "takes a seat", "Join.protocol is 7: expected 1"),
        ("last-seen", "takes a seat", "Join.last_seen is 3 in a match that has not begun"),
        ("no-index", "takes a seat", "has no index"),
        ("not-offered", "takes a seat", "was answered with the index"),
        ("other-number", "takes a seat", "was answered with a Choice for 8, which was never asked"),
        ("garbage", "takes a seat", "2 bytes cannot be read: expected the message PlayRequest"),
        ("dies", "takes a seat", "its process ended with exit code 9\n  out of luck"),
    ],
)
def test_what_a_bot_does_wrong_is_found_at_its_step(how, step, words):
    report = odd(how)
    failed = next(each for each in report.steps if each.outcome == "failed")
    assert failed.name == step
    assert words in failed.text
    assert not report.is_fit
    assert failed.transcript


@pytest.mark.parametrize(
    ("how", "step", "words"),
    [
        ("gone", "comes back", "it did not reconnect within 3 s"),
        ("unsteady", "comes back", "asked the same again it chose 1 after 0"),
        ("hoards", "memory", "it grew from"),
        ("quits", "leaves when told", "after SIGTERM it was gone at once, without a Drain"),
    ],
)
def test_faults_that_only_cost_games_are_warnings_and_the_bot_is_still_fit(how, step, words):
    report = odd(how)
    assert outcomes(report)[step] == "warned"
    assert words in next(each.text for each in report.steps if each.name == step)
    assert report.is_fit
    assert report.verdict.startswith("it is fit to play, with ")


def test_the_report_on_a_bot_that_raises_shows_its_own_traceback(tmp_path):
    (tmp_path / "bad.py").write_text(
        "from arena_sdk import Bot\n"
        "class Bad(Bot):\n"
        "    def choose(self, turn):\n"
        "        return 0 if turn.number < 3 else turn.options['first']\n"
    )
    report = examined(command_of(str(tmp_path / "bad.py")))
    failed = next(each for each in report.steps if each.name == "takes a seat")
    first, exception = failed.text.splitlines()
    assert first.startswith("its program failed at decision 3 of cacao")
    assert "Error" not in first  # an arena shows the first line to everyone
    assert exception.startswith("TypeError: ")
    assert any("turn.options['first']" in line for line in failed.transcript)


@pytest.mark.long
def test_slow_answers_are_measured_against_the_usual_time_control(monkeypatch):
    monkeypatch.setattr(costs, "FAST", (0.0, 0.0))
    report = examined(command_of("random"))
    assert outcomes(report)["keeps its time"] == "warned"


def test_no_transcript_shows_a_token_or_a_ticket(tmp_path):
    (tmp_path / "tells.py").write_text(
        "import os, sys\n"
        "from arena_sdk import Bot\n"
        "class Tells(Bot):\n"
        "    def choose(self, turn):\n"
        "        sys.stderr.write('my token is ' + os.environ['ARENA_TOKEN'])\n"
        "        raise ValueError\n"
    )
    report = examined(command_of(str(tmp_path / "tells.py")))
    said = "\n".join(line for step in report.steps for line in (step.text, *step.transcript))
    assert "my token is [secret]" in said
    assert 'ticket: "[secret]"' in said
    assert "doctor-" in said  # the names of matches may be seen
    assert "ticket-" not in said
