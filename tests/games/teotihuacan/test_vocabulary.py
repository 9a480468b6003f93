"""Tests of the tests' own vocabulary: it makes the position that its arguments describe."""

from arena.games.chance import Rng
from arena.games.game import playout
from tests.games.teotihuacan.vocabulary import FOREST, flat, player, table


def test_one_cocoa_buys_both_the_ability_and_the_tile():
    game = table(ana=player(cocoa=1, workers="3@1 1@3 1@4"), beside={FOREST: "V22"})
    game.play("move 3@1 1", "worship forest both", "first ability", "claim V22")
    assert (game.ana.cocoa, game.ana.tiles, game.ana.red) == (0, "V22", 1)
    assert game.ana.workers == "3@forest 1@3 1@4"
    assert (game.asks, game.asked) == ("after_claim", "ana")
    assert game.offered == ["continue", "use V22"]
    assert "seat 0 claims V22 (two resources)" in game.told


def test_a_table_has_the_given_parts_and_nothing_else():
    game = table(ben=player(gold=2, tiles="V00 V45", used="V24", workers="1@2 2@palace_2 5@8 3@1"), turn=1)
    assert game.asked == "ben"
    assert (game.ben.gold, game.ben.tiles, game.ben.used) == (2, "V00 V45", "V24")
    assert game.ben.workers == "3@1 2@palace_2 1@2 5@8"
    assert (game.ana.cocoa, game.ana.tiles, game.ana.workers) == (0, "", "1@2 1@3 1@4")


def test_a_table_can_begin_in_mid_turn():
    game = table(asks="major_step 0 4", spots={"blue_4": "V22 V24"}, ana=player(cocoa=1, blue=4))
    assert game.offered == ["claim V22", "claim V24", "pass"]
    assert game.has("claim")
    assert not game.has("use")


def test_a_table_can_be_played_to_the_end():
    game = table(cleo=player(), pyramid=flat("1.0.0"), pyramid_offer="P00 P01 P02")
    playout(game.state, Rng(1))
    assert game.asked is None
