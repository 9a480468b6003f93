"""In the environment that scripts/setup makes, pyright resolves `arena_sdk` and `arena` without settings."""

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = Path(sysconfig.get_path("purelib"), "tlachtli-sources.pth")
PAGES = {"first.py": "README.md", "northern.py": "docs/bot-guide.md"}

TEOTIHUACAN = """
from arena.games.teotihuacan.moves import BuildMove
from arena_sdk import Bot, Option, TeotihuacanTurn, run


class Builder(Bot[TeotihuacanTurn]):
    games = ("teotihuacan", "teotihuacan/solo")

    def choose(self, turn: TeotihuacanTurn) -> Option:
        wood: int = turn.state.clone().scores()[0] + turn.view.players[turn.seat].wood
        for option in turn.options:
            if isinstance(option.move, BuildMove) and option.move.space.startswith("1."):
                return option
        return turn.options[wood % 2]


run(Builder)
"""
WRONG = """
from arena_sdk import Bot, CacaoTurn


class Wrong(Bot[CacaoTurn]):
    def choose(self, turn):
        turn.view.no_such_field
        turn.options[0].no_such_part
        return turn.state.no_such_method()


class Vague(Bot):
    def choose(self, turn):
        return turn.no_such_thing
"""


@pytest.fixture(scope="module")
def errors(tmp_path_factory):
    """Return the errors that pyright finds in a folder of bots, by file."""
    pytest.importorskip("pyright", reason="pyright, which scripts/setup installs")
    if not SOURCES.exists():
        pytest.skip("this environment was not made by scripts/setup")
    folder = tmp_path_factory.mktemp("bots")
    for name, page in PAGES.items():
        text = (ROOT / page).read_text()
        (folder / name).write_text(re.search(rf"^```python file={name}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1])
    (folder / "builder.py").write_text(TEOTIHUACAN)
    (folder / "wrong.py").write_text(WRONG)
    activated = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | activated
    done = subprocess.run(
        ["pyright", "--outputjson"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    found = {name: [] for name in (*PAGES, "builder.py", "wrong.py")}
    for each in json.loads(done.stdout)["generalDiagnostics"]:
        found[Path(each["file"]).name].append(each["message"])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("bot", [*PAGES, "builder.py"])
def test_pyright_reports_no_error_in_a_correct_bot(errors, bot):
    assert errors[bot] == []


@pytest.mark.slow
def test_pyright_reports_a_missing_attribute_of_a_turn(errors):
    found = "\n".join(errors["wrong.py"])
    for word in ("no_such_field", "no_such_part", "no_such_method", "no_such_thing"):
        assert f'"{word}"' in found
    assert 'for class "CacaoView"' in found
    assert 'for class "CacaoOption"' in found
    assert 'for class "Cacao"' in found
    assert 'for class "Turn' in found


def test_scripts_setup_shows_where_the_sources_are():
    if not SOURCES.exists():
        pytest.skip("this environment was not made by scripts/setup")
    first, second = map(Path, SOURCES.read_text().splitlines())
    assert (first / "arena" / "__init__.py").is_file()
    assert (second / "arena_sdk" / "__init__.py").is_file()
