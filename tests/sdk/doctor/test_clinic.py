"""Tests of the bots that the doctor starts itself."""

import sys

from arena_sdk.doctor.clinic import Clinic, command_of
from tests.server.wire import eventually, is_running

# A bot with a child that leaves its session, as daemons do.
WITH_DAEMON = """
import os, runpy, signal, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        with open({path!r}, "w") as file:
            file.write(f"{{os.getpid()}} ")
        signal.pause()
    os._exit(0)
sys.argv[1:1] = ["random"]
runpy.run_module("arena_sdk", run_name="__main__")
"""


def test_the_doctor_leaves_no_process_behind():
    with Clinic("it", command_of("random")) as clinic:
        clinic.attend(20)
        process = clinic._process
    assert process.returncode is not None


def test_the_doctor_leaves_no_daemon_of_a_bot_behind(tmp_path):
    path = tmp_path / "daemon"
    with Clinic("it", [sys.executable, "-c", WITH_DAEMON.format(path=str(path)), "--arena", "{arena}"]) as clinic:
        clinic.attend(20)
        daemon = int(eventually(lambda: path.exists() and path.read_text().endswith(" ") and path.read_text()))
        assert is_running(daemon)
    assert not is_running(daemon)


def test_a_command_gets_the_address_at_its_end_or_where_it_wants_it():
    assert command_of("node bot.mjs") == ["node", "bot.mjs", "--arena", "{arena}"]
    assert command_of("./bot --to={arena} -v") == ["./bot", "--to={arena}", "-v"]
    assert command_of("my_bot.py:Mine")[1:] == [
        "-m",
        "arena_sdk",
        "my_bot.py:Mine",
        "--arena",
        "{arena}",
        "--matches",
        "4",
    ]
