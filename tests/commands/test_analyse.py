"""Tests of `arena analyse` and `arena explain` on records of played matches."""

import json

import pytest

from arena.cli import main
from arena.commands import analyse as analyse_command
from arena.replay.document import record_in
from tests.analysis.played import block

QUICK = ("--by", "mcts-20")


@pytest.fixture
def folder(tmp_path):
    for number, data in enumerate(block(), 1):
        (tmp_path / f"{number}.jsonl").write_bytes(data)
    return tmp_path


def test_a_record_is_analysed_as_tables(folder, capsys):
    assert main(["analyse", str(folder / "1.jsonl"), *QUICK]) == 0
    out = capsys.readouterr().out
    assert "cacao, random at seat 0, greedy at seat 1; decisions by mcts-20" in out
    assert "chosen" in out
    assert "sums" in out


def test_a_folder_is_analysed_by_several_processes_and_gives_the_same(folder, capsys):
    words = ["analyse", str(folder), *QUICK, "--json", "--concurrency"]
    assert main([*words, "2"]) == 0
    shared = json.loads(capsys.readouterr().out)
    assert main([*words, "1"]) == 0
    assert json.loads(capsys.readouterr().out) == shared
    assert [each["record"] for each in shared] == [str(folder / "1.jsonl"), str(folder / "2.jsonl")]


def test_luck_alone_takes_no_search(folder, capsys):
    assert main(["analyse", str(folder / "1.jsonl"), "--by", "none"]) == 0
    out = capsys.readouterr().out
    assert "luck alone" in out
    assert "chosen" not in out


def test_one_seat_alone_is_judged(folder, capsys):
    for seat in ("1", "B", "b"):
        assert main(["analyse", str(folder / "1.jsonl"), *QUICK, "--seat", seat, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["judged"] == [1]


def test_the_story_names_the_same_deal_from_the_same_seat(folder, capsys):
    assert main(["explain", str(folder / "1.jsonl"), "--seat", "0", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 10
    assert lines[-1].startswith("The same deal from seat 0: random ")
    assert "greedy" in lines[-1]


def test_the_story_says_why_its_sums_are_larger_than_the_loss(folder, capsys, monkeypatch):
    words = ["explain", str(folder / "1.jsonl"), "--seat", "0", *QUICK]
    for least, is_said in ((0.0, True), (9.0, False)):
        monkeypatch.setattr(analyse_command, "UNEXPLAINED", least)
        assert main(words) == 0
        assert ("The same loss can count several times" in capsys.readouterr().err) is is_said


def test_the_story_can_be_read_by_a_machine(folder, capsys):
    assert main(["explain", str(folder / "2.jsonl"), "--seat", "1", *QUICK, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["seat"], len(told["story"]) <= 10) == (1, True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["analyse", "away.jsonl"], "no such record: away.jsonl"),
        (["analyse", "{folder}/1.jsonl", "--by", "greedy"], "expected mcts-N"),
        (["analyse", "{folder}/1.jsonl", "--seat", "7", *QUICK], "1.jsonl: seat 7: expected one of 0, 1"),
        (["explain", "{folder}/1.jsonl", "--seat", "7", *QUICK], "seat 7: expected a number from 0 to 1"),
        (
            ["explain", "{folder}/1.jsonl", "--seat", "D", *QUICK],
            "seat 3: expected a number from 0 to 1, or its letter",
        ),
    ],
)
def test_an_error_is_one_line(folder, capsys, words, reason):
    assert main([word.format(folder=folder) for word in words]) == 2
    assert reason in capsys.readouterr().err


def test_a_file_in_a_folder_that_is_no_record_is_named(folder, capsys):
    (folder / "3.jsonl").write_text("{}\n")
    assert main(["analyse", str(folder), "--by", "none", "--concurrency", "2"]) == 5
    assert "3.jsonl: line 1" in capsys.readouterr().err


def test_a_record_and_its_analysis_are_written_as_one_html_file(folder, capsys):
    file = folder / "match.html"
    assert main(["analyse", str(folder / "1.jsonl"), *QUICK, "--html", str(file)]) == 0
    assert f"{file} has the record and its analysis" in capsys.readouterr().err
    text = file.read_text()
    assert "Where the game turned" in text
    assert 'class="curve outlook"' in text
    assert record_in(text.encode()) == block()[0]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["{folder}", "--html", "x.html"], "--html shows one record: expected one, got 2"),
        (["{folder}/1.jsonl", "--html", "{folder}/away/x.html"], "x.html cannot be written: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_line(folder, capsys, words, reason):
    assert main(["analyse", *(word.format(folder=folder) for word in words), "--by", "none"]) == 2
    assert reason in capsys.readouterr().err
