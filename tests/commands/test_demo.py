"""`arena demo` as a process: bots dial in, tables are printed; killed in the middle it goes on."""

import json
import re
import signal
import subprocess
import sys

import pytest

from tests.commands.test_tournament import ENVIRONMENT, WITHIN, killed, table, until_finished

WORDS = ("demo", "--game", "teotihuacan", "--rounds", "1", "--data", "kept")


def start(folder, *words):
    return subprocess.Popen(
        [sys.executable, "-m", "arena", *WORDS, *words],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(process):
    out, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    return table(json.dumps(json.loads(out)[0])), err


def test_killed_in_the_middle_it_ends_with_the_table_that_it_would_have_had(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    undisturbed, err = told(start(tmp_path / "one", "--json"))
    assert re.search(r"an arena is open at 127\.0\.0\.1:\d+; .* finisher dial in", err)
    assert {bot for bot, *_ in undisturbed} == {"random", "greedy", "sampler", "finisher"}
    killed(start(tmp_path / "other"), 3)
    assert told(start(tmp_path / "other", "--json"))[0] == undisturbed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly_and_it_says_how_to_go_on(tmp_path, number):
    process = start(tmp_path)
    until_finished(process, 1)
    process.send_signal(number)
    process.send_signal(number)
    _, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 130
    assert "arena demo --data kept --rounds 1 --seed 1 --game teotihuacan" in err
    assert "Traceback" not in err
