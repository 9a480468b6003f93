"""T-7.8: tests of the Main action on Construction, which builds the Pyramid."""

import pytest

from tests.games.teotihuacan.vocabulary import CONSTRUCTION, arriving, flat, player, whole_level

BASE = flat("1.0.0", "1.0.1", "1.1.0", "1.1.1")
# So much of the Pyramid that 2.0.0, 3.0.0 or 4.0.0 is the first space of its level
BELOW = {
    1: {},
    2: BASE,
    3: whole_level(1) | flat("2.0.0", "2.0.1", "2.1.0", "2.1.1"),
    4: whole_level(1) | whole_level(2) | whole_level(3),
}


def building(count=1, power=1, pyramid=None, offer="P18 P20 P30", **has):
    """Return a game in which Ana has just come to Construction, with this number of workers. No icon matches."""
    others = " ".join(["1@8"] * (count - 1))
    ana = player(**{"cocoa": min(1, count - 1), "stone": 9, "wood": 9} | has)
    return arriving(
        CONSTRUCTION, power, others, ana=ana, pyramid=pyramid, pyramid_offer=offer, options={"glyph_matches": False}
    )


def built(game):
    return sum(tile >= 0 for tile in game.state.built)


@pytest.mark.rule("T-7.8.1")
@pytest.mark.rule("T-8.2")
@pytest.mark.rule("T-8.8")
def test_any_tile_of_the_offer_in_any_rotation_on_any_legal_space():
    game = building(pyramid=flat("1.0.0")).play("main")
    spaces = [f"1.{i}.{j}" for i in range(4) for j in range(4) if (i, j) != (0, 0)]
    expected = [f"build {tile} r{turn} on {space}" for tile in ("P18", "P20") for space in spaces for turn in range(4)]
    assert game.offered == expected + [f"build P30 r0 on {space}" for space in spaces]


@pytest.mark.rule("T-7.8.1")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_worker_places_a_tile_and_the_offer_is_not_filled_in_between(count):
    game = building(count).play("main")
    for space in ("1.0.0", "1.0.1", "1.0.2")[:count]:
        assert game.has("build")
        game.play(next(text for text in game.offered if text.endswith(space)))
    assert not game.has("build")
    assert built(game) == count


@pytest.mark.rule("T-7.8.1")
@pytest.mark.rule("T-10.3")
def test_each_tile_is_fully_resolved_before_the_next():
    # P28 hTht: its statue, turned to the bottom right, meets the one printed at row 1, column 3
    game = building(2, offer="P28 P30", blue=3).play("main", "build P28 r1 on 1.0.1")
    assert (game.asks, game.ana.blue, game.ana.track) == ("any_goods", 4, 0)
    game.play("gain wood")
    assert (game.asks, game.ana.track) == ("build", 1)


COST = {1: (2, 0, 1), 2: (2, 1, 3), 3: (2, 2, 5), 4: (2, 3, 7)}  # stone, wood, points


@pytest.mark.rule("T-7.8.2")
@pytest.mark.parametrize("level", COST)
def test_higher_tiles_cost_more_wood_and_score_more(level):
    stone, wood, points = COST[level]
    space = f"{level}.0.0"
    game = building(pyramid=BELOW[level], stone=stone, wood=wood).play("main", f"build P30 r0 on {space}")
    assert (game.ana.stone, game.ana.wood, game.ana.points, game.ana.track) == (0, 0, points, 1)
    for short in ({"stone": stone - 1, "wood": wood}, {"stone": stone, "wood": wood - 1}):
        if min(short.values()) >= 0:
            poor = building(pyramid=BELOW[level], **short)
            assert not poor.has("main") or not poor.play("main").has(f"build P30 r0 on {space}")


@pytest.mark.rule("T-21.8")
@pytest.mark.rule("T-7.8.2")
@pytest.mark.rule("T-8.3")
def test_a_tile_on_level_two_with_three_matches_one_of_them_blue():
    pyramid = BASE | {"1.0.0": "P19 r2"}  # a statue at its bottom right, glyphs around
    ana = player(stone=2, wood=1)
    game = arriving(CONSTRUCTION, ana=ana, pyramid=pyramid, pyramid_offer="P10")
    game.play("main", "build P10 r0 on 2.0.0", "gain gold")  # T-h-: statue and two glyphs match
    assert (game.ana.stone, game.ana.wood) == (0, 0)
    assert (game.ana.points, game.ana.blue, game.ana.track) == (3 + 3, 1, 1)


@pytest.mark.rule("T-7.8.3")
def test_after_the_first_tile_one_may_stop():
    game = building(3).play("main")
    assert not game.has("stop")
    game.play("build P30 r0 on 1.0.0")
    assert game.offered[-1] == "stop"
    game.play("stop")
    assert (built(game), game.asks) == (1, "main_power_up")


@pytest.mark.rule("T-7.8.3")
def test_a_player_that_can_pay_only_one_tile_is_not_asked_for_another():
    game = building(3, stone=3, wood=0).play("main", "build P30 r0 on 1.0.0")
    assert game.asks == "main_power_up"


