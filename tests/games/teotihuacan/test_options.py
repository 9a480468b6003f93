"""Tests of the rules options. Each changes only its own part of the game."""

import pytest

from arena.errors import IllegalOptionError, UsageError
from arena.games.chance import Deal
from arena.games.teotihuacan.pyramid import is_open
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN
from tests.games.teotihuacan.test_eclipse import eclipse, points
from tests.games.teotihuacan.test_royal_tiles import royal
from tests.games.teotihuacan.vocabulary import (
    ALCHEMY,
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    NOBLES,
    QUARRY,
    acting,
    arriving,
    player,
    table,
    whole_level,
)

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
        ("double_cap", 9, 3, 8),
        ("double_cap", 4, 5, 4),
        ("double_cap", 9, 1, 4),
        ("double_power_plus_one", 9, 3, 7),
        ("double_power_plus_one", 9, 4, 9),
        ("double_power_plus_one", 9, 1, 3),
    ],
)
def test_r09_scores_in_three_further_ways_by_option(reading, avenue, power, score):
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


def test_an_unknown_value_of_an_option_is_refused():
    with pytest.raises(UsageError, match="option 'bonus2_points' cannot be '4': expected one of 3, 5"):
        TEOTIHUACAN.complete({"bonus2_points": 4})


ON_BOARD = {"power_up_target": "on_board"}
OTHER = {"gathering_second": "other_worker"}
ANY_LAYERS = {"decoration_layers": "any"}


@pytest.mark.rule("T-9.1")
def test_by_option_a_locked_worker_grows_stronger_and_stays_locked():
    game = arriving(QUARRY, 1, "3@quarry", options=ON_BOARD).play("main")
    assert game.offered == ["power up 1@3", "power up 3@quarry"]
    assert game.play("power up 3@quarry").ana.workers == "1@1 1@3 4@quarry"


@pytest.mark.rule("T-9.1")
def test_a_locked_worker_that_ascends_leaves_its_space():
    game = arriving(QUARRY, 1, "5@quarry", options=ON_BOARD).play("main", "power up 5@quarry", "reward points")
    assert game.ana.workers == "1@1 1@1 1@3"
    assert game.state.holder(4) == -1


@pytest.mark.rule("T-9.1")
def test_a_discovery_tile_makes_no_locked_worker_stronger():
    ana = player(tiles="V39", workers="1@2 3@quarry 1@4")
    assert table(ana=ana, options=ON_BOARD).play("use V39").offered == ["power up 1@2", "power up 1@4"]


@pytest.mark.rule("T-9.1")
def test_a_locked_worker_is_refused_without_the_option():
    game = arriving(QUARRY, 1, "2@3 3@quarry", ana=player(cocoa=1)).play("main")
    with pytest.raises(IllegalOptionError, match="a locked worker cannot be powered up"):
        game.play("power up 3@quarry")


@pytest.mark.rule("T-7.4.3")
def test_by_option_the_second_power_up_of_gathering_is_for_another_worker():
    game = arriving(FOREST, 1, "2@2 3@2", ana=player(cocoa=1), options=OTHER).play("main", "power up 3@2")
    assert game.offered == ["power up 1@2", "power up 2@2", "stop"]
    with pytest.raises(IllegalOptionError, match="the second power-up is for another worker"):
        game.play("power up 4@2")


@pytest.mark.rule("T-7.4.3")
def test_a_worker_that_has_grown_equal_to_another_leaves_that_one_to_choose():
    game = arriving(FOREST, 1, "2@2 2@2", ana=player(cocoa=1), options=OTHER).play("main", "power up 1@2")
    assert game.offered == ["power up 2@2", "stop"]
    assert game.play("power up 2@2").ana.workers == "2@2 2@2 3@2"


@pytest.mark.rule("T-7.4.3")
def test_a_tile_in_between_does_not_free_the_worker_for_the_second_power_up():
    ana = player(cocoa=1, tiles="V39")
    game = arriving(FOREST, 1, "2@2 4@2", ana=ana, options=OTHER).play("main", "power up 1@2", "use V39")
    game.play("power up 2@2", "power up 3@2")
    assert game.asks == "main_power_up"
    assert game.state.raised == 2 << 3 | 2
    assert game.ana.workers == "2@2 4@2 4@2"
    assert game.offered == ["power up 4@2", "stop"]


