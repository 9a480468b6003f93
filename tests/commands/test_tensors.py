"""Tests of `arena tensors`, which prints the names of all actions and columns."""

import json

import pytest

from arena.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_tensors_prints_every_name(arena, game):
    rules = GAMES[game]
    lines = arena("tensors", "--game", game).stdout.splitlines()
    names = [*rules.action_space(2).names(), *rules.observation_space(2).names]
    assert [line.split(maxsplit=1)[1] for line in lines if line.startswith("    ")] == names


def test_tensors_prints_sizes_alone(arena):
    lines = arena("tensors", "--seats", "3", "--sizes").stdout.splitlines()
    assert lines[:3] == [
        "cacao, 3 seats",
        "actions, version 1: 749 indices, a mask of 94 bytes",
        "  cell: 576 from 0",
    ]
    assert "  table: 21 x 24 x 24 from 0" in lines
    assert len(lines) == 13


def test_tensors_without_a_game_prints_a_summary_and_the_command_for_all_names(arena):
    done = arena("tensors")
    assert len(done.stdout.splitlines()) < 20
    assert done.stderr == "`arena tensors --game cacao` prints the name of every index and column\n"


def test_tensors_prints_json(arena):
    found = json.loads(arena("tensors", "--game", "teotihuacan", "--json").stdout)
    assert found["actions"]["size"] == len(found["actions"]["names"]) == 1992
    assert found["observation"]["size"] == len(found["observation"]["names"]) == len(found["observation"]["scales"])
    assert json.loads(arena("tensors", "--json", "--sizes").stdout)["actions"]["parts"][0]["name"] == "cell"


def test_a_seat_count_that_is_not_played_is_refused(arena):
    done = arena("tensors", "--game", "cacao", "--seats", "5", code=2)
    assert done.stderr == "arena: cacao is not played by 5: expected one of 2, 3, 4\n"
