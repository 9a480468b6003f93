"""Tests of `arena search`, which prints the value that the tree search gives to every option."""

import json

import pytest

from arena.games import GAMES
from arena.games.chance import Deal, Rng


@pytest.fixture
def arena(here):
    return here  # these tests are about words and exit codes, not about processes


@pytest.fixture
def position(arena):
    """Return a position of Cacao in mid-game. The file position.json contains it, too."""
    state, rng = GAMES["cacao"].new({}, 2, Deal(b"searched")), Rng(4)
    for _ in range(12):
        state.apply(state.sample(rng))
    arena.write("position.json", state.position())
    return state


SEARCH = ("search", "--from", "position.json", "--sims", "120")


def test_every_option_is_printed_with_its_visits_the_most_visited_first(arena, position):
    done = arena(*SEARCH)
    title, head, *rows = done.stdout.splitlines()
    assert title == f"cacao: seat {position.to_move} to choose, 120 simulations"
    assert head.split() == ["option", "visits", "share", "value"]
    assert len(rows) == len(position.options())
    for option in position.options():
        assert sum(row.startswith(f"{position.rules.spell(position, option)}  ") for row in rows) == 1
    visits = [int(row.rpartition("%")[0].split()[-2]) for row in rows]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == 120
    assert all(" ± " in row for row, number in zip(rows, visits, strict=True) if number)
    assert "simulations/s" in done.stderr


def test_the_json_output_has_the_same_values(arena, position):
    told = json.loads(arena(*SEARCH, "--json").stdout)
    assert (told["game"], told["seat"], told["simulations"]) == ("cacao", position.to_move, 120)
    assert told["digest"] == position.digest()
    assert told["best"] == told["options"][0]["option"]
    assert sum(option["visits"] for option in told["options"]) == 120
    assert all(-1 <= option["value"] <= 1 for option in told["options"] if option["visits"])
    assert all(0 < option["interval"] <= 2 for option in told["options"] if option["visits"])


@pytest.mark.usefixtures("position")
def test_equal_seeds_give_equal_searches_and_other_seeds_other_ones(arena):
    once, again, other = (arena(*SEARCH, "--seed", seed).stdout for seed in ("7", "7", "8"))
    assert once == again
    assert once != other


def test_a_search_does_not_depend_on_what_the_seat_cannot_see(arena, position):
    once = arena(*SEARCH).stdout
    arena.write("position.json", position.imagine(position.to_move, Rng(9)).position())
    assert arena(*SEARCH).stdout == once


def test_an_option_that_was_never_tried_has_no_value(arena, position):
    tried, *others = json.loads(arena(*SEARCH[:3], "--sims", "1", "--json").stdout)["options"]
    assert tried["visits"] == 1
    assert len(others) == len(position.options()) - 1
    assert all((option["visits"], option["value"]) == (0, None) for option in others)


def test_a_moment_of_a_record_is_searched(arena, records):
    told = arena("search", "--from", min(records.iterdir()), "--at", "5", "--sims", "20").stdout
    assert "20 simulations" in told


@pytest.mark.usefixtures("position")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--game", "chess"), "position.json is a position of cacao: expected one of chess"),
        (("--at", "3"), "--at belongs to a record"),
        (("--sims", "0"), "expected at least 1"),
    ],
)
def test_a_position_that_cannot_be_searched_is_refused_in_one_line(arena, words, message):
    assert message in arena(*SEARCH, *words, code=2).stderr


def test_a_game_that_is_over_cannot_be_searched(arena, records):
    assert "the game is over there" in arena("search", "--from", min(records.iterdir()), code=2).stderr
