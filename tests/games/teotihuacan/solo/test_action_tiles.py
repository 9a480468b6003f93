"""T-17.5: tests of the automaton's seven action tiles."""

import pytest

from tests.games.teotihuacan.vocabulary import (
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    GOLD,
    PALACE,
    QUARRY,
    acting,
    flat,
    player,
    whole_level,
)

BASE = whole_level(1) | whole_level(2)
ALMOST = BASE | whole_level(3)
FAILS = "the action of seat 1 fails"

# Construction --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-17.5.1")
def test_two_stone_lay_the_leftmost_tile_on_the_lowest_free_space_without_icons():
    game = acting(
        "construction",
        ben=player(stone=2, workers="2@8 1@6 1@6 1@forest"),
        pyramid_offer="P13 P01 P02",
        pyramid=flat("1.0.0", "1.0.1", "1.1.0", "1.1.1"),
        rotations=(3,),
    )
    assert "seat 1 places P13 r3 on 1.0.2: 0 icons match" in game.told
    assert (game.ben.stone, game.ben.points, game.ben.track) == (0, 1 + 2, 1)
    assert (game.ben.blue, game.ben.gold) == (1, 1)  # any temple: blue; its first step brings a resource
    assert "3@4" not in game.ben.workers
    assert "3@5" in game.ben.workers  # grown, and on the next board


@pytest.mark.rule("T-17.5.1")
@pytest.mark.parametrize(
    ("pyramid", "space", "points"),
    [
        ({}, "1.0.0", 1),
        (flat("1.0.0", "1.1.0", "1.0.2"), "1.0.1", 1),
        (whole_level(1), "2.0.0", 3),
        (whole_level(1) | flat("2.0.0", "2.0.1", "2.0.2"), "2.1.0", 3),
        (BASE, "3.0.0", 5),
        (ALMOST, "4.0.0", 7),
    ],
)
def test_the_lowest_level_comes_first_then_the_topmost_row_then_the_left(pyramid, space, points):
    ben = player(stone=2, workers="2@8 1@6 1@6 1@forest")
    game = acting("construction", ben=ben, pyramid_offer="P00", pyramid=pyramid)
    assert any(f"on {space}: 0 icons" in told for told in game.told)
    assert sum(game.state.ledger()["construction"][1]) == points + 2


@pytest.mark.rule("T-17.5.1")
@pytest.mark.rule("T-14.3")
def test_the_level_four_tile_of_the_automaton_ends_the_game_like_any_other():
    ben = player(stone=2, workers="2@8 1@6 1@6 1@forest")
    game = acting("construction", ben=ben, pyramid_offer="P00", pyramid=ALMOST)
    assert (game.state.finished, game.state.light) == (True, game.state.dark)


@pytest.mark.rule("T-17.5.1")
@pytest.mark.parametrize(
    ("ben", "offer", "pyramid"),
    [
        (player(stone=1, workers="2@8 2@3 1@6 1@forest"), "P00", {}),
        (player(stone=2, workers="2@7 2@3 1@6 1@forest"), "P00", {}),
        (player(stone=2, workers="2@8 2@3 1@6 1@forest"), "P00", ALMOST | flat("4.0.0")),
    ],
    ids=["no stone", "nobody on board 8", "no space"],
)
def test_without_a_tile_to_lay_a_worker_on_the_quarry_brings_two_stone(ben, offer, pyramid):
    stone = ben.stone
    game = acting("construction", ben=ben, pyramid_offer=offer, pyramid=pyramid, finished="4.0.0" in pyramid)
    assert game.ben.stone == stone + 2
    assert "3@4" in game.ben.workers
    assert FAILS not in game.told


@pytest.mark.rule("T-17.5.1")
@pytest.mark.rule("T-17.4.8")
@pytest.mark.parametrize("action", ["construction", "decorations", "nobles"])
def test_with_workers_on_neither_board_the_action_fails(action):
    game = acting(action, ben=player(wood=2, stone=2, gold=2, workers="2@5 2@5 1@1 1@forest"), pyramid_offer="P00")
    assert FAILS in game.told
    assert game.ben.cocoa == 5


