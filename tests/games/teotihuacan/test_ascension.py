"""T-9.2 to T-9.8: tests of the Ascension of a worker."""

import pytest

from tests.games.teotihuacan.vocabulary import FOREST, QUARRY, arriving, player

FOURTH = "1@8 1@8 1@8"


def ascending(others="", options=None, rest=None, **has):
    """Return a game at the first question after a worker of power 5 has gathered in the Forest and ascended."""
    return arriving(FOREST, 5, others, ana=player(**has), options=options, **(rest or {})).play("main")


@pytest.mark.rule("T-9.2")
@pytest.mark.rule("T-9.7")
@pytest.mark.rule("T-10.8")
def test_avenue_palace_reward_and_light_in_this_order():
    game = ascending(avenue=2, rest={"spots": {"avenue_3": "V22"}, "light": 4})
    assert (game.asks, game.ana.avenue, game.ana.workers) == ("avenue_claim", 3, "1@1 1@1 1@1")
    assert game.state.light == 4
    game.play("pass")
    assert (game.asks, game.state.light) == ("reward", 4)
    game.play("reward points")
    assert (game.state.light, game.ana.points, game.asked) == (5, 5, "ben")


@pytest.mark.rule("T-9.7")
def test_a_power_up_in_between_meets_a_worker_of_power_one_on_the_palace():
    game = ascending(tiles="V39").play("power up 5@2")
    assert (game.asks, game.ana.workers) == ("reward", "1@1 1@1 1@1")
    game.play("use V39")
    assert game.offered == ["power up 1@1", "power up 2@1"]  # one has grown; they were alike, so no seat was asked


@pytest.mark.rule("T-9.3")
def test_five_points():
    assert ascending().play("reward points").ana.points == 5


@pytest.mark.rule("T-9.3")
@pytest.mark.parametrize("cocoa", [6, 5])
def test_six_cocoa_or_by_option_five(cocoa):
    assert ascending(options={"ascension_cocoa": cocoa}).play("reward cocoa").ana.cocoa == cocoa
    assert ascending().play("reward cocoa").ana.cocoa == 6


@pytest.mark.rule("T-9.3")
def test_a_step_on_a_temple():
    game = ascending().play("reward temple")
    assert game.offered == ["temple blue", "temple red", "temple green"]
    assert game.play("temple green").ana.green == 1


@pytest.mark.rule("T-9.3")
@pytest.mark.parametrize("temples", [("red", "red"), ("red", "green")])
def test_two_steps_for_three_cocoa_on_one_temple_or_two(temples):
    game = ascending(cocoa=3).play("reward two temples")
    assert game.ana.cocoa == 0
    game.play(*(f"temple {temple}" for temple in temples))
    assert (game.ana.red, game.ana.green) == (temples.count("red"), temples.count("green"))
    assert not ascending(cocoa=2).has("reward two temples")


@pytest.mark.rule("T-9.3")
def test_the_fourth_worker_comes_to_the_palace_with_power_three_and_two_cocoa():
    game = ascending().play("reward worker")
    assert (game.ana.workers, game.ana.cocoa) == ("1@1 1@1 1@1 3@1", 2)


@pytest.mark.rule("T-9.3")
@pytest.mark.rule("T-9.8")
def test_with_four_workers_in_play_there_is_no_fourth_to_come():
    assert not ascending(FOURTH).has("reward worker")
    assert ascending("1@forest 1@quarry").has("reward worker")  # locked ones are in play


@pytest.mark.rule("T-9.8")
def test_a_worker_on_the_way_is_in_play():
    # In transit to the Quarry while a tile makes another one ascend: three are in play.
    game = arriving(QUARRY, 1, "5@8 1@8", ana=player(tiles="V39")).play("use V39", "power up 5@8")
    assert (game.asks, game.has("reward worker")) == ("reward", True)


@pytest.mark.rule("T-9.5")
def test_two_ascensions_of_one_action_are_resolved_one_after_the_other():
    game = arriving(FOREST, 5, "5@2 5@2", ana=player(cocoa=1), light=0).play("main", "reward points")
    assert (game.asks, game.state.light, game.ana.avenue) == ("main_power_up", 1, 1)
    game.play("power up 5@2", "reward worker")
    assert (game.state.light, game.ana.avenue, game.ana.workers) == (2, 2, "1@1 1@1 3@1 5@2")


@pytest.mark.rule("T-9.5")
def test_an_eclipse_never_interrupts_a_turn():
    game = ascending(options={"dark_eclipse": True}, rest={"light": 9}, tiles="V22")
    game.play("power up 5@2", "reward points")
    assert (game.state.light, game.asks, game.asked) == (10, "end_window", "ana")


@pytest.mark.rule("T-9.6")
def test_ascending_does_not_pay_the_technology_of_the_palace():
    assert ascending(technologies="TECH01").play("reward points").ana.cocoa == 0


@pytest.mark.rule("T-9.8")
def test_temple_rewards_need_a_temple_to_advance_on():
    full = {"blue": 11, "red": 11, "green": 11}
    assert ascending(cocoa=3, **full).offered[:3] == ["reward points", "reward cocoa", "reward worker"]
    assert not ascending(cocoa=3, **full).has("reward temple")
    one_left = ascending(cocoa=3, blue=11, red=11, green=10).play("reward two temples")
    assert (one_left.ana.green, one_left.asked) == (11, "ben")  # the second step is lost


@pytest.mark.rule("T-11.6")
@pytest.mark.parametrize(("scope", "offered"), [("strict", False), ("wide", True)])
def test_only_in_its_wide_reading_a_waiver_pays_two_temple_steps(scope, offered):
    game = ascending(options={"cocoa_waiver_scope": scope}, tiles="V45")
    assert game.has("reward two temples waive") == offered
    if offered:
        game.play("reward two temples waive", "temple red", "temple red")
        assert (game.ana.used, game.ana.red, game.ana.cocoa) == ("V45", 2, 0)