@pytest.mark.rule("T-7.4.3")
def test_other_actions_make_the_same_worker_stronger_twice():
    game = arriving(NOBLES, 1, "2@6 3@6", ana=player(wood=2, cocoa=1), options=OTHER).play("main", "power up 3@6")
    assert game.has("power up 4@6")


@pytest.mark.rule("T-7.5.6")
def test_by_option_alchemy_makes_every_worker_stronger_and_then_they_ascend():
    ana = player(cocoa=1, gold=1)
    game = arriving(ALCHEMY, 5, "5@5 2@5", ana=ana, options={"alchemy_power_up": "each"})
    game.play("main", "technology TECH01", "gain wood")
    assert (game.asks, game.ana.workers) == ("reward", "1@1 1@1 3@5")
    game.play("reward points", "reward points")
    assert game.state.light == 2


@pytest.mark.rule("T-8.5")
def test_by_option_a_decoration_may_lie_low_and_stops_the_pyramid_above_it():
    pyramid = whole_level(1)
    decorations = {"top_1": "D00", "top_2": "D01"}
    game = table(
        ana=player(gold=3, stone=9, workers="1@6 1@5 1@5"),
        pyramid=pyramid,
        decorations=decorations,
        decoration_offer="D03",
        pyramid_offer="P30",
        options=ANY_LAYERS,
    )
    game.play("move 1@6 1", "main", "decorate D03 top_3")
    covered, free = 16 + 1, 16  # 2.0.1 and 2.0.0
    assert [is_open(game.state, space) for space in (covered, free)] == [False, True]


@pytest.mark.rule("T-10.5")
def test_by_option_the_top_of_a_temple_gives_nothing():
    options = {"temple_top_reward": False}
    game = arriving(DECORATIONS, 1, ana=player(red=10), options=options).play("worship decorations ability")
    assert (game.play("temple red").ana.red, game.ana.points) == (11, 0)


@pytest.mark.rule("T-6.4")
def test_by_option_the_ability_of_a_worship_space_comes_first():
    game = arriving(FOREST, 1, ana=player(cocoa=1), beside={FOREST: "V22"}, options={"worship_order": "ability_first"})
    assert game.play("worship forest both").asks == "claim_beside"
    assert game.ana.red == 1


@pytest.mark.rule("T-14.4")
def test_by_option_several_leaders_score_nothing():
    options = {"pyramid_leader_tie": "nobody"}
    assert points(eclipse(ana=player(track=2), ben=player(track=2), options=options), "pyramid_leader") == [0, 0]
    assert points(eclipse(ana=player(track=3), ben=player(track=2), options=options), "pyramid_leader") == [4, 0]


@pytest.mark.rule("T-12.9")
@pytest.mark.parametrize(("timing", "first"), [("during", "any_temple"), ("after", "main_power_up")])
def test_by_option_technology_17_acts_after_the_power_ups(timing, first):
    ana = player(stone=2, cocoa=1, technologies="TECH17")
    game = arriving(CONSTRUCTION, 1, "2@8", ana=ana, pyramid_offer="P30", options={"technology_timing": timing})
    assert game.play("main", "build P30 r0 on 1.0.0").asks == first


@pytest.mark.rule("T-12.0")
def test_late_gains_come_even_if_the_power_up_was_given_up():
    technologies = "TECH01 TECH03 TECH05 TECH09 TECH15 TECH17"
    ana = player(gold=2, technologies="TECH03")
    game = arriving(ALCHEMY, 4, ana=ana, technologies=technologies, options={"technology_timing": "after"})
    assert game.play("main", "technology TECH17").ana.points == 3


@pytest.mark.rule("T-17.1.5")
def test_the_solo_game_has_a_draft_in_which_the_human_takes_two_tiles():
    state = SOLO.new({"starting_tile_draft": True}, 2, Deal.of(3))
    assert [SOLO.spell(state, option).split()[0] for option in state.options()] == ["take"] * 6
    state.apply(state.options()[0])
    assert (state.to_move, len(state.options())) == (0, 5)


@pytest.mark.rule("T-17.5.6")
def test_without_a_locked_worker_the_worship_tile_fails():
    game = acting("worship", ben=player(workers="2@4 2@6 2@8 3@2"), options={"bot_fallback_worker": "any"})
    assert game.ben.cocoa == 5
