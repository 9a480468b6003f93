"""T-9.1, T-19.8: tests of the power-ups at the end of a Main action."""

import pytest

from tests.games.teotihuacan.vocabulary import FOREST, QUARRY, arriving, player


@pytest.mark.rule("T-9.1")
def test_a_power_up_goes_to_an_unlocked_worker_on_the_board_of_the_action():
    game = arriving(FOREST, 1, "2@2 3@forest 4@3", ana=player(cocoa=1)).play("main")
    assert game.offered == ["power up 1@2", "power up 2@2"]


@pytest.mark.rule("T-9.1")
def test_the_second_power_up_is_optional_and_may_go_to_the_same_worker():
    game = arriving(FOREST, 1, "2@2 2@2", ana=player(cocoa=1)).play("main")
    assert game.offered == ["power up 1@2", "power up 2@2"]
    game.play("power up 1@2")
    assert game.offered == ["power up 2@2", "stop"]
    assert game.play("power up 2@2").ana.workers == "2@2 2@2 3@2"
    game = arriving(FOREST, 1, "3@2 3@2", ana=player(cocoa=1)).play("main", "power up 1@2", "power up 2@2")
    assert game.ana.workers == "3@2 3@2 3@2"


@pytest.mark.rule("T-9.1")
def test_the_workers_there_count_when_the_power_up_comes():
    # Unlocked in a window before the second power-up, the worker is there for it.
    game = arriving(QUARRY, 1, "1@3 1@3 4@quarry", ana=player(cocoa=4)).play("main", "power up 1@3")
    assert game.offered == ["power up 1@3", "power up 2@3", "stop", "unlock"]
    game.play("unlock", "power up 4@3")
    assert game.ana.workers == "1@3 1@3 2@3 5@3"


@pytest.mark.rule("T-9.1")
@pytest.mark.rule("T-9.4")
def test_with_no_worker_left_on_the_board_a_power_up_is_lost():
    # The only worker there ascends by a Discovery tile, used where the Main action asks for something else.
    game = arriving(FOREST, 4, ana=player(tiles="V39 V22")).play("main")
    assert game.asks == "main_power_up"
    game.play("use V39", "power up 4@2", "power up 5@2", "reward points")
    assert game.offered == ["end turn", "use V22"]
    assert game.ana.workers == "1@1 1@1 1@1"


@pytest.mark.rule("T-9.4")
def test_a_worker_that_ascended_is_out_of_reach_of_the_second_power_up():
    game = arriving(FOREST, 5, "5@2 2@2", ana=player(cocoa=1)).play("main", "power up 5@2", "reward points")
    assert game.offered == ["power up 2@2", "power up 5@2", "stop"]


@pytest.mark.rule("T-9.4")
def test_the_tile_for_two_power_ups_reaches_a_worker_that_ascended():
    game = arriving(FOREST, 5, ana=player(tiles="V39")).play("main", "power up 5@2", "reward points", "use V39")
    # All three stood there alike, so the first power-up left no choice.
    assert game.offered == ["power up 1@1", "power up 2@1"]


@pytest.mark.rule("T-19.8")
def test_power_ups_come_before_the_purchase_and_that_before_the_end_of_the_turn():
    game = arriving(FOREST, 1, "2@2", ana=player(cocoa=2, technologies="TECH13", tiles="V22")).play("main")
    steps = [game.asks]
    while game.asked == "ana" and game.asks != "end_window":
        game.play(game.offered[0])
        steps.append(game.asks)
    assert steps == ["main_power_up", "purchase", "end_window"]
