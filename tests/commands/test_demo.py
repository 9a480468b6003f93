"""Tests of `arena demo` as a process: its output, and its continuation after a kill."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from arena.cli import main
from arena.commands.demo import HELD
from tests.commands.test_tournament import ENVIRONMENT, WITHIN, table, until_finished, until_said
from tests.processes import Process
from tests.server.wire import eventually

WORDS = ("demo", "--game", "teotihuacan", "--data", "kept")


def start(folder, *words, rounds=1):
    return Process(
        [sys.executable, "-m", "arena", *WORDS, "--rounds", str(rounds), *words],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(folder):
    """Run a demo to its end. Return its table and its stderr."""
    with start(folder, "--json", "--seed", "1") as process:
        out, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    return table(json.dumps(json.loads(out)[0])), err


@pytest.mark.long
def test_a_demo_killed_in_the_middle_ends_with_the_same_table(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    undisturbed, err = told(tmp_path / "one")
    assert re.search(r"an arena is open at 127\.0\.0\.1:\d+; .* finisher connect", err)
    assert {bot for bot, *_ in undisturbed} == {"random", "greedy", "sampler", "finisher"}
    with start(tmp_path / "other", "--seed", "1") as process:
        until_finished(process, 3)
    assert told(tmp_path / "other")[0] == undisturbed


@pytest.mark.parametrize(
    ("number", "words"), [(signal.SIGINT, ()), (signal.SIGTERM, ("--seed", "1"))], ids=["INT", "TERM with a seed"]
)
def test_a_signal_ends_the_demo_cleanly_and_the_demo_says_how_to_continue(tmp_path, number, words):
    with start(tmp_path, *words, rounds=1000) as process:
        until_finished(process, 1)
        process.send_signal(number)
        until_said(process, " ".join(("arena demo --data kept --rounds 1000", *words, "--game teotihuacan")))
        process.send_signal(number)  # two at once can arrive as one, and matches have 10 s to end
        _, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 130
    assert "it is started again" not in err
    assert "Traceback" not in err


def test_a_game_without_a_cup_is_wrong_use_and_the_error_names_the_games_with_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--game", "teotihuacan/solo"]) == 2
    words = f"the demo has no tournament of 'teotihuacan/solo': expected one of {', '.join(HELD)}"
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_on_a_terminal_the_demo_prints_the_sites_address_and_stops_silently(tmp_path):
    ours, theirs = pty.openpty()
    words = [sys.executable, "-c", ON_A_TERMINAL, "demo", "--game", "cacao", "--data", "kept", "--rounds", "1"]
    with Process(words, cwd=tmp_path, env=TERMINAL, stdin=theirs, stdout=theirs, stderr=theirs):
        os.close(theirs)
        said = heard(ours, r"Ctrl-C ends it\. The site is at \S+\r\n")
        address = re.search(r"the site is at (http://127\.0\.0\.1:\d+/)\r", said)[1]
        assert said.rstrip().endswith(f"The site is at {address}")
        with closing(HTTPConnection(urlsplit(address).netloc, timeout=WITHIN)) as site:
            eventually(partial(ranked, site))
        os.write(ours, b"\x03")
        after = heard(ours, "(?!)")  # nothing: until it has ended
    assert "started again" not in after
    assert "ended with" not in after


TERMINAL = {name: value for name, value in ENVIRONMENT.items() if name != "CI"}


# The command, with the terminal that is stdin as the one that Ctrl-C comes from.
ON_A_TERMINAL = """
import fcntl, os, runpy, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv[0] = "arena"
runpy.run_module("arena", run_name="__main__")
"""


def ranked(site):
    """Return the rows of the combined ranking that a site shows; None if there are none."""
    site.request("GET", "/api/v1/ranking/combined")
    return json.loads(site.getresponse().read()).get("rows")


def heard(terminal, pattern):
    """Return a program's output on a terminal, up to a match of the pattern or to the end of the output."""
    said = ""
    while not re.search(pattern, said):
        assert select.select([terminal], [], [], WITHIN)[0], said
        try:
            said += os.read(terminal, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            return said
    return said
