"""Tests of the descriptors of the games, and of the lists that follow from them."""

import pytest

from arena.commands.demo import HELD
from arena.games import DESCRIPTORS, FOLDERS, GAMES, USUAL_GAME, base_of
from arena.games.descriptor import DemoCup, Game, by_name, resolve
from arena.games.teotihuacan.rules import SOLO
from tests.games.tiny import GAME as TINY_GAME


def test_the_games_are_those_of_the_folders_each_followed_by_its_solo_game():
    assert list(DESCRIPTORS) == list(GAMES) == [name for folder in FOLDERS for name in GAMES if base_of(name) == folder]
    assert [base_of(name) for name in ("cacao", "teotihuacan/solo")] == ["cacao", "teotihuacan"]
    assert {name: game.rules for name, game in DESCRIPTORS.items()} == GAMES
    assert USUAL_GAME == "cacao"


def test_a_game_that_is_unknown_belongs_to_itself():
    assert base_of("a game that was here once") == "a game that was here once"


def test_a_game_without_a_cup_is_left_out_of_the_demo():
    assert {"cacao", "teotihuacan"} <= set(HELD) <= set(GAMES) - {"teotihuacan/solo"}
    assert DESCRIPTORS["teotihuacan/solo"].demo is None


def test_the_tiny_game_says_no_more_than_it_has_to():
    assert (TINY_GAME.name, TINY_GAME.tuning, TINY_GAME.turn, TINY_GAME.solo) == ("tiny", "", "", None)
    assert TINY_GAME.demo == DemoCup(house=("random", "greedy", "sampler"), examples=("finisher.py",))


def test_descriptors_are_listed_by_name():
    solo = Game(SOLO, codec="")
    both = Game(TINY_GAME.rules, codec="", solo=solo)
    assert by_name([both]) == {"tiny": both, "teotihuacan/solo": solo}


def test_a_dotted_string_names_something_in_a_module():
    assert resolve("arena.games.teotihuacan.rules:SOLO") is SOLO
    with pytest.raises(AttributeError):
        resolve("arena.games.teotihuacan.rules:NOTHING")
    with pytest.raises(ModuleNotFoundError):
        resolve("arena.games.nothing:NOTHING")
