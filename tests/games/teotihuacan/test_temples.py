"""T-10: tests of the temples and of the Avenue of the Dead."""

import pytest

from tests.games.teotihuacan.vocabulary import FOREST, GOLD, QUARRY, arriving, new, player, table

WORSHIP = {"blue": (GOLD, "gold"), "red": (FOREST, "forest"), "green": (QUARRY, "quarry")}
# What each step brings; a resource of choice is "any"
STEPS = {
    "blue": [(1, "any"), (1, "any"), (1, "any"), (1, "any"), (2, "any"), (2, "any"), (2, "points"), (2, "any")],
    "red": [(points, "points") for points in (1, 1, 2, 2, 2, 3, 3, 4, 5, 0, 7)],
    "green": [*((cocoa, "cocoa") for cocoa in (1, 1, 1, 2, 2, 2, 3, 3, 4, 0)), (5, "points")],
}
STEPS["blue"] += [(4, "points"), (0, "points"), (6, "points")]
MAJOR = {("blue", 4): "blue_4", ("red", 5): "red_5", ("green", 3): "green_3", ("green", 6): "green_6"}


def advance(temple, step, spots=None, ben=None, **has):
    """Return a game in which Ana has advanced to this step by worshipping."""
    board, space = WORSHIP[temple]
    ana = player(**{temple: step - 1} | has)
    return arriving(board, ana=ana, ben=ben, spots=spots).play(f"worship {space} ability")


@pytest.mark.rule("T-10.1")
@pytest.mark.rule("T-10.2")
@pytest.mark.rule("T-10.5")
@pytest.mark.rule("T-10.7")
@pytest.mark.parametrize("temple", STEPS)
@pytest.mark.parametrize("step", range(1, 12))
def test_each_step_of_a_temple_brings_the_printed_reward(temple, step):
    game = advance(temple, step)
    assert getattr(game.ana, temple) == step
    amount, what = STEPS[temple][step - 1]
    if what == "any":
        for _ in range(amount):
            assert game.offered == ["gain wood", "gain stone", "gain gold"]
            game.play("gain gold")
        what = "gold"
    gained = {good: getattr(game.ana, good) for good in ("gold", "cocoa", "points")}
    assert gained == {"gold": 0, "cocoa": 0, "points": 0} | {what: amount}
    assert game.asks in ("open", "end_window")


@pytest.mark.rule("T-10.1")
@pytest.mark.rule("T-2.3.2")
def test_the_bottom_brings_nothing():
    for each, cocoa in zip(new(4).players, (1, 2, 2, 3), strict=True):
        assert (each.blue, each.red, each.green) == (0, 0, 0)
        assert (each.cocoa, each.wood, each.stone, each.gold, each.points) == (cocoa, 0, 0, 0, 0)


@pytest.mark.rule("T-10.3")
@pytest.mark.parametrize(("temple", "step"), MAJOR)
def test_at_a_major_step_a_tile_or_the_printed_reward(temple, step):
    spots = {MAJOR[temple, step]: "V24 V22 V22"}
    game = advance(temple, step, spots, cocoa=1)
    assert game.offered == ["claim V22", "claim V24", "pass"]
    game.play("claim V24", "continue")
    assert (game.ana.tiles, game.ana.cocoa, game.ana.points, game.ana.gold) == ("V24", 0, 0, 0)
    assert sum(len(spot) for spot in game.state.spots) == 2


@pytest.mark.rule("T-10.3")
def test_a_player_that_passes_gets_the_printed_reward():
    game = advance("green", 6, {"green_6": "V22"}).play("pass")
    assert (game.ana.cocoa, game.ana.tiles) == (2, "")


@pytest.mark.rule("T-10.3")
@pytest.mark.rule("T-11.1")
def test_a_player_that_cannot_pay_gets_the_printed_reward_unasked():
    game = advance("green", 6, {"green_6": "V00 V17"})
    assert (game.ana.cocoa, game.asked) == (2, "ben")


@pytest.mark.rule("T-10.3")
@pytest.mark.rule("T-20.12")
def test_tiles_on_the_steps_are_not_replaced():
    game = advance("green", 3, {"green_3": "V22"}).play("claim V22", "continue", "end turn")
    assert sum(len(spot) for spot in game.state.spots) == 0