# Decorations ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-17.5.2")
def test_two_gold_lay_the_topmost_tile_on_the_first_open_side_for_five_points():
    ben = player(gold=2, workers="2@7 1@6 1@6 1@forest")
    game = acting("decorations", ben=ben, decoration_offer="D03 D00 D01 D02")
    assert "seat 1 places D03 on top_1: 0 icons match" in game.told
    assert (game.ben.gold, game.ben.points, game.ben.track, game.ben.blue) == (0 + 1, 5, 1, 1)
    assert "3@1" not in game.ben.workers


@pytest.mark.rule("T-17.5.2")
@pytest.mark.parametrize(
    ("decorated", "pyramid", "place"),
    [
        ({"top_1": "D05"}, {}, "right_1"),
        ({"top_1": "D05"}, flat("1.0.1", "1.0.2"), "top_2"),
        ({"top_1": "D05", "right_1": "D06"}, {}, "bottom_1"),
        ({"top_1": "D05", "right_1": "D06", "bottom_1": "D07"}, {}, "left_1"),
    ],
)
def test_sides_are_tried_in_the_order_top_right_bottom_left(decorated, pyramid, place):
    ben = player(gold=2, workers="2@7 1@6 1@6 1@forest")
    game = acting("decorations", ben=ben, decoration_offer="D03", decorations=decorated, pyramid=pyramid)
    assert f"seat 1 places D03 on {place}: 0 icons match" in game.told


EVERY_SIDE = {"top_1": "D05", "right_1": "D06", "bottom_1": "D07", "left_1": "D08"}


@pytest.mark.rule("T-17.5.2")
@pytest.mark.parametrize(
    ("ben", "decorated"),
    [
        (player(gold=1, workers="2@7 2@4 1@6 1@forest"), {}),
        (player(gold=2, workers="2@8 2@4 1@6 1@forest"), {}),
        (player(gold=2, workers="2@7 2@4 1@6 1@forest"), EVERY_SIDE),
    ],
    ids=["no gold", "nobody on board 7", "no space"],
)
def test_without_a_tile_to_lay_a_worker_on_the_gold_deposits_brings_two_gold(ben, decorated):
    game = acting("decorations", ben=ben, decoration_offer="D03", decorations=decorated)
    assert game.ben.gold == ben.gold + 2
    assert "3@8" in game.ben.workers


# Alchemy -------------------------------------------------------------------------------------------------------------

ON_ALCHEMY = "2@5 1@6 1@6 1@forest"


@pytest.mark.rule("T-17.5.3")
@pytest.mark.parametrize(
    ("mine", "humans", "gets", "shared"),
    [
        ("TECH05", "", "TECH01", 0),
        ("TECH05", "TECH01", "TECH03", 0),
        ("TECH05", "TECH01 TECH03", "TECH09", 0),
        ("TECH05 TECH09", "TECH01 TECH03 TECH15 TECH17", "TECH01", 3),
        ("TECH01 TECH05 TECH09", "TECH01 TECH03 TECH15 TECH17", "TECH03", 3),
    ],
)
def test_one_gold_takes_the_lowest_free_technology_or_the_lowest_that_it_lacks(mine, humans, gets, shared):
    ben = player(gold=1, technologies=mine, workers=ON_ALCHEMY)
    game = acting("alchemy", ben=ben, ana=player(technologies=humans))
    assert f"seat 1 gains {gets}" in game.told
    assert set(game.ben.technologies.split()) == {*mine.split(), gets}
    assert game.ana.points == shared


@pytest.mark.rule("T-17.5.3")
@pytest.mark.parametrize(
    ("mine", "temple"), [("", "blue"), ("TECH01", "red"), ("TECH01 TECH03", "green"), ("TECH01 TECH03 TECH05", "blue")]
)
def test_the_temple_of_its_column_is_advanced_and_a_worker_there_grows_and_walks(mine, temple):
    game = acting("alchemy", ben=player(gold=1, technologies=mine, workers=ON_ALCHEMY))
    assert getattr(game.ben, temple) == 1
    assert "3@6" in game.ben.workers


