"""Tests that no command leaves a process behind, for whatever reason the command itself ends."""

import os
import select
import signal
import subprocess
import sys

import pytest

from tests.commands.conftest import ENVIRONMENT
from tests.processes import Process

# Each of its instances opens a FIFO, which stays open until the process has ended.
STAYS = """
import time
from arena_sdk import Bot, run

class Stays(Bot):
    def start(self, start):
        self.alive = open("alive", "w")
        self.alive.write("here")
        self.alive.flush()

    def choose(self, turn):
        time.sleep(600)

run(Stays)
"""
COMMANDS = {
    "doctor": ("doctor", "stays.py"),
    "play": ("play", "stays.py", "random", "--games", "2", "--concurrency", "2"),
}
WITHIN = 60


@pytest.fixture
def alive(tmp_path):
    """Return the reading end of a FIFO. The bots of a test keep its writing end open until they end."""
    os.mkfifo(tmp_path / "alive")
    pipe = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    yield pipe
    os.close(pipe)


def heard(pipe):
    """Return the next text from a FIFO; an empty text if all processes that had it open have ended."""
    readable, _, _ = select.select([pipe], [], [], WITHIN)
    assert readable, "a process is still there"
    return os.read(pipe, 1000)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_is_killed_takes_its_bots_with_it(tmp_path, alive, command, number):
    (tmp_path / "stays.py").write_text(STAYS)
    words = [sys.executable, "-m", "arena", *COMMANDS[command]]
    quiet = subprocess.DEVNULL
    with Process(words, cwd=tmp_path, env=ENVIRONMENT, stdin=quiet, stdout=quiet, stderr=quiet) as process:
        assert heard(alive).startswith(b"here")
        process.send_signal(number)
        process.wait(WITHIN)
        while heard(alive):
            pass


def test_a_bot_that_never_finishes_loading_ends_with_the_process_that_started_it(tmp_path, alive):
    (tmp_path / "loads.py").write_text("kept = open('alive', 'w')\nkept.write('here')\nkept.flush()\n" + LOADS)
    words = [sys.executable, "-m", "arena_sdk", "loads.py", "--arena", "127.0.0.1:1", "--with-parent"]
    with Process(words, cwd=tmp_path, env=ENVIRONMENT, stdin=subprocess.PIPE) as process:
        assert heard(alive) == b"here"
        process.stdin.close()
        assert process.wait(WITHIN) == 130


LOADS = "import time\ntime.sleep(600)\n"
