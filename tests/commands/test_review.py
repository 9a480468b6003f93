"""Tests of the output of `arena play` after a series, and of the moves that `arena show` lists."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli import main
from arena.cli_support.progress_bar import standings_table
from arena.commands.play import series_review
from arena.commands.play.local_series import Plan, played
from arena.commands.play.series_report import SeriesEntry, by_tie_break
from arena_sdk.series import fixtures
from tests.analysis.played import record


@pytest.fixture(scope="module")
def series():
    plan = Plan("cacao", (("auto_resolve", True),), ("random", "greedy"), "60+1", "7")
    tasks = [(plan, fixture) for fixture in fixtures(2, 1)]
    return plan, [SeriesEntry(plan, match, None) for match in played(tasks, None)]


def test_equal_points_with_a_winner_are_explained_by_the_tie_break(series):
    assert not by_tie_break(("ana", "bob", "eve"), (55, 55, 60), (2, 2, 1))
    entry = series[1][0]
    result = replace(entry.match.result, scores=(55, 55), placements=(2, 1))
    tied = replace(entry, match=replace(entry.match, result=result))
    assert tied.points == f"{tied.names[0]} 55, {tied.names[1]} 55 ({tied.names[1]} ahead by the tie-break)"


def test_points_by_category_add_up_to_the_difference_of_the_series(series):
    plan, entries = series
    rows = series_review.points_table(plan, entries).splitlines()
    assert rows[0].split()[-2:] == ["greedy", "difference"]
    differences = sum(float(row.split()[-1]) for row in rows[1:])
    points = sum(entry.match.points(0) - entry.match.points(1) for entry in entries) / len(entries)
    assert differences == pytest.approx(points, abs=0.3)


def test_the_dearest_decisions_come_with_commands_that_show_them(series):
    plan, entries = series
    lines = series_review.dear_decisions(plan, entries, 600.0)
    assert re.match(r"dearest decisions of random \(searched (\d+) of \1 decisions by mcts-100", lines[0])
    assert len(lines) == 1 + series_review.DEAREST
    costs, noises = zip(*(map(int, re.search(r"cost (\d+) ± (\d+)", line).groups()) for line in lines[1:]), strict=True)
    assert all(cost > noise for cost, noise in zip(costs, noises, strict=True))
    costs = list(costs)
    assert costs == sorted(costs, reverse=True)
    assert all(
        "--records matches --no-review && arena show matches/cacao-random-greedy-7-000" in line for line in lines[1:]
    )


def test_without_time_nothing_is_searched_and_the_worst_match_is_named(series, monkeypatch):
    plan, entries = series
    monkeypatch.setattr(series_review, "LEAST", 0.0)
    worst = min(entries, key=lambda each: each.match.points(0) - each.match.points(1)).match
    first, command = series_review.dear_decisions(plan, entries, 0.0)
    assert "too short" in first
    number, seat = worst.fixture.number, worst.seat_of(0)
    assert f"--match {number} --records matches --no-review && arena explain matches/" in command
    assert command.endswith(f"-{number:04}.jsonl --seat {seat}")
    stored = [replace(entry, record=Path("some records") / f"{entry.match.fixture.number}.jsonl") for entry in entries]
    explain = series_review.dear_decisions(plan, stored, 0.0)[1]
    assert explain.strip() == f"arena explain 'some records/{number}.jsonl' --seat {seat}"


def test_a_short_series_has_half_a_second_for_its_dearest_decisions(series):
    plan, entries = series
    assert "searched" in series_review.dear_decisions(plan, entries, 0.1)[0]


def test_decisions_that_cost_no_more_than_their_noise_are_left_out(series, monkeypatch):
    plan, entries = series
    judge = series_review.Judge.judge
    monkeypatch.setattr(series_review.Judge, "judge", lambda *words: replace(judge(*words), cost=0.07, noise=0.11))
    everything = series_review.dear_decisions(plan, entries, 600.0)
    assert everything[1:] == ["  none that cost more than its noise was found"]
    first = series_review.searched
    monkeypatch.setattr(series_review, "searched", lambda found, until: first(found[:1], until))
    assert series_review.dear_decisions(plan, entries, 600.0)[0] == series_review.TOO_SHORT


def test_a_series_ends_with_a_review_unless_it_is_left_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["play", "random", "greedy", "--games", "2", "--seed", "7"]
    assert main(words) == 0
    shown = capsys.readouterr()
    assert "points, per match" in shown.err
    assert "dearest decisions" in shown.err
    assert main([*words, "--no-review"]) == 0
    plain = capsys.readouterr()
    assert "points, per match" not in plain.err
    assert plain.out == shown.out
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def file(tmp_path):
    (tmp_path / "match.jsonl").write_bytes(record())
    return str(tmp_path / "match.jsonl")


def test_moves_are_listed_turn_by_turn_with_the_points_they_gained(file, capsys):
    assert main(["show", file, "--moves"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["turn", "seat", "option", "answer", "gained", "points"]
    assert lines[2].startswith("1     random (0)  place ")
    assert lines[-1].startswith("the end: ")


def test_the_points_gained_add_up_to_the_end(file, capsys):
    assert main(["show", file, "--moves", "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)
    first = [late - gained for late, gained in zip(moves[0]["scores"], moves[0]["gained"], strict=True)]
    total = [sum(column) for column in zip(*(move["gained"] for move in moves), strict=True)]
    assert [one + more for one, more in zip(first, total, strict=True)] == moves[-1]["scores"]
    assert [move["answer"] for move in moves] == list(range(1, len(moves) + 1))
    assert main(["show", file, "--moves", "--json", "--at", "5"]) == 0
    assert json.loads(capsys.readouterr().out) == moves[:5]


def test_moves_belong_to_a_record(file, tmp_path, capsys):
    assert main(["show", file, "--moves", "--svg"]) == 2
    assert "expected no --position" in capsys.readouterr().err
    assert main(["show", file, "--position", "--at", "3"]) == 0
    (tmp_path / "position.json").write_text(capsys.readouterr().out)
    assert main(["show", str(tmp_path / "position.json"), "--moves"]) == 2
    assert "is no record" in capsys.readouterr().err


def test_the_table_of_a_knockout_gives_no_place_to_a_bot_that_is_still_in():
    row = {"place": 1, "entrant": "ana", "version": "1", "points": 5.0, "blocks": 5, "matches": 10, "forfeits": 0}
    row |= {"score": 0.5, "interval": None, "tie_breaks": [], "note": "still in"}
    shown = standings_table({"standings": [row, row | {"place": 3, "note": "out in the semi-finals"}]}).splitlines()
    assert [line.split()[0] for line in shown[1:3]] == ["-", "3"]
    assert shown[3].startswith('"still in": not out of the knockout')