@pytest.mark.rule("T-17.5.3")
@pytest.mark.parametrize(
    "ben",
    [
        player(gold=0, workers="2@5 1@4 3@8 1@forest"),
        player(gold=1, workers="2@6 1@4 3@8 1@forest"),
        player(
            gold=1,
            workers="2@5 1@4 3@8 1@forest",
            technologies="TECH01 TECH03 TECH05 TECH09 TECH15 TECH17",
        ),
    ],
    ids=["no gold", "nobody on board 5", "all are known"],
)
def test_without_a_technology_the_weakest_worker_grows_twice_and_none_walks(ben):
    game = acting("alchemy", ben=ben)
    assert sorted(game.ben.workers.split()) == sorted(ben.workers.replace("1@4", "3@4").split())
    assert FAILS not in game.told


@pytest.mark.rule("T-17.5.3")
def test_the_second_power_up_is_for_the_same_worker_though_another_is_weaker_by_now():
    game = acting("alchemy", ben=player(workers="1@4 1@6 3@8 1@forest"))
    assert game.ben.workers == "1@forest 3@4 1@6 3@8"


@pytest.mark.rule("T-17.5.3")
def test_the_second_power_up_is_for_the_new_worker_where_the_first_made_it_ascend():
    game = acting("alchemy", ben=player(workers="5@4 5@6 5@8 1@forest"))
    assert game.ben.workers == "2@1 1@forest 5@6 5@8"
    assert (game.ben.points, game.ben.avenue) == (5, 1)


# Nobles --------------------------------------------------------------------------------------------------------------

ON_NOBLES = "2@6 1@5 1@5 1@forest"


@pytest.mark.rule("T-17.5.4")
@pytest.mark.parametrize(("eclipses", "rows", "points"), [(0, [1, 0, 0], 3), (1, [0, 1, 0], 5), (2, [0, 0, 1], 7)])
def test_two_wood_put_a_building_into_the_row_of_the_time(eclipses, rows, points):
    game = acting("nobles", ben=player(wood=2, workers=ON_NOBLES), eclipses=eclipses)
    assert (game.ben.wood, game.ben.points, game.ben.avenue) == (0, points, 1)
    assert game.state.nobles == rows
    assert "3@7" in game.ben.workers


@pytest.mark.rule("T-17.5.4")
@pytest.mark.parametrize(
    ("eclipses", "buildings", "row"),
    [
        (0, (5, 0, 0), 1),  # 5 is less than 7
        (0, (5, 0, 2), 1),  # 5 and 5: the upper row
        (1, (2, 4, 0), 0),  # 2 is less than 7
        (2, (0, 2, 3), 0),  # 3 and 3: the upper row
        (2, (0, 1, 3), 0),  # 3 is less than 4
    ],
)
def test_where_that_row_is_full_the_space_of_the_lowest_value_is_taken(eclipses, buildings, row):
    game = acting("nobles", ben=player(wood=2, workers=ON_NOBLES), eclipses=eclipses, buildings=buildings)
    expected = list(buildings)
    expected[row] += 1
    assert game.state.nobles == expected


@pytest.mark.rule("T-17.5.4")
@pytest.mark.parametrize(
    ("ben", "buildings"),
    [
        (player(wood=1, workers="2@6 2@2 1@5 1@forest"), (0, 0, 0)),
        (player(wood=2, workers="2@7 2@2 1@5 1@forest"), (0, 0, 0)),
        (player(wood=2, workers="2@6 2@2 1@5 1@forest"), (5, 4, 2)),
    ],
    ids=["no wood", "nobody on board 6", "no Building"],
)
def test_without_a_building_a_worker_on_the_forest_brings_two_wood(ben, buildings):
    game = acting("nobles", ben=ben, buildings=buildings)
    assert game.ben.wood == ben.wood + 2
    assert "3@3" in game.ben.workers


# Mastery -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-17.5.5")
@pytest.mark.parametrize(("board", "good"), [(FOREST, "wood"), (QUARRY, "stone"), (GOLD, "gold")])
def test_the_strongest_worker_does_what_belongs_to_its_board(board, good):
    game = acting("mastery", ben=player(wood=2, stone=2, gold=2, workers=f"4@{board} 3@5 3@6 1@decorations"))
    assert getattr(game.ben, good) == 4
    assert f"5@{board}" not in game.ben.workers
    assert "5@" in game.ben.workers


