import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from arena.cli import main
from arena.commands.play.local_series import contenders_of

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}


class Arena:
    """Runs `arena` commands as a user does: in a process, in a folder of the test."""

    def __init__(self, home):
        self.home = home

    def __call__(self, *words, code=0):
        done = subprocess.run(self.command(*words), **self.surroundings, capture_output=True, text=True, check=False)
        assert done.returncode == code, f"arena {' '.join(map(str, words))}\n{done.stdout}\n{done.stderr}"
        assert "site-packages" not in done.stderr  # a user never sees the arena's own stack
        return done

    def command(self, *words):
        return [sys.executable, "-m", "arena", *map(str, words)]

    @property
    def surroundings(self):
        return {"cwd": self.home, "env": ENVIRONMENT}

    def write(self, name, text):
        (self.home / name).write_text(text)


class ArenaHere(Arena):
    """Runs `arena` commands in this process, with the same exit codes and output as a new process."""

    def __call__(self, *words, code=0):
        contenders_of.cache_clear()  # a file of the same name may have changed
        out, err = StringIO(), StringIO()
        with chdir(self.home), redirect_stdout(out), redirect_stderr(err):
            try:
                returned = main([*map(str, words)])
            except SystemExit as left:  # how argparse refuses words
                returned = left.code
        assert returned == code, f"arena {' '.join(map(str, words))}\n{out.getvalue()}\n{err.getvalue()}"
        assert "site-packages" not in err.getvalue()
        return subprocess.CompletedProcess(words, returned, out.getvalue(), err.getvalue())


@pytest.fixture
def arena(tmp_path):
    return Arena(tmp_path)


@pytest.fixture
def here(tmp_path):
    return ArenaHere(tmp_path)


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Return a folder with the records of a short series at three seats. One of the bots crashes in mid-game."""
    home = Arena(tmp_path_factory.mktemp("records"))
    home.write("fails.py", FAILS)
    home("play", "random", "greedy", "fails.py", "--games", "3", "--seed", "1", "--records", "kept")
    return home.home / "kept"


FAILS = """
from arena_sdk import Bot, run

class Fails(Bot):
    def choose(self, turn):
        if turn.number == 4:
            raise LookupError("lost my way")
        return 0

run(Fails)
"""
