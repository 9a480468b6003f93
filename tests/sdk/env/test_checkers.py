"""The environments pass the checkers of the libraries that they are made for."""

import warnings

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from arena.games import GAMES
from arena_sdk import env

GAMES_AND_SEATS = [(name, seats) for name, rules in GAMES.items() for seats in rules.seats]


@pytest.fixture(autouse=True)
def _what_they_warn_of():
    """Ignore PettingZoo's warnings, such as that about masks in observations, and Gymnasium's about render modes."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pettingzoo")
        warnings.filterwarnings("ignore", ".*alternative render modes")
        yield


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_pettingzoo_finds_nothing_wrong(name, seats, capsys):
    api_test(env.aec(name, seats, render_mode="ansi"), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_pettingzoo_finds_that_a_seed_repeats_a_game(name, seats):
    seed_test(lambda: env.aec(name, seats), num_cycles=20)


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_gymnasium_finds_nothing_wrong(name, seats):
    check_env(env.solo_seat(name, seats, render_mode="ansi"))
