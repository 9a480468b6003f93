"""Tests of `arena serve --log json`: each line of stderr is one JSON object."""

import io
import json
import logging
import os
import signal
import subprocess
import sys

import pytest

from arena.host import log_style
from arena.host.log_style import JSON, VARIABLE, LinesToLog, lost_object
from arena.protocol.v1 import play_pb2
from arena.texts import log_to
from tests.server.wire import ROOT, bring, children_of, eventually


def test_each_line_of_an_arena_and_its_children_is_an_object(serve, names, streams):
    server = serve("--log", "json", "--site", "127.0.0.1:0", house="random")
    ana, bob = streams[:] = bring(server, *names[:2], matches=1)
    server.match(*names[:2])
    seat = ana.seat()
    streams += [seat, bob.seat()]
    seat.send(failed=play_pb2.Failed(text="lost \x1b my way"))
    seat.ending()
    [child] = eventually(lambda: children_of(server.process.pid, "arena_sdk"))
    os.kill(child, signal.SIGKILL)
    server.hear("is started again")
    assert server.stop() == 0
    lines = [json.loads(line) for line in server.said]
    assert {"time", "level", "logger", "message"} <= set.intersection(*map(set, lines))
    [restart] = [line for line in lines if "is started again" in line["message"]]
    assert (restart["level"], restart["logger"]) == ("warning", "arena.host.children")
    [failed] = [line for line in lines if "my way" in line["message"]]
    assert failed["fields"] == {"match": seat.start.match, "bot": names[0]}
    assert lines[-1]["message"] == "stopped"


def test_an_arena_that_cannot_start_reports_that_in_an_object(shared, tmp_path):
    command = [sys.executable, "-m", "arena", "serve", "--data", str(tmp_path / "arena"), "--site", "none"]
    done = subprocess.run(
        [*command, "--house", "none", "--log", "json", "--listen", shared.address],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    *_, last = [json.loads(line) for line in done.stderr.splitlines()]
    assert last["level"] == "critical"
    assert f"cannot listen at {shared.address}" in last["message"]


@pytest.fixture
def log():
    """Return a text to which the log writes JSON objects."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers[:] = []
    out = io.StringIO()
    log_to(out, logging.INFO, as_objects=True)
    yield out
    root.handlers[:] = before
    root.setLevel(level)


def objects(out):
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_what_is_written_to_stderr_becomes_lines_of_the_log(log):
    stream = LinesToLog(logging.INFO)
    stream.write("one\ntw")
    stream.write("o\n\nthr")
    assert [each["message"] for each in objects(log)] == ["one", "two"]
    assert not stream.isatty()


def test_a_log_that_fails_does_not_log_that_it_failed(log, monkeypatch):
    stream = LinesToLog(logging.INFO)
    monkeypatch.setattr(sys, "stderr", stream)
    log.close()
    stream.write("lost\n")  # logging complains on stderr, which is this stream
    assert stream.write("lost as well\n") == 13


@pytest.mark.usefixtures("log")
def test_lost_output_is_reported_in_an_object():
    told = json.loads(lost_object(3))
    assert (told["level"], told["message"]) == ("warning", "(3 pieces of output were lost: nothing read them)")


def fails():
    raise LookupError("lost \x1b[31m my way")


def test_an_exception_that_ends_a_process_is_one_object(log):
    with pytest.raises(LookupError) as caught:
        fails()
    log_style.log_exception(caught.type, caught.value, caught.tb)
    [told] = objects(log)
    assert (told["level"], told["message"]) == ("critical", "the process failed")
    assert "\n    raise LookupError" in told["exception"]
    assert "\x1b" not in told["exception"]


def test_the_environment_can_set_the_style_of_the_log(monkeypatch):
    monkeypatch.setenv(VARIABLE, JSON)
    assert log_style.is_json()
    monkeypatch.setenv(VARIABLE, "text")
    assert not log_style.is_json()
