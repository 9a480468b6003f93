"""`arena demo` as a process: bots dial in, tables are printed; killed in the middle it goes on."""

import json
import re
import signal
import subprocess
import sys

import pytest

from tests.commands.test_tournament import ENVIRONMENT, WITHIN, table, until_finished
from tests.processes import Process

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
    """The table of a demo that nobody disturbs, and what else it has said."""
    with start(folder, "--json") as process:
        out, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    return table(json.dumps(json.loads(out)[0])), err


@pytest.mark.long
def test_killed_in_the_middle_it_ends_with_the_table_that_it_would_have_had(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    undisturbed, err = told(tmp_path / "one")
    assert re.search(r"an arena is open at 127\.0\.0\.1:\d+; .* finisher dial in", err)
    assert {bot for bot, *_ in undisturbed} == {"random", "greedy", "sampler", "finisher"}
    with start(tmp_path / "other") as process:
        until_finished(process, 3)
    assert told(tmp_path / "other")[0] == undisturbed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly_and_it_says_how_to_go_on(tmp_path, number):
    with start(tmp_path, rounds=1000) as process:
        until_finished(process, 1)
        process.send_signal(number)
        process.send_signal(number)
        _, err = process.communicate(timeout=WITHIN)
    assert process.returncode == 130
    assert "arena demo --data kept --rounds 1000 --seed 1 --game teotihuacan" in err
    assert "Traceback" not in err