@pytest.mark.rule("T-7.8.3")
@pytest.mark.rule("T-19.5")
def test_a_player_with_the_means_in_a_tile_is_asked():
    game = building(2, stone=2, wood=0, tiles="V22").play("main", "build P30 r0 on 1.0.0")
    assert game.offered == ["stop", "use V22"]
    game.play("use V22", "gain stone", "gain stone")
    assert game.has("build P18")


@pytest.mark.rule("T-7.8.4")
@pytest.mark.rule("T-14.3")
def test_after_the_level_four_tile_no_other_is_placed():
    game = building(3, pyramid=BELOW[4], tiles="V17").play("main", "build P30 r0 on 4.0.0")
    assert (game.asks, game.state.finished) == ("main_power_up", True)  # not even for the window


@pytest.mark.rule("T-7.8.5")
@pytest.mark.rule("T-12.6")
@pytest.mark.rule("T-12.9")
@pytest.mark.rule("T-19.8")
def test_after_the_tiles_come_technologies_then_power_ups_then_the_new_offer():
    game = building(2, 2, technologies="TECH11 TECH17").play("main", "build P30 r0 on 1.0.0", "stop")
    assert (game.ana.points, game.asks) == (1 + 3, "any_temple")
    game.play("temple green")
    assert (game.asks, game.state.pyramid_offer[-1]) == ("main_power_up", -1)
    game.play("power up 2@8")
    assert -1 not in game.state.pyramid_offer
    assert game.ana.workers == "1@1 1@8 3@8"


@pytest.mark.rule("T-12.6")
@pytest.mark.rule("T-12.9")
def test_two_tiles_pay_the_technologies_once():
    game = building(2, technologies="TECH11 TECH17").play("main", "build P30 r0 on 1.0.0", "build P18 r0 on 1.3.3")
    assert game.ana.points == 1 + 1 + 3
    game.play("temple red")
    assert game.asks != "any_temple"


@pytest.mark.rule("T-7.8.5")
@pytest.mark.parametrize(("count", "second"), [(1, False), (2, False), (3, True)])
def test_three_builders_may_grow_twice(count, second):
    game = building(count).play("main", "build P30 r0 on 1.0.0", *["stop"] * (count > 1))
    while game.asks == "main_power_up" and not game.has("stop"):
        game.play(game.offered[0])
    assert game.has("stop") == second


@pytest.mark.rule("T-1.8")
def test_an_empty_stack_leaves_gaps_in_the_offer():
    game = building().play("main")
    game.state.pyramid_stack.clear()
    game.play("build P30 r0 on 1.0.0")
    assert sorted(game.state.pyramid_offer) == [-1, 18, 20]


# T-12.8, T-11.9 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-21.27")
@pytest.mark.rule("T-12.8")
def test_number_fifteen_is_one_more_worker_and_saves_one_stone():
    game = building(technologies="TECH15", stone=3, wood=1).play("main", "build P30 r0 on 1.0.0")
    assert game.offered == ["pay full", "pay less stone"]
    game.play("pay full")
    assert game.ana.stone == 1
    game.play("build P18 r0 on 1.3.3")  # for the one stone that is left
    assert (game.ana.stone, game.ana.wood, built(game)) == (0, 1, 2)
    assert game.ana.workers == "1@1 1@1 2@8"


@pytest.mark.rule("T-12.8")
def test_the_discount_is_on_stone_or_on_wood_and_comes_once():
    rich = building(pyramid=BASE, technologies="TECH15").play("main", "build P30 r0 on 2.0.0")
    assert rich.offered == ["pay full", "pay less stone", "pay less wood"]
    rich.play("pay less wood")
    assert (rich.ana.stone, rich.ana.wood) == (7, 9)
    rich.play("build P18 r0 on 1.3.3")
    assert (rich.asked, rich.ana.stone) == ("ben", 5)


@pytest.mark.rule("T-12.8")
def test_with_three_workers_the_discount_may_make_the_first_tile_affordable():
    game = building(3, technologies="TECH15", stone=1, wood=0).play("main", "build P30 r0 on 1.0.0")
    assert (game.ana.stone, built(game)) == (0, 1)
    assert not building(3, stone=1, wood=0, tiles="V22").has("main")


@pytest.mark.rule("T-11.9")
@pytest.mark.rule("T-7.3b")
def test_an_additional_worker_can_be_used_as_soon_as_the_first_tile_is_paid():
    game = building(2, tiles="V51").play("main")
    assert not game.has("use V51")
    game.play("build P30 r0 on 1.0.0")
    assert game.offered[-2:] == ["stop", "use V51"]
    game.play("use V51", "build P18 r0 on 1.3.3")
    assert game.has("build P20")


@pytest.mark.rule("T-11.9")
def test_with_three_workers_an_additional_one_is_not_offered():
    game = building(3, tiles="V51").play("main", "build P30 r0 on 1.0.0")
    assert (game.has("build"), game.has("use V51")) == (True, False)
