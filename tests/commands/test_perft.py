"""Tests of `arena perft`, which counts the possible sequences of decisions."""

import json

import pytest

from arena.games import GAMES
from arena.games.chance import Deal


def slowly(state, depth):
    """Count the sequences of decisions in a slower way: play every path with `play`, which checks each option."""
    if depth == 0:
        return 1
    total = 0
    for option in state.options():
        after = state.clone()
        after.play(option)
        total += slowly(after, depth - 1)
    return total


@pytest.fixture
def arena(here):
    return here  # these tests are about words and exit codes, not about processes


@pytest.mark.parametrize(
    ("words", "seats", "options"),
    [([], 2, {}), (["--seats", "4", "--option", "auto_resolve=off"], 4, {"auto_resolve": False})],
)
def test_the_counts_are_those_of_walking_every_path(arena, words, seats, options):
    state = GAMES["cacao"].new(options, seats, Deal(b"7"))
    result = json.loads(arena("perft", "--depth", "2", "--seed", "7", *words, "--json").stdout)
    assert result["paths"] == [slowly(state, 1), slowly(state, 2)]
    assert result["digest"] == state.digest()


def test_a_row_for_every_depth_is_printed_and_the_speed_is_no_result(arena):
    done = arena("perft", "--depth", "2")
    head, *rows = [line.split() for line in done.stdout.splitlines()]
    assert head == ["depth", "paths"]
    assert [row[0] for row in rows] == ["1", "2"]
    assert "paths/s" in done.stderr
    assert done.stdout == arena("perft", "--depth", "2").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the following arguments are required: --depth"),
        (["--depth", "0"], "expected at least 1"),
        (["--depth", "1", "--seats", "5"], "cacao is not played by 5: expected one of 2, 3, 4"),
        (["--depth", "1", "--game", "go"], "unknown game 'go'"),
        (["--depth", "1", "--position", "missing.json"], "no such file: missing.json"),
        (["--depth", "1", "--position", "bad.json"], "arena: "),
        (
            ["--depth", "1", "--position", "bad.json", "--seed", "1"],
            "--position says it all: expected no --seed beside it",
        ),
    ],
)
def test_missing_or_wrong_arguments_are_wrong_use(arena, words, message):
    arena.write("bad.json", '{"game": "cacao"}')
    done = arena("perft", *words, code=2)
    assert message in done.stderr
    assert done.stdout == ""
