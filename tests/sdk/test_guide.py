"""The guide for bot authors works as written: its Python blocks as one program, its console blocks as commands."""

import os
import re
import subprocess
import sys
from pathlib import Path

import arena_sdk
from arena.games import rules
from arena.games.chance import Deal
from arena_sdk import Turn

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/bot-guide.md"
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = {"python": "", "arena": "-m arena", "pytest": "-m pytest"}


def blocks():
    return [(kind, name, text) for kind, name, text in BLOCK.findall(GUIDE.read_text())]


def make_commands(folder):
    """Write the commands `python`, `arena` and `pytest` to a folder, as if the arena were installed there."""
    folder.mkdir()
    for name, module in COMMANDS.items():
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        (folder / name).chmod(0o755)


def typed(text, home, path):
    """Run each command of a console block. Fail if one has another exit code than 0."""
    for line in text.splitlines():
        assert line.startswith("$ "), line
        environment = os.environ | {"PATH": f"{path}:{os.environ['PATH']}", "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
        done = subprocess.run(
            ["sh", "-c", line[2:]], cwd=home, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


def test_every_example_of_the_guide_runs(tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()
    make_commands(tmp_path / "bin")
    monkeypatch.chdir(home)
    names = {"__name__": "guide"}
    for kind, file, text in blocks():
        if file:
            (home / file).write_text(text)
        elif kind == "python":
            exec(compile(text, str(GUIDE), "exec"), names)  # noqa: S102 -- that is what the test is about
        else:
            assert kind == "console"
            typed(text, home, tmp_path / "bin")


def test_the_guide_begins_with_a_bot_in_eight_lines():
    kind, name, text = blocks()[0]
    assert (kind, name) == ("python", "first.py")
    assert len([line for line in text.splitlines() if line]) <= 8


def test_the_guide_names_every_field_of_a_turn():
    turn = Turn.at(rules("cacao").new({}, 2, Deal(b"fields")))
    fields = [name for name in dir(turn) if not name.startswith("_") and name != "at"]
    assert [name for name in fields if f"| `turn.{name}` |" not in GUIDE.read_text()] == []


def test_the_guide_names_everything_that_an_author_may_import():
    assert [name for name in arena_sdk.__all__ if f"`{name}" not in GUIDE.read_text()] == []
