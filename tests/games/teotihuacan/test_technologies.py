"""T-12: tests of technologies."""

import pytest

from tests.games.teotihuacan.vocabulary import (
    ALCHEMY,
    CONSTRUCTION,
    FOREST,
    GOLD,
    QUARRY,
    arriving,
    new,
    player,
    table,
)

ASIDE = player(workers="1@8 1@8 1@8")
PER_POWER_UP = {"tech13_scope": "per_power_up"}


@pytest.mark.rule("T-12.0")
@pytest.mark.rule("T-12.1")
def test_a_technology_of_setup_acts_from_the_first_turn_by_itself():
    technologies = "TECH05 TECH07 TECH09 TECH11 TECH13 TECH15"
    neutral = "S14 S16 S02 S10"  # away from the Forest
    game = new(
        starting="S05 S15 S01 S03 S17 S18 S04 S06", technologies=technologies, boards="6 2 3 4 5 7", neutral_0=neutral
    )
    game.play("keep S05 S15", "keep S17 S18", "gain stone", "settle 1@4 1@5 1@6", "settle 1@3 1@7 1@8")
    assert (game.ana.technologies, game.ana.wood) == ("TECH05", 1)
    game.play("move 1@6 1", "main")  # to the Forest, where a worker of power 1 gathers no wood
    assert game.ana.wood == 1 + 1


@pytest.mark.rule("T-12.2")
@pytest.mark.parametrize(
    ("worker", "distance", "cocoa"),
    [("1@7", 1, 1), ("1@7", 2, 1), ("1@6", 1, 0), ("1@6", 3, 1), ("1@1", 1, 0), ("1@1", 3, 0)],
)
def test_number_one_pays_for_landing_on_the_palace_or_passing_it_not_for_leaving_it(worker, distance, cocoa):
    game = table(ana=player(workers=f"{worker} 1@8 1@8", technologies="TECH01", tiles="V22"), ben=ASIDE)
    assert game.play(f"move {worker} {distance}").ana.cocoa == cocoa


@pytest.mark.rule("T-12.2")
def test_number_one_pays_for_each_of_two_workers_and_for_a_lap_from_the_palace():
    double = player(workers="1@7 1@7 1@8", technologies="TECH01", tiles="V42")
    assert table(ana=double, ben=ASIDE).play("move 1@7+1@7 3 double").ana.cocoa == 2
    lap = player(workers="1@1 1@8 1@8", technologies="TECH01", tiles="V48")
    assert table(ana=lap, ben=ASIDE).play("move 1@1 8 unlimited").ana.cocoa == 1
    assert table(ana=lap, ben=ASIDE).play("move 1@1 7 unlimited").ana.cocoa == 0


@pytest.mark.rule("T-12.1")
@pytest.mark.parametrize("tile", ["TECH03", "TECH05", "TECH07", "TECH09", "TECH11", "TECH17"])
def test_technologies_do_nothing_for_players_that_collect(tile):
    game = arriving(QUARRY, ana=player(technologies=tile)).play("collect")
    assert (game.ana.cocoa, game.ana.stone, game.ana.points, game.asked) == (1, 0, 0, "ben")


@pytest.mark.rule("T-12.3")
@pytest.mark.rule("T-12.6")
@pytest.mark.parametrize("board", [FOREST, QUARRY, GOLD])
def test_points_for_other_boards_are_not_scored_by_gathering(board):
    plain = arriving(board, 2).play("main")
    game = arriving(board, 2, ana=player(technologies="TECH03 TECH09 TECH11 TECH15 TECH17")).play("main")
    assert (game.ana.points, game.ana.workers) == (plain.ana.points, plain.ana.workers)


@pytest.mark.rule("T-12.7")
@pytest.mark.rule("T-12.1")
def test_number_thirteen_buys_one_power_up_for_a_cocoa_after_the_others():
    game = arriving(FOREST, 2, ana=player(cocoa=2, technologies="TECH13")).play("main")
    assert game.offered == ["power up 3@2", "stop"]
    game.play("power up 3@2")
    assert (game.ana.cocoa, game.ana.workers, game.asked) == (1, "1@1 1@1 4@2", "ben")
    assert arriving(FOREST, 2, ana=player(cocoa=2, technologies="TECH13")).play("main", "stop").ana.cocoa == 2


@pytest.mark.rule("T-12.7")
def test_the_purchase_may_make_a_worker_ascend():
    game = arriving(FOREST, 4, ana=player(cocoa=1, technologies="TECH13")).play("main", "power up 5@2")
    assert (game.asks, game.ana.workers) == ("reward", "1@1 1@1 1@1")


@pytest.mark.rule("T-12.7")
def test_without_a_cocoa_there_is_no_purchase_but_a_tile_may_bring_one():
    broke = arriving(FOREST, 2, ana=player(technologies="TECH13")).play("main")
    assert broke.asked == "ben"
    game = arriving(FOREST, 2, ana=player(technologies="TECH13", tiles="V36")).play("main", "power up 2@2")
    assert game.offered == ["stop", "use V36"]
    assert game.play("use V36").has("power up 3@2")


@pytest.mark.rule("T-12.7")
def test_with_no_worker_left_on_the_board_there_is_no_purchase():
    game = arriving(FOREST, 5, ana=player(cocoa=1, technologies="TECH13")).play("main", "reward points")
    assert game.asked == "ben"


@pytest.mark.rule("T-12.7")
def test_after_two_power_ups_one_is_bought_or_by_option_two():
    def bought(options):
        game = arriving(FOREST, 1, "1@2 1@2", ana=player(cocoa=5, technologies="TECH13"), options=options)
        game.play("main", "power up 2@2")
        count = 0
        while game.asks == "purchase":
            game.play(game.offered[0])
            count += 1
        return count, game.ana.cocoa

    assert bought({}) == (1, 5 - 1)  # the action cost one cocoa and gave one
    assert bought(PER_POWER_UP) == (2, 5 - 2)


@pytest.mark.rule("T-12.7")
def test_by_option_too_a_bought_power_up_allows_no_other():
    game = arriving(FOREST, 2, ana=player(cocoa=5, technologies="TECH13"), options=PER_POWER_UP)
    game.play("main", "power up 3@2")
    assert game.asks != "purchase"


@pytest.mark.rule("T-12.7")
@pytest.mark.rule("T-7.5.1")
def test_a_player_that_forfeits_the_power_up_of_alchemy_buys_none():
    ana = player(cocoa=1, gold=2, technologies="TECH13")
    assert arriving(ALCHEMY, 4, ana=ana).play("main", "technology TECH09", "gain wood").asked == "ben"
    row_one = arriving(ALCHEMY, 3, ana=ana).play("main", "technology TECH03")
    assert row_one.offered == ["power up 4@5", "stop"]


@pytest.mark.rule("T-12.7")
def test_power_ups_of_a_discovery_tile_allow_no_purchase():
    game = table(ana=player(cocoa=2, technologies="TECH13", tiles="V39", workers="1@2 1@2 1@2"))
    assert game.play("use V39", "power up 1@2").asks == "open"


@pytest.mark.rule("T-12.9")
def test_number_seventeen_is_a_temple_step_for_each_main_action_on_construction():
    ana = player(stone=2, technologies="TECH17", blue=11, red=11)
    game = arriving(CONSTRUCTION, ana=ana, pyramid_offer="P30").play("main", "build P30 r0 on 1.0.0")
    assert game.ana.green == 1  # the only temple that is open
