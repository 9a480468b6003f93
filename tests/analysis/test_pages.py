"""Tests that docs/analysis.md and the README show the real output of commands."""

import re
from pathlib import Path

import pytest

from arena.cli import main
from tests.analysis.played import record

ROOT = Path(__file__).parents[2]
EXPLAINED = re.compile(r"^\$ arena (explain [^\n#]*)\n(.+?)^```$", re.MULTILINE | re.DOTALL)
PLAYED = re.compile(r"^\$ arena (play first.py [^\n]*)\n(.+?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_readme_shows_the_table_that_its_bot_gets(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    readme = (ROOT / "README.md").read_text()
    Path("first.py").write_text(readme.partition("```python file=first.py\n")[2].partition("```")[0])
    words, shown = PLAYED.search(readme).groups()
    assert main([*words.split(), "--no-review"]) == 0
    assert capsys.readouterr().out == shown


def test_the_page_shows_the_story_that_the_program_prints(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words, story = EXPLAINED.search((ROOT / "docs" / "analysis.md").read_text()).groups()
    assert main(["play", "greedy", "sampler", "--games", "4", "--seed", "7", "--records", "matches"]) == 0
    capsys.readouterr()
    assert main(words.split()) == 0
    assert capsys.readouterr().out == story
    assert len(story.splitlines()) <= 10


def test_the_example_in_python_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("match.jsonl").write_bytes(record())
    code = PYTHON.search((ROOT / "docs" / "analysis.md").read_text())[1]
    exec(compile(code, "analysis.md", "exec"), {})  # noqa: S102 -- that is what the test is about
    assert len(capsys.readouterr().out.splitlines()) == 4


@pytest.mark.parametrize(
    "words", re.findall(r"^\$ arena (.*?) +#", (ROOT / "docs" / "analysis.md").read_text(), re.MULTILINE)
)
def test_the_commands_of_the_page_are_understood(words):
    with pytest.raises(SystemExit) as ended:
        main([*words.split(), "--help"])
    assert ended.value.code == 0