@pytest.mark.rule("T-17.5.5")
@pytest.mark.parametrize(
    ("workers", "told"),
    [
        ("4@5 1@1 1@1 1@forest", "seat 1 gains TECH01"),
        ("4@6 1@1 1@1 1@forest", "seat 1 builds in the top row"),
        ("4@7 1@1 1@1 1@forest", "seat 1 places D03 on top_1: 0 icons match"),
        ("4@8 1@1 1@1 1@forest", "seat 1 places P00 r0 on 1.0.0: 0 icons match"),
    ],
)
def test_on_the_other_boards_it_is_the_first_step_of_their_tiles(workers, told):
    ben = player(wood=2, stone=2, gold=2, workers=workers)
    game = acting("mastery", ben=ben, pyramid_offer="P00", decoration_offer="D03", rotations=(0,))
    assert told in game.told
    assert sum(each.startswith("seat 1 powers up") for each in game.told) == 1
    assert sum(each.startswith("seat 1 moves") for each in game.told) == 1


@pytest.mark.rule("T-17.5.5")
@pytest.mark.rule("T-17.2.1")
@pytest.mark.parametrize("board", [DECORATIONS, CONSTRUCTION])
def test_a_tile_that_the_automaton_took_is_replaced_at_the_other_end(board):
    game = acting(
        "mastery", ben=player(stone=2, gold=2, workers=f"4@{board} 1@1 1@1 1@forest"),
        pyramid_offer="P00 P01 P02", pyramid_stack="P03",
        decoration_offer="D00 D01 D02 D03", decoration_stack="D04",
    )  # fmt: skip
    seen = game.state.view(0)
    expected = ("P00 P01 P02", "D01 D02 D03 D04") if board == DECORATIONS else ("P01 P02 P03", "D00 D01 D02 D03")
    assert (" ".join(seen.pyramid_offer), " ".join(seen.decoration_offer)) == expected


@pytest.mark.rule("T-17.5.5")
def test_a_worker_that_cannot_is_passed_over_and_the_next_one_grows_itself():
    game = acting("mastery", ben=player(workers="4@6 3@5 2@2 1@decorations"))
    assert game.ben.wood == 2
    assert sorted(game.ben.workers.split()) == sorted(["4@6", "3@5", "3@3", "1@decorations"])


@pytest.mark.rule("T-17.5.5")
def test_not_the_strongest_on_the_board_but_the_one_that_acted_grows():
    game = acting("mastery", ben=player(gold=1, workers="5@1 4@5 4@5 1@forest"))
    assert sorted(game.ben.workers.split()) == sorted(["5@1", "4@5", "5@7", "1@forest"])


@pytest.mark.rule("T-17.5.5")
@pytest.mark.rule("T-17.4.8")
def test_on_the_palace_nothing_succeeds_and_if_no_worker_does_the_action_fails():
    game = acting("mastery", ben=player(workers=f"5@{PALACE} 3@5 2@6 1@forest"))
    assert FAILS in game.told
    assert "3@7" in game.ben.workers


# Worship -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-17.5.6")
def test_the_locked_worker_takes_the_next_temple_space_and_its_tile_leaves_the_game():
    ben = player(workers="1@6 1@6 1@6 2@forest")
    game = acting("worship", ben=ben, beside={QUARRY: "V22"}, discovery_stack="V24")
    assert "2@quarry" in game.ben.workers
    assert (game.ben.green, game.ben.cocoa) == (2, 2)
    assert game.state.view(0).beside[2] == "V24"
    assert game.state.view(0).teotibot.discarded == ("V22",)
    assert "V22 (two resources) beside Stone Quarry leaves the game" in game.told


@pytest.mark.rule("T-17.5.6")
def test_it_passes_over_the_palace():
    game = acting("worship", ben=player(workers="1@6 1@6 1@6 2@decorations"), ana=player(workers="1@palace_1 1@2 1@3"))
    assert "2@forest" in game.ben.workers
    assert "1@palace_1" in game.ana.workers


