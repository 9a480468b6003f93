"""Tests of the rules options of later releases. Each changes only its own part of the game."""

import pytest

from arena.errors import IllegalOptionError, UsageError
from arena.games.teotihuacan.rules import LATER_SETTINGS, SOLO, TEOTIHUACAN
from tests.games.teotihuacan.test_eclipse import eclipse, points
from tests.games.teotihuacan.test_royal_tiles import royal
from tests.games.teotihuacan.vocabulary import FOREST, NOBLES, QUARRY, arriving, player, table

FREE = {"gathering_power_up": "optional"}
UP_TO_TWO = {"power_up_tile": "up_to_two"}
LANDING = {"tech01_trigger": "landing"}
PER_WORKER = {"salary_penalty": "per_worker"}
ASIDE = player(workers="1@3 1@3 1@3")


@pytest.mark.rule("T-7.4.3")
def test_by_option_the_first_power_up_of_gathering_may_be_left_out():
    game = arriving(FOREST, 1, ana=player(), options=FREE).play("main")
    assert game.offered == ["power up 1@2", "stop"]
    assert game.play("stop").ana.workers == "1@1 1@1 1@2"


@pytest.mark.rule("T-7.4.3")
def test_without_the_first_power_up_of_gathering_there_is_no_second_and_none_to_buy():
    ana = player(cocoa=3, technologies="TECH13")
    game = arriving(QUARRY, 1, "2@3 3@3", ana=ana, options=FREE).play("main")
    assert game.offered == ["power up 1@3", "power up 2@3", "power up 3@3", "stop"]
    assert game.play("stop").asked == "ben"
    game = arriving(QUARRY, 1, "2@3 3@3", ana=ana, options=FREE).play("main", "power up 1@3")
    assert (game.asks, game.has("stop")) == ("main_power_up", True)
    assert game.play("power up 3@3").asks == "purchase"


@pytest.mark.rule("T-7.4.3")
def test_other_actions_still_make_their_first_power_up():
    game = arriving(NOBLES, 1, "2@6", ana=player(wood=2, cocoa=1), options=FREE).play("main")
    assert game.offered == ["power up 1@6", "power up 2@6"]


@pytest.mark.rule("T-11.4")
def test_by_option_the_tile_makes_two_power_ups_one_or_none():
    ana = player(tiles="V39", workers="1@2 2@3 3@4")
    game = table(ana=ana, options=UP_TO_TWO).play("use V39")
    assert game.offered == ["power up 1@2", "power up 2@3", "power up 3@4", "stop"]
    none = table(ana=ana, options=UP_TO_TWO).play("use V39", "stop")
    assert (none.ana.workers, none.asks, none.ana.used) == ("1@2 2@3 3@4", "open", "V39")
    one = table(ana=ana, options=UP_TO_TWO).play("use V39", "power up 1@2", "stop")
    assert (one.ana.workers, one.asks) == ("2@2 2@3 3@4", "open")
    two = table(ana=ana, options=UP_TO_TWO).play("use V39", "power up 1@2", "power up 2@2")
    assert (two.ana.workers, two.asks) == ("3@2 2@3 3@4", "open")


@pytest.mark.rule("T-11.4")
def test_a_second_such_tile_in_the_window_of_the_first_is_finished_first():
    ana = player(tiles="V39 V39", workers="1@2 2@3 3@4")
    game = table(ana=ana, options=UP_TO_TWO).play("use V39", "use V39", "power up 1@2", "stop")
    assert game.asks == "optional_power_ups"
    assert game.play("power up 2@2", "power up 3@2").ana.workers == "4@2 2@3 3@4"


@pytest.mark.rule("T-11.4")
def test_an_illegal_answer_to_it_is_explained():
    game = table(ana=player(tiles="V39"), options=UP_TO_TWO).play("use V39")
    with pytest.raises(IllegalOptionError, match="a worker may be powered up now"):
        game.play("end turn")


@pytest.mark.rule("T-12.2")
@pytest.mark.parametrize(
    ("worker", "distance", "cocoa"), [("1@7", 1, 1), ("1@7", 2, 0), ("1@6", 2, 1), ("1@6", 3, 0), ("1@1", 1, 0)]
)
def test_by_option_number_one_pays_for_landing_alone(worker, distance, cocoa):
    ring = (1, 2, 3, 4, 8, 5, 6, 7)
    ana = player(workers=f"{worker} 1@4 1@4", technologies="TECH01", tiles="V22")
    game = table(ana=ana, ben=ASIDE, options=LANDING, ring=ring)
    assert game.play(f"move {worker} {distance}").ana.cocoa == cocoa


@pytest.mark.rule("T-12.2")
def test_by_option_a_full_lap_from_the_palace_still_lands_there():
    lap = player(workers="1@1 1@8 1@8", technologies="TECH01", tiles="V48")
    assert table(ana=lap, ben=ASIDE, options=LANDING).play("move 1@1 8 unlimited").ana.cocoa == 1


@pytest.mark.rule("T-13")
@pytest.mark.parametrize(
    ("reading", "avenue", "power", "score"),
    [
        ("power", 9, 5, 5),
        ("power", 4, 5, 4),
        ("two_points", 9, 5, 10),
        ("two_points", 4, 5, 8),
        ("two_points", 9, 1, 2),
    ],
)
def test_r09_scores_in_two_further_ways_by_option(reading, avenue, power, score):
    game = royal("R09", power, player(avenue=avenue), options={"royal9_reading": reading})
    assert game.ana.points == score


@pytest.mark.rule("T-14.7")
@pytest.mark.parametrize(
    ("paid", "lost"),
    [(0, 12), (1, 9), (2, 6), (3, 6), (4, 3), (5, 3), (6, 0)],
)
def test_by_option_each_worker_without_its_whole_salary_costs_three_points(paid, lost):
    ana = player(cocoa=6, points=20, workers="1@2 3@3 4@4 5@5")
    game = eclipse(ana=ana, ben=player(workers=""), options=PER_WORKER)
    assert game.offered == [f"salary {cocoa}" for cocoa in range(7)]
    game.play(f"salary {paid}")
    assert points(game, "salary") == [-lost, 0]


@pytest.mark.rule("T-15.2")
def test_by_option_b2_scores_three_points_for_a_technology():
    ana = player(blue=10, technologies="TECH01 TECH03")
    game = eclipse(3, ana=ana, bonuses="B2 B4 B7", options={"bonus2_points": 3})
    assert points(game, "bonus_2", 3) == [6, 0]


@pytest.mark.parametrize("rules", [TEOTIHUACAN, SOLO], ids=lambda rules: rules.name)
def test_the_later_options_are_of_both_games(rules):
    assert [setting for setting in rules.options_schema if setting.is_later] == list(LATER_SETTINGS)


def test_an_unknown_value_of_an_option_is_refused():
    with pytest.raises(UsageError, match="option 'bonus2_points' cannot be '4': expected one of 3, 5"):
        TEOTIHUACAN.complete({"bonus2_points": 4})
