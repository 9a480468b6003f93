"""Tests of bots in files: which class of a file is the bot. Loading a file starts nothing."""

import sys

import pytest

from arena.errors import BotError, UsageError
from arena_sdk import load
from arena_sdk.contenders import resolve

FIRST = """
from arena_sdk import Bot, run

class First(Bot):
    def choose(self, turn):
        return turn.options[0]

run(First)
"""
TWO = """
from arena_sdk import Bot

class One(Bot): ...

class Two(One): ...
"""


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a text to a file and returns the file's path."""

    def write(text, name="my_bot.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return str(path)

    return write


def test_a_file_that_runs_its_bot_is_loaded_and_plays_nothing(file, capsys):
    assert load(file(FIRST)).__name__ == "First"
    assert capsys.readouterr() == ("", "")


def test_the_only_bot_of_a_file_needs_no_run(file):
    assert load(file(FIRST.replace("run(First)", ""))).__name__ == "First"


def test_of_several_bots_the_one_that_is_run_is_meant(file):
    path = file(TWO + "\nfrom arena_sdk import run\nrun(One)\n")
    assert load(path).__name__ == "One"
    assert load(f"{path}:Two").__name__ == "Two"


def test_a_bot_that_was_only_imported_is_not_the_files_own(file):
    file(FIRST, "other.py")
    path = file("from other import First\nclass Mine(First): ...\n")
    assert load(path).__name__ == "Mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"my_bot.py has no bot: expected a class MyBot\(Bot\)"),
        (TWO, r"several bots: name one of my_bot.py:One, my_bot.py:Two"),
        ("import nothing_like_this", r"could not be loaded: ModuleNotFoundError: .* \(line 1\)"),
        ("x = 1\nx.y", r"could not be loaded: AttributeError: .* \(line 2\)"),
        ("def f(:", r"could not be loaded: SyntaxError: .* \(line 1\)"),
        ("raise SystemExit(3)", r"could not be loaded: SystemExit: 3"),
    ],
    ids=["empty", "several", "import", "raises", "syntax", "exit"],
)
def test_a_file_without_one_clear_bot_is_refused_in_one_line(file, text, message):
    with pytest.raises(BotError, match=message) as refused:
        load(file(text))
    assert "\n" not in str(refused.value)


def test_a_file_may_run_a_bot_from_another_one(file):
    file(TWO, "other.py")
    assert load(file("from arena_sdk import run\nfrom other import Two\nrun(Two)\n")).__name__ == "Two"


def test_an_unknown_class_is_refused_with_the_nearest_one(file):
    with pytest.raises(BotError, match=r"has no bot 'Tow': expected one of One, Two \(did you mean 'Two'\?\)"):
        load(f"{file(TWO)}:Tow")


def test_a_file_that_is_not_there_is_wrong_use():
    with pytest.raises(UsageError, match=r"no such bot file: missing\.py"):
        load("missing.py")


def test_two_versions_in_two_folders_do_not_share_what_lies_beside_them(file):
    bot = "from arena_sdk import Bot\nimport helper\nclass Mine(Bot):\n    says = helper.WORD\n"
    for folder in ("old", "new"):
        file(bot, f"{folder}/bot.py")
        file(f"WORD = {folder!r}\n", f"{folder}/helper.py")
    one, two = (load(file(bot, f"{folder}/bot.py")) for folder in ("old", "new"))
    assert (one.says, two.says) == ("old", "new")
    assert "helper" not in sys.modules


def test_a_file_that_starts_with_a_dataclass_loads(file):
    path = file("from dataclasses import dataclass\n@dataclass\nclass A:\n    x: 'int'\n" + FIRST)
    assert load(path).__name__ == "First"


def test_a_folder_is_its_bot_as_its_manifest_or_its_name_says(file, tmp_path):
    file(FIRST, "mine/bot.py")
    assert load(str(tmp_path / "mine")).__name__ == "First"
    file(FIRST.replace("First", "Second"), "mine/second.py")
    manifest = file('entry = "python second.py"\n', "mine/bot.toml")
    assert load(f"{tmp_path / 'mine'}/").__name__ == "Second"
    file('entry = "node bot.mjs"\n', "mine/bot.toml")
    with pytest.raises(UsageError, match=r"has the entry 'node bot.mjs': expected one with a Python file"):
        load(str(tmp_path / "mine"))
    file("entry = \n", "mine/bot.toml")
    with pytest.raises(UsageError, match=f"{manifest} cannot be read"):
        load(str(tmp_path / "mine"))
    with pytest.raises(UsageError, match=r"is a folder without bot\.py"):
        load(str(tmp_path))


def test_the_name_of_a_folder_with_a_bot_is_a_contender(file, tmp_path, monkeypatch):
    file(FIRST, "mine/bot.py")
    monkeypatch.chdir(tmp_path)
    assert resolve("mine")[0].__name__ == "First"
    with pytest.raises(UsageError, match="unknown bot ''"):
        resolve("")
