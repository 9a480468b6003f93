"""Tests of the commands in docs/playing-on-an-arena.md and the README, run in order on a real arena."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "playing-on-an-arena.md").read_text()
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
README = (ROOT / "README.md").read_text()
COMMANDS = {"python": "", "arena": "-m arena"}
READY = {"arena serve": "serving at", "python": "attending"}
WITHIN = 60.0  # seconds for anything to be ready


@pytest.fixture
def address():
    """Return an address that is not in use."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return f"127.0.0.1:{found.getsockname()[1]}"


@pytest.fixture
def shell(tmp_path, address):
    """Return a shell in a new folder. The arena is installed there."""
    (tmp_path / "bin").mkdir()
    for name, module in COMMANDS.items():
        (tmp_path / "bin" / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        (tmp_path / "bin" / name).chmod(0o755)
    shell = Shell(tmp_path, address)
    yield shell
    shell.close()


class Shell:
    def __init__(self, folder, address):
        self.home = folder / "home"
        self.home.mkdir()
        self.address = address
        path = f"{folder / 'bin'}:{os.environ['PATH']}"
        self.environment = os.environ | {"PATH": path, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
        self.background = []
        self.terms = ""  # further arguments of the arena that is served

    def types(self, line):
        """Run a command line of the page. If it ends with `&`, run it in the background."""
        line = line.replace("127.0.0.1:7420", self.address).replace(
            "arena serve", f"arena serve --site none --listen {self.address} {self.terms}"
        )
        if line.endswith(" &"):
            self.starts(line.removesuffix(" &"))
            return ""
        until = time.monotonic() + WITHIN
        while True:
            done = subprocess.run(
                ["sh", "-c", line], cwd=self.home, env=self.environment, capture_output=True, text=True, check=False
            )
            # The house bots need a moment after the arena has said that it is there.
            if "ask again" not in done.stderr or time.monotonic() > until:
                break
            threading.Event().wait(0.1)
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def starts(self, line):
        """Run a command in the background, and wait until its output says that it is ready."""
        said = self.home / f"said-{len(self.background)}"
        with said.open("wb") as file:
            command = ["sh", "-c", f"exec {line}"]
            process = subprocess.Popen(
                command, cwd=self.home, env=self.environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file
            )
        self.background.append(process)
        sign = next(sign for words, sign in READY.items() if line.startswith(words))
        until = time.monotonic() + WITHIN
        while sign not in said.read_text():
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < until, said.read_text()
            threading.Event().wait(0.05)

    def ends(self):
        """End all commands in the background, the last one first. Return their exit codes."""
        codes = []
        while self.background:
            process = self.background.pop()
            process.terminate()
            codes.append(process.wait(WITHIN))
        return codes

    def close(self):
        for process in self.background:
            process.kill()
            process.wait()


@pytest.mark.long
def test_every_command_of_the_page_runs_against_a_served_arena(shell):
    lines = "".join(CONSOLE.findall(PAGE)).splitlines()
    assert all(line.startswith("$ ") for line in lines)
    assert len(lines) > 6
    for line in lines:
        shell.types(line.removeprefix("$ "))
    assert shell.ends() == [0, 0]
    results = (shell.home / "said-1").read_text()
    assert results.count(", place ") >= 4
    assert (shell.home / "corn.token").read_text().strip() not in results


def test_after_the_served_commands_of_the_readme_the_bot_has_a_rating(shell):
    (shell.home / "first.py").write_text(README.partition("```python file=first.py\n")[2].partition("```")[0])
    served = README.partition("## On an arena")[2].partition("```console\n")[2].partition("```")[0]
    lines = [line.removeprefix("$ ").partition("#")[0].strip() for line in served.splitlines()]
    assert [line.split()[0] for line in lines] == ["arena", "arena", "python", "arena"]
    shell.terms = "--admission open --house greedy"
    for line in lines:
        stays = line.startswith(("arena serve", "python"))
        shell.types(f"{line} &" if stays else line)
    pools = json.loads(shell.types("arena ranking --json"))
    assert "ana" in {row["entrant"].split()[0] for pool in pools for row in pool["rows"]}
    assert shell.ends() == [0, 0]
