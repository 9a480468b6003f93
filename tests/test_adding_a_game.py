"""Tests of the steps of CONTRIBUTING.md for a new game, followed in a copy with the game of tests/games/tiny."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from arena.protocol.v1 import organiser_pb2
from tests.processes import Process
from tests.server.arenas import QUICK
from tests.server.wire import WITHIN, Server, eventually

ROOT = Path(__file__).parents[1]
CHAPTER = (ROOT / "CONTRIBUTING.md").read_text().partition("## Add a game\n")[2].partition("\n## ")[0]
STEPS = [" ".join(step.split()) for step in re.findall(r"^\d+\. ((?:.+\n)(?:   .+\n)*)", CHAPTER, re.MULTILINE)]
COMMANDS = {"python": [sys.executable], "arena": [sys.executable, "-m", "arena"], "scripts/protos": ["scripts/protos"]}
NO_COMPILER = 69  # the exit code of scripts/protos without its compiler

pytestmark = pytest.mark.slow


class Tree:
    """A copy of all files of the repository. It uses the same environment and the same compiler of messages."""

    def __init__(self, folder):
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)
                shutil.copymode(ROOT / name, folder / name)
        (ROOT / "build").mkdir(exist_ok=True)
        (folder / "build").symlink_to(ROOT / "build")
        self.environment = os.environ | {"PYTHONPATH": f"{folder}:{folder / 'sdk'}", "PYTHON": sys.executable}
        self.environment.pop("ARENA_EXPECT", None)

    def run(self, *command):
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode == NO_COMPILER:
            pytest.skip(f"messages of a new game cannot be compiled: {done.stderr.strip().splitlines()[-1]}")
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def edit(self, path, pattern, new):
        """Replace the text that a pattern finds in a file. Fail if there is none."""
        text, count = re.subn(pattern, new, (self.folder / path).read_text(), flags=re.MULTILINE)
        assert count > 0, (path, pattern)
        (self.folder / path).write_text(text)

    def follow(self, step):
        """Follow a step of CONTRIBUTING.md: copy its files, make its edits, run its commands."""
        words = [quoted.replace("<game>", "tiny") for quoted in re.findall(r"`([^`]+)`", step)]
        for source in (word for word in words if word.startswith("tests/games/tiny/")):
            target = self.folder / words[0]
            target.parent.mkdir(exist_ok=True)
            target.write_text((ROOT / source).read_text().replace("tests.games.tiny", "arena.games.tiny"))
        for path in EDITS.keys() & set(words):
            for pattern, new in EDITS[path].items():
                self.edit(path, pattern, new)
        for word in words:
            command, *arguments = word.split(" ")
            if command in COMMANDS:
                self.run(*COMMANDS[command], *arguments)


ONEOF = r"(    // Teotihuacan\.\n    Teotihuacan(\w+) teotihuacan = 101;\n)"
EDITS = {
    "arena/games/__init__.py": {r'(    "teotihuacan",\n)': r'\1    "tiny",\n'},
    "proto/arena/protocol/v1/games.proto": {
        r'(import "arena/protocol/v1/)teotihuacan(\.proto";\n)': r"\g<0>\1tiny\2",
        ONEOF: r"\1    // Six days at sea.\n    Tiny\2 tiny = 102;\n",
    },
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return Tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="module")
def with_tiny(tree):
    """Return the copy after all steps of the page were followed."""
    assert len(STEPS) == 10
    for step in STEPS:
        tree.follow(step)
    return tree


def test_each_step_of_the_page_leaves_the_files_that_it_names(with_tiny):
    named = re.findall(r"`([\w/.<>-]+/[\w.<>-]+\.\w+)`", CHAPTER)
    assert [path for path in named if not (with_tiny.folder / path.replace("<game>", "tiny")).exists()] == []
    assert {"docs/rules/<game>.md", "arena/games/<game>/rules.py", "arena/protocol/games/<game>.py"} <= set(named)


def test_all_lists_of_games_have_the_new_one(with_tiny):
    assert "only this one of cacao, teotihuacan, tiny" in with_tiny.run(*COMMANDS["arena"], "demo", "--help")
    assert "### `arena/protocol/v1/tiny.proto`" in (with_tiny.folder / "docs" / "protocol.md").read_text()


def test_the_example_is_written_as_the_code_of_the_arena_is(with_tiny):
    new = ("arena/games/tiny", "arena/protocol/games/tiny.py")
    with_tiny.run(sys.executable, "-m", "ruff", "check", "--no-cache", *new)
    with_tiny.run(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", *new)
    with_tiny.run(sys.executable, "-m", "mypy", *new)


BOTS = {"finisher", "greedy"}


def test_the_new_game_is_played_over_the_wire_and_its_board_is_on_the_site(with_tiny, tmp_path):
    site = ("--site", "127.0.0.1:0")
    with Server(tmp_path / "arena", *QUICK, *site, house="greedy", tree=with_tiny.folder) as server:
        bot = ["example_bots/finisher.py", "--arena", server.address]
        token = {"ARENA_TOKEN": server.bot("finisher")}
        with Process(
            [sys.executable, *bot], cwd=with_tiny.folder, env=with_tiny.environment | token, stdout=subprocess.DEVNULL
        ):
            eventually(lambda: {each.entrant for each in server.ask("ListAttendances").attendances}, BOTS.__le__)
            asked = server.ask("RunMatches", entrants=sorted(BOTS), game="tiny", clock="60+1", blocks=1)
            ended = [server.ended(match) for match in asked.matches]
        address = server.hear("the site is at ").partition("the site is at ")[2].strip().rstrip("/")
        assert {each.state for each in ended} == {organiser_pb2.MATCH_STATE_FINISHED}
        for question in ("at=3", "at=1&seat=0"):
            page = read(f"{address}/matches/{asked.matches[0]}?{question}")
            assert "Tiny, clock 60+1" in page
            assert "the catch is worth" in page


def read(url):
    with closing(urllib.request.urlopen(url, timeout=WITHIN)) as answer:  # noqa: S310 -- the address is the test's own
        assert answer.status == 200
        return answer.read().decode()


TENTH = '    Technology(19, 2, "8", "+ T", "a tenth tile"),\n]\n\n# Their rows'
PLAY = """
import json
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.game import playout

game, bought = rules("teotihuacan"), set()
for seed in range(100):
    state = game.new({}, 2, Deal.of(seed))
    state.listen()
    playout(state, Rng(seed))
    bought |= {event.numbers[1] for event in state.events(0, -1) if event.kind == "learnt"}
    assert game.from_position(state.position()).digest() == state.digest()
print(json.dumps({"ids": [e.id for e in game.catalogue() if e.kind == "Technology tile"], "bought": sorted(bought)}))
assert "TECH19" in game.picture(state.view(-1)) or 9 not in state.technologies
assert game.action_space(2).size == 1993, game.action_space(2).size
"""


def test_a_tenth_technology_needs_one_row(tree):
    tree.edit("arena/games/teotihuacan/tiles/technology.py", r"^\]\n\n# Their rows", TENTH)
    found = json.loads(tree.run(sys.executable, "-c", PLAY))
    assert found["ids"][-1] == "TECH19"
    assert 9 in found["bought"]
