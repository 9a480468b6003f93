"""T-17.2.1: tests of the offers, which slide after each action in which a player takes a tile."""

import pytest

from tests.games.teotihuacan.vocabulary import CONSTRUCTION, DECORATIONS, acting, arriving, bot, player, table

IDLE = "mask_collection construction decorations alchemy nobles mastery worship"


def offers(game):
    seen = game.state.view(0)
    return " ".join(seen.pyramid_offer), " ".join(seen.decoration_offer)


@pytest.mark.rule("T-17.2.1")
def test_after_the_human_takes_the_left_tile_the_others_slide_and_a_new_one_is_last():
    game = arriving(
        CONSTRUCTION,
        ana=player(stone=2),
        ben=player(workers="2@4 2@6 2@1 1@decorations"),
        pyramid_offer="P00 P01 P02",
        pyramid_stack="P03",
        bot=bot(),
    )
    game.play("main", "build P00 r0 on 1.0.0")
    assert offers(game)[0] == "P01 P02 P03"
    assert "the tiles of the pyramid offer move up" in game.told


@pytest.mark.rule("T-17.2.1")
def test_several_tiles_of_one_action_are_replaced_after_it_together():
    game = arriving(
        CONSTRUCTION,
        1,
        "1@8 1@8",
        ana=player(stone=4, cocoa=1),
        ben=player(workers="2@4 2@6 2@1 1@decorations"),
        pyramid_offer="P00 P01 P02",
        pyramid_stack="P05 P06 P07",
        options={"glyph_matches": False},
        bot=bot(tiles=IDLE),
    )
    game.play("main", "build P00 r0 on 1.0.0", "build P02 r0 on 1.3.3")
    assert game.asks == "main_power_up"
    assert game.state.view(0).pyramid_offer == ("", "P01", "")
    game.play("power up 1@8")
    assert offers(game)[0] == "P01 P05 P06"


@pytest.mark.rule("T-17.2.1")
def test_decorations_move_up_as_well():
    game = acting(
        "decorations",
        ben=player(gold=2, workers="2@7 2@4 2@6 1@forest"),
        decoration_offer="D00 D01 D02 D03",
        decoration_stack="D04",
    )
    assert offers(game)[1] == "D01 D02 D03 D04"
    assert "the tiles of the decorations offer move up" in game.told


@pytest.mark.rule("T-17.2.1")
def test_where_the_stack_is_empty_the_last_spaces_stay_empty():
    game = table(
        ben=player(gold=2, workers="2@7 2@4 2@6 1@forest"),
        decoration_offer="D00 D01",
        decorations={},
        bot=bot(tiles="decorations construction alchemy nobles mastery worship mask_collection"),
    )
    game.state.decoration_stack = []
    game.play("move 1@2 1", "collect")
    assert game.state.view(0).decoration_offer == ("D01", "", "", "")


@pytest.mark.rule("T-17.2.1")
def test_an_untouched_offer_stays_as_it_is():
    game = acting("nobles", ben=player(wood=2), pyramid_offer="P00 P01 P02", decoration_offer="D03 D02 D01 D00")
    assert offers(game) == ("P00 P01 P02", "D03 D02 D01 D00")
    assert not any("offer" in told for told in game.told)


def test_offers_of_a_game_without_an_automaton_do_not_slide():
    game = arriving(DECORATIONS, ana=player(gold=3), decoration_offer="D00 D01 D02 D03", decoration_stack="D04")
    game.play("main", "decorate D00 right_1")
    assert offers(game)[1] == "D04 D01 D02 D03"
