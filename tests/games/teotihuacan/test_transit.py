"""T-4.4, T-4.5: tests of one or two workers in transit to a board."""

import pytest

from tests.games.teotihuacan.vocabulary import QUARRY, arriving, player, table

ASIDE = player(workers="1@8 1@8 1@8")


@pytest.mark.rule("T-21.26")
@pytest.mark.rule("T-4.4")
@pytest.mark.rule("T-1.6")
def test_two_workers_that_arrive_together_are_both_new_to_the_board():
    game = table(ana=player(workers="1@2 2@2 1@8", tiles="V42"), ben=ASIDE, neutrals=("3 5 6",))
    game.play("move 2@2+1@2 1 double", "collect")
    assert (game.ana.cocoa, game.ana.workers) == (2, "1@3 2@3 1@8")


@pytest.mark.rule("T-4.4")
def test_of_two_workers_that_arrive_to_worship_the_player_says_which_is_locked():
    def arrived(powers):
        first, second = powers
        ana = player(workers=f"{first}@2 {second}@2 1@8", tiles="V42")
        return table(ana=ana, ben=ASIDE).play(f"move {second}@2+{first}@2 1 double")

    game = arrived((1, 2))
    assert game.offered == ["collect", "worship quarry ability lock 1", "worship quarry ability lock 2", "main"]
    assert game.play("worship quarry ability lock 2").ana.workers == "1@3 2@quarry 1@8"
    assert arrived((1, 2)).play("worship quarry ability lock 1").ana.workers == "2@3 1@quarry 1@8"
    assert arrived((2, 2)).offered == ["collect", "worship quarry ability", "main"]


@pytest.mark.rule("T-4.4")
@pytest.mark.rule("T-7.3")
def test_two_workers_that_arrive_for_the_main_action_both_count():
    game = table(ana=player(workers="3@1 2@1 1@8", tiles="V42"), ben=ASIDE).play("move 3@1+2@1 1 double", "main")
    assert game.ana.wood == 2
    assert game.ana.workers == "2@2 3@2 1@8"


@pytest.mark.rule("T-4.5")
def test_between_move_and_action_a_worker_is_on_no_board():
    game = arriving(QUARRY, 2, "1@3")
    assert (game.asks, game.ana.workers) == ("act", "1@1 1@3 2@9")
    assert game.play("collect").ana.workers == "1@1 1@3 2@3"


@pytest.mark.rule("T-4.5")
@pytest.mark.rule("T-11.4")
def test_a_worker_on_the_way_cannot_be_powered_up():
    game = arriving(QUARRY, 2, "1@2 1@4", ana=player(tiles="V39")).play("use V39")
    assert game.offered == ["power up 1@2", "power up 1@4"]
