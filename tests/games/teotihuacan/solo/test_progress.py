"""T-17.4.1, T-17.4.5, T-17.4.6: tests of the automaton's advances on temples and on the Avenue."""

import pytest

from arena.games.teotihuacan.temples import ANY_REWARD, COCOA_REWARD, POINTS_REWARD
from tests.games.teotihuacan.vocabulary import FOREST, GOLD, QUARRY, acting, player

TEMPLES = ("blue", "red", "green")
WORSHIP_BEFORE = {"blue": "1@quarry", "red": "1@decorations", "green": "1@forest"}


def worshipped(temple, step, **has):
    """Return the automaton's state after it has worshipped with its marker on this step of a temple."""
    ben = player(workers=f"1@6 1@6 1@6 {WORSHIP_BEFORE[temple]}", **{temple: step}, **has)
    return acting("worship", ben=ben).ben


@pytest.mark.rule("T-17.4.1")
def test_on_a_major_step_it_takes_what_is_printed_and_no_tile():
    ben = player(workers="1@6 1@6 1@6 1@forest", green=2, wood=9, cocoa=0)
    game = acting("worship", ben=ben, spots={"green_3": "V22 V24", "green_6": "V30"})
    assert (game.ben.green, game.ben.cocoa, game.ben.tiles) == (4, 1 + 2, "")
    assert game.state.view(0).spots[5] == ("V22", "V24")


@pytest.mark.rule("T-17.4.1")
@pytest.mark.parametrize("technology", ["TECH01", "TECH03", "TECH05", "TECH07", "TECH09", "TECH15"])
def test_technologies_do_nothing_for_it(technology):
    ben = player(wood=2, gold=2, workers="4@7 2@6 1@3 1@forest", technologies=technology)
    bare = player(wood=2, gold=2, workers="4@7 2@6 1@3 1@forest")
    for action in ("nobles", "mastery", "decorations"):
        told = [
            acting(action, ben=each, technologies="TECH01 TECH03 TECH05 TECH07 TECH09 TECH15") for each in (ben, bare)
        ]
        points, others = [(game.ben.points, game.ben.cocoa, game.ben.wood, game.ben.stone) for game in told]
        assert points == others


@pytest.mark.rule("T-17.4.1")
@pytest.mark.parametrize("temple", TEMPLES)
@pytest.mark.parametrize("step", range(9))
def test_every_step_brings_its_printed_reward(temple, step):
    ben = worshipped(temple, step)
    row = TEMPLES.index(temple)
    steps = [step + 1, step + 2]
    assert getattr(ben, temple) == step + 2
    assert ben.points == sum(POINTS_REWARD[row][each] for each in steps)
    assert ben.cocoa == sum(COCOA_REWARD[row][each] for each in steps)
    assert ben.wood + ben.stone + ben.gold == sum(ANY_REWARD[row][each] for each in steps)


@pytest.mark.rule("T-17.2.3")
@pytest.mark.rule("T-17.4.1")
@pytest.mark.parametrize(("temple", "points"), [("blue", 6), ("red", 7), ("green", 5)])
def test_its_last_step_is_the_top_or_the_one_before_where_the_human_is_on_top(temple, points):
    ben = player(workers=f"1@6 1@6 1@6 {WORSHIP_BEFORE[temple]}", **{temple: 9})
    alone, behind = [acting("worship", ana=player(**{temple: step}), ben=ben).ben for step in (10, 11)]
    assert (getattr(alone, temple), alone.points) == (11, points)
    assert (getattr(behind, temple), behind.points) == (10, 0)


@pytest.mark.rule("T-17.4.5")
@pytest.mark.parametrize(
    ("has", "advances"),
    [
        ({"blue": 1, "red": 1, "green": 1}, "blue"),
        ({"blue": 1, "red": 2, "green": 2}, "red"),
        ({"blue": 1, "red": 2, "green": 3}, "green"),
        ({"blue": 11, "red": 2, "green": 3}, "green"),
        ({"blue": 10, "red": 2, "green": 3}, "green"),
    ],
)
def test_any_temple_is_the_highest_that_is_open(has, advances):
    ben = player(gold=2, workers="1@7 1@6 1@6 1@forest", **has)
    game = acting("decorations", ben=ben, ana=player(blue=11 if has["blue"] == 10 else 0), decoration_offer="D00")
    after = {temple: getattr(game.ben, temple) for temple in TEMPLES}
    assert after == has | {advances: has[advances] + 1}


@pytest.mark.rule("T-17.4.5")
def test_each_of_several_steps_is_decided_anew():
    ben = player(workers="1@6 1@6 1@6 1@gold", blue=10, red=10, green=3)
    game = acting("worship", ben=ben)  # on to Decorations: three steps on any temple
    assert (game.ben.blue, game.ben.red, game.ben.green) == (11, 11, 4)


@pytest.mark.rule("T-17.4.5")
def test_where_every_temple_is_blocked_nothing_happens():
    game = acting("worship", ben=player(workers="1@6 1@6 1@6 1@gold", blue=11, red=11, green=11))
    assert (game.ben.blue, game.ben.red, game.ben.green) == (11, 11, 11)
    assert game.ben.points == 0


@pytest.mark.rule("T-17.4.6")
@pytest.mark.parametrize(
    ("goods", "after"),
    [
        ((0, 0, 0), (0, 1, 1)),
        ((0, 1, 1), (1, 1, 2)),
        ((5, 0, 1), (5, 1, 2)),
        ((0, 5, 5), (2, 5, 5)),
        ((3, 2, 2), (3, 3, 3)),
    ],
)
def test_of_blue_rewards_it_takes_what_it_has_least_of_gold_before_stone_before_wood(goods, after):
    wood, stone, gold = goods
    ben = worshipped("blue", 0, wood=wood, stone=stone, gold=gold)
    assert (ben.wood, ben.stone, ben.gold) == after


@pytest.mark.rule("T-17.5.6")
@pytest.mark.parametrize(
    ("before", "board", "temple"),
    [("forest", QUARRY, "green"), ("quarry", GOLD, "blue"), ("decorations", FOREST, "red")],
)
def test_each_worship_space_has_its_temple(before, board, temple):
    game = acting("worship", ben=player(workers=f"1@6 1@6 1@6 1@{before}"))
    assert {each: getattr(game.ben, each) for each in TEMPLES} == dict.fromkeys(TEMPLES, 0) | {temple: 2}
    assert game.state.players[1].workers[3].board == board
