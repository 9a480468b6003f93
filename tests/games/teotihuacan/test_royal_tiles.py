"""T-13: tests of the Royal tiles."""

import pytest

from tests.games.teotihuacan.vocabulary import PALACE, arriving, player

ROYALS = {"R01": 3, "R03": 3, "R08": 3, "R02": 2, "R06": 2, "R07": 2, "R04": 1, "R05": 1, "R09": 1}


def royal(tile, power, ana=None, **rest):
    """Return a game in which Ana worshipped at a Royal tile with a worker of this power."""
    royals = ["R04", "R02", "R01"]
    royals[ROYALS[tile] - 1] = tile
    game = arriving(PALACE, power, ana=ana, royals=" ".join(royals), **rest)
    return game.play(f"worship palace_{ROYALS[tile]} ability")


@pytest.mark.rule("T-13.2")
@pytest.mark.parametrize(("power", "cocoa"), [(1, 2), (5, 6)])
def test_r01_gives_one_cocoa_more_than_the_power(power, cocoa):
    assert royal("R01", power).ana.cocoa == cocoa


@pytest.mark.rule("T-13.2")
@pytest.mark.parametrize(("tile", "good"), [("R02", "wood"), ("R06", "gold")])
def test_r02_and_r06_sell_stone_and_another_good_for_cocoa_as_often_as_the_power(tile, good):
    game = royal(tile, 2, player(cocoa=2))
    assert game.offered == ["exchange", "stop"]
    game.play("exchange", "exchange")
    assert (game.ana.cocoa, game.ana.stone, getattr(game.ana, good)) == (0, 2, 2)
    assert game.asked == "ben"


@pytest.mark.rule("T-13.1")
@pytest.mark.rule("T-13.3")
def test_a_player_with_nothing_to_pay_with_may_choose_the_tile_in_vain():
    game = royal("R02", 3)
    assert (game.ana.workers, game.asked) == ("3@palace_2 1@8 1@8", "ben")


@pytest.mark.rule("T-13.1")
def test_one_may_stop_at_once():
    assert royal("R02", 3, player(cocoa=5)).play("stop").ana.cocoa == 5


@pytest.mark.rule("T-13.2")
@pytest.mark.rule("T-13.3")
def test_r03_buys_resources_of_choice_for_two_cocoa_each():
    game = royal("R03", 3, player(wood=1, gold=2))
    assert game.offered == ["exchange wood", "exchange gold", "stop"]
    game.play("exchange wood")
    assert game.offered == ["exchange gold", "stop"]
    game.play("exchange gold", "exchange gold")
    assert (game.ana.cocoa, game.ana.wood, game.ana.gold) == (6, 0, 0)


@pytest.mark.rule("T-13.1")
@pytest.mark.parametrize(
    ("technologies", "power", "points"),
    [("", 5, 0), ("TECH01 TECH03", 5, 4), ("TECH01 TECH03", 1, 2), ("TECH01 TECH03 TECH05", 2, 4)],
)
def test_r04_scores_two_for_each_technology_within_the_power(technologies, power, points):
    assert royal("R04", power, player(technologies=technologies)).ana.points == points


@pytest.mark.rule("T-13.1")
@pytest.mark.parametrize(("track", "power", "points"), [(0, 5, 0), (3, 5, 6), (3, 2, 4)])
def test_r05_scores_two_for_each_step_of_the_pyramid_track_within_the_power(track, power, points):
    assert royal("R05", power, player(track=track)).ana.points == points


@pytest.mark.rule("T-13.3")
def test_r07_gives_as_many_resources_as_the_power_once():
    game = royal("R07", 3, player(cocoa=2, stone=1))
    assert game.offered == ["exchange stone", "stop"]
    game.play("exchange stone", "gain wood", "gain stone", "gain stone")
    assert (game.ana.cocoa, game.ana.wood, game.ana.stone, game.ana.gold) == (1, 1, 2, 0)
    assert game.asked == "ben"


@pytest.mark.rule("T-13.3")
@pytest.mark.parametrize("ana", [player(cocoa=2), player(stone=3)])
def test_r07_needs_a_cocoa_and_a_resource(ana):
    assert royal("R07", 3, ana).asked == "ben"


@pytest.mark.rule("T-21.12")
@pytest.mark.rule("T-13.1")
def test_r08_does_nothing_with_power_one():
    game = royal("R08", 1, player(cocoa=2))
    assert (game.ana.cocoa, game.asked) == (2, "ben")


@pytest.mark.rule("T-13.2")
def test_r08_sells_temple_steps_one_fewer_than_the_power_and_a_step_may_pay_the_next():
    game = royal("R08", 4, player(cocoa=1, green=6))
    game.play("exchange green", "exchange green", "exchange green")
    assert (game.ana.green, game.ana.cocoa, game.asks) == (9, 1 + 3 + 3 + 4 - 3, "end_window")


@pytest.mark.rule("T-13.3")
def test_r08_offers_open_temples_only():
    assert royal("R08", 3, player(cocoa=2, green=11, red=11)).offered == ["exchange blue", "stop"]
    assert royal("R08", 3, player(cocoa=2, green=11, red=11, blue=11)).asked == "ben"


@pytest.mark.rule("T-13.1")
@pytest.mark.parametrize(("avenue", "power", "points"), [(0, 5, 0), (9, 5, 6), (4, 5, 4), (9, 1, 2)])
def test_r09_scores_the_avenue_within_one_more_than_the_power(avenue, power, points):
    assert royal("R09", power, player(avenue=avenue)).ana.points == points


@pytest.mark.rule("T-11.6")
@pytest.mark.parametrize("tile", ["R02", "R06", "R07", "R08"])
def test_only_in_its_wide_reading_a_waiver_pays_an_exchange(tile):
    rich = player(cocoa=2, wood=1, tiles="V45")
    strict = royal(tile, 3, rich)
    assert not any("waive" in text for text in strict.offered)
    wide = royal(tile, 3, player(wood=1, tiles="V45"), options={"cocoa_waiver_scope": "wide"})
    exchange = next(text for text in wide.offered if text.endswith("waive"))
    wide.play(exchange)
    assert (wide.ana.used, wide.ana.cocoa) == ("V45", 0)
