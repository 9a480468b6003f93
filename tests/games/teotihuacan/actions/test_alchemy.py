"""T-7.5: tests of the Main action on Alchemy, which buys technologies."""

import pytest

from tests.games.teotihuacan.vocabulary import ALCHEMY, arriving, player

SORTED = "TECH01 TECH03 TECH05 TECH09 TECH15 TECH17"  # three for one gold over three for two
MIXED_LOW = "TECH01 TECH03 TECH05 TECH07 TECH09 TECH11"  # #07 costs one gold in row 2
MIXED_HIGH = "TECH03 TECH09 TECH11 TECH13 TECH15 TECH17"  # #09 and #11 cost two in row 1


def learning(power=1, others="", technologies=SORTED, main="main", **has):
    """Return a game in which Ana took the Main action on Alchemy, with enough cocoa for it."""
    ana = player(**{"cocoa": min(1, len(others)), "gold": 5} | has)
    return arriving(ALCHEMY, power, others, ana=ana, technologies=technologies).play(main)


def offered(game):
    return [text.removeprefix("technology TECH") for text in game.offered]


@pytest.mark.rule("T-7.5.1")
@pytest.mark.parametrize(
    ("power", "others", "rows"),
    [(1, "", 1), (3, "", 1), (4, "", 2), (5, "", 2), (1, "1@5", 2), (1, "1@5 1@5", 2), (3, "5@2", 1)],
)
def test_one_worker_reaches_the_first_row_two_or_a_strong_one_both(power, others, rows):
    assert offered(learning(power, others, cocoa=1)) == ["01", "03", "05", "09", "15", "17"][: 3 * rows]


@pytest.mark.rule("T-7.5.1")
def test_ones_own_technologies_are_not_bought_again():
    game = arriving(ALCHEMY, ana=player(gold=5, technologies="TECH03")).play("main")
    assert offered(game) == ["01", "05"]


@pytest.mark.rule("T-21.5")
@pytest.mark.rule("T-7.5.1")
@pytest.mark.rule("T-7.5.6")
def test_a_lone_worker_of_power_four_takes_the_second_row_only_without_growing():
    first = learning(4).play("technology TECH03")
    assert first.ana.workers == "1@1 1@1 5@5"
    second = learning(4).play("technology TECH17")
    assert second.ana.workers == "1@1 1@1 4@5"
    assert second.ana.technologies == "TECH17"


@pytest.mark.rule("T-11.9")
@pytest.mark.rule("T-7.5.1")
def test_with_an_additional_worker_the_second_row_forfeits_nothing():
    game = learning(4, tiles="V51", main="main additional 1").play("technology TECH17")
    assert (game.ana.workers, game.ana.used) == ("1@1 1@1 5@5", "V51")


@pytest.mark.rule("T-7.5.2")
@pytest.mark.rule("T-2.2.4")
@pytest.mark.parametrize(
    ("technologies", "tile", "price"),
    [(SORTED, "TECH05", 1), (SORTED, "TECH09", 2), (MIXED_LOW, "TECH07", 1), (MIXED_HIGH, "TECH11", 2)],
)
def test_a_technology_costs_what_is_printed_on_it_wherever_it_lies(technologies, tile, price):
    game = learning(1, "1@5", technologies).play(f"technology {tile}")
    assert (game.ana.gold, game.ana.technologies) == (5 - price, tile)


@pytest.mark.rule("T-7.5.3")
def test_only_what_can_be_paid_is_offered():
    assert offered(learning(1, "1@5", gold=1)) == ["01", "03", "05"]
    one_gold = player(gold=1, tiles="V22", technologies="TECH03")  # there is no other tile for one gold in reach
    assert not arriving(ALCHEMY, ana=one_gold, technologies=MIXED_HIGH).has("main")


@pytest.mark.rule("T-7.5.4")
def test_every_other_player_that_had_it_scores_three_at_once():
    knows, ignores = player(technologies="TECH03 TECH01", workers="1@1 1@1 1@1"), player(workers="1@1 1@1 1@1")
    game = arriving(ALCHEMY, ana=player(gold=1), ben=knows, cleo=ignores, dan=knows).play("main", "technology TECH03")
    assert [each.points for each in game.players] == [1, 3, 0, 3]  # ana's is that of the red temple


@pytest.mark.rule("T-7.5.5")
@pytest.mark.parametrize(
    ("tile", "temple"),
    [("01", "blue"), ("03", "red"), ("05", "green"), ("09", "blue"), ("15", "red"), ("17", "green")],
)
def test_each_column_has_its_temple(tile, temple):
    game = learning(1, "1@5").play(f"technology TECH{tile}")
    assert {each: getattr(game.ana, each) for each in ("blue", "red", "green")} == {
        "blue": 0,
        "red": 0,
        "green": 0,
    } | {temple: 1}


@pytest.mark.rule("T-7.5.6")
def test_three_workers_bring_one_power_up_all_the_same():
    game = learning(1, "2@5 3@5").play("technology TECH05", "power up 1@5")
    assert game.ana.workers == "2@5 2@5 3@5"
    assert game.asked == "ben"


@pytest.mark.rule("T-7.5.7")
@pytest.mark.rule("T-12.0")
@pytest.mark.parametrize("tile", ["TECH03", "TECH13"])
def test_a_technology_does_not_act_on_the_action_that_gained_it(tile):
    game = learning(2, "3@5", "TECH01 TECH05 TECH03 TECH07 TECH09 TECH13", cocoa=2).play(f"technology {tile}")
    assert game.ana.points == 0  # both lie in the column of green, which gives a cocoa
    game.play("power up 2@5")
    assert game.asked == "ben"


@pytest.mark.rule("T-12.3")
@pytest.mark.rule("T-12.0")
def test_number_three_pays_in_alchemy():
    game = arriving(ALCHEMY, ana=player(gold=1, technologies="TECH03")).play("main", "technology TECH05")
    assert game.ana.points == 3