@pytest.mark.rule("T-17.5.6")
def test_a_human_worker_there_is_unlocked_without_a_price():
    ana = player(workers="3@quarry 1@5 1@6")
    game = acting("worship", ana=ana, ben=player(workers="1@6 1@6 1@6 2@forest"))
    assert "2@quarry" in game.ben.workers
    assert game.ana.workers == "3@3 1@5 1@6"
    assert game.ben.cocoa == 2  # the rewards of two steps on the green temple


@pytest.mark.rule("T-17.5.6")
def test_on_decorations_it_is_three_steps_on_any_temple():
    game = acting("worship", ben=player(workers="1@6 1@6 1@6 2@gold", red=3), beside={DECORATIONS: "V00"})
    assert (game.ben.blue, game.ben.red, game.ben.green) == (0, 6, 0)
    assert game.state.view(0).teotibot.discarded == ("V00",)


@pytest.mark.rule("T-17.5.6")
@pytest.mark.rule("T-1.8")
def test_without_a_tile_there_none_is_discarded():
    game = acting("worship", ben=player(workers="1@6 1@6 1@6 2@forest"))
    assert game.state.view(0).teotibot.discarded == ()


@pytest.mark.rule("T-17.6.4")
@pytest.mark.parametrize("turned", [-1, 1])
def test_the_steps_of_worship_are_a_knob(turned):
    options = {"teotibot_worship": turned}
    two = acting("worship", ben=player(workers="1@6 1@6 1@6 2@forest"), options=options)
    three = acting("worship", ben=player(workers="1@6 1@6 1@6 2@gold", red=3), options=options)
    assert (two.ben.green, three.ben.red) == (2 + turned, 6 + turned)


# Mask collection -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-17.5.7")
@pytest.mark.parametrize(
    ("beside", "masks", "takes"),
    [
        ({FOREST: "V05", QUARRY: "V01", GOLD: "V00"}, "", "V00"),
        ({FOREST: "V05", QUARRY: "V01", GOLD: "V22"}, "", "V01"),
        ({FOREST: "V05", QUARRY: "V01", GOLD: "V03"}, "V01", "V03"),
        ({QUARRY: "V08", FOREST: "V05"}, "", "V05"),  # the forest comes first
        ({PALACE: "V11", FOREST: "V05"}, "", "V11"),
        ({FOREST: "V22", DECORATIONS: "V14"}, "", "V14"),
    ],
)
def test_it_takes_the_rarest_mask_that_it_lacks_the_first_from_the_palace_on(beside, masks, takes):
    ben = player(wood=1, gold=1, cocoa=2, tiles=masks, workers="1@6 1@6 1@6 2@forest")
    game = acting("mask_collection", ben=ben, beside=beside)
    assert f"seat 1 claims {takes}" in " ".join(game.told)
    assert game.ben.workers == "2@forest 1@6 1@6 1@6"


@pytest.mark.rule("T-17.5.7")
def test_it_pays_and_the_tile_is_replaced():
    ben = player(wood=1, cocoa=1, workers="1@6 1@6 1@6 2@forest")
    game = acting("mask_collection", ben=ben, beside={QUARRY: "V01"}, discovery_stack="V24")
    assert (game.ben.wood, game.ben.cocoa, game.ben.tiles) == (0, 0, "V01")
    assert game.state.view(0).beside[2] == "V24"


@pytest.mark.rule("T-17.5.7")
@pytest.mark.parametrize(
    ("beside", "masks", "wood"),
    [({FOREST: "V05"}, "V05", 1), ({FOREST: "V05"}, "", 0), ({FOREST: "V22"}, "", 1), ({}, "", 1)],
    ids=["it has it", "it cannot pay", "no mask", "no tile"],
)
def test_without_such_a_mask_the_action_fails(beside, masks, wood):
    game = acting("mask_collection", ben=player(wood=wood, tiles=masks, workers="1@6 1@6 1@6 2@forest"), beside=beside)
    assert FAILS in game.told
    assert game.ben.tiles == masks