@pytest.mark.rule("T-10.4")
def test_the_penultimate_step_pays_nothing_at_once():
    game = advance("blue", 10)
    assert (game.ana.blue, game.ana.points, game.ana.wood, game.asked) == (10, 0, 0, "ben")


@pytest.mark.rule("T-21.29")
@pytest.mark.rule("T-10.6")
def test_the_top_holds_one_marker():
    game = advance("blue", 11, ben=player(blue=11, workers="1@1 1@1 1@1"))
    assert (game.ana.blue, game.ana.points) == (10, 0)
    assert advance("blue", 11, ben=player(blue=10, workers="1@1 1@1 1@1")).ana.blue == 11


@pytest.mark.rule("T-10.6")
def test_no_marker_goes_beyond_the_top():
    game = advance("red", 12)
    assert (game.ana.red, game.ana.points) == (11, 0)


@pytest.mark.rule("T-10.6")
def test_other_steps_hold_any_number_of_markers():
    game = advance("red", 10, ben=player(red=10, workers="1@1 1@1 1@1"))
    assert game.ana.red == 10


@pytest.mark.rule("T-10.7")
def test_any_temple_means_one_that_is_open_and_no_seat_is_asked_if_none_is():
    def using(**temples):
        ben = player(green=11, workers="1@1 1@1 1@1")
        return table(ana=player(tiles="V27", **temples), ben=ben).play("use V27")

    assert using(green=10).offered == ["temple blue", "temple red"]
    assert using(green=10, red=11).ana.blue == 1  # the only one left is taken unasked
    shut = using(green=10, red=11, blue=11)
    assert (shut.asks, shut.ana.used) == ("open", "V27")


@pytest.mark.rule("T-10.8")
@pytest.mark.parametrize("step", range(1, 10))
def test_only_three_steps_of_the_avenue_have_tiles(step):
    spots = {"avenue_3": "V22", "avenue_6": "V30", "avenue_8": "V32"}
    game = table(ana=player(avenue=step - 1, tiles="V24"), spots=spots).play("use V24")
    expected = {3: "claim V22", 6: "claim V30", 8: "claim V32"}.get(step)
    assert game.ana.avenue == step
    assert (game.offered == [expected, "pass"]) if expected else game.asks == "open"


@pytest.mark.rule("T-10.8")
def test_the_avenue_ends_at_nine():
    assert table(ana=player(avenue=9, tiles="V24")).play("use V24").ana.avenue == 9


@pytest.mark.rule("T-10.8")
def test_the_avenue_gives_nothing_else():
    game = table(ana=player(avenue=2, tiles="V24"), spots={"avenue_3": "V22"}).play("use V24", "pass")
    assert (game.ana.points, game.ana.cocoa, game.ana.tiles, game.ana.used) == (0, 0, "", "V24")


@pytest.mark.rule("T-21.36")
@pytest.mark.rule("T-10.9")
@pytest.mark.rule("T-19.1")
def test_an_advance_inside_another_one_is_finished_first_and_may_pay_for_its_tile():
    game = table(ana=player(green=2, tiles="V34 V34"), spots={"green_3": "V24"}).play("use V34")
    assert game.offered == ["pass", "use V34"]  # the tile costs a cocoa, and there is none
    game.play("use V34")
    assert (game.ana.green, game.ana.cocoa) == (4, 2)
    assert game.offered == ["claim V24", "pass"]
    game.play("claim V24", "continue")
    assert (game.ana.cocoa, game.ana.tiles) == (1, "V24")


@pytest.mark.rule("T-10.9")
def test_the_printed_reward_is_that_of_the_step_arrived_at():
    game = table(ana=player(green=5, tiles="V34 V34"), spots={"green_6": "V22"}).play("use V34", "use V34")
    assert (game.ana.green, game.ana.cocoa) == (7, 3)
    assert game.play("pass").ana.cocoa == 3 + 2


@pytest.mark.rule("T-10.9")
def test_steps_of_one_effect_come_one_after_the_other_each_with_its_reward():
    ana = player(cocoa=1, workers="1@2 1@8 1@8")
    game = arriving(GOLD, 4, "4@4 4@4", ana=ana).play("main", "temple blue")
    assert game.asks == "any_goods"
    assert game.play("gain gold").asks == "any_temple"
