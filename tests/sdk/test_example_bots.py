"""Tests of the example bots: each is complete on one page, obeys the rules, and wins."""

import sys
from pathlib import Path

import pytest

from arena.bots import HOUSE, Mcts
from arena_sdk import check, load, practice
from arena_sdk.contenders import NAME

FILES = sorted((Path(__file__).parents[2] / "example_bots").glob("*.py"))

# Short searches: obeying the rules does not depend on how well a bot plays.
HASTY = {
    "dreamer": {"AT_MOST": 0.0, "playout": lambda *_: None},
    "finisher": {"WORLDS": 1},
    "mcts_bot": {"SEARCH": Mcts(simulations=2, cutoff=0)},
}


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def file(request):
    return request.param


def test_there_are_at_least_two_example_bots():
    assert len(FILES) >= 2


def test_an_example_bot_wins_more_than_half_of_its_matches_against_random(file):
    series = practice(load(str(file)), "random", games=6, seed=1)
    assert series.wins > 3
    assert series.forfeits == ()


def test_an_example_bot_obeys_the_rules_in_every_position_and_seat(file):
    bot = load(str(file))
    settings = vars(sys.modules[bot.__module__])
    assert settings.keys() >= HASTY.get(file.stem, {}).keys()
    settings.update(HASTY.get(file.stem, {}))
    assert check(bot) > 100


def test_an_example_bot_is_one_page_with_one_bot_and_a_name_of_its_own(file):
    assert len(file.read_text().splitlines()) < 100
    bot = load(str(file))
    assert NAME.fullmatch(bot.name)
    assert bot.name not in HOUSE


def test_the_page_of_an_example_bot_says_how_to_play_it(file):
    assert f"arena play example_bots/{file.name} " in file.read_text()
