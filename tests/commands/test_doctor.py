"""Tests of `arena doctor`: its output and its exit code."""

import json
from pathlib import Path

import pytest

from arena.cli import main
from tests.sdk.doctor.good import MEASURED

ROOT = Path(__file__).parents[2]
BOT = "from arena_sdk import Bot, run\nclass Mine(Bot):\n    def choose(self, turn):\n        return {}\nrun(Mine)\n"


@pytest.fixture(autouse=True)
def tree(monkeypatch, tmp_path):
    """Let bots in other processes import this source tree. Work in a new folder."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'sdk'}")
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
def test_a_file_that_can_play_ends_with_0_and_a_line_for_each_step(tmp_path, capsys):
    (tmp_path / "mine.py").write_text(BOT.format(0))
    assert main(["doctor", "mine.py"]) == 0
    out = capsys.readouterr().out
    signs = {line[9:31].strip(): line[:8].strip() for line in out.splitlines() if line.startswith(("ok ", "WARNING "))}
    assert len(signs) == 15
    assert {step for step, sign in signs.items() if sign == "WARNING"} <= MEASURED
    assert "mine.py is fit to play" in out


def test_a_file_that_cannot_play_ends_with_3_and_shows_what_was_said(tmp_path, capsys):
    (tmp_path / "mine.py").write_text(BOT.format("'nothing'"))
    assert main(["doctor", "mine.py"]) == 3
    out = capsys.readouterr().out
    assert "FAILED   takes a seat" in out
    assert "| " in out
    assert "mine.py cannot play like this" in out


def test_the_report_as_json_has_the_same_content(tmp_path, capsys):
    (tmp_path / "mine.py").write_text(BOT.format("99"))
    assert main(["doctor", "mine.py", "--json"]) == 3
    report = json.loads(capsys.readouterr().out)
    assert (report["bot"], report["fit"]) == ("mine.py", False)
    assert [step["step"] for step in report["steps"] if step["outcome"] == "failed"] == ["takes a seat"]
    assert all(step["transcript"] for step in report["steps"] if step["outcome"] == "failed")
    assert set(report["latency"]) == {"answers", "p50_ms", "p99_ms", "slowest_ms"}


def test_a_file_without_a_bot_ends_with_3(tmp_path, capsys):
    (tmp_path / "mine.py").write_text("print('hello')\n")
    assert main(["doctor", "mine.py"]) == 3
    assert "mine.py has no bot" in capsys.readouterr().out


def test_the_doctor_names_what_a_bot_chose_instead_of_an_option(tmp_path, capsys):
    (tmp_path / "mine.py").write_text(BOT.format(None))
    assert main(["doctor", "mine.py"]) == 3
    out = capsys.readouterr().out
    assert "it chose None, expected one of turn.options or its index" in out
    assert "index -1" not in out.partition("|")[0]


def test_a_folder_with_a_bot_is_examined_as_its_file_is(tmp_path, capsys):
    assert main(["new", "none_at_all"]) == 0
    (tmp_path / "none_at_all" / "bot.py").write_text(BOT.format(None))
    assert main(["doctor", "none_at_all"]) == 3
    assert "it chose None" in capsys.readouterr().out
    (tmp_path / "empty").mkdir()
    assert main(["doctor", "empty"]) == 2
    assert "empty is a folder without bot.py" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["no_such.py"], "no such bot file: no_such.py"),
        (["greedi"], "did you mean 'greedy'?"),
        (["mine.p"], "no such bot file: mine.p"),
        (["no-such-command --fast"], "no command 'no-such-command'"),
        (["'open quote"], "cannot be read"),
        ([""], "expected a bot"),
        (["greedy", "--game", "cacoa"], "did you mean 'cacao'?"),
    ],
)
def test_an_argument_that_names_no_bot_is_wrong_use(capsys, words, says):
    assert main(["doctor", *words]) == 2
    assert says in capsys.readouterr().err
