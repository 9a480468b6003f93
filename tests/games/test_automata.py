"""Tests of automata as entrants: an entrant's name gives the game and its rules options."""

import pytest

from arena.errors import UsageError
from arena.games import GAMES, rules
from arena.games.automata import among, check_automaton, game_of, in_order, is_taken, with_automaton
from arena.games.game import Setting
from arena.stats.pools import Pool

SOLO = rules("teotihuacan/solo")


@pytest.mark.parametrize("game", [None, "teotihuacan", "teotihuacan/solo"])
def test_the_name_of_an_automaton_means_its_game(game):
    assert game_of(game, ["ana", "teotibot-hard"], "cacao") is SOLO


def test_without_an_automaton_the_game_is_the_requested_one_or_the_default():
    assert game_of(None, ["ana", "bob"], "cacao").name == "cacao"
    assert game_of("teotihuacan", ["ana", "bob"], "cacao").name == "teotihuacan"


@pytest.mark.parametrize(
    ("game", "names", "complaint"),
    [
        ("cacao", ["ana", "teotibot"], "teotibot-standard plays teotihuacan/solo, not cacao"),
        ("teotihuacan/solo", ["ana", "bob"], "teotihuacan/solo without teotibot"),
        (None, ["teotibot", "teotibot-hard"], "teotibot-standard and teotibot-hard: expected one automaton"),
        (None, ["ana", "teotibot-herd"], "unknown level of teotibot 'herd' .*did you mean 'hard'"),
    ],
)
def test_an_impossible_match_against_an_automaton_is_refused(game, names, complaint):
    with pytest.raises(UsageError, match=complaint):
        game_of(game, names, "cacao")


def test_the_automaton_has_the_last_seat_wherever_it_was_named():
    assert in_order(SOLO, ["teotibot", "ana"]) == ("ana", "teotibot")
    assert in_order(SOLO, ["ana", "teotibot"]) == ("ana", "teotibot")
    assert in_order(rules("cacao"), ["bob", "ana"]) == ("bob", "ana")


def test_only_the_name_of_an_automaton_gives_its_level():
    settings = with_automaton(SOLO, SOLO.complete({"ascension_cocoa": 5}), ["ana", "teotibot-wood+1"])
    assert (settings["ascension_cocoa"], settings["teotibot_wood"], settings["teotibot_gold"]) == (5, 1, 0)
    with pytest.raises(UsageError, match=r"expected teotibot-wood\+1, not teotibot-standard"):
        with_automaton(SOLO, SOLO.complete({"teotibot_wood": 1}), ["ana", "teotibot"])


def test_a_position_has_an_automaton_of_its_own():
    settings = SOLO.complete(SOLO.levels["hard"])
    check_automaton(SOLO, settings, ["ana", "teotibot-hard"])
    with pytest.raises(UsageError, match="the position is one of teotibot-hard: expected that, not teotibot-standard"):
        check_automaton(SOLO, settings, ["ana", "teotibot"])


@pytest.mark.parametrize("name", ["teotibot", "Teotibot", "teotibot-hard", "teotibot-7"])
def test_no_bot_is_called_like_an_automaton(name):
    assert is_taken(name)


@pytest.mark.parametrize("name", ["teotibots", "my-teotibot", "ana"])
def test_names_like_that_of_the_automaton_are_free_for_bots(name):
    assert not is_taken(name)
    assert among([name]) is None


@pytest.mark.parametrize("each", GAMES.values(), ids=GAMES)
def test_options_of_an_automaton_are_those_that_split_no_pool(each):
    pools = set()
    for setting in each.options_schema:
        assert isinstance(setting, Setting)
        assert setting.of_automaton == setting.name.startswith(f"{each.automaton}_")
        if setting.of_automaton:
            for value in setting.values:
                pools.add(Pool.of(each.name, 2, each.complete({setting.name: value}), each.version, "blitz"))
    assert len(pools) == bool(each.automata)


def test_the_pool_of_an_automaton_is_a_solo_pool():
    pool = Pool.of(SOLO.name, 2, SOLO.complete(SOLO.levels["hard"]), SOLO.version, "blitz")
    assert pool.solo
    assert pool.anchors == ("teotibot-standard",)
    assert pool != Pool.of(SOLO.name, 2, SOLO.complete({"ascension_cocoa": 5}), SOLO.version, "blitz")
