"""The environments pass the checkers of the libraries that they are made for."""

import warnings

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from arena.games import GAMES
from arena_sdk import env
from arena_sdk.env.masked import MaskedActions

GAMES_AND_SEATS = [(name, seats) for name, rules in GAMES.items() for seats in rules.seats]


@pytest.fixture(autouse=True)
def _what_they_warn_of():
    """Ignore the checkers' warnings: all of PettingZoo's, and Gymnasium's about render modes."""
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


def test_the_space_of_actions_draws_what_gymnasium_draws():
    ours, theirs = MaskedActions(9, seed=4), spaces.Discrete(9, seed=4)
    offered = np.random.default_rng(1).integers(0, 2, (40, 9), np.int8)
    shares = np.full(9, 1 / 9)
    masks = [None, *offered, np.zeros(9, np.int8)]
    assert [ours.sample(mask) for mask in masks] == [theirs.sample(mask) for mask in masks]
    assert ours.sample(probability=shares) == theirs.sample(probability=shares)
    assert type(ours.sample(offered[0])) is type(theirs.sample(offered[0])) is np.int64


@pytest.mark.parametrize("mask", [[1, 1], np.ones(3, np.int8), np.ones(2, np.uint8), np.array([1, 2], np.int8)])
def test_the_space_of_actions_refuses_what_gymnasium_refuses(mask):
    for space in (MaskedActions(2), spaces.Discrete(2)):
        with pytest.raises(AssertionError):
            space.sample(mask)
